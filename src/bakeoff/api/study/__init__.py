"""The study in Python: Study and Results, what a stored study is evidence of, replication."""
