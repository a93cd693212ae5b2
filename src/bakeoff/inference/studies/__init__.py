"""What a study says beyond its comparison: estimates, curves, factors, randomization, resources."""
