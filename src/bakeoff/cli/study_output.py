"""What `bakeoff run` shows of a finished study: its comparison, or the scores of an only classifier; all analyses."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum, isnan
from typing import TYPE_CHECKING, Any

from bakeoff.cli.exit_codes import FAILED_CELLS
from bakeoff.cli.output import print_json
from bakeoff.core.errors import BakeoffError
from bakeoff.core.words import write_count

if TYPE_CHECKING:
    from bakeoff.api.study.study import Results, Study
    from bakeoff.core.comparison import Comparison
    from bakeoff.core.evidence import Scores


def supported_analyses(results: "Results") -> Iterator[tuple[str, Any]]:
    """Yield each answer that the study supports, by its name in the JSON document."""
    facts = results.facts
    yield "estimates", results.estimates()
    if facts.permutations:
        yield "randomization", results.randomization()
    for kind in facts.kinds:
        yield "curves", results.curves(kind)
    if facts.has_factors:
        try:
            yield "factors", results.factors()
        except BakeoffError as error:
            sys.stderr.write(f"no analysis of factors: {error.what}\n")
    if not facts.distinct:
        yield "beyond", results.beyond()


def study_document(results: "Results", comparison: dict[str, Any] | None) -> dict[str, Any]:
    """Return everything as one JSON document; a study of distinct samples has an analysis in place of a comparison."""
    content: dict[str, Any] = {"schema": "bakeoff/study/1"} if comparison is None else dict(comparison)
    if comparison is None:
        from bakeoff.render.text.study import anova_sentence

        anova = results.anova()
        content["anova"] = anova.to_dict()
        content["summary"] = anova_sentence(anova)
    content["curves"] = []
    for name, answer in supported_analyses(results):
        if name == "curves":
            content["curves"].append(answer.to_dict())
        else:
            content[name] = answer.to_dict()
    return content


def show_study(
    results: "Results", comparison: "Comparison", *, as_json: bool, quiet: bool, explain: bool = False
) -> None:
    """Print the comparison of a study, and what it says beyond."""
    from bakeoff.cli.output import print_json, show_comparison

    if as_json:
        from bakeoff.render.json.comparison import comparison_dict

        print_json(study_document(results, comparison_dict(comparison)))
        return
    show_comparison(comparison, explain=explain, as_json=False, quiet=quiet)
    if not quiet:
        show_analyses(results)


def show_analyses(results: "Results", *, explain: bool = False) -> None:
    """Print what the study says beyond its comparison; with how bootstrap estimates come about, where that is asked."""
    from bakeoff.cli.output import columns, has_colour
    from bakeoff.render.lines import write_lines
    from bakeoff.render.text.bootstrap import bootstrap_lines

    for name, answer in supported_analyses(results):
        write_lines(answer.lines(columns=columns()), sys.stdout, colour=has_colour())
        if explain and name == "estimates":
            write_lines(bootstrap_lines(answer), sys.stdout, colour=has_colour())
    sys.stdout.write("\n")


def show_distinct(results: "Results", *, as_json: bool, quiet: bool, explain: bool = False) -> None:
    """Print the analysis of variance of a study whose classifiers had samples of their own, and all else it says."""
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.render.lines import line, write_lines
    from bakeoff.render.text.study import anova_sentence

    if as_json:
        print_json(study_document(results, None))
        return
    anova = results.anova()
    if quiet:
        write_lines([line(anova_sentence(anova))], sys.stdout, colour=False)
        return
    write_lines(anova.lines(columns=columns()), sys.stdout, colour=has_colour())
    show_analyses(results, explain=explain)


def show_alone(
    results: "Results", scores: "Scores", *, as_json: bool, quiet: bool, explain: bool = False
) -> None:
    """Print what the only classifier of a study scored on each dataset, and all that the study says beyond."""
    from bakeoff.project.muting import mute_findings

    scores = replace(scores, findings=mute_findings(scores.findings, results.mute))
    if as_json:
        print_json(study_document(results, _scores_document(scores)))
        return
    _print_scores(scores, quiet=quiet)
    if not quiet:
        show_analyses(results, explain=explain)


def _print_scores(scores: "Scores", *, quiet: bool) -> None:
    from bakeoff.cli.output import columns, has_colour
    from bakeoff.render.findings import finding_lines
    from bakeoff.render.lines import Span, line, wrap_paragraph, write_lines
    from bakeoff.render.names import fit_name, printable_name

    known = [float(value) for value in scores.values[:, 0] if not isnan(value)]
    mean = f"{fsum(known) / len(known):.4f}" if known else "unknown"
    text = (
        f"{printable_name(scores.classifiers[0])} is the only classifier, so there is nothing to compare; "
        f"its mean {printable_name(scores.measure.name)} over {write_count(len(known), 'dataset')} is {mean}"
    )
    if quiet:
        write_lines([line(text)], sys.stdout, colour=False)
        return
    rows = [
        line(f"  {fit_name(name, 28)} {_score_text(value)}")
        for name, value in zip(scores.datasets, scores.values[:, 0], strict=True)
    ]
    head = wrap_paragraph(Span("  "), f"{text}.", width=columns(), indent=2)
    findings = finding_lines(scores.findings, columns())
    write_lines([[], *head, [], *rows, [], *findings], sys.stdout, colour=has_colour())


def _score_text(value: float) -> str:
    return "failed" if isnan(value) else f"{value:.4f}"


def _scores_document(scores: "Scores") -> dict[str, Any]:
    rows = zip(scores.datasets, scores.values[:, 0].tolist(), strict=True)
    return {
        "schema": "bakeoff/study-scores/1",
        "classifier": scores.classifiers[0],
        "metric": scores.measure.name,
        "scores": [{"dataset": name, "score": None if isnan(value) else value} for name, value in rows],
        "findings": [{"code": f.code, "message": f.message} for f in scores.findings],
    }


def show_replication(study: "Study", new: Sequence[str], store: str, *, options: dict[str, Any]) -> int:
    """Run the replication with progress, and print the verdict on both."""
    from bakeoff.api.study.replication import judge_together, replication_of
    from bakeoff.api.study.study import Results
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.cli.study_progress import run_with_progress
    from bakeoff.render.answers.replication import replication_lines
    from bakeoff.render.lines import write_lines

    again = replication_of(study, new, store)
    results = run_with_progress(
        again, store, jobs=options["jobs"], engine=options["engine"], retry_failed=options["retry_failed"]
    )
    if results.tally is not None and results.tally.interrupted:
        sys.stderr.write("stopped; what is done is kept, and the same command goes on\n")
        return 130
    spec = study.specification
    replication = judge_together(Results(store, name=spec.name, specification=spec), results)
    if options["as_json"]:
        print_json(replication.to_dict())
    else:
        write_lines(replication_lines(replication.answer, columns=columns()), sys.stdout, colour=has_colour())
    return FAILED_CELLS if results.failed else 0
