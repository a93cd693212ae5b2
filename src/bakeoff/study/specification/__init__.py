"""The specification of a study: from a file or from Python, whole, checked, and frozen before anything runs."""
