"""
Many classifiers on many datasets
=================================

The accuracies of five classifiers on thirty datasets of García and Herrera (2008), and the areas under the ROC curve of
four variants of C4.5 on fourteen datasets of Demšar (2006).
"""

import bakeoff
from bakeoff.inputs.published import PUBLISHED

table = PUBLISHED["garcia-herrera-2008"]
comparison = bakeoff.compare(table.text, metric=table.metric)
print(table.source)
print(comparison.summary)

# %%
# The critical-difference diagram: a bar joins classifiers of which no two are shown to differ. The groups are those of
# the test that carries the verdict, here max-t.

diagram = comparison.plot("critical-difference")

# %%
# The same for one column of a paper.

compact = comparison.plot("critical-difference-compact")

# %%
# By Nemenyi's test there is one critical difference, drawn as a bar.

nemenyi = bakeoff.compare(table.text, metric=table.metric, test="nemenyi").plot("critical-difference")

# %%
# Every pair: advantage, interval, adjusted p, wins, draws and losses.

matrix = comparison.plot("matrix")

# %%
# How sure the ranks are.

ranks = comparison.plot("ranks")

# %%
# How often a classifier comes within x of the best.

profile = comparison.plot("profile")

# %%
# One pair of the many.

demsar = PUBLISHED["demsar-2006"]
print(demsar.source)
pair = bakeoff.compare(demsar.text, metric=demsar.metric).plot("differences", pair=("C4.5", "C4.5+m+cf"))
