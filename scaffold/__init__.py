"""Skeletons of what is added often: `make new-procedure NAME=…`."""
