"""From evidence to a bench: which design it has, and everything that procedures may ask for."""
