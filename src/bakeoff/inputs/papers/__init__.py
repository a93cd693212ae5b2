"""Whole papers: their tables, with captions and styles, and their sentences, each with its place."""
