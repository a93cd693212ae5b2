# Reference values for the power curve of Figure 15.2's ten differences (sd 6.929, mean 0.7).
#   Rscript tests/figures/power_curve.R > tests/figures/power_curve.csv
# R 4.2.2, package stats only; run on 2026-11-15.
cat("n,delta,power\n")
sd <- sqrt(48.011111111111106)
row <- function(n, delta)
  cat(sprintf("%d,%.10g,%.15g\n", as.integer(n), delta,
              power.t.test(n = n, delta = delta, sd = sd, sig.level = .05, type = "one.sample", strict = TRUE)$power))
for (n in c(2, 10, 100, 771, 1000)) row(n, .7)
for (delta in c(1, 3, 5, 7, 10)) row(10, delta)
