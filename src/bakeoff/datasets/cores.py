"""The cores of the machine, which scikit-learn counts when it first needs them."""

from contextlib import redirect_stderr
from functools import cache
from io import StringIO
from warnings import catch_warnings, simplefilter


@cache
def count_cores_quietly() -> int:
    """Return how many cores joblib would use, and let it find that out without a word.

    In many containers nothing says which cores are physical. joblib then warns, prints a traceback and counts the
    logical ones, once in each process; scikit-learn asks it in the middle of a fit, where nobody asked about cores.
    Whoever calls this first has asked already, and what is counted is the same.
    """
    from joblib import cpu_count

    with catch_warnings(), redirect_stderr(StringIO()):
        simplefilter("ignore")
        return int(cpu_count(only_physical_cores=True))
