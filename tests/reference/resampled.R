# Values for test_corrected_t.py, test_five_by_two.py and test_peer_defects_resampled.py, from base R alone.
# Run: Rscript resampled.R      Recorded: R 4.2.2, 2026-11-15.
options(digits = 17)
show <- function(name, ...) cat(name, ": ", paste(format(c(...), digits = 17), collapse = ", "), "\n", sep = "")
cat(R.version.string, "\n")

# The corrected resampled t of Nadeau & Bengio: variance of the mean is (1/n + ratio) * var.
corrected <- function(d, ratio, df = length(d) - 1, level = 0.95) {
  n <- length(d); se <- sqrt((1 / n + ratio) * var(d)); t <- mean(d) / se
  p <- c(2 * pt(-abs(t), df), pt(-t, df), pt(t, df))
  ends <- mean(d) + c(-1, 1) * qt((1 + level) / 2, df) * se
  bounds <- mean(d) + c(-1, 1) * qt(level, df) * se
  list(t = t, p = p, ends = ends, bounds = bounds)
}
report <- function(name, r) {
  show(paste(name, "t"), r$t); show(paste(name, "p two-sided, greater, less"), r$p)
  show(paste(name, "interval"), r$ends); show(paste(name, "one-sided bounds"), r$bounds)
}
i <- 1:100
hundred <- ((37 * i * i + 11 * i) %% 23 - 9) / 100
report("hundred df 99", corrected(hundred, 1 / 9))
report("hundred df 9", corrected(hundred, 1 / 9, df = 9))
ten <- c(5, -3, 0, 6, -11, -10, 4, 9, 0, 7)
report("ten level .9", corrected(ten, 1 / 9, level = 0.9))
show("hundred naive p", t.test(hundred)$p.value)

# A family of four classifiers over thirty resamples, all six pairs, Holm.
r <- 1:30
scores <- sapply(1:4, function(c) 80 + (r * r * c + 5 * r) %% 17 + c(0, 12, 2, 14)[c])
pairs <- combn(4, 2)
raw <- apply(pairs, 2, function(ab) corrected(scores[, ab[2]] - scores[, ab[1]], 0.25)$p[1])
show("family raw", raw); show("family holm", p.adjust(raw, "holm"))
wide <- apply(pairs, 2, function(ab) corrected(scores[, ab[2]] - scores[, ab[1]], 0.25, level = 1 - 0.05 / 6)$ends)
show("family Bonferroni low", wide[1, ]); show("family Bonferroni high", wide[2, ])

# 5x2cv on ten differences, repeat by repeat.
d <- c(0.031, 0.012, 0.024, -0.008, 0.017, 0.029, 0.003, 0.021, 0.040, 0.011)
m <- matrix(d, ncol = 2, byrow = TRUE); s2 <- apply(m, 1, var)
t5 <- m[1, 1] / sqrt(mean(s2)); f <- sum(d^2) / (2 * sum(s2))
show("5x2 t", t5); show("5x2 t p", 2 * pt(-abs(t5), 5), pt(-t5, 5), pt(t5, 5))
show("5x2 t interval", m[1, 1] + c(-1, 1) * qt(0.975, 5) * sqrt(mean(s2)))
show("5x2 F", f); show("5x2 F p", pf(f, 10, 5, lower.tail = FALSE))
p_of <- function(delta) pf(sum((d - delta)^2) / (2 * sum(s2)), 10, 5, lower.tail = FALSE)
root <- function(a, b) uniroot(function(x) p_of(x) - 0.05, c(a, b), tol = 1e-15)$root
show("5x2 F interval by search", root(mean(d) - 1, mean(d)), root(mean(d), mean(d) + 1))
show("t(5) .975, F(10,5) .95", qt(0.975, 5), qf(0.95, 10, 5))

# Thirty hold-outs of iris, 105 to train and 45 to test: errors more of a tree than of five nearest neighbours.
iris30 <- c(1, 1, -1, 1, 1, 1, 2, 1, 0, 2, 0, 0, 0, 2, 2, 1, -1, 0, 0, 0, 2, 0, 1, 1, 0, -3, 0, 1, 3, 0) / 45
show("iris naive t, p", t.test(iris30)$statistic, t.test(iris30)$p.value)
show("iris corrected t, p", corrected(iris30, 45 / 105)$t, corrected(iris30, 45 / 105)$p[1])
