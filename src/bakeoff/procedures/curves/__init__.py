"""Every threshold: ROC, precision-recall, gains and cost curves, with bands."""
