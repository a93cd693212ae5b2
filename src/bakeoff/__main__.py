"""`python -m bakeoff`: the command line without its script."""

import sys

from bakeoff.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
