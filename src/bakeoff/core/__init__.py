"""The nouns that every room shares, with their invariants and nothing else."""
