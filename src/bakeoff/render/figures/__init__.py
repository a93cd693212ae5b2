"""Figures: each is a data step, which is tested, and a drawing step, which is looked at."""
