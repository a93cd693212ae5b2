"""Judging again: parts of a table, other evidence, and swapped copies, by the same test."""
