"""What a folder lies on, as far as a database must know."""

import os
from pathlib import Path

_NETWORK = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "glusterfs", "gpfs", "lustre", "nfs", "nfs4", "ocfs2"}
) | {
    *("orangefs", "panfs", "smb2", "smb3", "smbfs", "fuse.glusterfs", "fuse.s3fs", "fuse.sshfs"),
}
_MOUNTS = Path("/proc/self/mounts")


def is_shared_by_network(path: Path, *, mounts: str | None = None) -> bool:
    """Tell whether other machines may write to the same files: SQLite's WAL cannot be shared with those.

    Parameters
    ----------
    path
        A file, there or not.
    mounts
        The table of mounts in the form of fstab(5); that of this process where None.
    """
    table = _read(_MOUNTS) if mounts is None else mounts
    found, kind = "", ""
    for line in table.splitlines():
        folder, fstype = [*line.split(" "), "", "", ""][1:3]
        folder = folder.replace("\\040", " ")
        if len(folder) >= len(found) and _holds(folder, path):
            found, kind = folder, fstype
    return kind in _NETWORK


def _holds(folder: str, path: Path) -> bool:
    whole = os.path.realpath(path)
    return folder == "/" or whole == folder or whole.startswith(f"{folder}/")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
