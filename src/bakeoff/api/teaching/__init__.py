"""Verbs to learn with: simulations in which the truth is known."""
