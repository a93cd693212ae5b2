"""`bakeoff watch`: an evaluation under way, looked at until its question is decided."""

import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.exit_codes import GATE_CODES
from bakeoff.core.answers.gate import GateKind, GateOutcome
from bakeoff.core.words import write_count

if TYPE_CHECKING:
    from bakeoff.api.watch import Watch, WatchedLook

GRACE_SECONDS = 10.0
INTERRUPTED = 130


@click.command("watch", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("logs", nargs=-1, required=True)
@shared.take("gate", help="What is to be decided; needed.")
@shared.take("margin")
@shared.take("baseline")
@shared.take("metric")
@shared.take("level")
@shared.take("average")
@click.option(
    "--every", type=click.FloatRange(min=0.1), default=10.0, show_default=True, help="Seconds between looks."
)
@click.option("--once", is_flag=True, help="Look once, and end with the gate's exit code.")
@click.option(
    "--run",
    "script",
    metavar="COMMAND",
    help="Start the evaluation, and end it when the question is decided: 'python evaluate.py --all'.",
)
@shared.take("as_json")
@shared.take("quiet")
def watch_command(logs: tuple[str, ...], **options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Look at LOGS (files or folders that an evaluation writes into) until the gate is decided.

    Every look holds, however many there are. Ends with 0 when the gate is passed, 1 when it cannot be any more, and 3
    when it is undecided at --once, or when the evaluation that --run started has ended.
    """
    from bakeoff.api.watch import Watch, require_there

    watch = Watch(
        evidence=logs,
        gate=options["gate"],
        keywords={name: options[name] for name in ("margin", "baseline", "metric", "level", "average")},
    )
    if options["once"]:
        require_there(watch)
        return _finish_watch(watch, watch.look(), options)
    return _follow_logs(watch, options)


def _follow_logs(watch: "Watch", options: dict[str, Any]) -> int:
    """Look again and again until the gate is decided, or the evaluation has ended."""
    child = _start_evaluation(options["script"])
    before: object = None
    try:
        while True:
            has_ended = child is not None and child.poll() is not None
            if (now := watch.fingerprint()) != before or has_ended:
                before, look = now, watch.look()
                _say_look(look)
                if look.outcome is not GateOutcome.UNDECIDED or has_ended:
                    _end_evaluation(child)
                    return _finish_watch(watch, look, options)
            time.sleep(options["every"])
    except KeyboardInterrupt:
        sys.stderr.write("stopped watching: undecided so far\n")
        return INTERRUPTED
    finally:
        _end_evaluation(child)


def _start_evaluation(script: str | None) -> "subprocess.Popen[bytes] | None":
    """Start the evaluation, if there is one to start; what it prints goes beside the looks."""
    if script is None:
        return None
    import shlex

    try:
        return subprocess.Popen(
            shlex.split(script), stdout=2
        )  # beside the looks: standard output is for the answer
    except (OSError, ValueError) as error:
        from bakeoff.core.errors import UsageError

        raise UsageError(
            f"the evaluation cannot be started: {error}",
            where=f"--run {script!r}",
            fix="give a command as in a shell, without pipes: --run 'python evaluate.py'",
            code="BO643",
        ) from None


def _end_evaluation(child: "subprocess.Popen[bytes] | None") -> None:
    """End the evaluation that was started, gently first."""
    if child is None or child.poll() is not None:
        return
    child.terminate()
    try:
        child.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _say_look(look: "WatchedLook") -> None:
    """Say in one line what a look found."""
    at = time.strftime("%H:%M:%S")
    comparison = look.comparison
    if comparison is None or comparison.sequential is None or comparison.gate is None:
        sys.stderr.write(f"{at}  nothing to compare yet: {look.why_not}\n")
        return
    from bakeoff.render.answers.ledger import write_e_value

    pairs, noun = comparison.sequential.pairs, comparison.sequential.noun
    first = pairs[0]
    sides = (first.log10_better, first.log10_worse)
    if comparison.gate.kind is GateKind.NOT_WORSE:
        sides = (first.log10_within_margin or 0.0, first.log10_beyond_margin or 0.0)
    more = f" (the first of {write_count(len(pairs), 'pair')})" if len(pairs) > 1 else ""
    said = "undecided so far" if look.outcome is GateOutcome.UNDECIDED else str(look.outcome)
    sys.stderr.write(
        f"{at}  {write_count(first.units, noun)}, e {write_e_value(max(sides))} of "
        f"{write_e_value(first.log10_needed)}{more}: {said}\n"
    )


def _finish_watch(watch: "Watch", look: "WatchedLook", options: dict[str, Any]) -> int:
    """Show the last look, write it into the project's ledger, and return the gate's exit code."""
    from bakeoff.cli.output import say, show_comparison
    from bakeoff.render.gate import gate_text

    if look.comparison is None:
        sys.stderr.write(f"nothing to compare: {look.why_not}\n")
        return GATE_CODES[GateOutcome.UNDECIDED]
    comparison = look.comparison  # what decided stands, whatever was written since
    watch.look(write=True)
    show_comparison(comparison, explain=False, as_json=options["as_json"], quiet=options["quiet"])
    gate, sequential = comparison.gate, comparison.sequential
    if gate is None or sequential is None:
        raise ValueError("a watch without its gate")
    say(gate_text(gate, comparison))
    if gate.outcome is not GateOutcome.UNDECIDED and look.spared:
        done = write_count(sequential.pairs[0].units, sequential.noun)
        say(f"saved: {write_count(look.spared, 'item')} need not be run; {done} decided it")
    return GATE_CODES[gate.outcome]
