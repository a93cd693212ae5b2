"""What could be wrong with the claim: one file for each pitfall, each yields findings."""
