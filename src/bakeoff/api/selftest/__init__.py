"""Is it right on this machine: references of known digits, enumerations, and tables without a difference."""
