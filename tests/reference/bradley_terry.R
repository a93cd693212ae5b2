# Values for test_bradley_terry.py. Run: Rscript bradley_terry.R
# Recorded: R 4.2.2, BradleyTerry2 1.1-2, 2026-11-15.
suppressMessages(library(BradleyTerry2))
show <- function(name, ...) cat(name, ": ", paste(format(c(...), digits = 15), collapse = ", "), "\n", sep = "")
cat(R.version.string, "BradleyTerry2", as.character(packageVersion("BradleyTerry2")), "\n")

# Rows beat columns: American League East, 1987 (Agresti 2002, table 10.10), home and away games together.
teams <- c("Baltimore", "Boston", "Cleveland", "Detroit", "Milwaukee", "New York", "Toronto")
wins <- rbind(c(0, 1, 7, 4, 2, 3, 1), c(12, 0, 7, 2, 6, 7, 6), c(6, 6, 0, 4, 4, 6, 5), c(9, 11, 9, 0, 6, 5, 7),
              c(11, 7, 9, 7, 0, 7, 9), c(10, 6, 7, 8, 6, 0, 6), c(12, 7, 8, 6, 4, 7, 0))
long <- data.frame(home = factor(rep(teams, 7), teams), away = factor(rep(teams, each = 7), teams), w = c(wins), l = c(t(wins)))
packaged <- aggregate(w ~ home + away, with(baseball, data.frame(
  home = c(as.character(home.team), as.character(away.team)),
  away = c(as.character(away.team), as.character(home.team)), w = c(home.wins, away.wins))), sum)
both <- merge(packaged, long, by = c("home", "away"))
stopifnot(nrow(both) == 42, both$w.x == both$w.y)   # the table above is the packaged one
pairs <- subset(long, as.integer(home) < as.integer(away))
fit <- BTm(cbind(w, l), home, away, data = pairs)
show("baseball strengths less Baltimore's", coef(fit)); show("baseball standard errors", summary(fit)$coefficients[, 2])

# The same by a plain logistic regression, strengths summing to zero, with their standard errors.
design <- function(a, b, k) { x <- matrix(0, length(a), k); x[cbind(seq_along(a), a)] <- 1; x[cbind(seq_along(b), b)] <- x[cbind(seq_along(b), b)] - 1; x }
centred <- function(w, prior = 0) {
  k <- nrow(w); ij <- which(upper.tri(w), arr.ind = TRUE)
  x <- design(ij[, 1], ij[, 2], k); won <- w[ij]; lost <- t(w)[ij]
  if (prior > 0) { x <- rbind(x, diag(k)); won <- c(won, rep(prior / 2, k)); lost <- c(lost, rep(prior / 2, k)) }
  if (prior == 0) x <- x[, -k]
  g <- suppressWarnings(glm(cbind(won, lost) ~ x - 1, family = binomial, control = list(epsilon = 1e-15, maxit = 100)))
  b <- if (prior == 0) c(coef(g), 0) else coef(g)
  v <- matrix(0, k, k); m <- length(coef(g)); v[1:m, 1:m] <- vcov(g)
  centre <- diag(k) - 1 / k
  list(strength = b - mean(b), error = sqrt(diag(centre %*% v %*% centre)))
}
r <- centred(wins); show("baseball centred", r$strength); show("baseball centred errors", r$error)
r <- centred(wins, prior = 2); show("baseball prior 2", r$strength); show("baseball prior 2 errors", r$error)
# The first wins everything: finite only with a prior.
sweep <- rbind(c(0, 5, 5), c(0, 0, 3), c(0, 2, 0))
r <- centred(sweep, prior = 1); show("sweep prior 1", r$strength); show("sweep prior 1 errors", r$error)

# Scores on eight datasets, ties half: sandwich over datasets, from the scores of the logistic regression.
s <- rbind(c(.81, .84, .79), c(.66, .71, .71), c(.90, .92, .88), c(.75, .74, .77), c(.58, .63, .60), c(.87, .87, .85),
           c(.93, .95, .91), c(.70, .69, .73))
k <- 3; n <- nrow(s)
ahead <- lapply(1:n, function(d) { a <- outer(s[d, ], s[d, ], function(x, y) (x > y) + (x == y) / 2); diag(a) <- 0; a })
w <- Reduce(`+`, ahead); r <- centred(w); p <- plogis(outer(r$strength, r$strength, "-")); diag(p) <- 0
g <- sapply(ahead, function(a) rowSums(a - p)); info <- diag(rowSums(n * p * t(p))) - n * p * t(p)
pinv <- solve(info + 1 / k) - 1 / k
show("eight strengths", r$strength); show("eight model errors", r$error)
show("eight sandwich errors", sqrt(diag(pinv %*% (g %*% t(g)) %*% pinv) * n / (n - 1)))
show("t(7) .975", qt(0.975, n - 1))
