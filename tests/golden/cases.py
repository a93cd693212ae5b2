"""The golden outputs: what a person sees, whole. Run this file to write them anew after a change that is meant.

python tests/golden/cases.py
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bakeoff.inputs.published import PUBLISHED

HERE = Path(__file__).parent


def _answer(i: int, wrong: bool) -> str:  # noqa: FBT001 - a helper of the tables below
    return "sick" if (i % 3 == 0) != wrong else "well"


MISSING = "dataset,forest,svm\n" + "".join(
    f"d{i},{x},{y}\n"
    for i, (x, y) in enumerate(
        zip([80, 73, 85, 68, 82, 75, 73, "", 75, 69], [85, 76, 86, 74, 85, 79, 77, 73, 75, 76], strict=True)
    )
)
FOLDS = "dataset,classifier,fold,accuracy\n" + "".join(
    f"sonar,{name},{fold},{base + ((fold * 7) % 5 - 2) / 100 + (0.02 if name == 'forest' else 0) * (fold % 3):.3f}\n"
    for name, base in (("tree", 0.71), ("forest", 0.74))
    for fold in range(1, 11)
)
# Twenty patients with six examples each; the new model mends more than it breaks.
ANSWERS = [(_answer(i, (7 * i) % 11 < 4), _answer(i, (5 * i) % 13 < 2)) for i in range(120)]
TRUTH = ["sick" if i % 3 == 0 else "well" for i in range(120)]
PREDICTIONS = "id,y_true,old,new\n" + "".join(
    f"{i},{TRUTH[i]},{old},{new}\n" for i, (old, new) in enumerate(ANSWERS)
)
WEIGHTED = "id,y_true,old,new,weight\n" + "".join(
    f"{i},{TRUTH[i]},{old},{new},{1 + i % 3}\n" for i, (old, new) in enumerate(ANSWERS)
)
GROUPED = "id,y_true,old,new,patient,sex\n" + "".join(
    f"{i},{TRUTH[i]},{old},{new},p{i // 6},{'women' if i % 2 else 'men'}\n"
    for i, (old, new) in enumerate(ANSWERS)
)
ONE = "id,y_true,new\n" + "".join(f"{i},{TRUTH[i]},{new}\n" for i, (_, new) in enumerate(ANSWERS))
SEVERAL = "dataset,id,y_true,tree,forest\n" + "".join(
    f"{dataset},{i},{i % 2},{(i % 2) ^ (i % 7 < 2)},{(i % 2) ^ (i % 9 == 0)}\n"
    for dataset, size in (
        ("vote", 40),
        ("labor", 20),
        ("sonar", 60),
        ("iris", 30),
        ("wine", 35),
        ("glass", 50),
        ("heart", 45),
    )
    for i in range(size)
)
MANY = "id,y_true,a,b,c,d\n" + "".join(
    f"{i},{i % 2},"
    + ",".join(str((i % 2) ^ (i * k % 17 < lost)) for k, lost in ((3, 6), (5, 3), (7, 3), (11, 1)))
    + "\n"
    for i in range(150)
)
# The paper kit, as a whole document.
KITS = {
    "paper_two": (["compare", "-", "--margin", "1"], PUBLISHED["figure-15.2"].text),
    "paper_many": (["compare", "-", "--metric", "AUC"], PUBLISHED["demsar-2006"].text),
    "paper_predictions": (["compare", "-", "--metric", "f1", "--positive", "sick"], PREDICTIONS),
}
CASES = {
    "estimate": (["estimate", "80/100", "--next", "50", "--table"], ""),
    "estimate_json": (["estimate", "80/100", "--json"], ""),
    "estimate_predictions": (["estimate", "-"], ONE),
    "independent": (["compare", "book=25.5/30", "ours=3750/5000", "--explain"], ""),
    "flips": (["compare", "--mends", "35", "--breaks", "15", "--explain"], ""),
    "predictions": (["compare", "-"], PREDICTIONS),
    "predictions_grouped": (["compare", "-", "--subgroup-column", "sex", "--explain"], GROUPED),
    "predictions_json": (["compare", "-", "--json"], PREDICTIONS),
    "predictions_f1": (["compare", "-", "--metric", "f1", "--positive", "sick"], PREDICTIONS),
    "predictions_many": (["compare", "-"], MANY),
    "predictions_many_explained": (["compare", "-", "--explain"], MANY),
    "predictions_margin": (["compare", "-", "--margin", "0.4"], PREDICTIONS),
    "predictions_weighted": (["compare", "-"], WEIGHTED),
    "predictions_datasets": (["compare", "-"], SEVERAL),
    "two": (["compare", "-"], PUBLISHED["figure-15.2"].text),
    "two_explained": (["compare", "-", "--explain"], PUBLISHED["figure-15.2"].text),
    "two_better": (["compare", "-", "--margin", "0.1"], PUBLISHED["figure-15.7"].text),
    "two_one_sided": (["compare", "-", "--alternative", "greater"], PUBLISHED["exercise-15"].text),
    "two_json": (["compare", "-", "--json"], PUBLISHED["figure-15.2"].text),
    "two_quiet": (["compare", "-", "--quiet"], PUBLISHED["exercise-15"].text),
    "two_missing": (["compare", "-"], MISSING),
    "many": (["compare", "-", "--metric", "AUC"], PUBLISHED["demsar-2006"].text),
    "many_baseline": (["compare", "-", "--baseline", "C4.5"], PUBLISHED["garcia-herrera-2008"].text),
    "folds": (["compare", "-"], FOLDS),
    "audit": (["audit", "-", "--test", "paired-t", "--tests", "154"], PUBLISHED["figure-15.2"].text),
    "audit_told": (
        ["audit", "-", "--tried", "B=50", "--groups", "100", "--claim", ".009"],
        PUBLISHED["figure-15.7"].text + "total,704,783\naverage,70.4,78.3\n",
    ),
    "help": (["--help"], ""),
    "tests": (["tests"], ""),
    "critical_values": (["tests", "--df", "9"], ""),
}


def output(name: str) -> str:
    """Return what the command line prints for a case, as a pipe of 100 columns receives it."""
    return _printed(*CASES[name])


def kit(name: str) -> str:
    """Return the document of a paper kit."""
    arguments, text = KITS[name]
    with TemporaryDirectory() as folder:
        _printed([*arguments, "--quiet", "--latex", f"{folder}/{name}.tex"], text)
        return Path(folder, f"{name}.tex").read_text(encoding="utf-8")


def _printed(arguments: list[str], text: str) -> str:
    from typed import environment  # beside this folder

    env = environment(COLUMNS="100", PYTHONIOENCODING="utf-8")
    done = subprocess.run(
        ["bakeoff", *arguments], input=text.encode(), capture_output=True, check=True, env=env
    )
    return done.stdout.decode()


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    for name in CASES:
        (HERE / f"{name}.txt").write_text(output(name), encoding="utf-8")
    for name in KITS:
        (HERE / f"{name}.tex").write_text(kit(name), encoding="utf-8")
