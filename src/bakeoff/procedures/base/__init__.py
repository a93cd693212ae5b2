"""Numerics and checks that several of the questions need."""
