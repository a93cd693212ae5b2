"""A comparison as HTML: the report that stands alone, its sections, and the small piece for notebooks."""
