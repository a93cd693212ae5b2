"""Formats: from bytes, frames and objects to a grid; one module for each, and one line in the registry."""
