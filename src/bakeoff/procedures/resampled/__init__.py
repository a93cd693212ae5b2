"""Folds and resamples of one dataset, which share training data."""
