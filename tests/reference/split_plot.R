# Reference values of tests/reference/test_split_plot.py: R 4.2.2, stats::aov with an error stratum, 2026-11-15.
y <- matrix(c(0.91, 0.85, 0.80, 0.90, 0.83, 0.82, 0.84, 0.80, 0.70, 0.81, 0.79, 0.71,
              0.93, 0.90, 0.85, 0.95, 0.88, 0.83, 0.80, 0.74, 0.72, 0.83, 0.75, 0.69), nrow = 8, byrow = TRUE)
d <- data.frame(y = as.vector(t(y)), clf = factor(rep(1:3, 8)), set = factor(rep(1:8, each = 3)),
                noise = factor(rep(c(0, 0, 1, 1, 0, 0, 1, 1), each = 3)), size = factor(rep(c(1, 1, 1, 1, 2, 2, 2, 2), each = 3)))
fit <- aov(y ~ noise + size + clf + clf:noise + clf:size + Error(set), data = d)
for (s in summary(fit)) print(s[[1]], digits = 15)

# The same 24 scores as six datasets and four classifiers: settings depth (1, 2) × criterion (g, e), each with its own stratum.
z <- matrix(as.vector(t(y)), nrow = 6, byrow = TRUE)
d <- data.frame(y = as.vector(t(z)), depth = factor(rep(c(1, 1, 2, 2), 6)), crit = factor(rep(c("g", "e"), 12)),
                set = factor(rep(1:6, each = 4)), noise = factor(rep(c(0, 0, 0, 1, 1, 1), each = 4)))
fit <- aov(y ~ noise * depth * crit + Error(set / (depth * crit)), data = d)
for (s in summary(fit)) print(s[[1]], digits = 15)
