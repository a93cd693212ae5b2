"""Options of the answer: what is printed and written, and what must hold."""

from bakeoff.core.options.option import BOTH_COMMANDS, NOT_ON_THE_PAGE, Door, Kind, Option, Section, Use

_COMPARE = frozenset({Door.COMPARE})
_COMPARING = frozenset({Door.COMPARE, Door.PYTHON})  # and no audit
_GATE = NOT_ON_THE_PAGE - {Door.AUDIT}

ANSWER = (
    Option(name="explain", kind=Kind.SWITCH, use=Use.DELIVERY, section=Section.ANSWER, default=False, doors=_COMPARE,
           help="Show every step of the calculation and every test."),
    Option(name="as_json", kind=Kind.SWITCH, use=Use.DELIVERY, section=Section.ANSWER, default=False, flags=("--json",),
           help="Print one JSON document and nothing else.", doors=BOTH_COMMANDS),
    Option(name="quiet", kind=Kind.SWITCH, use=Use.DELIVERY, section=Section.ANSWER, default=False, doors=_COMPARE,
           help="Print only the sentence that answers.", flags=("-q", "--quiet")),
    Option(name="report", kind=Kind.TEXT, use=Use.DELIVERY, section=Section.ANSWER, metavar="FILE.html",
           help="Write everything as one page that stands alone.", doors=BOTH_COMMANDS),
    Option(name="figures", kind=Kind.TEXT, use=Use.DELIVERY, section=Section.ANSWER, metavar="DIR",
           help="Write the figures of the report as PNG, SVG and PDF, and their captions.", doors=BOTH_COMMANDS),
    Option(name="figure_kinds", kind=Kind.TEXTS, use=Use.DELIVERY, section=Section.ANSWER, metavar="KIND", default=(),
           help="With --figures: only this kind (matrix, scatter, …), or all. Repeatable.", flags=("--figure",),
           doors=_COMPARE),
    Option(name="figure_size", kind=Kind.CHOICE, use=Use.DELIVERY, section=Section.ANSWER, doors=_COMPARE,
           choices=("column", "two-columns", "slide"), help="With --figures: the width that they are drawn for."),
    Option(name="latex", kind=Kind.TEXT, use=Use.DELIVERY, section=Section.ANSWER, metavar="FILE.tex", doors=_COMPARE,
           help="Write tables, methods, results and sources for a paper."),
    Option(name="exports", kind=Kind.TEXTS, use=Use.DELIVERY, section=Section.ANSWER, metavar="FILE", default=(),
           help="Pairs as .csv or .md, all as .json or .xlsx; or scores=FILE.csv, evidence=FILE.json. Repeatable.",
           flags=("--export",), doors=_COMPARE),
    Option(name="gate", kind=Kind.CHOICE, use=Use.COMPARING, section=Section.ANSWER, choices=("better", "not-worse"),
           help="Exit with 0 only if this is shown; with 1 if not passed, with 3 if undecided.", doors=_GATE),
    Option(name="bound", kind=Kind.CHOICE, use=Use.COMPARING, section=Section.ANSWER,
           choices=("mean", "mean-in-range", "share", "test"),
           help="What --gate not-worse holds against the margin; over datasets by default their mean.", doors=_GATE),
    Option(name="share", kind=Kind.NUMBER, use=Use.COMPARING, section=Section.ANSWER, metavar="S",
           help="With --bound share: so many datasets may lose more than the margin.", doors=_GATE),
    Option(name="ignore_subgroups", kind=Kind.SWITCH, use=Use.COMPARING, section=Section.ANSWER, default=False,
           help="Let the gate pass although b is worse in a subgroup.", doors=_GATE),
    Option(name="log_back", kind=Kind.SWITCH, use=Use.DELIVERY, section=Section.ANSWER, default=False, doors=_COMPARE,
           help="Of mlflow:EXPERIMENT: log the verdict to its runs, as tags and an artifact."),
    Option(name="beside", kind=Kind.TEXTS, use=Use.COMPARING, section=Section.ANSWER, metavar="COLUMN", default=(),
           help="A further column, such as latency or price: less is better. Repeatable.",
           doors=NOT_ON_THE_PAGE - {Door.AUDIT}),
    Option(name="mute", kind=Kind.TEXTS, use=Use.COMPARING, section=Section.ANSWER, metavar="CODE", default=(),
           help="List this finding as muted, without its words. Repeatable.", doors=NOT_ON_THE_PAGE),
)  # fmt: skip

FURTHER = (
    Option(name="properties", kind=Kind.ANYTHING, use=Use.COMPARING, section=Section.FURTHER, metavar="FILE",
           help="CSV: dataset, rows, attributes, …, of these datasets and of others: where these lie among them.",
           doors=NOT_ON_THE_PAGE),
    Option(name="gold_column", kind=Kind.COLUMN, use=Use.GOLD, section=Section.FURTHER, metavar="NAME",
           doors=_COMPARING, help="Of a judge's scores: the column with people's, of some items."),
    Option(name="gold", kind=Kind.ANYTHING, use=Use.GOLD, section=Section.FURTHER, metavar="FILE", doors=_COMPARING,
           help="… or a second file with id, model and people's score."),
    Option(name="weigh_back", kind=Kind.SWITCH, use=Use.GOLD, section=Section.FURTHER, default=False,
           doors=_COMPARING, help="… which were drawn at random within the judge's verdicts."),
)  # fmt: skip
