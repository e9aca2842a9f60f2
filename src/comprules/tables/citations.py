"""Where a text cites rules, and what each citation says: the numbers, ranges and quoted titles, unresolved.

Takes a text, gives `Citation` values with offsets into it. Every citation holds a number, so the search goes from
number to number, looks at the word before it, collects the tokens after it, and asks `grammars/reference.lark` how many
of them belong together. A text of n characters takes time in proportion to n.

    >>> [citation.raw for citation in cite("See rules 601.2b and 601.2f–h, not 100 cards.")]
    ['rules 601.2b and 601.2f–h']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lark import Transformer

from comprules.document.grammar import Feed, Kind, load, longest, patterns

# Only sections have short numbers, and only their word makes citations of them.
_NUMBER = re.compile(r"[1-9]\d{0,2}(?:\.\d)?")
_LONG_NUMBER = re.compile(r"[1-9]\d\d(?:\.\d)?")
_WORD = re.compile(r"(?<!\w)(?:(?:sub)?rules?|sections?)[\s\xa0]+$", re.IGNORECASE)
_WORD_LENGTH = 14  # characters: the longest such word and a few blanks
# What stands right before a number that is part of a price, a larger number, an address or a version.
_NO_CITATION_AFTER = re.compile(r"[\w.,/\\$€£@#+~=:-]$")
_COUNTED = re.compile(r"[\s\xa0]+[a-z]+s\b")
_CLOSING = " \xa0,.;:!?”’\"'"
# The kinds of tokens in the order in which they are tried, longer numbers first.
_ORDER = (
    *("RULE_WORD", "SECTION_WORD", "TITLE", "SEPARATOR", "DASH"),
    *("SUBRULE", "RULE", "CHAPTER", "SMALL", "LAST_LETTERS"),
)
_OPENING = ("RULE_WORD", "SECTION_WORD")
_NUMBERS = frozenset({"SUBRULE", "RULE", "CHAPTER", "SMALL", "LAST_LETTERS", "TITLE"})


class Cited(NamedTuple):
    """One member of a citation: a number, the last number or last part of a range, and a quoted title."""

    first: str
    last: str | None
    title: str | None


class Citation(NamedTuple):
    """A place in a text that cites rules: offsets in characters, half-open, and what it cites, in order."""

    start: int
    end: int
    raw: str
    cited: tuple[Cited, ...]


def cite(text: str) -> Iterator[Citation]:
    """The citations of `text`, in order and without overlap."""
    end = 0
    numbers = _NUMBER if "ection" in text or "ECTION" in text else _LONG_NUMBER
    for match in numbers.finditer(text):
        start = match.start()
        if start < end:
            continue
        word = _WORD.search(text, max(end, start - _WORD_LENGTH), start)
        if word is None and ("." not in match.group() or _inside(text, start)):
            continue
        found = _read(text, word.start() if word else start)
        if found:
            end = found.end
            yield found


def _inside(text: str, start: int) -> bool:
    """Whether the number at `start` goes on something larger: a price, an address, another number."""
    return bool(_NO_CITATION_AFTER.search(text, max(0, start - 1), start))


def _read(text: str, start: int) -> Citation | None:
    kinds, ends = _tokens(text, start)
    items = _structure(kinds)
    if len(items) > 1 and kinds[items[-1][-1]] == "CHAPTER" and kinds[items[-2][-1]] != "CHAPTER":
        # “rule 302.4 and 100 cards”: after a decimal number, a number before a plural noun counts things.
        items = items[:-1] if _COUNTED.match(text, ends[items[-1][-1] + 1]) else items
    if not items:
        return None
    cited = []
    for item in items:
        words = []
        title = None
        for at in item:
            if kinds[at] == "TITLE":
                title = text[ends[at] : ends[at + 1]].strip(_CLOSING + "“")
            elif kinds[at] != "DASH":
                words.append(text[ends[at] : ends[at + 1]])
        cited.append(Cited(words[0], words[1] if len(words) > 1 else None, title))
    last = items[-1][-1]
    end = ends[last + 1]
    if kinds[last] == "TITLE":
        end = start + len(text[start:end].rstrip(_CLOSING))
    return Citation(start, end, text[start:end], tuple(cited))


@cache
def _lexer() -> re.Pattern[str]:
    known = patterns(_grammar())
    return re.compile("|".join(f"(?P<{kind}>{known[kind].pattern})" for kind in _ORDER))


def _tokens(text: str, start: int) -> tuple[tuple[str, ...], list[int]]:
    """The unbroken run of citation tokens from `start` on, up to the next word that opens another citation.

    Gives their kinds, and where they part: token `n` stands from `ends[n]` to `ends[n + 1]`.
    """
    match_at = _lexer().match
    kinds: list[str] = []
    ends = [start]
    while match := match_at(text, ends[-1]):
        kind = match.lastgroup or ""
        if kinds and kind in _OPENING:
            break
        kinds.append(kind)
        ends.append(match.end())
    return tuple(kinds), ends


@cache
def _grammar() -> Any:
    return load("reference", "citation", lexer=Feed)


class _Items(Transformer[Kind, list[tuple[int, ...]]]):
    """The parse as lists of token positions, one list a member of the citation."""

    def citation(self, children: list[Any]) -> list[tuple[int, ...]]:
        return [child for child in children if isinstance(child, tuple)]

    def item(self, children: list[Kind]) -> tuple[int, ...]:
        return tuple(child.at for child in children)


@lru_cache(maxsize=4096)
def _structure(kinds: tuple[str, ...]) -> list[tuple[int, ...]]:
    """How the grammar reads the longest beginning of `kinds` that is a citation; empty if none is."""
    tree, _ = longest(_grammar(), kinds, _NUMBERS)
    return _Items().transform(tree) if tree else []
