# Values for test_partial_conjunction.py, from base R alone. Run: Rscript partial_conjunction.R
# Recorded: R 4.2.2, 2026-11-15.
show <- function(name, ...) cat(name, ": ", paste(format(c(...), digits = 15), collapse = ", "), "\n", sep = "")
cat(R.version.string, "\n")
p <- c(0.21, 0.003, 0.012, 0.64, 0.0004, 0.048, 0.09)
s <- sort(p); n <- length(p)
show("bonferroni, as Holm", p.adjust(s, "holm"))
show("fisher", cummax(sapply(1:n, function(u) pchisq(-2 * sum(log(s[u:n])), 2 * (n - u + 1), lower.tail = FALSE))))
# Simes' p of a set is the smallest of its Benjamini-Hochberg adjusted p-values.
show("simes", cummax(sapply(1:n, function(u) min(p.adjust(s[u:n], "BH")))))
