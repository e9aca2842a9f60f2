"""What is exported: releases in the order of their dates, read when they are asked for, and what is known across them.

    shelf = Shelf(["new.txt", "old.txt"])
    shelf.newest.document.title
    [diff.summary for diff in shelf.diffs()]    # of neighbours, old to new
    shelf.history.lineages                      # every rule through all of them

Releases and comparisons come from the cache in use where it has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from comprules.archive.kept import compare
from comprules.archive.many import Reader, Report, Workers
from comprules.errors import NotFoundError

if TYPE_CHECKING:
    from comprules.diff.model import Diff
    from comprules.history.model import History
    from comprules.release import Release


class Shelf:
    """Some releases, oldest first by their dates, of equal dates as given; copies of one are taken once.

    `paths` are the files; `since` names the one of them, or another file, that an export of what is new begins after.
    `workers` is how many processes read and compare, by default as many as are worth it; what is exported is the same
    for any. Raises UnreadableError and NotRulesError for what is no release.
    """

    def __init__(
        self, paths: Sequence[str], workers: int | None = None, report: Report | None = None, since: str | None = None
    ) -> None:
        self._reader = Reader()
        self._workers, self._report = workers, report
        self.since = since
        with Workers(workers, report) as pool:
            pool.read(paths)
            once = {self._reader.read(path).sha256: path for path in reversed(paths)}
            kept = [path for path in dict.fromkeys(paths) if once[self._reader.read(path).sha256] == path]
            self.paths = tuple(sorted(kept, key=lambda path: self._reader.read(path).effective or ""))

    def __len__(self) -> int:
        return len(self.paths)

    def __iter__(self) -> Iterator[Release]:
        return map(self._reader.read, self.paths)

    def __getitem__(self, at: int) -> Release:
        return self._reader.read(self.paths[at])

    @property
    def newest(self) -> Release:
        """The release with the latest date."""
        return self[-1]

    @cached_property
    def history(self) -> History:
        """Every rule and glossary entry through all releases; its releases are those of the shelf, in their order."""
        return self.history_up_to(len(self))

    def history_up_to(self, count: int) -> History:
        """The history of the first `count` releases alone, as it was before the others were known."""
        from comprules.history.trace import trace

        return trace(self.paths[:count], self._workers, self._report, self._reader)

    def diffs(self) -> Iterator[Diff]:
        """The comparisons of neighbours, oldest first."""
        for at in range(1, len(self)):
            yield compare(self[at - 1], self[at])

    def diff(self) -> Diff | None:
        """The comparison of the two newest releases, None where there is only one."""
        return compare(self[-2], self[-1]) if len(self) > 1 else None

    def label(self, at: int) -> str:
        """The date of a release, or its name if it states none."""
        release = self[at]
        return release.effective or release.name

    def position(self, path: str) -> int | None:
        """Where the release at `path` stands among these, None if it is none of them."""
        wanted = self._reader.read(path).sha256
        return next((at for at, each in enumerate(self) if each.sha256 == wanted), None)

    def older(self) -> Release:
        """The release that `since` names. Raises NotFoundError if nothing is named."""
        if self.since is None:
            raise NotFoundError("no older release is named")
        return self._reader.read(self.since)
