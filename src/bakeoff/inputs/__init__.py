"""Readers that turn foreign things into evidence, and refuse what they cannot."""
