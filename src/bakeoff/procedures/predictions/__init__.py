"""Right and wrong, losses and ranks on the same or on two test sets."""
