"""Samples of datasets: the sampling frame, the draw, and the file that records it."""
