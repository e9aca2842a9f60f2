"""What is one family's own: the names of its levels, the letters it skips, the chapters that define keywords.

A family is a kind of documents with one grammar. Everything after the parser asks the family and names none.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from comprules.numbering import count_from, next_number, parts, sort_key


class Family(msgspec.Struct, frozen=True):
    """One kind of rules documents. `levels` are outermost first; patterns of titles are regular expressions."""

    name: str
    levels: tuple[str, ...]
    skipped_letters: str
    keyword_chapters: tuple[tuple[str, str], ...]

    def level(self, number: str) -> str:
        """The name of the level of `number`: section, chapter, rule or subrule."""
        return self.levels[depth(number)]

    def parent(self, number: str) -> str | None:
        """The number that `number` belongs to, whether or not it exists: `702.19b` to `702.19` to `702` to `7`."""
        return _parent(number)

    def order(self, number: str) -> tuple[tuple[tuple[int, str], ...], ...]:
        """A key that sorts numbers of all levels as a document has them: 7, 700, 700.1, 700.1a, 701, 8."""
        chain = [number]
        while above := self.parent(chain[-1]):
            chain.append(above)
        return tuple(map(sort_key, reversed(chain)))

    def heading(self, number: str) -> str:
        """`number` as it stands at the beginning of a line, with the dot of its level."""
        return number + ("" if number[-1].isalpha() else ".")

    def next_number(self, number: str) -> str:
        """The number of the next sibling of `number`: after `702.19k` comes `702.19m`."""
        return next_number(number, self.skipped_letters)

    def between(self, first: str, last: str) -> list[str]:
        """The numbers from `first` to `last`, which differ in their last part alone, both included.

        Empty if they do not belong together or `last` comes first.
        """
        head = first[: len(first) - len(parts(first)[-1])]
        if not last.startswith(head) or parts(last)[:-1] != parts(first)[:-1]:
            return []
        return [head + part for part in count_from(parts(first)[-1], parts(last)[-1], self.skipped_letters)]


def depth(number: str) -> int:
    """How far below the outermost level a number stands: `7` 0, `702` 1, `702.19` 2, `702.19b` 3."""
    if "." not in number:
        return 0 if len(number) < 3 else 1
    return 3 if number[-1].isalpha() else 2


@lru_cache(maxsize=65536)
def _parent(number: str) -> str | None:
    if number[-1].isalpha():
        return re.sub(r"\.?[a-z]+$", "", number)
    if "." in number:
        return number.partition(".")[0]
    return number[:-2] if len(number) > 2 else None


MAGIC = Family(
    name="magic",
    levels=("section", "chapter", "rule", "subrule"),
    skipped_letters="lo",
    keyword_chapters=(("action", r"keyword actions?"), ("ability", r"keyword abilit(?:y|ies)")),
)

FAMILIES = {MAGIC.name: MAGIC}
