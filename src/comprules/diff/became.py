"""What each number of the old release became, and whether a citation of another number still names it."""

from __future__ import annotations

from comprules.analysis.positions import Positions
from comprules.diff.model import Division, Pair
from comprules.families.family import Family


class Became:
    """The map of numbers of a comparison. Of a number that stands twice the first rule counts."""

    def __init__(
        self, old: Positions, new: Positions, pairs: tuple[Pair, ...], divisions: tuple[Division, ...]
    ) -> None:
        self._old, self._new = old.index, new.index
        numbers = [old.numbers[pair.old] for pair in pairs], [new.numbers[pair.new] for pair in pairs]
        numbers[0].reverse()
        numbers[1].reverse()
        self._first = dict(zip(*numbers, strict=True))
        self._last = dict(zip(*reversed(numbers), strict=True))
        # Of a rule that was split its parts, of one that was merged what it was merged from.
        self._parts: dict[str, tuple[str, ...]] = {}
        self._wholes: dict[str, tuple[str, ...]] = {}
        for division in divisions:
            if division.kind == "split":
                self._parts[division.whole] = division.parts
                self._last.update({part: self._last.get(part, division.whole) for part in division.parts})
            else:
                self._wholes[division.whole] = division.parts
                self._first.update({part: self._first.get(part, division.whole) for part in division.parts})

    def stray(self) -> set[str]:
        """The numbers of the old release that no longer name the same rule."""
        return {number for number in self._old.by_number if self._first.get(number) != number}

    def __call__(self, number: str) -> str | None:
        """The number that an old number became: of a split its first part, of a merger the one; None if it is gone."""
        return self._first.get(number)

    def names(self, before: str, after: str) -> bool:
        """Whether who cited `before` and now cites `after` still names the same rule, a part of it, or what it is in.

        A heading over what the rule became is no other rule, nor is a rule under the heading that was cited.
        """
        became = self._parts.get(before) or _only(self._first.get(before))
        was = self._wholes.get(after) or _only(self._last.get(after))
        family = self._new.family
        return any(_is_within(family, number, after) for number in became) or any(
            _is_within(family, number, before) for number in was
        )

    def existed(self, number: str) -> bool:
        """Whether the old release has a number."""
        return number in self._old

    def exists(self, number: str) -> bool:
        """Whether the new release has a number."""
        return number in self._new

    def titles(self, before: str, after: str) -> tuple[str | None, str | None]:
        """The titles of a number of the old and one of the new release."""
        return self._old.title(before), self._new.title(after)


def _only(number: str | None) -> tuple[str, ...]:
    return () if number is None else (number,)


def _is_within(family: Family, number: str, above: str) -> bool:
    """Whether a number is `above` or stands under it."""
    current: str | None = number
    while current and current != above:
        current = family.parent(current)
    return current is not None
