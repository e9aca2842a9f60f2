"""Where the terms of the glossary are used in rule texts and examples.

The longest term counts where several begin: whole words, singular or plural, verbs in any of their forms, possessives
as they stand, and never inside a reference. A subtype counts only with its capital (“a Case”, not “in that case”) and
not inside a longer name; an obsolete entry is nowhere used. Words that stand in a large share of all rules (“player”,
“card”) are everyday: kept, and for readers to rank last.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Literal, NamedTuple

import msgspec

from comprules.analysis.index import Index
from comprules.analysis.inflections import inflections, plurals
from comprules.analysis.keywords import Keyword
from comprules.analysis.references import Reference
from comprules.analysis.vocabularies import Vocabulary
from comprules.document.model import Entry

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_BETWEEN = re.compile(r"[\s\xa0\-‑–/“”\"‘]{1,3}")  # what may stand between the words of a term
_EVERYDAY_SHARE = 0.05  # of all rules: “player” stands in a third, a keyword in one of a hundred
# A definition of what somebody does: “To turn a permanent sideways.”
_VERB = re.compile(r"(?:\d+\. )?(?:For (?:an? )?\w+ to|To) \w")
_LONGER_NAME = re.compile(r"(?:[A-Z][\w’]*|of|the) $")
_NAME_GOES_ON = re.compile(r" (?:[A-Z]|of [A-Z])")

Part = Literal["text", "example"]


class Place(NamedTuple):
    """Characters `start` to `end`, half-open, of the text of a rule or of its example number `example`, from 0.

    `node` is the place of the rule among the nodes of the index, which tells two rules of one number apart.
    """

    number: str
    part: Part
    example: int
    start: int
    end: int
    node: int


class TermUse(msgspec.Struct, frozen=True, gc=False):
    """A glossary entry and the places that use it, in document order."""

    term: str
    everyday: bool
    places: tuple[Place, ...]


class _Name(NamedTuple):
    """A name as its words, the term it stands for (None: only in the way of shorter ones), whether it has capitals."""

    words: tuple[str, ...]
    term: str | None
    has_capital: bool


def use(
    index: Index,
    references: tuple[Reference, ...],
    keywords: tuple[Keyword, ...] = (),
    vocabularies: tuple[Vocabulary, ...] = (),
) -> tuple[TermUse, ...]:
    """The uses of every glossary entry, in the order of the glossary."""
    names = _names(index, keywords, vocabularies)
    taken: dict[tuple[str | None, str, int], list[tuple[int, int]]] = defaultdict(list)
    for reference in references:
        taken[reference.number, reference.part, reference.index].append((reference.start, reference.end))
    places: dict[str, list[Place]] = defaultdict(list)
    for at, node in enumerate(index.nodes):
        rule = node.rule
        parts: list[tuple[Part, int, str]] = [("text", 0, rule.text)] if rule.text else []
        parts += [("example", number, example) for number, example in enumerate(rule.examples)]
        for part, number, text in parts:
            for term, start, end in _found(names, text, taken.get((rule.number, part, number), [])):
                places[term].append(Place(rule.number, part, number, start, end, at))
    entries = {id(entry): entry for entry in index.terms.values()}.values()
    return tuple(
        TermUse(entry.term, _is_everyday(places[entry.term], len(index.nodes)), tuple(places[entry.term]))
        for entry in sorted(entries, key=lambda entry: entry.line)
    )


def _is_everyday(places: list[Place], rules: int) -> bool:
    return len({place.number for place in places}) > _EVERYDAY_SHARE * rules


def _names(index: Index, keywords: tuple[Keyword, ...], vocabularies: tuple[Vocabulary, ...]) -> dict[str, list[_Name]]:
    """Every name of every entry in its forms, by its first word, longest first."""
    actions = {keyword.name.casefold() for keyword in keywords if keyword.kind == "action"}
    capitals = {
        member.casefold() for each in vocabularies for member in each.members if member[:1].isupper() and each.of
    }
    found: dict[tuple[str, ...], _Name] = {}
    verbs: list[tuple[tuple[str, ...], str]] = []
    for name, entry in index.terms.items():
        words = tuple(_WORD.findall(_plain(name)))
        if not words or entry.obsolete:
            continue
        for form in (words, *((*words[:-1], last) for last in plurals(words[-1]))):
            found.setdefault(form, _Name(form, entry.term, name in capitals))
        if name in actions or _is_verb(entry):
            verbs.append((words, entry.term))
    for words, term in verbs:  # last, since `tapped` may have an entry of its own
        for first in inflections(words[0]):
            form = (first, *words[1:])
            found.setdefault(form, _Name(form, term, False))
    for keyword in keywords:  # “roll to visit” is no visit
        words = tuple(_WORD.findall(_plain(keyword.name)))
        if len(words) > 1:
            found.setdefault(words, _Name(words, None, False))
    by_first: dict[str, list[_Name]] = defaultdict(list)
    for form in found.values():
        by_first[form.words[0]].append(form)
    for forms in by_first.values():
        forms.sort(key=lambda form: -len(form.words))
    return by_first


def _plain(text: str) -> str:
    lowered = text.lower().replace("’", "'")
    return lowered if len(lowered) == len(text) else text  # a letter that becomes two would shift every offset


def _is_verb(entry: Entry) -> bool:
    return any(_VERB.match(sense) for sense in entry.senses)


def _found(names: dict[str, list[_Name]], text: str, taken: list[tuple[int, int]]) -> list[tuple[str, int, int]]:
    """The terms that stand in `text`, each with its characters, none inside what is `taken`."""
    plain = _plain(text)
    found: list[tuple[str, int, int]] = []
    reached = 0
    for match in _WORD.finditer(plain):
        word, start = match.group(), match.start()
        known = names.get(word) or (names.get(word[:-2]) if word.endswith("'s") else None)
        if known is None or start < reached:
            continue
        for name in known:
            end = _end(name, plain, match)
            if end is None or (name.has_capital and not _is_name(text, start, end)):
                continue
            if name.term and not any(first < end and start < last for first, last in taken):
                found.append((name.term, start, end))
            reached = end
            break
    return found


def _end(name: _Name, text: str, match: re.Match[str]) -> int | None:
    """Where `name` ends if it begins with the word that `match` found; None if it does not stand there."""
    last = match
    for place, wanted in enumerate(name.words):
        if place:
            between = _BETWEEN.match(text, last.end())
            following = _WORD.match(text, between.end()) if between else None
            if following is None:
                return None
            last = following
        if last.group() != wanted:
            if place + 1 < len(name.words) or last.group().removesuffix("'s") != wanted:
                return None
            return last.end() - 2
    return last.end()


def _is_name(text: str, start: int, end: int) -> bool:
    """Whether the capitalised word stands for itself, not for an everyday word or a part of a longer name."""
    if not text[start].isupper():
        return False
    before = text[max(0, start - 24) : start]
    is_first = not before or before.rstrip()[-1:] in ".:“(—"
    return is_first or not (_LONGER_NAME.search(before) or _NAME_GOES_ON.match(text, end))
