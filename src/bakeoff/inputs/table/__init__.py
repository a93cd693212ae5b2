"""The table before anybody asks what it is about: grid, cells, words, names, and the spellings of columns."""
