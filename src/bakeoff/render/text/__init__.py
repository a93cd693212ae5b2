"""A comparison on a terminal: the first screen, the calculation step by step, and what a study adds."""
