"""What decisions cost: costs of predictions, thresholds, operating points."""
