"""Options of how evidence is read; what is not said is found out, or asked for."""

from bakeoff.core.options.option import EVERYWHERE, PYTHON_ONLY, Field, Kind, Option, Section, Use


def _column(name: str, help: str, label: str = "") -> Option:
    """Return the option that names a column; with a label it has a field on the page."""
    on_page = Field(label=label, empty="as found") if label else None
    return Option(name=name, kind=Kind.COLUMN, use=Use.READING, section=Section.READING, help=help, metavar="NAME",
                  on_page=on_page)  # fmt: skip


def _texts(name: str, metavar: str, help: str, *, most: int, on_page: Field | None = None) -> Option:
    return Option(name=name, kind=Kind.TEXTS, use=Use.READING, section=Section.READING, help=help, metavar=metavar,
                  default=(), page_limit=most, on_page=on_page)  # fmt: skip


def _text(name: str, metavar: str, help: str, on_page: Field | None = None) -> Option:
    return Option(name=name, kind=Kind.TEXT, use=Use.READING, section=Section.READING, help=help, metavar=metavar,
                  on_page=on_page)  # fmt: skip


def _switch(name: str, help: str, *, in_python: bool = False, on_page: Field | None = None) -> Option:
    return Option(name=name, kind=Kind.SWITCH, use=Use.READING, section=Section.READING, help=help, default=False,
                  doors=PYTHON_ONLY if in_python else EVERYWHERE, on_page=on_page)  # fmt: skip


def _limit(name: str, default: int, help: str) -> Option:
    return Option(name=name, kind=Kind.INTEGER, use=Use.READING, section=Section.READING, help=help, default=default,
                  doors=PYTHON_ONLY)  # fmt: skip


READING = (
    _column("dataset_column", "The column that names the dataset ('a+b' joins two).", "Datasets are in"),
    _column("classifier_column", "The column that names the classifier.", "Classifiers are in"),
    _column("score_column", "The column that holds the score, or two to divide: correct/total.", "Scores are in"),
    _column("id_column", "Of predictions: the column that names the example.", "Ids are in"),
    _column("truth_column", "Of predictions: the true class.", "True classes are in"),
    _column("group_column", "Of predictions: what examples share (patient, document).", "Groups are in"),
    _column("subgroup_column", "Of predictions: a verdict for each value of it.", "Subgroups are in"),
    _column("cluster_column", "Of scores: the family of the dataset; each family counts once, by its mean.",
            "Families are in"),
    _column("fold_column", "The column that tells the resamples of a dataset apart (fold, split).", "Folds are in"),
    _column("repeat_column", "The column that tells repeats apart (seed, run, attempt at an item).", "Repeats are in"),
    _column("weight_column", "Of predictions: how much an example counts.", "Weights are in"),
    Option(name="only", kind=Kind.CELLS, use=Use.READING, section=Section.READING, metavar="COLUMN=VALUE", default=(),
           help="Keep these rows only. Repeatable.", page_limit=20),
    _texts("leave_out", "NAME", "Leave this classifier out, or dataset. Repeatable.", most=1_000,
           on_page=Field(label="Leave out", empty="names, with commas")),
    _texts("without", "DATASET", "Leave this dataset out. Repeatable.", most=10_000),
    _switch("transpose", "The table has classifiers in rows.", on_page=Field(label="rows are classifiers")),
    Option(name="rows_are", kind=Kind.CHOICE, use=Use.READING, section=Section.READING,
           choices=("datasets", "resamples", "classifiers", "examples"),
           help="What the rows are, where that may be read in several ways.",
           on_page=Field(label="Rows are", empty="as their names say")),
    Option(name="columns_are", kind=Kind.CHOICE, use=Use.READING, section=Section.READING,
           choices=("classifiers", "datasets", "resamples"),
           help="What the columns of numbers are, where that may be read in several ways.",
           on_page=Field(label="Columns are", empty="as found")),
    _texts("columns", "A,B", "The columns that hold scores, and no others. Repeatable.", most=1_000,
           on_page=Field(label="Only these columns hold scores", empty="as found")),
    _texts("leave_aside", "COLUMN", "This column is no evidence. Repeatable.", most=1_000,
           on_page=Field(label="Columns left aside", empty="as found")),
    Option(name="rename", kind=Kind.CELLS, use=Use.READING, section=Section.READING, metavar="OLD=NEW", default=(),
           help="Another name for a classifier or dataset. Repeatable.", page_limit=1_000),
    _texts("missing_marks", "TEXT", "Further marks of a missing score. Repeatable.", most=100,
           on_page=Field(label="Missing marks", empty="n/a, ?")),
    _text("encoding", "NAME", "The file's encoding, where it cannot be found out.",
          Field(label="Encoding", empty="as found")),
    _text("separator", "CHAR", "The separator of columns.", Field(label="Cells are separated by", empty="as found")),
    _text("decimal", "CHAR", "The decimal mark: '.' or ','.",
          Field(label="Decimal mark", empty="as found", choices=(".", ","))),
    _text("sheet", "NAME", "The sheet of a workbook.", Field(label="Sheet", empty="the only one")),
    Option(name="pair_by", kind=Kind.CHOICE, use=Use.READING, section=Section.READING, choices=("id", "position"),
           help="Of answers to items without ids: position pairs them by their order.",
           on_page=Field(label="Answers are paired by", empty="their ids")),
    _switch("allow_mixed_scale", "Take percent and fractions in one table as they are.",
            on_page=Field(label="percent and fractions are both meant so")),
    _switch("drop_incomplete", "Leave a resample out for all where one classifier lacks it.",
            on_page=Field(label="leave a resample out for all where one lacks it")),
    _text("study", "NAME", "Of a store: which study, where it holds several."),
    _switch("one_score", "One score for each classifier on one dataset will do, as on a leaderboard.", in_python=True),
    _switch("one_classifier", "One classifier will do, as where another file holds the baseline.", in_python=True),
    _limit("max_bytes", 2_000_000_000, "The largest file that is read."),
    _limit("max_unpacked", 2**30, "The most bytes that a packed file may hold."),
    _limit("max_cells", 20_000_000, "The most cells that a table may have."),
)  # fmt: skip
