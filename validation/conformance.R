# Values of R and its packages for docs/conformance.md: reads a folder of CSV files, writes "package<TAB>case<TAB>value"
# lines. Run by conformance.py, which says where the packages come from.
folder <- commandArgs(trailingOnly = TRUE)[1]
packages <- c("pROC", "multcomp", "multtest", "coin", "exactRankTests", "exact2x2", "exactci", "PropCIs",
              "clust.bin.pair", "PMCMRplus", "scmamp", "clubSandwich")
missing <- packages[!sapply(packages, requireNamespace, quietly = TRUE)]
if (length(missing)) stop("not installed: ", paste(missing, collapse = ", "))
package <- "R"
cat(sprintf("R\tversion\t%s.%s\n", R.version$major, R.version$minor))
from <- function(name) {
  package <<- paste("R:", name)
  cat(sprintf("%s\tversion\t%s\n", package, utils::packageVersion(name)))
}
value <- function(case, x) {
  x <- as.numeric(x)
  cat(sprintf(if (is.finite(x)) "%s\t%s\t%.17g\n" else "%s\t%s\t%s\n", package, case, x))
}
quiet <- function(x) { capture.output(found <- suppressMessages(suppressWarnings(x))); found }
table <- function(name) as.matrix(read.csv(file.path(folder, name), header = FALSE, colClasses = "numeric", na.strings = "nan"))
d <- as.vector(table("bramer.csv")); u <- as.vector(table("untied.csv"))
demsar <- table("demsar.csv"); gh <- table("garcia_herrera.csv"); right <- table("right.csv"); few <- table("few.csv")
stuttering <- table("stuttering.csv"); thyroids <- table("thyroids.csv"); ranking <- table("ranking.csv")
classes <- table("classes.csv"); folds <- as.vector(table("folds.csv")); hundred <- as.vector(table("ten_by_ten.csv"))
five <- matrix(as.vector(table("five_by_two.csv")), 2)
flips <- matrix(c(40, 15, 35, 10), 2)
ab <- cbind(c(1, 2), c(1, 3), c(1, 4), c(2, 3), c(2, 4), c(3, 4))
long <- data.frame(y = as.vector(gh), c = factor(rep(1:5, each = 30)), d = factor(rep(1:30, 5)))

i <- 1:30; waves <- sin(1.3 * i) + cos(0.7 * i^2) + 0.3  # differences of items
value("items-t", t.test(waves)$p.value)
value("items-stratified", t.test(waves[1:10], -waves[11:30])$p.value)  # Welch's is that of two tasks
value("tasks-t", t.test(tapply(waves, (i - 1) %/% 10, mean))$p.value)
value("paired-t", t.test(d)$p.value)
value("wilcoxon-ties", suppressWarnings(wilcox.test(d))$p.value)
value("wilcoxon", wilcox.test(u)$p.value)
value("sign", binom.test(sum(d > 0), sum(d != 0))$p.value)
t5 <- five[1, 1] / sqrt(mean(apply(five, 2, function(x) sum((x - mean(x))^2))))
value("t-5x2cv", 2 * pt(-abs(t5), 5))
value("friedman", friedman.test(demsar)$statistic)
value("friedman-p", friedman.test(demsar)$p.value)
value("quade", quade.test(gh)$statistic)
value("mcnemar", mcnemar.test(flips)$p.value)
value("mcnemar-uncorrected", mcnemar.test(flips, correct = FALSE)$p.value)
value("mcnemar-none", mcnemar.test(matrix(c(90, 0, 0, 10), 2))$p.value)
value("binomial", binom.test(35, 50)$p.value)
value("cochran-q", friedman.test(right)$statistic)
value("critical-difference", qtukey(0.95, 4, Inf) / sqrt(2) * sqrt(4 * 5 / (6 * 14)))
r <- colMeans(t(apply(-gh, 1, rank)))
z <- abs(r[1] - r[2]) / sqrt(5 * 6 / (6 * 30))
value("nemenyi", ptukey(z * sqrt(2), 5, Inf, lower.tail = FALSE))
p <- as.vector(table("p_values.csv"))
for (m in c("holm", "hochberg", "hommel", "BH")) value(m, p.adjust(p, m)[3])
value("wilson", suppressWarnings(prop.test(80, 100, correct = FALSE))$conf.int[1])
value("clopper-pearson", binom.test(80, 100)$conf.int[1])
value("jeffreys", qbeta(0.025, 80.5, 20.5))
a <- aov(y ~ c + d, long)
value("anova", summary(a)[[1]][1, 4])
value("tukey", TukeyHSD(a, "c")$c["2-1", "p adj"])
losses <- (ranking[, 2:3] - ranking[, 1])^2
value("paired-losses", t.test(losses[, 1], losses[, 2], paired = TRUE)$p.value)
f1 <- function(x, y) mean(sapply(0:1, function(k) 2 * sum(x == k & y == k) / (sum(x == k) + sum(y == k))))
set.seed(1)
drawn <- boot::boot(classes, function(x, i) f1(x[i, 1], x[i, 3]) - f1(x[i, 1], x[i, 2]), R = 9999)
value("paired-bootstrap", boot::boot.ci(drawn, type = "perc")$percent[4])

