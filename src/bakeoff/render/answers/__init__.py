"""One module for each answer of a verb other than compare: its screen and its JSON, side by side."""
