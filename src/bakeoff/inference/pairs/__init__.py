"""What is said of one pair beside its verdict: effects, datasets, subgroups, flips, cautions."""
