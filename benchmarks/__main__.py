"""Run every speed comparison and print what was measured beside what is promised."""

import sys

from benchmarks import cold_start

SUITES = {"cold_start": cold_start.measure}


def main() -> int:
    """Print a table of ratios; the exit code says whether every bar was kept."""
    wanted = sys.argv[1:] or list(SUITES)
    kept = True
    for name in wanted:
        print(f"\n{name}")
        for what, ratio, bar in SUITES[name]():
            held = ratio <= bar
            kept &= held
            print(f"  {what:<48} {ratio:8.3f}   at most {bar:g}   {'kept' if held else 'NOT KEPT'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
