"""How few datasets must be left out to change a verdict."""
