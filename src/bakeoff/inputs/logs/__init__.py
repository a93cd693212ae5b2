"""Logs of evaluations as harnesses write them: recognised by what they hold, read, joined by item and task."""
