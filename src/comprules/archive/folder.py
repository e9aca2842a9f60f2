"""The archive: a folder of releases known by their content. The names of its files mean nothing.

    archive = Archive("releases")
    archive.add(content, "MagicCompRules.txt")      # "magic-2026-04-17-2848fb48.txt", or the file that has it already
    archive.find("latest")                          # the path of the newest release; also "previous" and dates

A file is a release if it reads as one; its date is the one that its text states. Several files of one date are editions
of it. Where a date alone is asked for, the edition that was added last counts.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator

import msgspec

from comprules.archive.kept import encode, release_of
from comprules.archive.many import Workers
from comprules.archive.names import LATEST, PREVIOUS, split
from comprules.cache import in_use
from comprules.errors import CompRulesError, NotFoundError, UnreadableError
from comprules.loader import read_bytes

_SETTLED = 2.0  # seconds: a file changed more recently may change again without its time telling


class Edition(msgspec.Struct, frozen=True):
    """A file of the archive: its name there, what its content is, and the reason if it is no release."""

    file: str
    sha256: str
    bytes: int
    added: float
    family: str | None
    title: str | None
    effective: str | None
    problem: str | None


class _Seen(msgspec.Struct, frozen=True, array_like=True):
    """A file as it was when its edition was read; while this is the same, it is not read again."""

    size: int
    time: int
    node: int
    edition: Edition

    def is_of(self, state: os.stat_result) -> bool:
        """Whether a file in this state is the one that was read."""
        return (self.size, self.time, self.node) == (state.st_size, state.st_mtime_ns, state.st_ino)


class Archive:
    """The releases in `folder`, which is made when the first is added."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def editions(self) -> tuple[Edition, ...]:
        """Every file, oldest release first; of one date the one added last comes last; no releases at the end."""
        known = self._known()
        states = dict(self._files())
        seen = {name: known[name] for name, state in states.items() if name in known and known[name].is_of(state)}
        fresh = [name for name in states if name not in seen]
        with Workers() as workers:
            workers.read(os.path.join(self.folder, name) for name in fresh)
            for name in fresh:
                state = states[name]
                seen[name] = _Seen(state.st_size, state.st_mtime_ns, state.st_ino, self._read(name, state))
        if fresh or seen.keys() != known.keys():
            self._keep(seen)
        return tuple(sorted((each.edition for each in seen.values()), key=_order))

    def releases(self) -> tuple[Edition, ...]:
        """The editions that are releases; of files with the same content the first."""
        found = {each.sha256: each for each in reversed(self.editions()) if each.problem is None}
        return tuple(reversed(found.values()))

    def path(self, edition: Edition) -> str:
        """The path of the file of an edition."""
        return os.path.join(self.folder, edition.file)

    def find(self, name: str) -> str:
        """The path of `latest`, of `previous` (the date before it), or of a date (`2026-04-17`).

        `2026-04-17/2848fb` is the edition of that date whose sha256 begins so; `magic:latest` the newest of that
        family, which an archive of several needs. Raises NotFoundError, naming the nearest dates, for what the archive
        does not have, ValueError for what is no such name.
        """
        return self.path(self._edition(name))

    def add(self, content: bytes, name: str) -> tuple[Edition, bool]:
        """Keep a release; gives its edition and whether it is new here.

        Raises UnreadableError and NotRulesError for what is no release, and for a folder that cannot be written.
        """
        release = release_of(content, name)
        for known in self.editions():
            if known.sha256 == release.sha256:
                return known, False
        document = release.document
        file = f"{document.family}-{document.effective or 'undated'}-{release.sha256[:8]}.txt"
        path = os.path.join(self.folder, file)
        try:
            os.makedirs(self.folder, exist_ok=True)
            _write(path, content)
            state = os.stat(path)
        except OSError as error:
            raise UnreadableError(f"{self.folder}: cannot be written: {error.strerror}") from None
        return self._read(file, state), True

    def _edition(self, name: str) -> Edition:
        family, when, digits = split(name)
        dated = [each for each in self.releases() if each.effective and family in (None, each.family)]
        families = sorted({str(each.family) for each in dated})
        dates = list(dict.fromkeys(str(each.effective) for each in dated))
        if not dates:
            raise NotFoundError(f"{name}: the archive {self.folder} has no such release; see `comprules archive list`")
        if len(families) > 1 and when in (LATEST, PREVIOUS):
            near = tuple(f"{each}:{when}" for each in families)
            raise NotFoundError(f"{name}: the archive {self.folder} has releases of several families", near)
        if when == PREVIOUS and len(dates) == 1:
            raise NotFoundError(f"{name}: the archive {self.folder} has one date only, {dates[0]}")
        wanted = {LATEST: dates[-1], PREVIOUS: dates[-2] if len(dates) > 1 else ""}.get(when, when)
        found = [each for each in dated if each.effective == wanted and each.sha256.startswith(digits)]
        if not found:
            near = tuple(sorted(sorted(dates, key=lambda date: _days_apart(date, wanted))[:3]))
            raise NotFoundError(f"{name}: no such release in the archive {self.folder}", near)
        return found[-1]

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        """The name and state of every file that is not hidden, in the order of the names."""
        try:
            with os.scandir(self.folder) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        except OSError as error:
            raise UnreadableError(f"{self.folder}: cannot be read: {error.strerror}") from None
        for entry in entries:
            try:
                if entry.is_file() and not entry.name.startswith("."):
                    yield entry.name, entry.stat()
            except FileNotFoundError:
                continue  # removed meanwhile

    def _read(self, file: str, state: os.stat_result) -> Edition:
        path = os.path.join(self.folder, file)
        content = b""
        try:
            content = read_bytes(path)
            release = release_of(content, file)
        except CompRulesError as error:
            reason = str(error).removeprefix(f"{file}: ").removeprefix(f"{path}: ")
            return Edition(file, _sha256(content), state.st_size, state.st_mtime, None, None, None, reason)
        found = release.document
        facts = found.family, found.title, found.effective
        return Edition(file, release.sha256, state.st_size, state.st_mtime, *facts, None)

    def _known(self) -> dict[str, _Seen]:
        cache = in_use()
        data = cache.get("folder", (os.path.realpath(self.folder),)) if cache else None
        try:
            return msgspec.msgpack.decode(data, type=dict[str, _Seen]) if data else {}
        except msgspec.MsgspecError:
            return {}

    def _keep(self, seen: dict[str, _Seen]) -> None:
        cache = in_use()
        if cache:
            now = time.time()
            settled = {name: each for name, each in seen.items() if now - each.time / 1e9 > _SETTLED}
            cache.put("folder", (os.path.realpath(self.folder),), encode(settled))


def _order(edition: Edition) -> tuple[bool, str, float, str, str]:
    return edition.problem is not None, edition.effective or "", edition.added, edition.sha256, edition.file


def _days_apart(date: str, wanted: str) -> int:
    from datetime import date as day

    try:
        return abs((day.fromisoformat(date) - day.fromisoformat(wanted)).days)
    except ValueError:
        return 0


def _sha256(content: bytes) -> str:
    import hashlib

    return hashlib.sha256(content).hexdigest()


def _write(path: str, content: bytes) -> None:
    """Write a file whole or not at all; drafts begin with a dot, and are never taken for releases."""
    folder, name = os.path.split(path)
    draft = os.path.join(folder, f".{name}.{os.getpid()}.{secrets.token_hex(4)}.draft")
    try:
        with open(draft, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # a release is kept for good, unlike an entry of the cache
        os.replace(draft, path)
    except BaseException:
        if os.path.exists(draft):
            os.unlink(draft)
        raise
