"""Many releases at once, over the cores: what will be needed is made by workers, who leave it in the cache in use.

    with prepared(paths, pairs=True):    # parsed and compared by now
        for path in paths:
            release = read(path)

Workers only make what the cache does not have; the process that asked then reads everything in its own order, so that
the results are the same bytes for any number of workers. What fails in a worker fails again, and is told, there.
"""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from comprules.archive.kept import compare, read, release_of
from comprules.cache import Cache, in_use, use
from comprules.errors import CompRulesError
from comprules.loader import name_of, read_bytes
from comprules.release import Release

Report = Callable[[str, int, int], None]  # what is being made, how many are done, how many there are

_WORTH = 300_000  # bytes to parse for each worker: below, a process takes longer to start than it saves
_RUN = 4  # neighbouring comparisons that one worker makes in turn, so that most releases are decoded once


class Reader:
    """Releases by the name of their file; the last ones stay at hand. `-` is read once."""

    def __init__(self) -> None:
        self._known: dict[str, Release] = {}
        self._input: bytes | None = None

    def read(self, path: str) -> Release:
        """The release at `path`. Raises UnreadableError and NotRulesError."""
        if path not in self._known:
            if len(self._known) >= 2:
                del self._known[next(iter(self._known))]
            if path == "-":
                self._input = read_bytes(path) if self._input is None else self._input
                self._known[path] = release_of(self._input, name_of(path))
            else:
                self._known[path] = read(path)
        return self._known[path]


def workers_for(sizes: Iterable[int], cores: int | None = None) -> int:
    """How many processes are worth starting to parse files of these sizes, in bytes, on so many cores; 1: none."""
    sizes = list(sizes)
    return max(1, min(cores or os.cpu_count() or 1, len(sizes), sum(sizes) // _WORTH))


@contextmanager
def prepared(
    paths: Sequence[str], pairs: bool, workers: int | None = None, report: Report | None = None
) -> Iterator[None]:
    """A cache in use that has the releases at `paths` and, if `pairs`, the comparisons of neighbours.

    `workers` processes make what is missing, by default as many as are worth it. Where no cache is in use, a temporary
    one is until the end of the block. What cannot be read is left out: whoever reads it then is told.
    """
    before = in_use()
    with tempfile.TemporaryDirectory(prefix="comprules-") as folder:
        if before is None or not before.is_usable():
            use(Cache(folder))
        try:
            _make(paths, pairs, workers, report or (lambda what, done, total: None))
            yield
        finally:
            use(before)


def _make(paths: Sequence[str], pairs: bool, workers: int | None, report: Report) -> None:
    cache = in_use()
    assert cache is not None
    files = [path for path in dict.fromkeys(paths) if path != "-"]
    digests = {path: digest for path in files if (digest := _digest(path))}
    missing = [path for path in digests if not cache.has("document", (digests[path],))]
    steps = [
        (old, new)
        for old, new in pairwise(paths)
        if pairs and old in digests and new in digests and not cache.has("comparison", (digests[old], digests[new]))
    ]
    touched = list(dict.fromkeys([*missing, *(path for step in steps for path in step)]))
    count = workers or workers_for(os.path.getsize(path) for path in touched)
    if count < 2 or not (missing or steps):
        return
    runs = [steps[at : at + _RUN] for at in range(0, len(steps), _RUN)]
    with _pool(count, cache) as run:
        reading = touched if pairs else missing
        for done, _ in enumerate(run(_parse_for_comparing if pairs else _parse, reading), 1):
            report("reading", done, len(reading))
        for done, _ in enumerate(run(_compare, runs), 1):
            report("comparing", min(done * _RUN, len(steps)), len(steps))


def _digest(path: str) -> str | None:
    import hashlib

    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except CompRulesError:
        return None


@contextmanager
def _pool(count: int, cache: Cache) -> Iterator[Callable[..., Iterator[None]]]:
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(count, initializer=_begin, initargs=(cache.folder, cache.limit))
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(folder: str, limit: int) -> None:
    """Start a worker: it keeps to the cache it is given, and leaves the interrupt key to the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use(Cache(folder, limit))


def _parse(path: str) -> None:
    """Keep the tree of a release."""
    try:
        read(path)
    except CompRulesError:
        return


def _parse_for_comparing(path: str) -> None:
    """Keep the tree of a release and the tables that a comparison reads."""
    try:
        release = read(path)
        assert release.references is not None
        assert release.keywords is not None
    except CompRulesError:
        return


def _compare(steps: Sequence[tuple[str, str]]) -> None:
    reader = Reader()
    for old, new in steps:
        try:
            compare(reader.read(old), reader.read(new))
        except CompRulesError:
            continue
