"""The options: what a user may say about a question, its evidence and its answer. One entry each, in `table`."""
