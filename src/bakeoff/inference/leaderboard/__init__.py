"""Which ranks are real: from scores of units, from one score and n each, from battles."""
