"""Over datasets: the mean advantage, how it varies, and what it goes with."""
