# Reference values for power.py and mcnemar_power.py.
#   Rscript tests/reference/power.R > tests/reference/power.csv
# R 4.2.2, package stats only; run on 2026-11-15.
# t: power.t.test(type = "one.sample", strict = TRUE), whose tails come from pt(ncp =).
# McNemar: the definition, a sum over all trinomial outcomes of n examples, with the p-values of binom.test
# (exact) or twice the smaller tail less the point probability (mid-p).
cat("quantity,n,level,sides,a,b,value\n")
row <- function(quantity, n, level, sides, a, b, value)
  cat(sprintf("%s,%d,%g,%s,%.10g,%.10g,%.15g\n", quantity, as.integer(n), level, sides, a, b, value))

sd <- sqrt(48.011111111111106)
for (n in c(3, 5, 10, 20, 34, 50, 200, 1000)) for (level in c(.9, .95, .99)) for (sides in c("two.sided", "one.sided")) {
  for (delta in c(.5, 2)) {
    p <- power.t.test(n = n, delta = delta, sd = sd, sig.level = 1 - level, type = "one.sample",
                      alternative = sides, strict = TRUE)$power
    row("power", n, level, sides, delta, sd, p)
  }
  if (n >= 5) {
    d <- power.t.test(n = n, power = .8, sd = sd, sig.level = 1 - level, type = "one.sample",
                      alternative = sides, strict = TRUE, tol = 1e-12)$delta
    row("detectable", n, level, sides, .8, sd, d)
  }
}
for (delta in c(.7, 1, 3, 6, 12)) for (level in c(.9, .95, .99)) {
  n <- power.t.test(delta = delta, sd = sd, power = .8, sig.level = 1 - level, type = "one.sample",
                    strict = TRUE, tol = 1e-10)$n
  row("needed", ceiling(n), level, "two.sided", delta, sd, n)
}

p_of <- function(wins, trials, midp) {
  if (trials == 0) return(1)
  if (!midp) return(binom.test(wins, trials)$p.value)
  tail <- min(pbinom(wins, trials, .5), pbinom(wins - 1, trials, .5, lower.tail = FALSE))
  min(1, 2 * tail - dbinom(wins, trials, .5))
}
mcnemar_power <- function(n, difference, discordance, level, midp) {
  total <- 0
  for (b in 0:n) for (a in 0:(n - b))
    if (p_of(b, a + b, midp) < 1 - level)
      total <- total + dmultinom(c(b, a, n - a - b),
        prob = c((discordance + difference) / 2, (discordance - difference) / 2, 1 - discordance))
  total
}
for (n in c(5, 20, 60)) for (case in list(c(.1, .2), c(.2, .5), c(.3, .3))) for (level in c(.9, .95)) {
  row("binomial", n, level, "two.sided", case[1], case[2], mcnemar_power(n, case[1], case[2], level, FALSE))
  row("mcnemar-midp", n, level, "two.sided", case[1], case[2], mcnemar_power(n, case[1], case[2], level, TRUE))
}
