# Answers of R to the cases of the campaign: reads the file of cases, writes lines of family, seed, package, quantity, value.
# Run by campaign.py. Beside R itself: coin, exactRankTests, pROC, clubSandwich (Debian: r-cran-…).
files <- commandArgs(trailingOnly = TRUE)
suppressPackageStartupMessages({ library(coin); library(exactRankTests); library(pROC); library(clubSandwich) })
out <- file(files[2], "w")
ratio <- 1 / 9

tell <- function(package, quantity, x) {
  value <- tryCatch(suppressWarnings(suppressMessages(as.numeric(x))), error = function(e) NULL)
  text <- if (is.null(value)) "error" else paste(sprintf("%.17g", value), collapse = " ")
  cat(family, seed, package, quantity, text, sep = "\t", file = out)
  cat("\n", file = out)
}
upper <- function(x, p) if (side == "two-sided") 2 * p(abs(x)) else if (side == "greater") p(x) else p(-x)

pairs <- function(x) {
  d <- x[, 1]; n <- length(d); kept <- d[d != 0]
  tell("R", "paired-t", t.test(d, alternative = as_r)$p.value)
  tell("R", "paired-t interval", t.test(d, alternative = as_r, conf.level = number)$conf.int)
  tell("R", "wilcoxon", wilcox.test(d, alternative = as_r)$p.value)
  if (length(kept)) tell("R", "sign", binom.test(sum(d > 0), length(kept), alternative = as_r)$p.value)
  if (seed %% 4 == 0 && length(kept) && n <= 30) {
    tell("R: exactRankTests", "wilcoxon", wilcox.exact(kept, alternative = as_r)$p.value)
    zeros <- rep(0, n)
    tell("R: coin", "wilcoxon, Pratt",
         pvalue(wilcoxsign_test(d ~ zeros, distribution = "exact", zero.method = "Pratt", alternative = as_r)))
  }
}
few_pairs <- function(x) {
  d <- x[, 1]
  flips <- as.matrix(expand.grid(rep(list(c(-1, 1)), length(d))))
  sums <- round(as.vector(flips %*% abs(d)), 9); own <- round(sum(d), 9)
  greater <- mean(sums >= own); less <- mean(sums <= own)
  tell("R", "sign-flip", switch(side, greater = greater, less = less, "two-sided" = min(1, 2 * min(greater, less))))
}
tables <- function(x) {
  n <- nrow(x); k <- ncol(x)
  tell("R", "friedman", friedman.test(x)$statistic)
  tell("R", "friedman p", friedman.test(x)$p.value)
  chi <- friedman.test(x)$statistic
  tell("R", "iman-davenport", (n - 1) * chi / (n * (k - 1) - chi))
  tell("R", "quade", quade.test(round(x * 1e6))$statistic)  # whole numbers: ranges that tie on paper tie in R too
  tell("R", "critical-difference", qtukey(0.95, k, Inf) / sqrt(2) * sqrt(k * (k + 1) / (6 * n)))
  ranks <- colMeans(t(apply(x, 1, rank)))
  tell("R", "nemenyi", ptukey(combn(k, 2, function(i) abs(diff(ranks[i]))) / sqrt(k * (k + 1) / (12 * n)), k, Inf,
                              lower.tail = FALSE))
  long <- data.frame(y = as.vector(x), c = factor(rep(1:k, each = n)), d = factor(rep(1:n, k)))
  fit <- aov(y ~ c + d, long)
  tell("R", "anova", summary(fit)[[1]][1, 4])
  if (seed %% 5 == 0) tell("R", "tukey", TukeyHSD(fit, "c")$c[, "p adj"])
}
flips <- function(x) {
  mends <- x[2]; breaks <- x[3]; all <- mends + breaks
  four <- matrix(c(x[1], breaks, mends, x[4]), 2)
  if (all > 0) tell("R", "binomial", binom.test(mends, all, alternative = as_r)$p.value)
  tail <- function(k) pbinom(k, all, 0.5, lower.tail = FALSE) + dbinom(k, all, 0.5) / 2
  tell("R", "mcnemar-midp", switch(side, greater = tail(mends), less = tail(breaks), "two-sided" = 2 * tail(max(mends, breaks))))
  tell("R", "mcnemar", mcnemar.test(four)$p.value)
  tell("R", "mcnemar-uncorrected", mcnemar.test(four, correct = FALSE)$p.value)
}
right <- function(x) {
  tell("R", "cochran-q", friedman.test(x)$statistic)
  tell("R", "cochran-q p", friedman.test(x)$p.value)
}
proportions <- function(x) {
  k <- x[1]; n <- x[2]; tails <- c((1 - number) / 2, (1 + number) / 2)
  tell("R", "wilson", prop.test(k, n, correct = FALSE, conf.level = number)$conf.int)
  tell("R", "clopper-pearson", binom.test(k, n, conf.level = number)$conf.int)
  tell("R", "jeffreys", c(if (k == 0) 0 else qbeta(tails[1], k + 0.5, n - k + 0.5),
                          if (k == n) 1 else qbeta(tails[2], k + 0.5, n - k + 0.5)))
}
two_sets <- function(x) {
  a <- x[1] / x[2]; b <- x[3] / x[4]
  z <- (b - a) / sqrt(a * (1 - a) / x[2] + b * (1 - b) / x[4])
  tell("R", "two-proportions-wald", upper(z, function(q) pnorm(q, lower.tail = FALSE)))
}
p_values <- function(x) {
  for (m in c("bonferroni", "holm", "hochberg", "hommel", "BH", "BY")) tell("R", tolower(m), p.adjust(x[1, ], m))
}
rankings <- function(x) {
  area <- function(j) roc(x[, 1], x[, j], direction = "<", levels = c(0, 1), quiet = TRUE)
  one <- area(2); two <- area(3)
  tell("R: pROC", "ROC areas", c(auc(one), auc(two)))
  tell("R: pROC", "delong", roc.test(two, one, method = "delong", paired = TRUE, alternative = as_r)$p.value)
}
folds <- function(x) {
  d <- x[, 1]; n <- length(d); error <- sqrt((1 / n + ratio) * var(d))
  tell("R", "corrected-t", upper(mean(d) / error, function(q) pt(q, n - 1, lower.tail = FALSE)))
  t <- function(at) pt((at - mean(d)) / error, n - 1)
  tell("R", "bayes-correlated-t", c(t(-number), t(number) - t(-number), 1 - t(number)))
}
items <- function(x) {
  d <- x[, 1]; group <- x[, 2]
  tell("R", "items-t", t.test(d, alternative = as_r)$p.value)
  tell("R", "tasks-t", t.test(tapply(d, group, mean), alternative = as_r)$p.value)
  tell("R", "items-stratified", t.test(d[group == 0], -d[group > 0], alternative = as_r)$p.value)
  if (seed %% 2 == 0) {
    found <- tryCatch(coef_test(lm(d ~ 1), vcov = "CR2", cluster = group, test = "Satterthwaite"), error = function(e) NULL)
    if (!is.null(found)) tell("R: clubSandwich", "items-clustered t", found$tstat)
    if (!is.null(found)) tell("R: clubSandwich", "items-clustered", upper(found$tstat, function(q) pt(q, found$df_Satt, lower.tail = FALSE)))
  }
}
asked <- list("pairs" = pairs, "few pairs" = few_pairs, "tables" = tables, "flips" = flips, "right" = right,
              "proportions" = proportions, "two sets" = two_sets, "p-values" = p_values, "rankings" = rankings,
              "folds" = folds, "items" = items)
for (line in readLines(files[1])) {
  parts <- strsplit(line, "\t")[[1]]
  family <- parts[1]; as_r <- sub("-", ".", parts[3]); seed <- as.integer(parts[2]); side <- parts[3]; number <- as.numeric(parts[4])
  if (!family %in% names(asked)) next
  values <- suppressWarnings(as.numeric(strsplit(parts[6], " ")[[1]]))
  asked[[family]](matrix(values, ncol = as.integer(parts[5]), byrow = TRUE))
}
close(out)
