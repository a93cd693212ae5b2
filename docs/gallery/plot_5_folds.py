"""
Datasets with folds
===================

Two classifiers by ten-fold cross validation on the data sets that come with scikit-learn: each data set has an interval
of its own, and the next data set has one too.
"""

from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff

SETS = {"iris": load_iris, "wine": load_wine, "breast cancer": load_breast_cancer, "digits": load_digits}
rows = {"dataset": [], "fold": [], "naive Bayes": [], "tree": []}
for name, load in SETS.items():
    X, y = load(return_X_y=True)
    bayes = cross_val_score(GaussianNB(), X, y, cv=10)
    tree = cross_val_score(DecisionTreeClassifier(random_state=0), X, y, cv=10)
    for fold in range(10):
        rows["dataset"].append(name)
        rows["fold"].append(fold)
        rows["naive Bayes"].append(bayes[fold])
        rows["tree"].append(tree[fold])
comparison = bakeoff.compare(rows, metric="accuracy")
print(comparison.summary)

# %%

forest = comparison.plot("forest")
