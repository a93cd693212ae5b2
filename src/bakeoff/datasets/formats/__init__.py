"""Formats: from the bytes of a file to a raw table, one module for each."""
