"""From grids to the predictions of single examples: columns, alignment by id, labels, probabilities, grades."""
