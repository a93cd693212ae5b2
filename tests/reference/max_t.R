# Reference values of the maximum over pairs under sign flips. R 4.2.2, base and stats only, 2026-11-16.
#   Rscript tests/reference/max_t.R > tests/reference/max_t.csv
# Every flip of the datasets is taken, all 2^n; the step-down is written as it is defined, pair by pair, and the closed
# test partition by partition. Tables: demsar as in tests/published_tables.py; waves and fading are made of sines; ties is
# small integers; gaps and holes lack some scores of waves and demsar.

demsar <- rbind(
  c(0.763, 0.768, 0.771, 0.798), c(0.599, 0.591, 0.59, 0.569), c(0.954, 0.971, 0.968, 0.967),
  c(0.628, 0.661, 0.654, 0.657), c(0.882, 0.888, 0.886, 0.898), c(0.936, 0.931, 0.916, 0.931),
  c(0.661, 0.668, 0.609, 0.685), c(0.583, 0.583, 0.563, 0.625), c(0.775, 0.838, 0.866, 0.875),
  c(1, 1, 1, 1), c(0.94, 0.962, 0.965, 0.962), c(0.619, 0.666, 0.614, 0.669),
  c(0.972, 0.981, 0.975, 0.975), c(0.957, 0.978, 0.946, 0.97))
waves <- t(sapply(1:12, function(i) round(0.7 + 0.1 * sin(i * 1:6) + 0.02 * (1:6), 3)))
fading <- t(sapply(1:10, function(i) round(0.7 + 0.1 * sin(i * 1:3)^3 * 0.4^(1:3), 3)))
gaps <- waves[, 1:4]; gaps[3, 1] <- gaps[5, 2] <- gaps[8, 2] <- gaps[11, 4] <- NA
holes <- demsar[1:11, ]; holes[1:4, 1] <- NA; holes[6:11, 2] <- NA; holes[5, 3:4] <- NA
ties <- rbind(c(6, 4, 4, 2), c(4, 3, 2, 1), c(3, 3, 1, 2), c(3, 2, 1, 1), c(5, 5, 5, 5), c(2, 3, 1, 1))

advantages <- function(x) {
  ab <- combn(ncol(x), 2)
  round(x[, ab[2, ]] - x[, ab[1, ]], 11)
}

# Textbook statistics of flipped advantages, one row for each flip.
student <- function(d) { d <- d[!is.na(d)]; mean(d) / sqrt(var(d) / length(d)) }

# How far the scales of pairs are drawn together, from the pairs with two squares or more.
draw_together <- function(square, v, n) {
  seen <- n > 1
  min(1, mean((apply(square, 2, var, na.rm = TRUE) / v^2 / n)[seen]) / var(log(v[seen])))
}

adaptive <- function(d) {
  n <- colSums(!is.na(d)); size <- abs(d); known <- size[!is.na(size)]
  u <- size; u[!is.na(size)] <- rank(known) / (length(known) + 1)
  tail <- quantile(known[known > 0], 0.95, names = FALSE) / median(known[known > 0])
  normal <- qnorm(0.975) / qnorm(0.75); logistic <- qlogis(0.975) / qlogis(0.75)
  share <- min(1, max(0, (logistic - tail) / (logistic - normal)))
  score <- sign(d) * (share * qnorm((1 + u) / 2) + (1 - share) * sqrt(3) * u)
  v <- colMeans(score^2, na.rm = TRUE)
  pull <- draw_together(score^2, v, n)
  score <- sweep(score, 2, sqrt(n * v^(1 - pull) * mean(v)^pull), "/"); score[is.na(score)] <- 0
  list(score = score, tail = tail, share = share, pull = pull)
}

# All partitions of 1..k, as labels.
partitions <- function(k) {
  if (k == 1) return(list(1))
  do.call(c, lapply(partitions(k - 1), function(p) lapply(seq_len(max(p) + 1), function(l) c(p, l))))
}

# The closed test: of every partition, the pairs within its sets by the largest statistic of them.
close <- function(statistic, k) {
  ab <- combn(k, 2); turned <- abs(statistic); observed <- turned[1, ]; adjusted <- rep(0, ncol(ab))
  for (labels in partitions(k)) {
    within <- which(labels[ab[1, ]] == labels[ab[2, ]])
    if (!length(within)) next
    largest <- apply(turned[, within, drop = FALSE], 1, max)
    p <- mean(largest >= max(observed[within]) - 1e-9)
    adjusted[within] <- pmax(adjusted[within], p)
  }
  adjusted
}

