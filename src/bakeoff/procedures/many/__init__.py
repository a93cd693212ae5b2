"""Many classifiers on many datasets: who differs from whom."""
