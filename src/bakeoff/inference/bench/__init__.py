"""Benches: evidence prepared for procedures, each of which takes what its parameters name."""