judge <- function(statistic, sided) {
  turned <- if (sided == "two-sided") abs(statistic) else if (sided == "less") -statistic else statistic
  observed <- turned[1, ]
  reaches <- function(l, j) turned[, l] >= observed[j] - 1e-9
  raw <- sapply(seq_along(observed), function(j) mean(reaches(j, j)))
  order <- order(-observed); adjusted <- raw; so_far <- 0
  for (i in seq_along(order)) {
    rest <- order[i:length(order)]
    largest <- apply(turned[, rest, drop = FALSE], 1, max)
    so_far <- max(so_far, mean(largest >= observed[order[i]] - 1e-9))
    adjusted[order[i]] <- so_far
  }
  list(raw = raw, adjusted = adjusted)
}

# How far the simultaneous intervals reach: the bootstrap-t of the largest deviation, with samples that are made by a rule.
sample_of <- function(s, n) ((31 * s^2 + 17 * (1:n)^2 + 7 * s * (1:n)) %/% 5) %% n + 1
# A pair whose datasets have too few flips for the level has no bounds, and takes no part.
reach <- function(d, pull, level) {
  bounded <- (1 - level) * 2^(colSums(!is.na(d)) - 1) >= 1 - 1e-9
  ifelse(bounded, replace(rep(Inf, ncol(d)), bounded, reach_together(d[, bounded, drop = FALSE], pull, level)), Inf)
}
reach_together <- function(d, pull, level, samples = 400) {
  n <- colSums(!is.na(d)); v <- apply(d, 2, function(x) mean((x - mean(x, na.rm = TRUE))^2, na.rm = TRUE))
  if (is.null(pull)) {
    square <- sweep(d, 2, colMeans(d, na.rm = TRUE))^2
    pull <- draw_together(square, v, n)
  }
  largest <- sapply(seq_len(samples) - 1, function(s) {
    drawn <- d[sample_of(s, nrow(d)), , drop = FALSE]
    m <- colSums(!is.na(drawn)); means <- colMeans(drawn, na.rm = TRUE)
    spread <- apply(drawn, 2, function(x) { x <- x[!is.na(x)]; mean((x - mean(x))^2) })
    spread <- ifelse(is.nan(spread) | spread <= 1e-12 * v, v, spread)
    off <- ifelse(m > 0, sqrt(m) * (means - colMeans(d, na.rm = TRUE)), 0)
    max(abs(off) / sqrt(spread^(1 - pull) * mean(spread)^pull))
  })
  critical <- sort(largest)[ceiling(level * samples - 1e-9)]
  critical * sqrt(v^(1 - pull) * mean(v)^pull / n)
}

show <- function(table, what, values) {
  cat(sprintf("%s,%s,%d,%.17g\n", table, what, seq_along(values) - 1L, values), sep = "")
}

cat("table,what,index,value\n")
tables <- list(demsar = demsar, waves = waves, ties = ties, fading = fading, gaps = gaps, holes = holes)
for (name in names(tables)) {
  d <- advantages(tables[[name]]); n <- nrow(d); shared <- colSums(!is.na(d))
  flips <- as.matrix(expand.grid(rep(list(c(1, -1)), n))); dimnames(flips) <- NULL
  filled <- ifelse(is.na(d), 0, d)
  means <- sweep(flips %*% filled, 2, shared, "/"); means[abs(means) < 1e-12] <- 0
  scored <- adaptive(d)
  sums <- flips %*% scored$score; sums[sums * means <= 0] <- 0
  square <- colMeans(d^2, na.rm = TRUE); each <- function(x) matrix(x, nrow(means), ncol(d), TRUE)
  by <- list(
    mean = means * each(sqrt(shared)),
    # Student's t of another number of datasets is put on one scale by that of the mean over its largest value.
    t = means / each(sqrt(square / shared)),
    adaptive = sums)
  t <- means / sqrt(pmax(each(square) - means^2, 1e-300) / each(shared - 1))
  stopifnot(all.equal(t[1, shared > 1], apply(d, 2, student)[shared > 1]))  # the first flip changes nothing
  if (all(shared == n)) by$t <- t
  for (statistic in names(by)) for (sided in c("two-sided", "greater", "less")) {
    found <- judge(by[[statistic]], sided)
    show(name, paste(statistic, sided, "p"), found$raw)
    show(name, paste(statistic, sided, "step-down"), found$adjusted)
    closing <- if (sided == "two-sided") close(by[[statistic]], ncol(tables[[name]])) else found$adjusted
    show(name, paste(statistic, sided, "adjusted"), closing)
  }
  show(name, "adaptive statistic", sums[1, ])
  show(name, "choices", c(scored$tail, scored$share, scored$pull))
  show(name, "mean", colMeans(d, na.rm = TRUE))
  for (level in c(0.8, 0.9)) {
    show(name, paste("adaptive reach", level), reach(d, NULL, level))
    show(name, paste("t reach", level), reach(d, 0, level))
    show(name, paste("mean reach", level), reach(d, 1, level))
  }
}
