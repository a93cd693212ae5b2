# Sets of ranks by csranks 1.x (Mogstad, Romano, Shaikh and Wilhelm), for tests/reference/test_rank_sets.py.
# Rscript rank_sets.R, with csranks installed; estimates and covariances are made by simple formulas, so that both
# programs have the same numbers.
if (!exists("csranks")) library(csranks)
cases <- list(
  "independent" = list(x = c(2.0, 1.9, 1.0, 0.9, 0.0, -1.2), s = diag(6) / 25),
  "correlated" = list(x = c(1.0, 0.85, 0.35, 0.2, -0.4), s = (diag(5) * 0.4 + 0.6) / 50),
  "uneven" = list(x = c(3, 2.8, 1.6, 1.4, -0.1, -0.2, -2.2), s = diag((1:7) / 60))
)
for (name in names(cases)) {
  case <- cases[[name]]
  for (simul in c(TRUE, FALSE)) {
    found <- csranks(case$x, case$s, coverage = 0.95, simul = simul, stepdown = TRUE, R = 20000, seed = 1)
    cat(sprintf('("%s", %s): (%s, %s),\n', name, simul,
      paste0("[", paste(found$L, collapse = ", "), "]"), paste0("[", paste(found$U, collapse = ", "), "]")))
  }
}
