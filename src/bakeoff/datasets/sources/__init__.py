"""Where datasets come from: scikit-learn, a recipe for artificial data, OpenML."""
