# Values for test_nested_cv.py: the package nestedcv of Bates, Hastie and Tibshirani (commit 7f9d5ae of 2022-06-09) on
# losses that can be had without it. Made with R 4.2.2 on 2026-11-16:
#
#   Rscript nested_cv.R path/to/nestedcv/R/core.R
#
# The learner is the mean, the loss the squared error; folds are not shuffled (row i is in fold i mod 5 + 1), so that one
# repeat is all there is.
text <- gsub("nestedcv:::", "", readLines(commandArgs(trailingOnly = TRUE)[1]), fixed = TRUE)
here <- new.env()
assign("sample", function(x, ...) x, envir = here)
eval(parse(text = text), envir = here)
y <- c(1, 4, 2, 8, 5, 7, 1, 3, 6, 2, 9, 4, 4, 1, 7, 3, 8, 2, 5, 6) + 0.2 * (1:20 %% 5)^2
x <- matrix(0, length(y), 2)
funcs <- list(
  fitter = function(X, Y, funcs_params = NULL) mean(Y),
  predictor = function(fit, X, funcs_params = NULL) rep(fit, nrow(X)),
  loss = function(a, b, funcs_params = NULL) (a - b)^2
)
made <- here$nested_cv(x, y, funcs, reps = 1, n_folds = 5, alpha = 0.05, bias_reps = 1)
pivots <- here$nested_cv_helper(x, y, funcs, 5)$pivots
show <- function(name, value) cat(sprintf("%s = %.15g\n", name, value))
show("mse", mean(pivots[, 1]^2 - pivots[, 2]))
show("raw", made$raw_mean)
show("usual", here$naive_cv(x, y, funcs, 5)$err_hat)
show("error", made$sd * made$sd_infl / sqrt(length(y)))
show("inflation", made$sd_infl)
show("bias", made$bias_est)
