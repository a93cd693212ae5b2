"""The file that makes a folder a project: `bakeoff.toml`, in the working folder or above it."""

from pathlib import Path

FILE = "bakeoff.toml"


def find_project_file() -> Path | None:
    """Return the file of the project that the working folder belongs to; None where there is none."""
    try:
        here = Path.cwd().resolve()
    except OSError:
        return None  # the working folder is gone
    return next((folder / FILE for folder in (here, *here.parents) if (folder / FILE).is_file()), None)
