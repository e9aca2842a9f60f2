"""The kinds of change, in the order in which the first that applies is taken: how each is called and signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from comprules.diff.model import Change

from typing import NamedTuple


class KindFacts(NamedTuple):
    """A kind: its label in “4 added, 1 removed”, its sign in text, and whether readers see it only when they ask.

    What is quiet is numbers and typography, not words.
    """

    label: str
    sign: str
    quiet: bool = False


KINDS = {
    "added": KindFacts("added", "+"),
    "removed": KindFacts("removed", "-"),
    "split": KindFacts("split", "<"),
    "merged": KindFacts("merged", ">"),
    "edited": KindFacts("edited", "~"),
    "moved": KindFacts("moved to another parent", "»"),
    "references": KindFacts("with references that follow", "#", True),
    "typography": KindFacts("with typography alone", "'", True),
    "renumbered": KindFacts("renumbered alone", "=", True),
}
ORDER = tuple(KINDS)
QUIET = tuple(kind for kind, facts in KINDS.items() if facts.quiet)


def summarize(changes: tuple[Change, ...]) -> dict[str, int]:
    """How many changes there are of each kind; a split or merger is one, however many rules take part in it."""
    counts = dict.fromkeys(ORDER, 0)
    for change in changes:
        counts[change.kind] += not change.is_part
    return counts
