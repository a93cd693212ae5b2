"""Evidence of an earlier run beside that of now: saved, read again, and joined by the ids of what was measured."""
