"""Run every simulation in full and write what the documentation quotes; each goes on where it was stopped.

python -m validation
"""

import subprocess
import sys

RUNS = (
    ("two_classifiers", "--out", "docs/validity/two_classifiers.json"),
    ("many_datasets", "--full", "--out", "docs/validity/many_datasets.csv"),
    ("omnibus", "--out", "docs/validity/omnibus.json"),
    ("posteriors", "--out", "docs/validity/posteriors.json"),
    ("one_dataset", "--full", "--out", "docs/validity/one_dataset.json"),
    ("predictions", "--full", "--out", "docs/validity/predictions.json"),
    ("predictions_pooled", "--out", "docs/validity/predictions_pooled.json"),
    ("cochran", "--out", "docs/validity/cochran.json"),
    ("curves", "--out", "docs/validity/curves.json"),
    ("standings", "--trials", "1000"),
    ("fragility", "brute", "--tables", "10000"),
    ("fragility", "series"),
    ("fragility", "rates", "--out", "docs/validity/fragility.json"),
)


def main() -> int:
    """Run one after the other; the first that fails ends it."""
    for module, *arguments in RUNS:
        print(f"\nvalidation.{module} {' '.join(arguments)}", flush=True)
        done = subprocess.run([sys.executable, "-m", f"validation.{module}", *arguments], check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
