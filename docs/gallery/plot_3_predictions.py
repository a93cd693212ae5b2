"""
Predictions on one test set
===========================

Two classifiers on half of the Wisconsin breast cancer data that come with scikit-learn, with what errors cost: to miss
a malignant tumour costs ten times a false alarm.
"""

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bakeoff

data = load_breast_cancer()
names = data.target_names[data.target]
train, test, y_train, y_test = train_test_split(
    data.data, names, test_size=0.5, random_state=0, stratify=names
)
table = {"y_true": y_test.tolist()}
for name, model in {
    "naive Bayes": GaussianNB(),
    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
}.items():
    fitted = model.fit(train, y_train)
    table[name] = fitted.predict(test).tolist()
    for j, label in enumerate(fitted.classes_):
        table[f"{name}:{label}"] = fitted.predict_proba(test)[:, j].tolist()
comparison = bakeoff.compare(table, positive="malignant")
print(comparison.summary)

# %%
# What the second mends and breaks.

flips = comparison.plot("flips")

# %%
# Which classes are taken for which.

confusion = comparison.plot("confusion")

# %%
# The ROC curve with its convex hull; with costs, the lines of equal cost.

costs = {"costs": {"malignant": {"benign": 10}, "benign": {"malignant": 1}}}
costly = bakeoff.compare(table, costs=costs, positive="malignant")
roc = costly.plot("roc")

# %%
# Precision against recall, cumulative gains, and lift.

precision_recall = comparison.plot("precision-recall")
gains = comparison.plot("gains")
lift = comparison.plot("lift")

# %%
# Cost curves: the expected cost at every operating point, and for which of them one classifier is preferable.

cost_curve = comparison.plot("cost-curve")
cost_difference = comparison.plot("cost-difference")
