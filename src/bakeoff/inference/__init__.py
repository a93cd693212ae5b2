"""The reasoning: recognise the design, run what it licenses, correct for multiplicity, judge."""
