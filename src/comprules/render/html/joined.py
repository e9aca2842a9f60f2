"""Splits and mergers: which rules became which, said in one line with a link to each."""

from __future__ import annotations

from comprules.diff.model import Change, Diff
from comprules.render.html.linking import Links
from comprules.render.html.prose import escape

_COUNTS = ("none", "one", "two", "three", "four", "five", "six")


class Joined:
    """The rule that was split, or that others were merged into, by the numbers of the rules left over."""

    def __init__(self, diff: Diff) -> None:
        self._split = {each.old.number: each for each in diff.changes if each.kind == "split" and each.old}
        self._merged = {each.new.number: each for each in diff.changes if each.kind == "merged" and each.new}
        self._old = {node.rule.number: at for at, node in enumerate(diff.old.index.nodes)}
        self._new = {node.rule.number: at for at, node in enumerate(diff.new.index.nodes)}

    def line(self, change: Change, links: Links) -> str:
        """“One to two: 201.6 → 201.6 + 201.7”, each new number a link to its row."""
        if change.kind == "split":
            pair = change if change.old else self._split.get(change.related[0], change)
            olds = [pair.old.number] if pair.old else []
            news = [*pair.related, *([pair.new.number] if pair.new else [])]
        else:
            pair = change if change.new else self._merged.get(change.related[0], change)
            olds = [*pair.related, *([pair.old.number] if pair.old else [])]
            news = [pair.new.number] if pair.new else []
        olds.sort(key=lambda number: self._old.get(number, 0))
        news.sort(key=lambda number: self._new.get(number, 0))
        split = change.kind == "split"
        before = " + ".join(escape(number) if split else links.number(number, True) for number in olds)
        after = " + ".join(links.number(number) for number in news)
        return f"{_count(olds).capitalize()} to {_count(news)}: {before} → {after}"


def _count(numbers: list[str]) -> str:
    return _COUNTS[len(numbers)] if len(numbers) < len(_COUNTS) else str(len(numbers))
