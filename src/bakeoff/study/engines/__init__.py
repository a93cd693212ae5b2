"""Engines: where cells run, on this machine or on a cluster."""
