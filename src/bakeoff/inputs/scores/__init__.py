"""From a grid to a table of scores: its layout, its resamples, its unit, and what is refused."""
