# Welch's test of means in groups of unequal spread: oneway.test. Rscript interaction.R; R 4.2.2, 2026-11-18.
i <- 1:60
x <- ((i * 37) %% 101) / 101 + (i %% 3) * ((i * 11) %% 7) / 20
g <- factor(i %% 3)
r <- oneway.test(x ~ g)
cat(sprintf("%.12f %.12f %.12f\n", r$statistic, r$parameter[2], r$p.value))
