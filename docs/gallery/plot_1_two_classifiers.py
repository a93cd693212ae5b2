"""
Two classifiers on many datasets
================================

The results of Fig. 15.6 of Bramer's *Principles of Data Mining*: classifiers A and B on ten datasets.
"""

import bakeoff

table = bakeoff.load_published("figure-15.6")
comparison = bakeoff.compare(table.text, metric=table.metric)
print(table.source)
print(comparison.summary)

# %%
# By how much is B better than A, and on which datasets?

differences = comparison.plot("differences")

# %%
# The scores themselves: above the diagonal B is better.

scatter = comparison.plot("scatter")

# %%
# For teaching: Student's t distribution, the region of acceptance, and the observed t.

t_distribution = comparison.plot("t-distribution")

# %%
# How the answer moves when the datasets that speak most for it are taken away.

fragility = bakeoff.compare(table.text, metric=table.metric, test="paired-t").plot("fragility")

# %%
# What so many datasets can show: the chance to find a difference, against the number of datasets and against its size.

power = comparison.plot("power")
power_by_difference = comparison.plot("power-by-difference")

# %%
# A posterior with a region of practical equivalence of one point.

posterior = bakeoff.compare(table.text, metric=table.metric, test="bayes-signed-rank", margin=1).plot(
    "posterior"
)
