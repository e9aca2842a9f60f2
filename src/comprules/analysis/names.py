"""Everything in a document that has a name, and where it stands: what a person may type to look something up.

Takes a document's tables, gives `Name` values: glossary terms with their aliases, titles, keywords with their forms
and variants, ability words, the lists that rules state and their members, symbols, and abbreviations that a rule spells
out. Nothing is ranked here; `comprules.lookup` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from comprules.analysis.index import Index, Node
from comprules.analysis.keywords import Keyword
from comprules.analysis.vocabularies import Vocabulary
from comprules.document.model import Document, Entry
from comprules.stems import key, singular

NameKind = Literal["term", "title", "keyword", "variant", "ability word", "list", "member", "symbol", "abbreviation"]

# “Active Player, Nonactive Player (APNAP) order”: capitals in brackets that the words before them begin with.
_ABBREVIATION = re.compile(r"\(([A-Z]{2,8})\)")
_MEMBER_WORDS = 5
_WORD = re.compile(r"[^\W\d_]+")
_SYMBOL = re.compile(r"\{[^{}\s][^{}]{0,14}\}")
_SYMBOL_IS = re.compile(r"\bsymbols? (?:is|are)\b|\bsymbols?:")


class Names(NamedTuple):
    """All names in document order, those that define first, and the ways in: by stems, by letters, by initials.

    `keys` has the stems of each name.
    """

    all: tuple[Name, ...]
    keys: dict[str, tuple[str, ...]]
    by_stem: dict[tuple[str, ...], list[Name]]
    by_letters: dict[str, list[Name]]
    by_initials: dict[str, list[Name]]


class Name(NamedTuple):
    """A name as printed, what kind of thing has it, the node that tells of it or the glossary entry.

    `of` is what a member is a member of, and what a variant is a variant of.
    """

    text: str
    kind: NameKind
    node: Node | None
    entry: Entry | None
    of: str | None = None


def names(
    document: Document, index: Index, keywords: tuple[Keyword, ...], vocabularies: tuple[Vocabulary, ...]
) -> Names:
    """Every name of the document."""
    found = (
        *_terms(document),
        *(Name(node.rule.title, "title", node, None) for node in index.nodes if node.rule.title),
        *_keywords(index, keywords),
        *_vocabularies(index, vocabularies),
        *_symbols(index.nodes),
        *_abbreviations(index.nodes),
    )
    keys = {name.text: key(name.text) for name in found}
    table = Names(found, keys, {}, {}, {})
    for name in found:
        stems = keys[name.text]
        table.by_stem.setdefault(stems, []).append(name)
        table.by_letters.setdefault("".join(singular(name.text)), []).append(name)
        if len(stems) > 1 and name.kind != "member":
            table.by_initials.setdefault("".join(stem[0] for stem in stems), []).append(name)
    return table


def _terms(document: Document) -> Iterator[Name]:
    for entry in document.glossary:
        for name in (entry.term, *entry.aliases):
            yield Name(name, "term", None, entry)


def _keywords(index: Index, keywords: tuple[Keyword, ...]) -> Iterator[Name]:
    for keyword in keywords:
        node = index.by_number[keyword.number]
        if keyword.kind == "ability word":
            yield Name(keyword.name, "ability word", node, None, "ability words")
            continue
        for name in dict.fromkeys((keyword.name, keyword.spelling, *keyword.forms)):
            if name != node.rule.title:
                yield Name(name, "keyword", node, None)
        for variant in keyword.variants:
            for name in dict.fromkeys((variant.name, *variant.forms)):
                yield Name(name, "variant", index.by_number[variant.number], None, keyword.name)


def _vocabularies(index: Index, vocabularies: tuple[Vocabulary, ...]) -> Iterator[Name]:
    for vocabulary in vocabularies:
        node = index.by_number[vocabulary.number]
        yield Name(vocabulary.name, "list", node, None)
        if vocabulary.name != "ability words":
            for at, member in enumerate(vocabulary.members):
                if len(member.split()) <= _MEMBER_WORDS:  # a longer one is a sentence
                    own = index.by_number[vocabulary.numbers[at]] if vocabulary.numbers else node
                    yield Name(member, "member", own, None, vocabulary.name)


def _symbols(nodes: Iterable[Node]) -> Iterator[Name]:
    """Each symbol with the rule that says what symbol it is, or speaks of it as a symbol, or uses it first."""
    defined: dict[str, Node] = {}
    told: dict[str, Node] = {}
    used: dict[str, Node] = {}
    for node in nodes:
        text = node.rule.text or ""
        for symbol in _SYMBOL.findall(text) if "{" in text else ():
            used.setdefault(symbol, node)
        for sentence in text.split(".") if "{" in text and "symbol" in text else ():
            if "symbol" not in sentence:
                continue
            verb = _SYMBOL_IS.search(sentence)
            for match in _SYMBOL.finditer(sentence):
                (defined if verb and verb.end() <= match.start() else told).setdefault(match.group(), node)
    for symbol, node in used.items():
        yield Name(symbol, "symbol", defined.get(symbol) or told.get(symbol, node), None)


def _abbreviations(nodes: Iterable[Node]) -> Iterator[Name]:
    for node in nodes:
        text = node.rule.text or ""
        for match in _ABBREVIATION.finditer(text) if "(" in text else ():
            before = _WORD.findall(text, max(0, match.start() - 200), match.start())[-len(match.group(1)) :]
            if _is_spelled(match.group(1), before):
                yield Name(match.group(1), "abbreviation", node, None)


def _is_spelled(letters: str, words: list[str]) -> bool:
    """Whether the last of `words` hold `letters` in order: each begins the next word or stands within the same."""
    upper = [word.upper() for word in words]
    places = {(at, 0) for at, word in enumerate(upper) if word[0] == letters[0]}
    for letter in letters[1:]:
        within = {
            (at, place)
            for at, after in places
            for place in range(after + 1, len(upper[at]))
            if upper[at][place] == letter
        }
        places = within | {(at + 1, 0) for at, _ in places if at + 1 < len(upper) and upper[at + 1][0] == letter}
    return any(at == len(upper) - 1 for at, _ in places)
