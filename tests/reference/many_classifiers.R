# Reference values of the procedures for many classifiers. R 4.2.2, base and stats only, 2026-11-15.
#   Rscript tests/reference/many_classifiers.R > tests/reference/many_classifiers.csv
# Tables: demsar and garcia_herrera as in tests/published_tables.py; waves is made of sines; ties is small integers.

demsar <- rbind(
  c(0.763, 0.768, 0.771, 0.798),
  c(0.599, 0.591, 0.59, 0.569),
  c(0.954, 0.971, 0.968, 0.967),
  c(0.628, 0.661, 0.654, 0.657),
  c(0.882, 0.888, 0.886, 0.898),
  c(0.936, 0.931, 0.916, 0.931),
  c(0.661, 0.668, 0.609, 0.685),
  c(0.583, 0.583, 0.563, 0.625),
  c(0.775, 0.838, 0.866, 0.875),
  c(1, 1, 1, 1),
  c(0.94, 0.962, 0.965, 0.962),
  c(0.619, 0.666, 0.614, 0.669),
  c(0.972, 0.981, 0.975, 0.975),
  c(0.957, 0.978, 0.946, 0.97))
garcia_herrera <- rbind(
  c(0.219, 0.202, 0.249, 0.165, 0.261),
  c(0.803, 0.75, 0.813, 0.692, 0.798),
  c(0.859, 0.814, 0.845, 0.542, 0.816),
  c(0.809, 0.774, 0.673, 0.275, 0.785),
  c(0.768, 0.79, 0.727, 0.872, 0.706),
  c(0.759, 0.654, 0.734, 0.703, 0.714),
  c(0.693, 0.611, 0.572, 0.689, 0.572),
  c(0.544, 0.531, 0.558, 0.439, 0.541),
  c(0.945, 0.954, 0.978, 0.541, 0.858),
  c(0.725, 0.705, 0.739, 0.625, 0.717),
  c(0.674, 0.736, 0.721, 0.356, 0.704),
  c(0.801, 0.357, 0.52, 0.309, 0.52),
  c(0.785, 0.77, 0.841, 0.659, 0.759),
  c(0.71, 0.402, 0.728, 0.12, 0.674),
  c(0.691, 0.827, 0.667, 0.527, 0.638),
  c(0.743, 0.739, 0.83, 0.549, 0.746),
  c(0.99, 0.482, 0.941, 0.857, 0.99),
  c(0.867, 0.098, 0.915, 0.986, 0.784),
  c(0.821, 0.872, 0.815, 0.885, 0.778),
  c(0.893, 0.824, 0.902, 0.739, 0.885),
  c(0.799, 0.655, 0.925, 0.517, 0.755),
  c(0.845, 0.731, 0.693, 0.653, 0.704),
  c(0.741, 0.701, 0.591, 0.663, 0.619),
  c(0.799, 0.994, 0.603, 0.269, 0.621),
  c(0.949, 0.955, 0.989, 0.77, 0.954),
  c(0.555, 0.505, 0.569, 0.312, 0.556),
  c(0.928, 0.928, 0.945, 0.419, 0.897),
  c(0.915, 0.857, 0.86, 0.7, 0.777),
  c(0.855, 0.796, 0.857, 0.607, 0.809),
  c(0.906, 0.359, 0.895, 0.641, 0.918))
waves <- outer(1:12, 1:6, function(i, j) round(0.7 + 0.1 * sin(i * j) + 0.02 * j, 3))
ties <- rbind(c(6, 4, 4, 2), c(4, 3, 2, 1), c(3, 3, 1, 2), c(3, 2, 1, 1), c(5, 5, 5, 5), c(2, 3, 1, 1))

say <- function(table, what, values)
  for (i in seq_along(values)) cat(sprintf("%s,%s,%d,%.17g\n", table, what, i - 1L, values[i]))

one <- function(name, x) {
  n <- nrow(x); k <- ncol(x)
  long <- data.frame(score = as.vector(x), classifier = factor(rep(seq_len(k), each = n)),
                     dataset = factor(rep(seq_len(n), k)))
  f <- friedman.test(x); say(name, "friedman", c(f$statistic, f$p.value))
  ranks <- t(apply(-x, 1, rank))
  say(name, "mean_ranks", colMeans(ranks))
  # Iman and Davenport's F is the analysis of variance of the ranks.
  long$rank <- as.vector(ranks)
  a <- summary(aov(rank ~ classifier + dataset, long))[[1]]
  say(name, "iman_davenport", c(a[1, "F value"], a[1, "Pr(>F)"]))
  q <- quade.test(x); say(name, "quade", c(q$statistic, q$p.value))
  # Aligned ranks: the permutation form, deviations of the column sums over the mean variance within datasets.
  aligned <- matrix(rank(round(-(k * x - rowSums(x)), 9)), n)
  t <- sum((colSums(aligned) - n * (n * k + 1) / 2)^2) / sum(apply(aligned, 1, var))
  say(name, "aligned_ranks", c(t, pchisq(t, k - 1, lower.tail = FALSE)))
  m <- lm(x ~ 1)
  s <- anova(m, update(m, ~ 0), X = ~1, test = "Spherical")
  say(name, "anova", c(s[2, "F"], s[2, "Pr(>F)"], s[2, "G-G Pr"]))
  heading <- grep("Greenhouse", attr(s, "heading"), value = TRUE)
  say(name, "epsilon", as.numeric(sub(".*: *", "", heading)))
  h <- TukeyHSD(aov(score ~ classifier + dataset, long), "classifier")$classifier
  say(name, "tukey_diff", h[, "diff"]); say(name, "tukey_low", h[, "lwr"]); say(name, "tukey_p", h[, "p adj"])
}

# Skillings and Mack (1981): weighted sums of centred ranks and their covariance, dataset by dataset.
skillings_mack <- function(x, corrected = TRUE) {
  k <- ncol(x); a <- numeric(k); v <- matrix(0, k, k)
  for (i in seq_len(nrow(x))) {
    here <- which(!is.na(x[i, ])); m <- length(here)
    if (m < 2) next
    r <- rank(-x[i, here]); w <- sqrt(12 / (m + 1))
    a[here] <- a[here] + w * (r - (m + 1) / 2)
    v[here, here] <- v[here, here] + w^2 * (if (corrected) var(r) else m * (m + 1) / 12) * (diag(m) - 1 / m)
  }
  t <- drop(a[-k] %*% solve(v[-k, -k], a[-k]))
  c(t, pchisq(t, k - 1, lower.tail = FALSE))
}

cat("table,what,index,value\n")
one("demsar", demsar); one("garcia_herrera", garcia_herrera); one("waves", waves); one("ties", ties)
gaps <- waves; gaps[cbind(c(1, 2, 5, 5, 9, 12, 12, 12, 12, 12), c(3, 1, 6, 2, 4, 1, 2, 3, 4, 5))] <- NA
say("gaps", "skillings_mack", skillings_mack(gaps))
tied_gaps <- ties; tied_gaps[1, 4] <- NA; tied_gaps[3, 1] <- NA; tied_gaps[6, 2] <- NA
say("tied_gaps", "skillings_mack", skillings_mack(tied_gaps))
say("tied_gaps", "skillings_mack_uncorrected", skillings_mack(tied_gaps, corrected = FALSE))
