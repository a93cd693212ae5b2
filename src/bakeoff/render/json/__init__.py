"""A comparison and the analyses of a study as the JSON of the contract."""
