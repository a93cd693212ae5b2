"""Datasets: the catalogue, their measured properties, sampling from it, artificial data."""
