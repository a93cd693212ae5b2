# Reference values of the means over items: R 4.2.2 (stats), clubSandwich 0.5.8, 2026-11-17.
#   Rscript tests/reference/items.R > tests/reference/items.csv
# CR2 standard errors and Satterthwaite (Bell and McCaffrey) degrees of freedom are clubSandwich's where the working
# model has independent items, and by matrices as they are defined (Imbens and Kolesar 2016) where it has a
# correlation within groups, from a one-way analysis of variance within tasks.
suppressMessages(library(clubSandwich))

value <- function(case, what, x) cat(sprintf("%s,%s,%.17g\n", case, what, x))
cat("case,what,value\n")

# The same sequences in R and Python: no random numbers to agree on.
wave <- function(n, a) sin(seq_len(n) * a) + cos(seq_len(n)^2 * 0.7)

power_of <- function(m, p) {
  e <- eigen(m, symmetric = TRUE)
  e$vectors %*% diag(e$values^p, nrow = length(e$values)) %*% t(e$vectors)
}

by_matrices <- function(d, task, group) {
  k <- length(unique(task)); n <- length(d)
  X <- sapply(unique(task), function(t) as.numeric(task == t)); dim(X) <- c(n, k)
  P <- solve(t(X) %*% X); H <- X %*% P %*% t(X); M <- diag(n) - H; cc <- rep(1 / k, k)
  e <- M %*% d
  s2 <- tapply(d, factor(task, unique(task)), var)[as.character(task)]
  # One-way analysis of variance within tasks.
  cell <- paste(task, group); m <- table(cell)[unique(cell)]; means <- tapply(d, factor(cell, unique(cell)), mean)
  t_of <- task[match(unique(cell), cell)]; t_mean <- tapply(d, factor(task, unique(task)), mean)[as.character(t_of)]
  cells <- length(m)
  msb <- sum(m * (means - t_mean)^2) / (cells - k)
  rho <- 0
  if (cells < n) {
    msw <- sum((d - means[cell])^2) / (n - cells)
    n0 <- (n - sum(tapply(as.numeric(m)^2, t_of, sum)[unique(as.character(t_of))] /
                   table(factor(task, unique(task))))) / (cells - k)
    rho <- min(1, max(0, (msb - msw) / (msb + (n0 - 1) * msw)))
  }
  V <- outer(sqrt(s2), sqrt(s2)) * rho * outer(group, group, "==")
  diag(V) <- s2
  rows <- t(sapply(unique(group), function(g) {
    i <- which(group == g)
    A <- power_of(diag(length(i)) - H[i, i, drop = FALSE], -0.5)
    t(cc) %*% P %*% t(X[i, , drop = FALSE]) %*% A %*% M[i, , drop = FALSE]
  }))
  u <- rows %*% d
  B <- rows %*% V %*% t(rows)
  list(mean = sum(cc * tapply(d, factor(task, unique(task)), mean)), se = sqrt(sum(u^2)),
       df = sum(diag(B))^2 / sum(B * B), rho = rho)
}

told <- function(case, d, task, group) {
  r <- by_matrices(d, task, group)
  for (what in names(r)) value(case, what, r[[what]])
  t <- r$mean / r$se
  value(case, "p", 2 * pt(-abs(t), r$df))
  value(case, "low", r$mean - qt(0.975, r$df) * r$se); value(case, "high", r$mean + qt(0.975, r$df) * r$se)
}

# One task, groups of 2 to 11 items, and of four each.
sizes <- 2:11; group <- rep(seq_along(sizes), sizes); d <- wave(length(group), 1.3) + 0.8 * sin(group * 5)
told("unequal groups", d, rep(1, length(d)), group)
fit <- lm(d ~ 1); test <- coef_test(fit, vcov = "CR2", cluster = group, test = "Satterthwaite")
value("unequal groups", "clubSandwich se", test$SE); value("unequal groups", "clubSandwich df", test$df)
group <- rep(1:6, each = 4); d <- wave(24, 0.9) + 0.5 * cos(group * 3)
told("equal groups", d, rep(1, 24), group)
fit <- lm(d ~ 1); test <- coef_test(fit, vcov = "CR2", cluster = group, test = "Satterthwaite")
value("equal groups", "clubSandwich se", test$SE); value("equal groups", "clubSandwich df", test$df)

# Three tasks of 6, 12 and 20 items: alone, in groups within tasks, in groups across tasks.
task <- rep(1:3, c(6, 12, 20)); d <- wave(38, 2.1) * c(0.5, 1, 2)[task] + 0.2
told("tasks", d, task, seq_along(d))
within <- task * 100 + c(1, 1, 1, 2, 2, 3, rep(1:4, each = 3), rep(1:5, each = 4))
told("tasks with groups", d + 1.5 * sin(within * 7), task, within)
across <- rep_len(1:7, 38)
told("tasks crossed by groups", d + 6 * cos(across * 3), task, across)

# Student's t over items, and over the means of tasks.
one <- t.test(wave(40, 0.37) + 0.3)
value("items", "t", one$statistic); value("items", "p", one$p.value)
value("items", "low", one$conf.int[1]); value("items", "high", one$conf.int[2])
over <- t.test(tapply(d, task, mean))
value("over tasks", "t", over$statistic); value("over tasks", "p", over$p.value)
value("over tasks", "low", over$conf.int[1]); value("over tasks", "high", over$conf.int[2])

# pass@k, pass^k, majority of 3 and best of k by counting every choice of k attempts.
for (c in 0:6) for (k in c(1, 2, 3, 5)) {
  attempts <- c(rep(1, c), rep(0, 6 - c)); chosen <- combn(6, k)
  right <- apply(chosen, 2, function(i) sum(attempts[i]))
  value(sprintf("%d of 6 k %d", c, k), "pass@", mean(right > 0))
  value(sprintf("%d of 6 k %d", c, k), "pass^", mean(right == k))
  value(sprintf("%d of 6 k %d", c, k), "majority", mean((right > k / 2) + 0.5 * (right == k / 2)))
}
graded <- c(0.1, 0.5, 0.5, 0.9, 0.2)
for (k in 1:5) value(sprintf("graded k %d", k), "best", mean(apply(combn(5, k), 2, function(i) max(graded[i]))))

# Power of Student's t over items.
for (x in list(c(100, 1), c(50, 4), c(400, 2))) {
  sd <- sqrt(0.04 + 0.2 / x[2])
  value(sprintf("%d items %d attempts", x[1], x[2]), "power",
        power.t.test(n = x[1], delta = 0.1, sd = sd, type = "one.sample", strict = TRUE)$power)
}
