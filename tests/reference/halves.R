# Values for test_guarded_t.py and test_half_cv.py, from base R alone.
# Run: Rscript halves.R      Recorded: R 4.2.2, 2026-11-18.
show <- function(name, ...) cat(name, ": ", paste(format(c(...), digits = 17), collapse = ", "), "\n", sep = "")
cat(R.version.string, "\n")

# The corrected t of 10 repeats of 10 folds, its variance times 1 + 4 I with I = k G / W.
i <- 1:100
hundred <- ((37 * i * i + 11 * i) %% 23 - 9) / 100
m <- matrix(hundred, nrow = 10, byrow = TRUE)
instability <- 10 * var(rowMeans(m)) / mean(apply(m, 1, var))
se <- sqrt((1 / 100 + 1 / 9) * var(hundred) * (1 + 4 * instability)); t <- mean(hundred) / se
show("guarded instability, t", instability, t)
show("guarded p two-sided, greater, less", 2 * pt(-abs(t), 99), pt(-t, 99), pt(t, 99))
show("guarded interval", mean(hundred) + c(-1, 1) * qt(0.975, 99) * se)

# Half-CV: 24 halvings of 11 examples, of which one sits out each time.
M <- 24; n <- 11
side <- t(sapply(1:M, function(q) { r <- rank((1:n * (7 + q) + q * q) %% 13 + 1:n / 100); ifelse(r == n, NA, r %% 2) }))
d <- t(sapply(1:M, function(q) ((1:n)^2 * 5) %% 7 / 9 - 0.2 + ifelse((1:n + q) %% 3 == 0, side[q, ], 0) / 2)); d[is.na(side)] <- NA
a <- sapply(1:M, function(q) mean(d[q, which(side[q, ] == 0)])); b <- sapply(1:M, function(q) mean(d[q, which(side[q, ] == 1)]))
x <- (a - b) / 2; s <- (a + b) / 2; dbar <- colMeans(d, na.rm = TRUE); ex <- var(dbar) / n
L <- sapply(1:M, function(q) (mean(dbar[which(side[q, ] == 0)]) - mean(dbar[which(side[q, ] == 1)])) / 2)
slope <- sum(x * L) / sum(L * L); one <- slope^2 * ex + sum((x - slope * L)^2) / (M - 1); between <- mean((s - mean(s))^2)
judge <- function(name, v, df) {
  t <- mean(s) / sqrt(v); show(paste(name, "mean, se, t, p"), mean(s), sqrt(v), t, 2 * pt(-abs(t), df))
  show(paste(name, "interval"), mean(s) + c(-1, 1) * qt(0.975, df) * sqrt(v))
}
judge("third", max(one - 2 / 3 * between, ex), 20)
judge("half", max(one - 1 / 2 * between, ex), 20)
judge("strict", max(mean(x^2), ex), 23)
# The floor: an example added for each side, an advantage of 1, or of .6, on each.
judge("third, floor of 1", max(one - 2 / 3 * between, ex + 2 / n^2), 20)
judge("strict, floor of .6", max(mean(x^2), ex + 2 * .6^2 / n^2), 23)
judge("halves alone", mean(x^2), 23)
