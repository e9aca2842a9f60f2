"""What became of each number of an older release: a comparison, read from the side of who cites it.

Takes a `Diff`, gives a `Fate` for every number of its old release. Of a number that stands twice the first rule counts,
and what is cited by it is doubtful.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import msgspec

from comprules.analysis.citations import Citation
from comprules.cite.beside import Beside, Mismatch
from comprules.diff.model import Change, Diff
from comprules.release import Release

# Of the pairs that are no surer, three in ten are wrong: too many to rewrite somebody's files by them.
SURE = 0.7


class Fate(msgspec.Struct, frozen=True, gc=False):
    """What became of the rule that `number` named.

    `now` are its numbers in the new release: of a rule that was kept or renumbered one, of one that was split those of
    its parts, of one that was merged that of the whole, of one that was removed none. `change` is what happened to its
    words, None if nothing did. `doubtful` is why a person should look, empty if nobody has to.
    """

    number: str
    kind: Literal["kept", "renumbered", "split", "merged", "removed"]
    now: tuple[str, ...]
    change: Change | None = None
    doubtful: str = ""


@dataclass(frozen=True, eq=False)
class Fates:
    """The fate of every number of the release `old`, seen from the release `new`."""

    old: Release
    new: Release
    by_number: dict[str, Fate]

    @cached_property
    def _then(self) -> Beside:
        return Beside(self.old.index)

    @cached_property
    def _now(self) -> Beside:
        return Beside(self.new.index)

    def mismatches(self, text: str, citation: Citation) -> tuple[dict[int, Mismatch], frozenset[int]]:
        """What stands beside the members of a citation and is not what they named in the old release.

        The second are members beside which stands what the number means in the new release: they were written for that.
        """
        then = {each.member: each for each in self._then.mismatches(text, citation)}
        if not then:
            return then, frozenset()
        now = {each.member for each in self._now.mismatches(text, citation)}
        fitting = frozenset(at for at in then.keys() - now if citation.members[at].first in self.new.index)
        return {at: each for at, each in then.items() if at not in fitting}, fitting


def trace(diff: Diff) -> Fates:
    """The fate of every number of the old release of `diff`."""
    old, new = diff.old.index, diff.new.index
    to = {pair.old: pair.new for pair in diff.pairs}
    happened = {change.old_at: change for change in diff.changes if change.old_at is not None}
    doubled = [
        {number for number, count in Counter(node.rule.number for node in index.nodes).items() if count > 1}
        for index in (old, new)
    ]
    found: dict[str, Fate] = {}
    for at, node in enumerate(old.nodes):
        number = node.rule.number
        if number in found:
            continue
        after = new.nodes[to[at]].rule.number if at in to else None
        fate = _fate(number, after, happened.get(at), new.family.order)
        if number in doubled[0]:
            fate = msgspec.structs.replace(fate, doubtful=f"two rules were numbered {number}")
        elif after in doubled[1]:
            fate = msgspec.structs.replace(fate, doubtful=f"two rules are numbered {after} now")
        found[number] = fate
    return Fates(diff.old, diff.new, found)


def _fate(number: str, after: str | None, change: Change | None, order: Callable[[str], Any]) -> Fate:
    kind = change.kind if change else None
    if change is not None and kind == "split" and after is not None:
        parts = sorted({after, *change.related}, key=order)
        return Fate(number, "split", tuple(parts), change)
    if change is not None and kind == "merged":
        return Fate(number, "merged", change.related if after is None else (after,), change)
    if after is None:
        return Fate(number, "removed", (), change)
    edited = change if kind == "edited" else None
    doubtful = f"its words changed so much that {after} may be another rule" if _is_unsure(change) else ""
    return Fate(number, "kept" if after == number else "renumbered", (after,), edited, doubtful)


def _is_unsure(change: Change | None) -> bool:
    return change is not None and change.confidence < SURE and change.new is not None
