"""Before running: power, and how many datasets, resamples or examples are needed."""
