"""Tables of items: columns or grids in, evidence of items out."""
