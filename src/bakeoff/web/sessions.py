"""Visitors and what they have uploaded: each sees what is theirs, in memory, and nothing else."""

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe

from bakeoff.web.refusals import make_refusal

MOST_SESSIONS = 1_000


@dataclass(frozen=True, slots=True)
class UploadedFiles:
    """Files as they were uploaded, under the digest that finds them again."""

    names: tuple[str, ...]
    parts: tuple[bytes, ...]

    @property
    def digest(self) -> str:
        """The digest of names and contents."""
        digest_so_far = sha256()
        for name, part in zip(self.names, self.parts, strict=True):
            digest_so_far.update(sha256(name.encode()).digest() + sha256(part).digest())
        return f"sha256:{digest_so_far.hexdigest()}"

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(map(len, self.parts))


class Sessions:
    """The visitors of one server; the ones who were away longest are forgotten first."""

    def __init__(self, *, most_bytes: int) -> None:
        self._most = most_bytes
        self._known: OrderedDict[str, str] = OrderedDict()  # the key of each
        self._kept: OrderedDict[tuple[str, str], UploadedFiles] = OrderedDict()
        self._size = 0

    def begin(self) -> str:
        """Return a new session, by a name that nobody can guess."""
        name = token_urlsafe(24)
        self._known[name] = token_urlsafe(24)
        while len(self._known) > MOST_SESSIONS:
            self._forget(self._known.popitem(last=False)[0])
        return name

    def knows(self, name: str) -> bool:
        """Say whether a session was begun here."""
        if name not in self._known:
            return False
        self._known.move_to_end(name)
        return True

    def key_of(self, name: str) -> str:
        """Return the key of a session: what its pages know, and whoever only receives its cookie does not."""
        return self._known[name]

    def keep(self, session: str, evidence: UploadedFiles) -> str:
        """Keep evidence for a session, and return its digest."""
        at = session, evidence.digest
        if at not in self._kept:
            self._kept[at] = evidence
            self._size += evidence.size
        self._kept.move_to_end(at)
        while self._size > self._most and len(self._kept) > 1:
            self._size -= self._kept.popitem(last=False)[1].size
        return at[1]

    def find(self, session: str, digest: str) -> UploadedFiles:
        """Return what a session has uploaded under a digest."""
        files = self._kept.get((session, digest))
        if files is None:
            raise make_refusal(
                404,
                "nothing is kept under this digest: the server was started anew, or it was another visitor's",
                where=digest,
                fix="give the table again",
                code="BO506",
            )
        return files

    def _forget(self, session: str) -> None:
        for at in [at for at in self._kept if at[0] == session]:
            self._size -= self._kept.pop(at).size
