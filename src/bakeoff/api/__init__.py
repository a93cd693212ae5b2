"""The doors: command line and Python. Parse, delegate, print."""
