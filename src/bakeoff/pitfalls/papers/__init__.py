"""What a whole paper says and its tables do not: sums, bold cells, deviations, words and numbers of the text."""
