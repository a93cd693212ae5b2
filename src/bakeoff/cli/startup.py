"""A quick start for the command line: parts of numpy that nobody asked for wait until somebody does.

scipy.special imports every name of numpy, and with them numpy.f2py and numpy.testing, which compile hundreds of regular
expressions (docs/decisions/0002 has what it costs). Lazy modules of the standard library stand in their place and
load themselves on first use. It also parses the documentation of each of its functions to add a note on other kinds
of arrays, which nobody reads here, so that it finds none. This is done for our own process only, never for a program
that imports bakeoff.

Matrices are small here: threads of the linear algebra would wait for each other, and on a busy machine burn ten times
the time of the work. One will do, unless the user says otherwise.
"""

import os
import sys
from importlib.util import LazyLoader, find_spec, module_from_spec

DEFERRED = (
    "numpy.f2py",
    "numpy.testing",
    "numpy.ctypeslib",
    "numpy.core",
    "numpy.char",
)


def defer_unused_imports() -> None:
    """Let the parts of numpy that a comparison does not use wait for their first use."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import numpy

    for name in DEFERRED:
        spec = None if name in sys.modules else find_spec(name)
        if spec is None or spec.loader is None:
            continue
        loader = spec.loader = LazyLoader(spec.loader)
        module = module_from_spec(spec)
        sys.modules[name] = module
        loader.exec_module(module)
        setattr(numpy, name.removeprefix("numpy."), module)
    _leave_documentation()


def _leave_documentation() -> None:
    """Let scipy parse no documentation while it is imported; another scipy may go other ways, and is left to them."""
    try:
        from scipy._lib import _docscrape

        if _docscrape.FunctionDoc.__module__ == __name__:
            return  # a second command in one process: each would add a level to the class of the one before

        class Undocumented(_docscrape.FunctionDoc):  # type: ignore[misc, name-defined, unused-ignore]
            """Documentation without a text."""

            def __init__(self, function: object, *_: object, **__: object) -> None:
                super().__init__(function, doc="")

        str(Undocumented(_leave_documentation))
    except Exception:
        return
    _docscrape.FunctionDoc = Undocumented
