# Values for test_random_effects.py. Run: Rscript random_effects.R
# Recorded: R 4.2.2, metafor 3.8-1 (rma, method "PM", test "knha"), 2026-11-15.
suppressMessages(library(metafor))
options(digits = 17)
show <- function(name, ...) cat(name, ": ", paste(format(c(...), digits = 17), collapse = ", "), "\n", sep = "")
cat(R.version.string, "metafor", as.character(packageVersion("metafor")), "\n")

# Prediction interval of Higgins, Thompson & Spiegelhalter (2009): t with n - 2 degrees of freedom.
report <- function(name, y, se) {
  fit <- rma(y, sei = se, method = "PM", test = "knha", control = list(tol = 1e-14, maxiter = 1000))
  n <- length(y)
  show(paste(name, "mean, se"), coef(fit), fit$se); show(paste(name, "interval"), fit$ci.lb, fit$ci.ub)
  show(paste(name, "tau2, I2, Q, Q p"), fit$tau2, fit$I2 / 100, fit$QE, fit$QEp)
  show(paste(name, "prediction"), coef(fit) + c(-1, 1) * qt(0.975, n - 2) * sqrt(fit$tau2 + fit$se^2))
  show(paste(name, "REML tau2"), rma(y, sei = se, method = "REML")$tau2)
}
bcg <- escalc(measure = "RR", ai = tpos, bi = tneg, ci = cpos, di = cneg, data = dat.bcg)
show("bcg y", bcg$yi); show("bcg se", sqrt(bcg$vi))
report("bcg", as.numeric(bcg$yi), sqrt(bcg$vi))
report("eight", c(0.021, 0.003, 0.054, -0.012, 0.031, 0.008, 0.072, 0.015),
       c(0.010, 0.006, 0.021, 0.009, 0.014, 0.004, 0.030, 0.011))

# All datasets alike: tau2 is zero; Hartung and Knapp's factor would shrink the interval, ours does not.
y <- c(0.010, 0.012, 0.011, 0.009); se <- c(0.01, 0.02, 0.015, 0.01)
fit <- rma(y, sei = se, method = "PM", test = "knha")
fixed <- rma(y, sei = se, method = "FE")
show("alike tau2, factor", fit$tau2, (fit$se / fixed$se)^2)
show("alike mean, fixed-effect se", coef(fixed), fixed$se)
show("alike interval, t(3)", coef(fixed) + c(-1, 1) * qt(0.975, 3) * fixed$se)

# One score for each dataset.
d <- c(5, -3, 0, 6, -11, -10, 4, 9, 0, 7)
show("plain interval", t.test(d)$conf.int)
show("plain prediction", predict(lm(d ~ 1), data.frame(x = 1), interval = "prediction")[2:3])
