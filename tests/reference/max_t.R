# Reference values of the step-down maximum over pairs under sign flips. R 4.2.2, base and stats only, 2026-11-15.
#   Rscript tests/reference/max_t.R > tests/reference/max_t.csv
# Every flip of the datasets is taken, all 2^n; the step-down is written as it is defined, pair by pair.
# Tables: demsar as in tests/published_tables.py; waves and fading are made of sines; ties is
# small integers.

demsar <- rbind(
  c(0.763, 0.768, 0.771, 0.798), c(0.599, 0.591, 0.59, 0.569), c(0.954, 0.971, 0.968, 0.967),
  c(0.628, 0.661, 0.654, 0.657), c(0.882, 0.888, 0.886, 0.898), c(0.936, 0.931, 0.916, 0.931),
  c(0.661, 0.668, 0.609, 0.685), c(0.583, 0.583, 0.563, 0.625), c(0.775, 0.838, 0.866, 0.875),
  c(1, 1, 1, 1), c(0.94, 0.962, 0.965, 0.962), c(0.619, 0.666, 0.614, 0.669),
  c(0.972, 0.981, 0.975, 0.975), c(0.957, 0.978, 0.946, 0.97))
waves <- t(sapply(1:12, function(i) round(0.7 + 0.1 * sin(i * 1:6) + 0.02 * (1:6), 3)))
fading <- t(sapply(1:10, function(i) round(0.7 + 0.1 * sin(i * 1:3)^3 * 0.4^(1:3), 3)))
ties <- rbind(c(6, 4, 4, 2), c(4, 3, 2, 1), c(3, 3, 1, 2), c(3, 2, 1, 1), c(5, 5, 5, 5), c(2, 3, 1, 1))

advantages <- function(x) {
  ab <- combn(ncol(x), 2)
  round(x[, ab[2, ]] - x[, ab[1, ]], 11)
}

# Textbook statistics of flipped advantages, one row for each flip.
student <- function(d) mean(d) / sqrt(var(d) / length(d))

adaptive <- function(d) {
  n <- nrow(d); size <- abs(d)
  u <- matrix(rank(size), n) / (length(d) + 1)
  tail <- quantile(size[size > 0], 0.95, names = FALSE) / median(size[size > 0])
  normal <- qnorm(0.975) / qnorm(0.75); logistic <- qlogis(0.975) / qlogis(0.75)
  share <- min(1, max(0, (logistic - tail) / (logistic - normal)))
  score <- sign(d) * (share * qnorm((1 + u) / 2) + (1 - share) * sqrt(3) * u)
  v <- colMeans(score^2)
  pull <- min(1, mean(apply(score^2, 2, var) / v^2) / n / var(log(v)))
  scale <- sqrt(n * v^(1 - pull) * mean(v)^pull)
  list(score = sweep(score, 2, scale, "/"), tail = tail, share = share, pull = pull)
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

# How far the simultaneous intervals reach: flips of the distances to the mean of the other datasets.
reach <- function(d, flips, pull, level) {
  n <- nrow(d)
  left_out <- sapply(seq_len(ncol(d)), function(p) sapply(seq_len(n), function(r) d[r, p] - mean(d[-r, p])))
  if (is.null(pull)) {
    square <- sweep(d, 2, colMeans(d))^2; v <- colMeans(square)
    pull <- min(1, mean(apply(square, 2, var) / v^2) / n / var(log(v)))
  }
  scale <- sqrt(colMeans(left_out^2))^(1 - pull)
  largest <- apply(sweep(abs(flips %*% left_out) / n, 2, scale, "/"), 1, max)
  critical <- sort(largest)[ceiling(level * length(largest) - 1e-9)]
  own <- colMeans(sweep(d, 2, colMeans(d))^2)
  sapply(own, function(v) {
    gap <- function(x) x - log(critical) - (1 - pull) / 2 * log(v + exp(2 * x))
    exp(uniroot(gap, c(-40, 40), tol = 1e-14)$root)
  })
}

show <- function(table, what, values) {
  cat(sprintf("%s,%s,%d,%.17g\n", table, what, seq_along(values) - 1L, values), sep = "")
}

cat("table,what,index,value\n")
tables <- list(demsar = demsar, waves = waves, ties = ties, fading = fading)
for (name in names(tables)) {
  d <- advantages(tables[[name]]); n <- nrow(d)
  flips <- as.matrix(expand.grid(rep(list(c(1, -1)), n))); dimnames(flips) <- NULL
  means <- flips %*% d / n; means[abs(means) < 1e-12] <- 0
  scored <- adaptive(d)
  sums <- flips %*% scored$score; sums[sums * means <= 0] <- 0
  square <- colMeans(d^2)
  by <- list(
    mean = means,
    t = means / sqrt(pmax(matrix(square, nrow(means), ncol(d), TRUE) - means^2, 1e-300) / (n - 1)),
    adaptive = sums)
  stopifnot(all.equal(by$t[1, ], apply(d, 2, student)))  # the first flip changes nothing
  for (statistic in names(by)) for (sided in c("two-sided", "greater", "less")) {
    found <- judge(by[[statistic]], sided)
    show(name, paste(statistic, sided, "p"), found$raw)
    show(name, paste(statistic, sided, "adjusted"), found$adjusted)
  }
  show(name, "adaptive statistic", sums[1, ])
  show(name, "choices", c(scored$tail, scored$share, scored$pull))
  show(name, "mean", colMeans(d))
  for (level in c(0.8, 0.9)) {
    show(name, paste("adaptive reach", level), reach(d, flips, NULL, level))
    show(name, paste("t reach", level), reach(d, flips, 0, level))
    show(name, paste("mean reach", level), reach(d, flips, 1, level))
  }
}
