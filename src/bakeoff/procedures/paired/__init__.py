"""Two classifiers on many datasets: whether b is better, and by how much."""
