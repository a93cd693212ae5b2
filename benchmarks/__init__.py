"""Speed, measured as ratios within one run: to a peer, or to the bare work."""
