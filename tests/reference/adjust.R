# Reference values of adjusted p-values: R 4.2.2, stats::p.adjust, 2026-11-15.
#   Rscript tests/reference/adjust.R > tests/reference/adjust.csv

lists <- list(
  short = c(0.01, 0.04, 0.03),
  ties = c(0.02, 0.02, 0.5, 0.001, 0.5, 0.02),
  ends = c(0, 1, 0.3, 1e-20, 1),
  long = round((abs(sin(1:40)) / 2)^3, 5),
  garcia_herrera = c(4.486991e-08, 1.736118e-07, 0.002880485, 0.004848763, 0.007963489,
                     0.01011233, 0.012763008, 0.024744672, 0.743971478, 0.8064959))
cat("list,method,index,value\n")
for (name in names(lists)) for (method in c("none", "bonferroni", "holm", "hochberg", "hommel", "BH", "BY")) {
  adjusted <- p.adjust(lists[[name]], method)
  for (i in seq_along(adjusted))
    cat(sprintf("%s,%s,%d,%.17g\n", name, tolower(method), i - 1L, adjusted[i]))
}
