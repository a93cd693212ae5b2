"""
Many classifiers on many datasets
=================================

The accuracies of five classifiers on thirty datasets of García and Herrera (2008), and the areas under the ROC curve of
four variants of C4.5 on fourteen datasets of Demšar (2006).
"""

import bakeoff

table = bakeoff.load_published("garcia-herrera-2008")
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

demsar = bakeoff.load_published("demsar-2006")
print(demsar.source)
pair = bakeoff.compare(demsar.text, metric=demsar.metric).plot("differences", pair=("C4.5", "C4.5+m+cf"))

# %%
# Where datasets lie among those that are known: the first two principal axes of what was measured of them. What the
# table of properties has besides the compared datasets is drawn in grey, hollow where it lies beyond them.

properties = {
    name: {"rows": rows, "attributes": attributes, "classes": classes}
    for name, rows, attributes, classes in (
        ("iris", 150, 4, 3), ("wine", 178, 13, 3), ("ionosphere", 351, 34, 2), ("lymphography", 148, 18, 4),
        ("mushroom", 8124, 22, 2), ("voting", 435, 16, 2), ("lung cancer", 32, 56, 3), ("cmc", 1473, 9, 3),
        ("breast cancer", 286, 9, 2),
        ("primary tumor", 339, 17, 21), ("zoo", 101, 16, 7), ("letter", 20000, 16, 26), ("sonar", 208, 60, 2),
        ("glass", 214, 9, 6), ("spambase", 4601, 57, 2), ("digits", 1797, 64, 10), ("adult", 48842, 14, 2),
    )
}  # fmt: skip
known = bakeoff.compare(demsar.text, metric=demsar.metric, properties=properties)
dataset_space = known.plot("dataset-space")
