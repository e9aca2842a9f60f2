"""Two releases to a `Diff`: match, then say of every pair what happened to it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap

from comprules.diff.classify import Comparison
from comprules.diff.glossary import (
    broken_entries,
    compare_glossary,
    compare_keywords,
    compare_parts,
    compare_vocabularies,
)
from comprules.diff.matching import match
from comprules.diff.model import Change, Diff, Renumbering
from comprules.diff.positions import Positions
from comprules.diff.shifts import shifts
from comprules.diff.splits import divide
from comprules.diff.weights import Weights
from comprules.release import Release

_HARDLY = 0.2  # of the rules of the larger side: fewer pairs mean that the two are no releases of one document
ORDER = ("added", "removed", "split", "merged", "edited", "moved", "references", "typography", "renumbered")


def diff(old: Release, new: Release, pins: Iterable[tuple[str, str]] = ()) -> Diff:
    """Compare two releases. `pins` are pairs of numbers, old and new, that the caller knows to belong together.

    Raises NotFoundError for a pin that names a number which its release does not have.
    """
    before, after = Positions(old), Positions(new)
    weigh = Weights(before, after)
    pairs, divisions = divide(before, after, weigh, match(before, after, weigh, pins))
    comparison = Comparison(before, after, pairs, divisions)
    changes = comparison.changes()
    return Diff(
        old=old,
        new=new,
        parents=tuple(after.parents),
        pairs=pairs,
        summary=_summary(changes),
        changes=changes,
        divisions=divisions,
        renumbered=tuple(starmap(Renumbering, comparison.renumbered())),
        shifts=shifts(before, after, comparison.forward),
        glossary=compare_glossary(old, new, comparison.became),
        keywords=compare_keywords(old, new, comparison.became),
        vocabularies=compare_vocabularies(old, new),
        parts=compare_parts(old.document, new.document),
        broken=(*comparison.broken(), *broken_entries(old, new)),
        warnings=tuple(_warnings(old, new, len(pairs))),
    )


def _summary(changes: tuple[Change, ...]) -> dict[str, int]:
    counts = dict.fromkeys(ORDER, 0)
    for change in changes:
        counts[change.kind] += 1
    return counts


def _warnings(old: Release, new: Release, pairs: int) -> Iterable[str]:
    if old.document.family != new.document.family:
        yield f"the two are of different families: {old.document.family} and {new.document.family}"
    if pairs < _HARDLY * max(len(old.index.nodes), len(new.index.nodes)):
        yield f"the two hardly match: {pairs} pairs among {len(old.index.nodes)} and {len(new.index.nodes)} rules"
    before, after = old.document.effective, new.document.effective
    if before and after and before > after:
        yield f"the old release ({before}) is later than the new one ({after}); are they swapped?"
