# The principal axes of test_catalogue_space.py: R version 4.2.2 Patched (2022-11-10 r83330), 2026-11-16.
# Spreads divide by n, as a description of these datasets; scale() divides by n - 1.
d <- data.frame(
  rows = c(150, 178, 569, 1797, 40, 120, 90000, 3000), attributes = c(4, 13, 30, 64, 12, 900, 8, 20),
  missing = c(0, 0, 0, 0, .2, .05, 0, .4))
p <- prcomp(scale(cbind(log(d$rows), log(d$attributes), sqrt(d$missing))))
print(p$sdev^2 / sum(p$sdev^2), digits = 7)
print(p$rotation, digits = 10)
print(p$x[, 1:2] * sqrt(8 / 7), digits = 10)
