"""Evaluation logs: items within tasks, attempts at an item, items in groups; arrays in, result out."""
