"""How probable it is that b is worse, practically equal or better."""
