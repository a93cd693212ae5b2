"""`bakeoff.load_published`: published tables to try, with their sources."""

from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean
from bakeoff.inputs.published import PUBLISHED, Published


def load_published(name: str) -> Published:
    """Return a table of scores from the literature: an example to compare, or to give to a procedure.

    Parameters
    ----------
    name : {"figure-15.2", "figure-15.5", "figure-15.6", "figure-15.7", "exercise-15", "lecture", "demsar-2006", \
"garcia-herrera-2008"}
        Which of them; `bakeoff demo --list` says what each is.

    Returns
    -------
    Published
        `text` is the table as `bakeoff.compare` reads it, `metric` its score, `source` where it was printed;
        `classifiers`, `datasets` and `scores` (datasets × classifiers) are what it holds.

    See Also
    --------
    compare : Compare the classifiers of such a table.

    Examples
    --------
    >>> import bakeoff
    >>> table = bakeoff.load_published("demsar-2006")
    >>> table.classifiers, table.scores.shape
    (('C4.5', 'C4.5+m', 'C4.5+cf', 'C4.5+m+cf'), (14, 4))
    >>> bakeoff.compare(table.text, metric=table.metric).ranking[0].classifier
    'C4.5+m+cf'
    """
    if name not in PUBLISHED:
        raise UsageError(
            f"there is no published table called {name!r}{did_you_mean(name, list(PUBLISHED))}",
            where="name",
            fix=f"use one of: {', '.join(PUBLISHED)}",
            code="BO067",
        )
    return PUBLISHED[name]
