# Isotonic regression and the parts of the Brier score by R's own isoreg, and a paired t test of what recalibration gains.
# Rscript calibration.R; R 4.2.2, 2026-11-18. The values are in test_calibration.py.
i <- 1:60
a <- ((i * 37) %% 101) / 101
b <- ((i * 53) %% 97) / 97
happened <- as.numeric(((i * i * 7) %% 13) / 13 < (a + b) / 2)
gains <- function(p) {
  o <- order(p)
  fit <- numeric(length(p))
  fit[o] <- isoreg(p[o], happened[o])$yf
  cat(sprintf("%.12f %.12f %.12f\n", mean((p - happened)^2), mean((p - happened)^2) - mean((fit - happened)^2),
              mean(happened) * (1 - mean(happened)) - mean((fit - happened)^2)))
  (p - happened)^2 - (fit - happened)^2
}
ga <- gains(a)
gb <- gains(b)
t <- t.test(ga, gb, paired = TRUE)
cat(sprintf("%.12f %.12f %.12f %.12f\n", mean(ga - gb), t$p.value, t$conf.int[1], t$conf.int[2]))

# The logistic recalibration: fitted frequencies of four probabilities.
given <- c(.1, .3, .5, .8); events <- c(3, 4, 7, 6); count <- c(20, 12, 12, 8)
print(fitted(glm(cbind(events, count - events) ~ qlogis(given), binomial)), digits = 12)
