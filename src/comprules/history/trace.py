"""Files to a `History`: read them in the order of their dates, compare neighbours, compose, settle doubts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from comprules.archive.kept import compare
from comprules.archive.many import Reader, Report, Workers
from comprules.history.compose import Chain
from comprules.history.doubts import settle, span
from comprules.history.model import History, Lineage
from comprules.history.strands import Strand


def trace(
    paths: Sequence[str], count: int | None = None, report: Report | None = None, reader: Reader | None = None
) -> History:
    """The lineages of the releases at `paths`, taken oldest first by their dates, of equal dates as given.

    `count` is how many processes work, by default as many as are worth it; the result is the same for any. `reader`
    reads the files, for who needs some of them again. Raises UnreadableError and NotRulesError for what is no release.
    """
    reader = reader or Reader()
    with Workers(count, report) as workers:
        workers.read(paths, comparing=True)
        ordered = sorted(paths, key=lambda path: reader.read(path).effective or "")
        wanted = [(ordered[at], ordered[to]) for at, to in _pairs(len(ordered))]
        workers.compare(wanted)
        chain = Chain()
        chain.begin(reader.read(ordered[0]))
        for at, (old, new) in enumerate(pairwise(ordered), 1):
            chain.step(reader.read(new), compare(reader.read(old), reader.read(new)))
            first = span(at)
            if first is not None:
                settle(chain, first, compare(reader.read(ordered[first]), reader.read(new)))
    return History(tuple(chain.issues), tuple(_lineages(chain)))


def _pairs(count: int) -> Iterator[tuple[int, int]]:
    """The pairs of releases that are compared, neighbours first, so that workers take up what is at hand."""
    yield from pairwise(range(count))
    yield from ((first, at) for at in range(count) if (first := span(at)) is not None)


def _lineages(chain: Chain) -> Iterator[Lineage]:
    """The strands in the order of the newest release that has them, rules before terms."""
    for of, tables in (("rule", chain.rules), ("glossary", chain.terms)):
        done: set[int] = set()
        for table in reversed(tables):
            for found in table:
                if found not in done:
                    done.add(found)
                    yield _lineage(chain.strands[found], len(chain.issues), of == "rule")


def _lineage(strand: Strand, releases: int, is_rule: bool) -> Lineage:
    numbers = [*[None] * strand.first, *strand.numbers]
    return Lineage(
        id=strand.id,
        title=strand.now.title,
        numbers=(*numbers, *[None] * (releases - len(numbers))),
        events=tuple(strand.events),
        of="rule" if is_rule else "glossary",
        now=strand.now,
        doubts=tuple(strand.doubts),
    )
