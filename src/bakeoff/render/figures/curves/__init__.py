"""Figures made of curves: over thresholds and costs, over conditions, over distances from the best."""
