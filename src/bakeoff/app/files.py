"""Files that are written: checked before the work begins, whole or not at all."""

import os
from pathlib import Path
from tempfile import mkstemp

from bakeoff.core.errors import UsageError


def require_writable(path: str | Path) -> Path:
    """Return the path of a file to be written, or refuse before anything is computed."""
    target = Path(path)
    folder = target.parent
    if target.is_dir():
        raise _refusal(f"{target} is a folder, and a file is to be written", target)
    if not folder.is_dir():
        raise _refusal(f"there is no folder {folder}", target)
    if not os.access(folder, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise _refusal(f"{target} may not be written", target)
    return target


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file by renaming a finished one, so that a full disk or an interruption leaves the old one."""
    data = content.encode() if isinstance(content, str) else content
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise _refusal(f"{path} could not be written: {error.strerror}", path) from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _refusal(what: str, path: Path) -> UsageError:
    return UsageError(what, where=str(path), fix="name a file in a folder that may be written", code="BO410")
