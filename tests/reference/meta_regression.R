# R 4.2, base and stats only; 2026-11-16. Meta-regression with one property: least squares, and weighted by
# 1/(se^2 + tau^2) with tau^2 solved from Paule and Mandel's equation by uniroot, Knapp and Hartung's factor.
y <- c(0.021, -0.004, 0.035, 0.012, 0.050, -0.013, 0.027, 0.041)
x <- c(0.10, 0.02, 0.30, 0.15, 0.45, 0.00, 0.22, 0.38)
s <- c(0.004, 0.010, 0.006, 0.012, 0.005, 0.009, 0.007, 0.011) / 2
n <- length(y)
plain <- summary(lm(y ~ x))$coefficients[2, ]
q <- function(t2) { f <- lm(y ~ x, weights = 1 / (s^2 + t2)); sum(f$residuals^2 / (s^2 + t2)) - (n - 2) }
t2 <- if (q(0) <= 0) 0 else uniroot(q, c(0, 1), tol = 1e-16)$root
f <- lm(y ~ x, weights = 1 / (s^2 + t2))
w <- 1 / (s^2 + t2)
h <- max(1, sum(w * f$residuals^2) / (n - 2))
xm <- sum(w * x) / sum(w)
se <- sqrt(h / sum(w * (x - xm)^2))
cat(sprintf("plain %.12g %.12g %.12g %.12g\n", plain[1], plain[2], plain[3], plain[4]))
cat(sprintf("weighted tau2 %.9g slope %.9g se %.9g t %.9g p %.9g\n", t2, coef(f)[2], se, coef(f)[2] / se,
            2 * pt(-abs(coef(f)[2] / se), n - 2)))
b <- y - 0.11 * x   # a property that explains all but the noise: tau^2 is zero, and the factor is 1
y <- 0.11 * x + (b - mean(b)) / 10
t2 <- if (q(0) <= 0) 0 else uniroot(q, c(0, 1), tol = 1e-16)$root
f <- lm(y ~ x, weights = 1 / s^2); w <- 1 / s^2; xm <- sum(w * x) / sum(w)
cat(sprintf("explained tau2 %.9g slope %.9g se %.9g\n", t2, coef(f)[2], sqrt(1 / sum(w * (x - xm)^2))))
