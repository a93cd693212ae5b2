"""Options that several commands share: one name, one meaning, one line of help; and the values that they take."""

import re
from typing import Any

import click

MOST_ROWS = 1000  # of a table of critical values


class Level(click.ParamType[float]):
    """A confidence level: 0.95 or 95%."""

    name = "level"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the level as a fraction."""
        level = _parse_number(str(value))
        if level is None or not 0 < level < 1:
            self.fail(f"{value!r} is not a confidence level between 0 and 1, such as 0.95 or 95%", param, ctx)
        if level < 0.5:
            self.fail(
                f"{value!r} is a confidence level below one half; did you mean {1 - level:g}?", param, ctx
            )
        return level


class Margin(click.ParamType[float]):
    """The smallest difference that matters: zero or more, finite, in units of the score."""

    name = "margin"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the margin as a number."""
        margin = _parse_number(str(value), percent=False)
        if margin is None or not 0 <= margin < float("inf"):
            self.fail(f"{value!r} is not a margin: a number of at least 0, in units of the score", param, ctx)
        return margin


class Several(click.ParamType[tuple[Any, ...]]):
    """One value, or several with commas between them."""

    def __init__(self, each: click.ParamType[Any]) -> None:
        self.each, self.name = each, each.name

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """Return every value that was meant."""
        return tuple(self.each.convert(text.strip(), param, ctx) for text in str(value).split(","))


class DegreesOfFreedom(click.ParamType[tuple[float, ...]]):
    """Degrees of freedom: one number, a range of whole ones, or inf."""

    name = "df"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        """Return every number that was meant."""
        text = str(value).strip()
        span = re.fullmatch(r"(\d+)\s*(?:-|–|\.\.|:)\s*(\d+)", text)
        if span is not None and 0 < int(span[1]) <= int(span[2]) < int(span[1]) + MOST_ROWS:
            return tuple(float(df) for df in range(int(span[1]), int(span[2]) + 1))
        df = _parse_number(text, percent=False)
        if span is not None or df is None or not df > 0:
            self.fail(
                f"{text!r} is not a number of degrees of freedom: give 9, a range such as 1-19, a list such as 9,19, "
                f"or inf (at most {MOST_ROWS} rows)",
                param,
                ctx,
            )
        return (df,)


def _parse_number(text: str, *, percent: bool = True) -> float | None:
    share = percent and text.strip().endswith("%")
    try:
        number = float(text.strip().removesuffix("%") if share else text)
    except ValueError:
        return None
    return number / 100 if share else number


SECTIONS = {
    "The question": "baseline metric lower margin level alternative positive costs threshold mends breaks total "
    "sum_z sum_z2 mean sd se n k df_rule",
    "A judge": "gold_column gold weigh_back",
    "The test": "test only_if adjust missing test_train_ratio seed",
    "The answer": "explain as_json quiet report figures latex exports gate bound share ignore_subgroups mute",
    "Reading": "dataset_column classifier_column score_column id_column truth_column group_column subgroup_column "
    "weight_column only leave_out without transpose rows_are missing_marks encoding separator decimal sheet "
    "allow_mixed_scale drop_incomplete study",
}


class Sectioned(click.Command):
    """A command whose many options are shown under headings; those under none come last."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options into the help, section by section."""
        records = {p.name: record for p in self.get_params(ctx) if (record := p.get_help_record(ctx))}
        for title, names in SECTIONS.items():
            rows = [records.pop(name) for name in names.split() if name in records]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        with formatter.section("Further options"):
            formatter.write_dl(list(records.values()))


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
level = click.option(
    "--level", type=Level(), default=0.95, metavar="L", show_default=True, help="Confidence level."
)
seed = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    show_default=True,
    help="Seed of all simulation.",
)
baseline = click.option("--baseline", metavar="NAME", help="Compare every other classifier with this one.")
positive = click.option(
    "--positive", metavar="CLASS", help="The class that precision, recall and F1 speak of."
)
direction = click.option(
    "--lower-is-better/--higher-is-better", "lower", default=None, help="The direction of the score."
)
alternative = click.option(
    "--alternative",
    type=click.Choice(["two-sided", "greater", "less"]),
    default="two-sided",
    show_default=True,
    help="Which advantages of b over a count; say it before looking.",
)
missing = click.option(
    "--missing",
    type=click.Choice(["pairwise", "drop-dataset", "refuse"]),
    default="pairwise",
    show_default=True,
    help="What to do with datasets that lack a score.",
)
test_train_ratio = click.option(
    "--test-train-ratio",
    type=float,
    metavar="R",
    help="Test size over training size of the resampling.",
)
id_column = click.option(
    "--id-column", metavar="NAME", help="Of predictions: the column that names the example."
)
truth_column = click.option("--truth-column", metavar="NAME", help="Of predictions: the true class.")
group_column = click.option(
    "--group-column", metavar="NAME", help="Of predictions: what examples share (patient, document)."
)
weight_column = click.option(
    "--weight-column", metavar="NAME", help="Of predictions: how much an example counts."
)
study = click.option("--study", metavar="NAME", help="Of a store: which study, where it holds several.")