from("coin")
value("wilcoxon-ties", coin::pvalue(coin::wilcoxsign_test(d ~ rep(0, 10), distribution = "exact", zero.method = "Pratt")))
value("sign", coin::pvalue(coin::sign_test(d ~ rep(0, 10), distribution = "exact")))
paired <- as.table(flips)
value("mcnemar-midp", coin::midpvalue(coin::mh_test(paired, distribution = "exact")))
value("binomial", coin::pvalue(coin::mh_test(paired, distribution = "exact")))
value("mcnemar-uncorrected", coin::pvalue(coin::mh_test(paired)))
blocks <- data.frame(y = as.vector(demsar), c = factor(rep(1:4, each = 14)), d = factor(rep(1:14, 4)))
value("friedman", coin::statistic(coin::friedman_test(y ~ c | d, blocks)))

from("exactRankTests")
value("wilcoxon-ties", suppressWarnings(exactRankTests::wilcox.exact(d))$p.value)
value("sign-flip", exactRankTests::perm.test(as.integer(d), rep(0L, 10), paired = TRUE, exact = TRUE)$p.value)

from("multtest")
# Step-down maximum of paired t over pairs, all flips of the blocks together.
paired_t <- function(x) {
  X <- t(sapply(seq_len(ncol(ab)), function(p) as.vector(rbind(0, x[, ab[2, p]] - x[, ab[1, p]]))))
  found <- quiet(multtest::mt.maxT(X, rep(0:1, nrow(x)), test = "pairt", B = 0))
  found$adjp[order(found$index)]
}
value("max-t", paired_t(demsar)[1])
value("max-t-predictions", paired_t(few)[3])

from("multcomp")
set.seed(1)
glht <- summary(multcomp::glht(a, linfct = multcomp::mcp(c = "Tukey")))
value("tukey", glht$test$pvalues[1])

from("pROC")
roc <- function(j) quiet(pROC::roc(ranking[, 1], ranking[, j], direction = "<"))
value("delong", pROC::roc.test(roc(2), roc(3), method = "delong")$p.value)

from("exact2x2")
value("binomial", exact2x2::exact2x2(flips, paired = TRUE)$p.value)
value("mcnemar-midp", exact2x2::exact2x2(flips, paired = TRUE, midp = TRUE)$p.value)

from("exactci")
fine <- exactci:::binomControl(tol = 1e-10)
value("clopper-pearson", exactci::binom.exact(80, 100)$conf.int[1])
value("blaker", exactci::binom.exact(80, 100, tsmethod = "blaker", control = fine)$conf.int[1])
value("mid-p", exactci::binom.exact(80, 100, midp = TRUE, control = fine)$conf.int[1])

from("PropCIs")
value("blaker", PropCIs::blakerci(80, 100, 0.95, tolerance = 1e-8)$conf.int[1])
value("mid-p", PropCIs::midPci(80, 100, 0.95)$conf.int[1])

from("clust.bin.pair")
value("mcnemar-clustered", clust.bin.pair::clust.bin.pair(thyroids[1, ], thyroids[2, ], thyroids[3, ], thyroids[4, ],
                                                          method = "obuchowski")$statistic)

from("PMCMRplus")
rows <- function(x) { dimnames(x) <- list(seq_len(nrow(x)), letters[seq_len(ncol(x))]); x }
value("skillings-mack", PMCMRplus::skillingsMackTest(stuttering)$statistic)
value("iman-davenport", PMCMRplus::friedmanTest(rows(gh), dist = "FDist")$statistic)
value("nemenyi", quiet(PMCMRplus::frdAllPairsNemenyiTest(rows(gh)))$p.value[1, 1])
value("bonferroni-dunn", quiet(PMCMRplus::frdManyOneDemsarTest(rows(gh), p.adjust = "bonferroni"))$p.value[4, 1])

from("scmamp")
value("iman-davenport", scmamp::imanDavenportTest(rows(gh))$statistic)
value("aligned-ranks", scmamp::friedmanAlignedRanksTest(rows(gh))$statistic)
value("quade", scmamp::quadeTest(rows(gh))$statistic)
value("friedman", scmamp::friedmanTest(rows(demsar))$statistic)
value("critical-difference", scmamp::nemenyiTest(rows(demsar))$statistic)
value("bonferroni-dunn", min(1, 4 * scmamp::friedmanPost(rows(gh), control = 1)[5]))
value("corrected-t", scmamp::correlatedTtest(hundred, 0 * hundred, rho = 0.1)$p.value)
value("bayes-correlated-t", scmamp::bCorrelatedTtest(folds, 0 * folds, rho = 0.1, rope = c(-0.01, 0.01))$posterior.probabilities[3])

from("clubSandwich")
value("items-clustered", clubSandwich::coef_test(lm(waves ~ 1), vcov = "CR2", cluster = (i - 1) %/% 5,
                                                 test = "Satterthwaite")$p_Satt)
