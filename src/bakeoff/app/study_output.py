"""What `bakeoff run` shows of a finished study: the comparison, and all that the study was asked besides."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bakeoff.core.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.app.answers import Facts
    from bakeoff.app.study import Results
    from bakeoff.core.comparison import Comparison


def answers(results: "Results") -> Iterator[tuple[str, Any]]:
    """Yield each answer that the study supports, by its name in the JSON document."""
    facts = results.facts
    yield "estimates", results.estimates()
    if facts.permutations:
        yield "randomization", results.randomization()
    for kind in facts.kinds:
        yield "curves", results.curves(kind)
    if has_factors(facts):
        try:
            yield "factors", results.factors()
        except BakeoffError as error:
            sys.stderr.write(f"no analysis of factors: {error.what}\n")
    if not facts.distinct:
        yield "beyond", results.beyond()


def document(results: "Results", comparison: dict[str, Any] | None) -> dict[str, Any]:
    """Return everything as one JSON document; a study of distinct samples has an analysis in place of a comparison."""
    made: dict[str, Any] = {"schema": "bakeoff/study/1"} if comparison is None else dict(comparison)
    if comparison is None:
        from bakeoff.render.study import anova_sentence

        anova = results.anova()
        made["anova"] = anova.to_dict()
        made["summary"] = anova_sentence(anova)
    made["curves"] = []
    for name, answer in answers(results):
        if name == "curves":
            made["curves"].append(answer.to_dict())
        else:
            made[name] = answer.to_dict()
    return made


def show_study(
    results: "Results", comparison: "Comparison", *, as_json: bool, quiet: bool, explain: bool = False
) -> None:
    """Print the comparison of a study, and what it says beyond."""
    from bakeoff.app.output import print_json, show

    if as_json:
        from bakeoff.render.json import to_dict

        print_json(document(results, to_dict(comparison)))
        return
    show(comparison, explain=explain, as_json=False, quiet=quiet)
    if not quiet:
        show_answers(results)


def show_answers(results: "Results", *, explain: bool = False) -> None:
    """Print what the study says beyond its comparison; with how bootstrap estimates come about, where that is asked."""
    from bakeoff.app.output import columns, in_colour
    from bakeoff.render.bootstrap import bootstrap_lines
    from bakeoff.render.screen import write

    for name, answer in answers(results):
        write(answer.lines(columns=columns()), sys.stdout, colour=in_colour())
        if explain and name == "estimates":
            write(bootstrap_lines(answer), sys.stdout, colour=in_colour())
    sys.stdout.write("\n")


def show_distinct(results: "Results", *, as_json: bool, quiet: bool, explain: bool = False) -> None:
    """Print the analysis of variance of a study whose classifiers had samples of their own, and all else it says."""
    from bakeoff.app.output import columns, in_colour, print_json
    from bakeoff.render.screen import line, write
    from bakeoff.render.study import anova_sentence

    if as_json:
        print_json(document(results, None))
        return
    anova = results.anova()
    if quiet:
        write([line(anova_sentence(anova))], sys.stdout, colour=False)
        return
    write(anova.lines(columns=columns()), sys.stdout, colour=in_colour())
    show_answers(results, explain=explain)


def has_factors(facts: "Facts") -> bool:
    """Say whether a study varied properties of artificial data, or settings of classifiers."""
    return len(facts.artificial) > 1 or bool(facts.varied)
