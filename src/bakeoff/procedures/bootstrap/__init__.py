"""Any metric of predictions, by drawing or permuting the examples of a test set."""
