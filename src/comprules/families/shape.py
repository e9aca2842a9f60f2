"""The shape of a family's numbers: their parts, their levels, their order, what comes next.

A number is written as readers cite it, without what ends it at the beginning of a line: `7`, `702.19b`, `1-2-1`,
`103.1.b.2`, `1a1`. It is a row of parts, each a run of digits or of letters of one case, with a separator or none
between them. Every question about a number is a method of its family's shape.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal

import msgspec

_PART = re.compile(r"\d+|[a-z]+|[A-Z]+")
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_ROMAN_MOST = 40  # numerals: lists under one rule are shorter
_MOST_STEPS = 1000  # numbers of a range: no document has more rules under one parent

SortKey = tuple[tuple[int, str], ...]


class Level(msgspec.Struct, frozen=True):
    """One level: its name, what stands before and after its numbers at the beginning of a line, and its first number.

    `first` is where the last part of its numbers begins to count, if that is of digits.
    """

    name: str
    after: str = "."
    before: str = ""
    first: str = "1"


class Shape(msgspec.Struct, frozen=True):
    """How numbers are built.

    `number` is the regular expression of a whole number, `levels` are outermost first. `grouping` tells how the first
    part of a number names a level above it: `prefix` by dropping its last two digits (702 belongs to 7), `hundreds` by
    setting them to zero (702 belongs to 700). `lettered` is the depth of every number that ends in a letter, None if
    that is told by the count of its parts. `roman` is the depth whose last part is a roman numeral. `rules_from` is the
    depth from which numbers may be those of rules; all above it are headings.
    """

    number: str
    levels: tuple[Level, ...]
    grouping: Literal["prefix", "hundreds"] | None = None
    skipped_letters: str = ""
    lettered: int | None = None
    roman: int | None = None
    rules_from: int = 1

    def is_number(self, text: str) -> bool:
        """Whether `text` is a number of this shape, whole."""
        return _compiled(self.number).fullmatch(text) is not None

    def depth(self, number: str) -> int:
        """How far below the outermost level a number stands: 702 is 1, 702.19 is 2 where chapters are grouped."""
        if self.lettered is not None and number[-1].isalpha():
            return self.lettered
        row = parts(number)
        is_grouped = self.grouping is not None and self._group(row[0]) is not None
        return min(len(row) - 1 + is_grouped, len(self.levels) - 1)

    def level(self, number: str) -> str:
        """The name of the level of `number`."""
        return self.levels[self.depth(number)].name

    def parent(self, number: str) -> str | None:
        """The number that `number` belongs to, whether or not it exists: `702.19b` to `702.19` to `702` to `7`."""
        above = _without_last(number)
        return above or self._group(number)

    def root(self, number: str) -> str:
        """The part of a number that names what it stands in as a whole: of `702.19b` the chapter `702`."""
        return parts(number)[0]

    def order(self, number: str) -> tuple[SortKey, ...]:
        """A key that sorts numbers of all levels as a document has them: 7, 700, 700.1, 700.1a, 701, 8."""
        chain = [number]
        while above := self.parent(chain[-1]):
            chain.append(above)
        return tuple(map(self._sort_key, reversed(chain)))

    def heading(self, number: str) -> str:
        """`number` as it stands at the beginning of a line."""
        level = self.levels[self.depth(number)]
        return level.before + number + level.after

    def first_child(self, number: str, last: str) -> str:
        """The number with which the siblings of `number` begin, `last` being its last part."""
        if self.roman is not None and self.depth(number) == self.roman:
            first = "i"
        else:
            level = self.levels[self.depth(number)]
            first = "A" if last.isupper() else "a" if last.isalpha() else level.first
        return number[: len(number) - len(last)] + first

    def next_number(self, number: str) -> str:
        """The number of the next sibling of `number`: after `702.19k` comes `702.19m` where `l` is skipped."""
        last = parts(number)[-1]
        if self.roman is not None and self.depth(number) == self.roman:
            return number[: len(number) - len(last)] + _roman(_roman_value(last) + 1)
        return number[: len(number) - len(last)] + successor(last, self.skipped_letters)

    def between(self, first: str, last: str) -> list[str]:
        """The numbers from `first` to `last`, which differ in their last part alone, both included.

        Empty if they do not belong together, or `last` comes first or is farther than any list goes.
        """
        if parts(last)[:-1] != parts(first)[:-1] or _without_last(first) != _without_last(last):
            return []
        found = [first]
        while found[-1] != last:
            if len(found) == _MOST_STEPS:
                return []
            found.append(self.next_number(found[-1]))
        return found

    def completed(self, first: str, last: str) -> str:
        """The end of a range in full: `510.1c` and `d` give `510.1d`, `712.9` and `10` give `712.10`."""
        if len(parts(last)) > 1 or (len(parts(first)) == 1 and not last.isalpha()):
            return last
        return first[: len(first) - len(parts(first)[-1])] + last

    def follows(self, number: str, before: str) -> bool:
        """Whether `number` can come right after `before`: its first child, or the next after it or a parent of it."""
        if self.parent(number) == before:
            return True
        above: str | None = before
        while above:
            if self.next_number(above) == number:
                return True
            above = self.parent(above)
        return False

    def _sort_key(self, number: str) -> SortKey:
        key = sort_key(number)
        if self.roman is not None and self.depth(number) == self.roman:
            return (*key[:-1], (_roman_value(parts(number)[-1]), ""))
        return key

    def _group(self, first: str) -> str | None:
        if self.grouping is None or len(first) < 3 or not first.isdigit():
            return None
        if self.grouping == "prefix":
            return first[:-2]
        return None if first.endswith("00") else first[:-2] + "00"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@lru_cache(maxsize=65536)
def parts(number: str) -> tuple[str, ...]:
    """The runs of digits and of letters: `702.19b` gives `("702", "19", "b")`."""
    return tuple(_PART.findall(number))


@lru_cache(maxsize=65536)
def sort_key(number: str) -> SortKey:
    """A key that sorts siblings as a document does: 100.2 before 100.10, b before aa, 9 before A."""
    return tuple(
        (int(part), "") if part.isdigit() else (1000 * part.isupper() + len(part), part) for part in parts(number)
    )


@lru_cache(maxsize=65536)
def _without_last(number: str) -> str:
    return re.sub(r"\W+$", "", number[: len(number) - len(parts(number)[-1])])


@lru_cache(maxsize=4096)
def successor(part: str, skipped: str = "") -> str:
    """The part that follows `part`: `9` gives `10`, `k` gives `m` if `l` is skipped, `z` gives `aa`."""
    if part.isdigit():
        return str(int(part) + 1).zfill(len(part))
    if part.isupper():
        return successor(part.lower(), skipped).upper()
    letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in skipped]
    if part[-1] == "z":
        return (successor(part[:-1], skipped) if len(part) > 1 else "a") + "a"
    return part[:-1] + next(letter for letter in letters if letter > part[-1])


def _roman(value: int) -> str:
    numeral = ""
    for worth, sign in _ROMAN:
        while value >= worth:
            numeral, value = numeral + sign, value - worth
    return numeral


@cache
def _roman_values() -> dict[str, int]:
    return {_roman(value): value for value in range(1, _ROMAN_MOST)}


def _roman_value(numeral: str) -> int:
    return _roman_values().get(numeral, 0)
