"""
One accuracy and its interval
=============================

80 right answers of 100, and how the interval shrinks with the number of test records (Tan, Steinbach and Kumar,
*Introduction to Data Mining*, table 4.2).
"""

import bakeoff

estimate = bakeoff.estimate(correct=80, total=100)
print(estimate)

# %%

interval_by_n = estimate.plot()
