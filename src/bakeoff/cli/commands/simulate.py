"""`bakeoff simulate`: data in which the truth is known, and how often a test finds it, or is fooled."""

import sys
from typing import Any

import click

from bakeoff.cli.output import columns, has_colour, print_json, say


@click.command("simulate", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("what", required=False)
@click.option("--datasets", type=int, metavar="N", help="Datasets of each comparison.")
@click.option("--examples", type=int, metavar="N", help="Examples of the dataset, or of the test set.")
@click.option("--resamples", type=int, metavar="N", help="Of naive-t: resamples of one dataset.")
@click.option("--groups", type=int, metavar="N", help="Of community: groups that try the same idea.")
@click.option("--variants", type=int, metavar="K", help="Of best-of-k: variants that are tried.")
@click.option("--dropped", type=int, metavar="N", help="Of dropping: datasets that may be left out.")
@click.option(
    "--effect", type=float, metavar="D", help="Of power: the true difference, in standard deviations."
)
@click.option("--accuracy", type=float, metavar="P", help="Of coverage: the true accuracy.")
@click.option("--trials", type=int, metavar="N", help="How often it is simulated.")
@click.option("--seed", type=int, metavar="N", help="Seed of all simulation.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--figures", metavar="DIR", help="Draw the rates as PNG, SVG and PDF.")
def simulate_command(*, what: str | None, as_json: bool, figures: str | None, **settings: Any) -> int:  # noqa: ANN401
    """Simulate WHAT, and show how often a test is right or fooled; without WHAT, list what can be simulated."""
    from bakeoff.api.teaching.simulate import simulate
    from bakeoff.render.answers.simulation import simulation_lines
    from bakeoff.render.lines import write_lines

    if what is None:
        return _list_simulations()
    if figures is not None:
        from bakeoff.api.deliveries.report import require_figures_folder

        require_figures_folder(figures)
    rates = simulate(what, **{name: value for name, value in settings.items() if value is not None})
    if as_json:
        print_json(rates.to_dict())
    else:
        write_lines(simulation_lines(rates, columns()), sys.stdout, colour=has_colour())
    if figures is not None:
        say(f"figures: {len(rates.save_figures(figures))} files in {figures}")
    return 0


def _list_simulations() -> int:
    from bakeoff.api.teaching.simulate import list_simulations
    from bakeoff.render.lines import line, write_lines

    rows = [line(f"  {s.key:<11} {s.question}") for s in list_simulations()]
    hint = line("  bakeoff simulate best-of-k --variants 20 --figures DIR")
    write_lines([[], *rows, [], hint, []], sys.stdout, colour=has_colour())
    return 0
