"""A study as a folder that others can check, repeat and add to."""
