"""One worker: reads a job, does it, answers; over and over. It never sees a token, a cookie or another person."""

import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from errno import EDQUOT, EFBIG, ENOSPC
from typing import Any, BinaryIO

from bakeoff.core.errors import BakeoffError
from bakeoff.core.progress import Listener, Progress, listen
from bakeoff.web.messages import Message, pack_message, receive_message
from bakeoff.web.refusals import Refusal, as_refusal, make_refusal

Job = Callable[[Mapping[str, Any], Sequence[bytes]], Message]


def main() -> None:
    """Serve jobs from standard input until it closes; the argument is the memory in bytes that may be used."""
    _limit_memory(int(sys.argv[1]))
    _lower_priority()
    answers = _private_output()
    from bakeoff.web.worker.jobs import JOBS

    answers.write(
        pack_message(Message({"ready": True}))
    )  # what is loaded does not count against anybody's time
    answers.flush()
    while (message := receive_message(sys.stdin.buffer)) is not None:
        with listen(_progress_sender(answers)):
            answer = _do_job(message, JOBS)
        answers.write(pack_message(answer))
        answers.flush()


def _progress_sender(answers: BinaryIO) -> Listener:
    """Return who sends the news of a job ahead of its answer."""

    def tell(progress: Progress) -> None:
        news = {"stage": progress.stage, "share": progress.share}
        answers.write(pack_message(Message({"progress": news})))
        answers.flush()

    return tell


def _do_job(message: Message, jobs: Mapping[str, Job]) -> Message:
    fields = dict(message.fields)
    try:
        return jobs[fields.pop("job")](fields, message.parts)
    except Refusal as refusal:
        return Message({"refusal": refusal.as_fields()})
    except BakeoffError as error:
        return Message({"refusal": as_refusal(error).as_fields()})
    except MemoryError:
        return Message({"refusal": _memory_refusal().as_fields()})
    except OSError as error:
        if error.errno not in (ENOSPC, EDQUOT, EFBIG):
            return _mistake()
        return Message({"refusal": _full_refusal().as_fields()})
    except Exception:
        return _mistake()


def _mistake() -> Message:
    traceback.print_exc()  # to the terminal of whoever started the server; the page says no more than that
    return Message({"refusal": _mistake_refusal().as_fields()})


def _memory_refusal() -> Refusal:
    return make_refusal(
        422,
        "this needs more memory than a request may use",
        where="this server",
        fix="give fewer rows, use the command line, or start with --memory-limit",
        code="BO505",
    )


def _full_refusal() -> Refusal:
    return make_refusal(
        507,
        "the disk is full where this server keeps what it works on",
        where="the folder of temporary files of this server",
        fix="make room there, or name another folder with TMPDIR when you start it, and give the file again",
        code="BO447",
    )


def _mistake_refusal() -> Refusal:
    return make_refusal(
        500,
        "bakeoff has made a mistake; what happened is on the terminal that serves this page",
        where="this server",
        fix="report it with what is printed there",
        code="BO516",
    )


def _limit_memory(most: int) -> None:
    if most <= 0:
        return
    with suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _lower_priority() -> None:
    """Let the page itself, and the browser that shows it, go first where cores are few."""
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(5)


def _private_output() -> BinaryIO:
    """Return the pipe of answers, and send whatever else is printed to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    main()
