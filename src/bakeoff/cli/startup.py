"""A quick start for the command line: parts of numpy that nobody asked for wait until somebody does.

scipy.special imports every name of numpy, and with them numpy.f2py and numpy.testing, which compile hundreds of regular
expressions (docs/decisions/0002 has what it costs). Lazy modules of the standard library stand in their place and
load themselves on first use. This is done for our own process only, never for a program that imports bakeoff.

Matrices are small here: threads of the linear algebra would wait for each other, and on a busy machine burn ten times
the time of the work. One will do, unless the user says otherwise.
"""

import os
import sys
from importlib.util import LazyLoader, find_spec, module_from_spec

DEFERRED = ("numpy.f2py", "numpy.testing")


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
