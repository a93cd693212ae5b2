"""The codes of figures, simulations and thresholds; `core/codes` has them all."""

SHOWING_CODES = {
    "BO780": "a figure that is to be written nowhere",
    "BO781": "a name that no simulation has",
    "BO782": "a setting that a simulation does not take",
}
