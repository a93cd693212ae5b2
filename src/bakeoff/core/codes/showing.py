"""The codes of figures, reports, exports, simulations and thresholds; `core/codes` has them all."""

SHOWING_CODES = {
    "BO400": "no such figure",
    "BO401": "a figure that does not suit the comparison",
    "BO402": "a threshold that cannot be meant",
    "BO403": "a threshold that these predictions do not support",
    "BO404": "costs under which one class never pays",
    "BO406": "a metric that cannot heed the weights of examples",
    "BO407": "a gate that contradicts itself",
    "BO408": "a bound that this evidence cannot have",
    "BO409": "a gate that could not fail",
    "BO410": "a file that cannot be written",
    "BO411": "a folder that cannot be written into",
    "BO412": "a report that is not named as a page",
    "BO413": "a file or folder that the system refuses",
    "BO415": "a paper kit that is not named as LaTeX",
    "BO416": "a form that nothing is exported as",
    "BO417": "an export without the library that it needs",
    "BO418": "no such table to export",
    "BO780": "a figure that is to be written nowhere",
    "BO781": "a name that no simulation has",
    "BO782": "a setting that a simulation does not take",
}
