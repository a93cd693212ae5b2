"""A project: its configuration in bakeoff.toml, its ledger of looks at the data, and findings that it mutes."""
