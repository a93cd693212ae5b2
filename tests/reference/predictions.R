# Reference values of the tests on predictions: R 4.2.2 (stats), epiR 2.0.57, pROC 1.18.0, 2026-11-15.
#   Rscript tests/reference/predictions.R > tests/reference/predictions.csv
suppressMessages({library(epiR); library(pROC)})

value <- function(test, case, level, what, x) cat(sprintf("%s,%s,%s,%s,%.17g\n", test, case, level, what, x))
cat("test,case,level,what,value\n")

# One proportion: exact and score intervals, and Blaker's.
for (x in list(c(0, 1), c(1, 1), c(0, 20), c(13, 16), c(16, 20), c(80, 100), c(1, 100), c(99, 100), c(35, 50),
               c(2500, 5000), c(4990, 5000)))
  for (level in c(0.8, 0.95, 0.99)) {
    case <- paste(x, collapse = " ")
    exact <- binom.test(x[1], x[2], conf.level = level)$conf.int
    wilson <- suppressWarnings(prop.test(x[1], x[2], conf.level = level, correct = FALSE))$conf.int
    value("clopper-pearson", case, level, "low", exact[1]); value("clopper-pearson", case, level, "high", exact[2])
    value("wilson", case, level, "low", wilson[1]); value("wilson", case, level, "high", wilson[2])
    a <- x[1] + 0.5; b <- x[2] - x[1] + 0.5
    value("jeffreys", case, level, "low", if (x[1] == 0) 0 else qbeta((1 - level) / 2, a, b))
    value("jeffreys", case, level, "high", if (x[1] == x[2]) 1 else qbeta((1 + level) / 2, a, b))
    if (x[1] > 0 && x[1] < x[2] && x[2] <= 100) {
      blaker <- epi.prev(x[1], x[2], se = 1, sp = 1, method = "blaker", units = 1, conf.level = level)$ap
      value("blaker", case, level, "low", blaker$lower); value("blaker", case, level, "high", blaker$upper)
    }
  }

# Two classifiers on one test set: mends and breaks.
for (x in list(c(35, 15), c(30, 20), c(1, 0), c(5, 0), c(6, 16), c(12, 12), c(13, 12), c(300, 250), c(0, 40))) {
  case <- paste(x, collapse = " ")
  for (alternative in c("two.sided", "greater", "less"))
    value("binomial", case, "", alternative, binom.test(x[1], sum(x), alternative = alternative)$p.value)
  counts <- matrix(c(50, x[1], x[2], 20), 2)
  for (correct in c(TRUE, FALSE)) {
    m <- mcnemar.test(counts, correct = correct)
    name <- if (correct) "mcnemar corrected" else "mcnemar"
    value(name, case, "", "statistic", m$statistic); value(name, case, "", "p_value", m$p.value)
  }
}

# Two independent test sets: right and total of a, right and total of b.
for (x in list(c(48, 80, 56, 70), c(3, 10, 9, 10), c(25, 30, 3750, 5000), c(10, 50, 45, 120)))
  for (level in c(0.8, 0.95)) {
    case <- paste(x, collapse = " ")
    p <- suppressWarnings(prop.test(x[c(3, 1)], x[c(4, 2)], conf.level = level, correct = FALSE))
    value("two-proportions wald", case, level, "low", p$conf.int[1])
    value("two-proportions wald", case, level, "high", p$conf.int[2])
    value("two-proportions pooled", case, level, "chi_squared", p$statistic)
  }

# Several classifiers: Cochran's Q is the generalised Mantel-Haenszel statistic with one stratum per example.
correct <- sapply(1:4, function(j) as.integer(sin(3 * (1:40) + 5 * j) + j / 8 > 0))
long <- data.frame(example = factor(row(correct)), classifier = factor(col(correct)), right = factor(c(correct)))
informative <- rowSums(correct) %in% 1:3
long <- droplevels(long[rep(informative, 4), ])
q <- mantelhaen.test(table(long$classifier, long$right, long$example))
value("cochran-q", "sines", "", "statistic", q$statistic); value("cochran-q", "sines", "", "p_value", q$p.value)

# Areas under the ROC curve, with and without ties.
for (digits in c(1, 6)) for (n in c(30, 200)) {
  i <- 1:n; truth <- as.integer(cos(7 * i) > 0.3)
  a <- round(sin(i^2) + 0.8 * truth, digits); b <- round(sin(i^2) / 2 + sin(5 * i) / 2 + 1.1 * truth, digits)
  one <- roc(truth, a, levels = c(0, 1), direction = "<"); two <- roc(truth, b, levels = c(0, 1), direction = "<")
  case <- paste(n, digits)
  value("auc", case, "", "a", auc(one)); value("auc", case, "", "b", auc(two))
  value("auc", case, "", "variance_a", pROC::var(one)); value("auc", case, "", "variance_b", pROC::var(two))
  for (level in c(0.8, 0.95)) {
    t <- roc.test(two, one, method = "delong", paired = TRUE, conf.level = level)
    value("delong", case, level, "z", t$statistic); value("delong", case, level, "p_value", t$p.value)
    value("delong", case, level, "low", t$conf.int[1]); value("delong", case, level, "high", t$conf.int[2])
  }
}
