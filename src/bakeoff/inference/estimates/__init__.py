"""How good is one classifier: accuracy and every other measure, with intervals."""
