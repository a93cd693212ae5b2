"""What a reader should know of a study: how it came about, leaks, edges of searches, determinism."""
