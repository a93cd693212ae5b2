"""A comparison as LaTeX: paragraphs, tables and the document around them."""
