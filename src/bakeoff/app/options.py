"""Options that several commands share: one name, one meaning, one line of help."""

import click

from bakeoff.app.values import Level

SECTIONS = {
    "The question": "baseline metric lower margin level alternative positive costs threshold mends breaks total "
    "sum_z sum_z2 mean sd se n k df_rule",
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
            found = [records.pop(name) for name in names.split() if name in records]
            if found:
                with formatter.section(title):
                    formatter.write_dl(found)
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
