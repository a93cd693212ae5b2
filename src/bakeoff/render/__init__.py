"""A finished object in, words or pictures out. Computes nothing, decides nothing."""
