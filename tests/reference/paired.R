# Reference values of the tests on paired differences: R 4.2.2, package stats, 2026-11-15.
#   Rscript tests/reference/paired.R > tests/reference/paired.csv

value <- function(case, test, alternative, level, what, x)
  cat(sprintf("%s,%s,%s,%s,%s,%.17g\n", case, test, alternative, level, what, x))

# None of these has ties or zeros: R's signed-rank test is exact only then.
untied <- list(
  six = c(1.5, 2.25, -0.5, 3, 4.125, 0.75),
  ten = c(5.5, -3.25, 0.125, 6, -11.5, -10, 4, 9.75, 0.5, 7),
  waves = round(3 * sin(7 * (1:25)) + 1 + (1:25) / 1000, 4),
  tails = round(tan(1.3 * (1:49)) + 0.4, 5),
  hundred = round(2 * cos((1:100)^2) + 0.3 + (1:100) / 10000, 6),
  thousand = round(sin((1:1000)^2) + 0.05 + (1:1000) / 1e6, 9))
# These have; the t-test and the binomial test do not mind.
tied <- list(
  figures = c(5, -3, 0, 6, -11, -10, 4, 9, 0, 7),
  exercise = c(12, 6, 6, 2, -1, 8, -4, 7, -4, 8, -2, 10, -2, 3, -2, 1, 0, -1, 13, -4),
  percents = c(0.05, 0.05, -0.01, 0, 0.12, 0.03, -0.02, 0.05))
all <- c(untied, tied)

cat("case,test,alternative,level,what,value\n")
for (case in names(all)) for (x in all[[case]]) value(case, "data", "", "", "difference", x)
for (alternative in c("two.sided", "greater", "less")) for (level in c("0.8", "0.95", "0.99")) {
  for (case in names(all)) {
    x <- all[[case]]
    t <- t.test(x, alternative = alternative, conf.level = as.numeric(level))
    for (pair in list(c("statistic", t$statistic), c("df", t$parameter), c("p_value", t$p.value),
                      c("estimate", t$estimate), c("low", t$conf.int[1]), c("high", t$conf.int[2])))
      value(case, "t", alternative, level, pair[1], as.numeric(pair[2]))
    b <- binom.test(sum(x > 0), sum(x != 0), alternative = alternative)
    value(case, "binomial", alternative, level, "p_value", b$p.value)
  }
  for (case in names(untied)) {
    w <- suppressWarnings(wilcox.test(untied[[case]], alternative = alternative, exact = TRUE,
                                      conf.int = TRUE, conf.level = as.numeric(level)))
    # R gives the outermost average, with a warning, where no finite end reaches the level.
    tail <- (1 - as.numeric(level)) / if (alternative == "two.sided") 2 else 1
    reached <- qsignrank(tail, length(untied[[case]])) > 0
    value(case, "wilcoxon", alternative, level, "rank_sum_plus", w$statistic)
    value(case, "wilcoxon", alternative, level, "p_value", w$p.value)
    value(case, "wilcoxon", alternative, level, "estimate", w$estimate)
    value(case, "wilcoxon", alternative, level, "low", if (reached) w$conf.int[1] else -Inf)
    value(case, "wilcoxon", alternative, level, "high", if (reached) w$conf.int[2] else Inf)
  }
}

# Far into the tail of the exact distribution.
for (n in c(20, 100, 1000)) for (share in c(0.1, 0.3, 0.45)) {
  w <- floor(share * n * (n + 1) / 2)
  value(sprintf("%d", n), "psignrank", "", "", sprintf("%d", w), psignrank(w, n))
}
# Two-sided binomial tails, for losses of one in five.
for (n in c(30, 200)) value(sprintf("%d", n), "pbinom", "", "", "p_value", 2 * pbinom(n / 5, n, 0.5))
# The noncentral t distribution, for noncentralities that R handles (up to 37.6).
for (df in c(2, 9, 50, 400)) for (ncp in c(-3, -0.5, 0, 1, 8, 30)) for (t in c(-2, 0.25, 2, 8))
  value(sprintf("%d", df), "pt", "", sprintf("%g", ncp), sprintf("%g", t), pt(t, df, ncp))
# The standardised mean difference with Hedges' factor, and the noncentralities that leave 2.5 % in a tail.
for (case in c("figures", "exercise", "waves")) {
  x <- all[[case]]; n <- length(x); t <- sqrt(n) * mean(x) / sd(x); df <- n - 1
  value(case, "hedges", "two.sided", "0.95", "estimate", exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / sqrt(df / 2) * mean(x) / sd(x))
  low <- uniroot(function(ncp) pt(t, df, ncp, lower.tail = FALSE) - 0.025, c(t - 10, t), tol = 1e-13)$root
  high <- uniroot(function(ncp) pt(t, df, ncp) - 0.025, c(t, t + 10), tol = 1e-13)$root
  value(case, "hedges", "two.sided", "0.95", "low", low / sqrt(n))
  value(case, "hedges", "two.sided", "0.95", "high", high / sqrt(n))
}
# Wilson's interval.
w <- suppressWarnings(prop.test(8, 10, correct = FALSE))$conf.int
value("8 of 10", "wilson", "two.sided", "0.95", "low", w[1])
value("8 of 10", "wilson", "two.sided", "0.95", "high", w[2])
# Two one-sided tests.
for (case in c("figures", "exercise", "percents")) for (margin in c("0.05", "1", "5")) {
  m <- as.numeric(margin); x <- all[[case]]
  value(case, "tost", "", "", margin, max(t.test(x, mu = -m, alternative = "greater")$p.value,
                                          t.test(x, mu = m, alternative = "less")$p.value))
}
