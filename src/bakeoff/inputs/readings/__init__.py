"""Readings as hypotheses: what each column and row may be, why, and what speaks against it."""
