"""The store: results, trials and the ledger in a database. Knows no statistics."""
