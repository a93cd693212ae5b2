"""The cells of a study: planned, split, fitted, scored and measured, one by one."""
