# Values for test_battle_strengths.py. Run: Rscript battles.R
# Recorded: R 4.2.2, BradleyTerry2 1.1-2, 2026-11-17.
suppressMessages(library(BradleyTerry2))
show <- function(name, ...) cat(name, ": ", paste(format(c(...), digits = 15), collapse = ", "), "\n", sep = "")
data("baseball")
cat(R.version.string, "BradleyTerry2", as.character(packageVersion("BradleyTerry2")), "\n")
teams <- sort(unique(as.character(baseball$home.team)))
cat(teams, "\n")
for (i in seq_len(nrow(baseball))) cat("(", match(baseball$home.team[i], teams) - 1, ", ", match(baseball$away.team[i], teams) - 1, ", ",
  baseball$home.wins[i], ", ", baseball$away.wins[i], "), ", sep = "")
cat("\n")
# The home team is on the left: its gain is `at.home` (Agresti 2002, section 10.6.3).
baseball$home.team <- data.frame(team = baseball$home.team, at.home = 1)
baseball$away.team <- data.frame(team = baseball$away.team, at.home = 0)
fit <- BTm(cbind(home.wins, away.wins), home.team, away.team, ~ team + at.home, id = "team", data = baseball)
show("less Baltimore's, then at home", coef(fit))
show("standard errors", summary(fit)$coefficients[, 2])
