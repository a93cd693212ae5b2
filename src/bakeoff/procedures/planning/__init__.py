"""How many datasets or examples a difference needs; what they can show."""
