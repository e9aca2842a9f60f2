"""Two releases to a `Diff`: match, then say of every pair what happened to it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap

from comprules.diff.chapters import compare_chapters, find_swaps
from comprules.diff.classify import Comparison
from comprules.diff.glossary import broken_entries, compare_glossary
from comprules.diff.keywords import compare_keywords
from comprules.diff.kinds import summarize
from comprules.diff.lists import compare_lists
from comprules.diff.matching import match
from comprules.diff.model import Diff, Renumbering
from comprules.diff.parts import compare_parts
from comprules.diff.replacements import find_replacements
from comprules.diff.shifts import shifts
from comprules.diff.splits import divide
from comprules.diff.stories import Told, find_stories
from comprules.diff.weights import Weights
from comprules.release import Release

_HARDLY = 0.2  # of the rules of the larger side: fewer pairs mean that the two are no releases of one document


def diff(old: Release, new: Release, pins: Iterable[tuple[str, str]] = ()) -> Diff:
    """Compare two releases. `pins` are pairs of numbers, old and new, that the caller knows to belong together.

    Raises NotFoundError for a pin that names a number which its release does not have.
    """
    before, after = old.positions, new.positions
    weigh = Weights(before, after)
    pairs, divisions = divide(before, after, weigh, match(before, after, weigh, pins))
    comparison = Comparison(before, after, pairs, divisions)
    changes = comparison.changes()
    lists = compare_lists(old, new, comparison.was, comparison.into)
    entries = compare_glossary(old, new, comparison.became)
    keywords = compare_keywords(old, new, comparison.became, lists)
    chapters = compare_chapters(before, after, comparison.forward)
    return Diff(
        old=old,
        new=new,
        parents=tuple(after.parents),
        pairs=pairs,
        summary=summarize(changes),
        changes=changes,
        divisions=divisions,
        renumbered=tuple(starmap(Renumbering, comparison.renumbered())),
        shifts=shifts(before, after, comparison.forward),
        glossary=entries,
        keywords=keywords,
        vocabularies=lists,
        chapters=chapters,
        swaps=find_swaps(before, after, comparison.forward),
        replacements=find_replacements(changes),
        stories=find_stories(Told(changes, entries, keywords, lists, chapters), after),
        parts=compare_parts(old.document, new.document),
        broken=(*comparison.broken(), *broken_entries(old, new)),
        warnings=tuple(_warnings(old, new, len(pairs))),
    )


def _warnings(old: Release, new: Release, pairs: int) -> Iterable[str]:
    if old.document.family != new.document.family:
        yield f"the two are of different families: {old.document.family} and {new.document.family}"
    if pairs < _HARDLY * max(len(old.index.nodes), len(new.index.nodes)):
        yield f"the two hardly match: {pairs} pairs among {len(old.index.nodes)} and {len(new.index.nodes)} rules"
    before, after = old.document.effective, new.document.effective
    if before and after and before > after:
        yield f"the old release ({before}) is later than the new one ({after}); are they swapped?"
