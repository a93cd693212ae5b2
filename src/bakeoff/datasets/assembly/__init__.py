"""From a raw table to a dataset: roles, typed columns, classes, findings."""
