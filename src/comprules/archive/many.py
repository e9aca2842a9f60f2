"""Many releases at once, over the cores: what will be needed is made by workers, who leave it in the cache in use.

    with Workers() as workers:
        workers.read(paths)              # parsed by now
        workers.compare(pairs)           # compared by now
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
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from comprules.archive.kept import compare, read, release_of
from comprules.cache import Cache, in_use, use
from comprules.errors import CompRulesError
from comprules.loader import name_of, read_bytes
from comprules.release import Release

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from types import TracebackType

Report = Callable[[str, int, int], None]  # what is being made, how many are done, how many there are
Pair = tuple[str, str]

_WORTH = 300_000  # bytes to parse for each worker: below, a process takes longer to start than it saves
_RUN = 4  # comparisons that one worker makes in turn, so that most releases are decoded once
_AT_HAND = 3  # releases: the two of a comparison, and the one before, which a direct comparison goes back to


class Reader:
    """Releases by the name of their file; the last ones stay at hand. `-` is read once."""

    def __init__(self) -> None:
        self._known: dict[str, Release] = {}
        self._input: bytes | None = None

    def read(self, path: str) -> Release:
        """The release at `path`. Raises UnreadableError and NotRulesError."""
        found = self._known.pop(path, None)
        if found is None and path == "-":
            self._input = read_bytes(path) if self._input is None else self._input
            found = release_of(self._input, name_of(path))
        self._known[path] = found or read(path)
        if len(self._known) > _AT_HAND:
            del self._known[next(iter(self._known))]
        return self._known[path]


def workers_for(sizes: Iterable[int], cores: int | None = None) -> int:
    """How many processes are worth starting to parse files of these sizes, in bytes, on so many cores; 1: none."""
    sizes = list(sizes)
    return max(1, min(cores or os.cpu_count() or 1, len(sizes), sum(sizes) // _WORTH))


class Workers:
    """Processes that read and compare releases into the cache in use; started when they are worth it.

    `count` is how many, by default as many as `workers_for` gives. Where no cache is in use, a temporary one is until
    the end of the block. `report` is told of the progress.
    """

    def __init__(self, count: int | None = None, report: Report | None = None) -> None:
        self._count = count
        self._report = report or (lambda what, done, total: None)
        self._open = ExitStack()
        self._pool: Executor | None = None

    def __enter__(self) -> Workers:
        before = in_use()
        self._open.callback(use, before)
        if before is None or not before.is_usable():
            use(Cache(self._open.enter_context(tempfile.TemporaryDirectory(prefix="comprules-"))))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def read(self, paths: Iterable[str], comparing: bool = False) -> None:
        """Parse what is not kept yet; with the tables that a comparison reads if `comparing`."""
        wanted = [path for path in dict.fromkeys(paths) if path != "-"]
        missing = [path for path in wanted if not _is_kept("document", path)]
        self._run(missing, [[path] for path in missing], _parse_for_comparing if comparing else _parse, "reading")

    def compare(self, pairs: Iterable[Pair]) -> None:
        """Compare the pairs, old and new, that are not kept yet."""
        missing = [pair for pair in dict.fromkeys(pairs) if "-" not in pair and not _is_kept("comparison", *pair)]
        runs = [missing[at : at + _RUN] for at in range(0, len(missing), _RUN)]
        self._run([new for _, new in missing], runs, _compare, "comparing")

    def _run(
        self, paths: Sequence[str], runs: Sequence[Sequence[object]], work: Callable[..., None], what: str
    ) -> None:
        count = self._count or workers_for(_size(path) for path in paths)
        if count < 2 or not runs:
            return
        from concurrent.futures import BrokenExecutor

        done, total = 0, sum(map(len, runs))
        try:
            for run, _ in zip(runs, self._started(count).map(work, runs), strict=True):
                done += len(run)
                self._report(what, done, total)
        except (BrokenExecutor, NotImplementedError, OSError):
            return  # no processes here, or one was stopped: what is missing is made by whoever asks for it

    def _started(self, count: int) -> Executor:
        if self._pool is None:
            self._pool = self._open.enter_context(_pool(count))
        return self._pool


@contextmanager
def _pool(count: int) -> Iterator[Executor]:
    from concurrent.futures import ProcessPoolExecutor

    cache = in_use()
    assert cache is not None
    pool = ProcessPoolExecutor(count, initializer=_begin, initargs=(cache.folder, cache.limit))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _is_kept(kind: str, *paths: str) -> bool:
    """Whether the cache has an entry for the contents of these files; also true of files that cannot be read."""
    import hashlib

    cache = in_use()
    try:
        return cache is None or cache.has(kind, tuple(hashlib.sha256(read_bytes(path)).hexdigest() for path in paths))
    except CompRulesError:
        return True


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _begin(folder: str, limit: int) -> None:
    """Start a worker: it keeps to the cache it is given, and leaves the interrupt key to the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use(Cache(folder, limit))


def _parse(paths: Sequence[str]) -> None:
    """Keep the trees of some releases."""
    for path in paths:
        try:
            read(path)
        except CompRulesError:
            continue


def _parse_for_comparing(paths: Sequence[str]) -> None:
    """Keep the trees of some releases and the tables that a comparison reads."""
    for path in paths:
        try:
            release = read(path)
            assert release.references is not None
            assert release.keywords is not None
        except CompRulesError:
            continue


def _compare(pairs: Sequence[Pair]) -> None:
    reader = Reader()
    for old, new in pairs:
        try:
            compare(reader.read(old), reader.read(new))
        except CompRulesError:
            continue
