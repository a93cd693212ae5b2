"""Files that are written: checked before the work begins, whole or not at all."""

import os
from collections.abc import Iterable
from os.path import isfile
from pathlib import Path
from tempfile import mkstemp

from bakeoff.core.errors import UsageError
from bakeoff.render.paper.document import MADE_BY


def require_writable(path: str | Path) -> Path:
    """Return the path of a file to be written, or refuse before anything is computed."""
    target = Path(path)
    folder = target.parent
    if unusable := _why_unusable(target):
        raise _unwritable_error(unusable, target)
    if target.is_dir():
        raise _unwritable_error(f"{target} is a folder, and a file is to be written", target)
    if not folder.is_dir():
        raise _unwritable_error(f"there is no folder {folder}", target)
    if not os.access(folder, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise _unwritable_error(f"{target} may not be written", target)
    return target


def require_apart(outputs: Iterable[str | Path], evidence: Iterable[str]) -> None:
    """Refuse to write over a file that is read: a table of scores is more than one comparison of it."""
    inputs = [each for each in evidence if isfile(each)]  # False for whatever is no name at all, too
    for output in map(Path, outputs):
        if isfile(output) and any(output.samefile(each) for each in inputs):
            raise UsageError(
                f"{output} holds the evidence, and is not overwritten",
                where=str(output),
                fix="give the output another name",
                code="BO410",
            )


def require_folder(path: str | Path) -> Path:
    """Return the path of a folder to be written into, or refuse before anything is computed.

    The folder need not exist; the nearest one above it that does must take new ones.
    """
    target = Path(path)
    if unusable := _why_unusable(target):
        raise _folder_refusal(unusable, target)
    existing = next((p for p in (target, *target.absolute().parents) if p.exists()), Path())
    if not existing.is_dir():
        raise _folder_refusal(f"{existing} is a file, and a folder is needed", target)
    if not os.access(existing, os.W_OK | os.X_OK):
        raise _folder_refusal(f"{existing} may not be written into", target)
    return target


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file by renaming a finished one, so that a full disk or an interruption leaves the old one."""
    data = content.encode() if isinstance(content, str) else content
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o666 & ~_read_umask())
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise _unwritable_error(f"{path} could not be written: {error.strerror}", path) from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _why_unusable(target: Path) -> str:
    """Why the system takes no such name (too long, a circle of links, a zero byte), or nothing."""
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        return f"{target} cannot be written: {error.strerror}"
    except ValueError as error:
        return f"{str(target)!r} is no name of a file: {error}"
    return ""


def _read_umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _unwritable_error(what: str, path: Path) -> UsageError:
    return UsageError(what, where=str(path), fix="name a file in a folder that may be written", code="BO410")


def _folder_refusal(what: str, path: Path) -> UsageError:
    return UsageError(what, where=str(path), fix="name a folder that may be written into", code="BO411")


def require_own_file(path: Path) -> None:
    """Refuse to write over somebody's own manuscript or bibliography, which may well have the name of the kit."""
    if path.suffix.lower() not in (".tex", ".bib") or not path.is_file() or not path.stat().st_size:
        return
    with path.open("rb") as file:
        ours = file.read(len(MADE_BY)) == MADE_BY.encode()
    if not ours:
        raise UsageError(
            f"{path} is there already and was not made by bakeoff, so it is not overwritten",
            where=str(path),
            fix="give what is written here another name",
            code="BO410",
        )
