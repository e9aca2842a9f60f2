"""Find rules, examples and glossary entries by their words.

A query is words that must all stand there, in any case and with any accents; `"a phrase"` whole; `-word` must not
stand there; `in:702` keeps to what stands under a number, `in:glossary` to the glossary; `has:example` to rules with
examples. A number or term typed exactly comes first, then titles, then texts that the words make up a large part of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from comprules.errors import NotFoundError
from comprules.release import Release
from comprules.tables.index import Node, fold_name

_QUERY = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]+)"|(?P<word>\S+))')
_TYPOGRAPHY = str.maketrans("’‘“”–—\xa0", "''\"\"-- ")


class Query(NamedTuple):
    """A query taken apart; `wanted` and `unwanted` match whole words in folded text."""

    wanted: tuple[re.Pattern[str], ...]
    unwanted: tuple[re.Pattern[str], ...]
    within: str | None
    with_example: bool
    exact: str


class Hit(NamedTuple):
    """A text that matches: of a rule (its title, text or example) or of a glossary entry; spans are half-open."""

    node: Node | None
    term: str | None
    part: str
    text: str
    spans: tuple[tuple[int, int], ...]
    score: float


def fold(text: str) -> str:
    """`text` as it is searched: lower case, plain quotes and dashes, no accents; character for character."""
    plain = text.translate(_TYPOGRAPHY)
    if plain.isascii():
        return plain.lower()
    return "".join(unicodedata.normalize("NFD", char)[0].lower()[:1] or char for char in plain)


def search(release: Release, query: str) -> tuple[Hit, ...]:
    """Everything that matches `query`, the best first. Raises NotFoundError for a query without words."""
    asked = _query(query)
    if not asked.wanted:
        raise NotFoundError("the query has no words to search for")
    hits = [*_rules(release, asked), *_entries(release, asked)]
    return tuple(sorted(hits, key=lambda hit: -hit.score))


def _query(query: str) -> Query:
    wanted: list[re.Pattern[str]] = []
    unwanted: list[re.Pattern[str]] = []
    within, with_example = None, False
    for match in _QUERY.finditer(query):
        word = match["phrase"] or match["word"]
        if match["word"] and word.startswith("in:") and word != "in:":
            within = word[3:].rstrip(".").lower()
        elif match["word"] and word == "has:example":
            with_example = True
        else:
            words = r"\s+".join(map(re.escape, fold(word).split()))
            pattern = re.compile(rf"(?<!\w){words}(?!\w)" if words[-1:].isalnum() else rf"(?<!\w){words}")
            (unwanted if match["minus"] else wanted).append(pattern)
    return Query(tuple(wanted), tuple(unwanted), within, with_example, fold_name(query.strip().rstrip(".")))


def _rules(release: Release, asked: Query) -> Iterator[Hit]:
    if asked.within == "glossary":
        return
    for node in release.index.nodes:
        rule = node.rule
        if asked.within and asked.within not in (rule.number, *(above.number for above in node.path)):
            continue
        if asked.with_example and not rule.examples:
            continue
        texts = [("title", rule.title), ("text", rule.text), *(("example", example) for example in rule.examples)]
        for part, text in texts:
            exact = rule.number == asked.exact and part in ("title", "text")
            spans = _spans(asked, text) if text else None
            if text and (spans or exact):
                bonus = 1000.0 if exact else {"title": 20.0, "text": 1.0, "example": 0.0}[part]
                if part == "title" and fold_name(text) == asked.exact:
                    bonus = 900.0
                yield Hit(node, None, part, text, spans or (), bonus + _score(spans or (), text))


def _entries(release: Release, asked: Query) -> Iterator[Hit]:
    if asked.with_example or asked.within not in (None, "glossary"):
        return
    for entry in release.document.glossary:
        text = f"{entry.term}\n{entry.text}"
        spans = _spans(asked, text)
        if spans:
            exact = asked.exact in map(fold_name, (entry.term, *entry.aliases))
            titled = spans[0][0] < len(entry.term)
            yield Hit(
                None, entry.term, "glossary", text, spans, (950.0 if exact else 15.0 * titled) + _score(spans, text)
            )


def _spans(asked: Query, text: str) -> tuple[tuple[int, int], ...] | None:
    """Where the wanted words stand, None if one does not or an unwanted one does."""
    folded = fold(text)
    if any(pattern.search(folded) for pattern in asked.unwanted):
        return None
    spans: list[tuple[int, int]] = []
    for pattern in asked.wanted:
        found = [match.span() for match in pattern.finditer(folded)]
        if not found:
            return None
        spans.extend(found)
    return tuple(sorted(set(spans)))


def _score(spans: tuple[tuple[int, int], ...], text: str) -> float:
    """How much of a text matches, and how early: 0 to 10."""
    if not spans:
        return 0.0
    covered = sum(end - start for start, end in spans) / len(text)
    return 6 * min(1.0, 4 * covered) + 4 * (1 - spans[0][0] / len(text))
