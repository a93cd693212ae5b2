"""Simulations with known truth: what the documentation says of error rates, power and coverage comes from here."""
