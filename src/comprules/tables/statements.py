"""What the rules of a keyword state, read by `grammars/keyword.lark`: classes, forms, meanings, how many abilities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lark import Token, Tree

from comprules.document.grammar import Feed, load, longest, patterns

# A sentence, its quotations whole: a full stop inside quotes ends it only where the quotation ends.
_SENTENCE = re.compile(r"(?:[^.“\"]|“[^”]*”|\"[^\"]*\"|\.(?=\S))+\.?\s*|\S\s*")
_TRIGGER = re.compile(r"\b(?:means?|written)\b|\b(?:is|are|represents?) [^.“\"]{0,60}\babilit(?:y|ies)\b")
_MEANING_TRIGGER = re.compile(r"\b(?:means?|written)\b")
_LISTED = re.compile(r"represents? (?:two|three|four|five|six) abilities: ([^.“\"]*)")
_LISTED_CLASS = re.compile(r"\b(static|activated|triggered|spell|mana)(?= abilit)")
_LONGEST = 40  # tokens of a statement: a keyword represents six abilities at the most
_SIGNS = ("QUOTED", "PARAMETER", "COMMA")
# Words that may stand between the words of a definition without changing it.
_FILLING = frozenset({"a", "an", "the", "that", "special", "kind", "of", "either", "also", "each", "both", "delayed"})
_COUNTS = ("two", "three", "four", "five", "six")


class Stated(NamedTuple):
    """What one rule states: forms, classes, how many abilities, and meanings as pairs of form and text."""

    forms: list[str]
    classes: list[str]
    abilities: int | None
    meanings: list[tuple[str, str]]


@cache
def _grammar() -> Any:
    return load("keyword", "statement", lexer=Feed)


@cache
def _lexer() -> re.Pattern[str]:
    known = patterns(_grammar())
    order = ["MEANS", "WRITTEN", "VERB", "KEYWORD", "COUNT", "CLASS", "ABILITY", "PRONOUN", "AND"]
    known_kinds = "|".join(f"(?P<{kind}>\\b{known[kind].pattern})" for kind in order)
    signs = "|".join(f"(?P<{kind}>{known[kind].pattern})" for kind in _SIGNS)
    return re.compile(rf"{signs}|{known_kinds}|(?P<OTHER>[^\W\d_][\w’'-]*|\S)")


class _Word(NamedTuple):
    type: str
    text: str


def state(text: str, name: str, early: bool) -> Stated:
    """Every statement that the grammar finds in `text`; classes are stated in early rules alone."""
    forms: list[str] = []
    classes: list[str] = []
    meanings: list[tuple[str, str]] = []
    counts: list[int] = []
    form = name
    for words in _runs(text, name, _TRIGGER if early else _MEANING_TRIGGER):
        at = 0
        while at < len(words):
            kind, length = _parse(tuple(word.type for word in words[at : at + _LONGEST]))
            said = words[at : at + length]
            if kind == "meaning":
                at_verb = next(place for place, word in enumerate(said) if word.type == "MEANS")
                if said[0].type != "PRONOUN":
                    form = " ".join(word.text for word in said[:at_verb])
                meanings.extend((_form(form), _plain(word.text)) for word in said[at_verb:] if word.type == "QUOTED")
            elif kind == "form":
                form = said[-1].text
                forms.append(_form(form))
            elif kind:
                classes.extend(word.text for word in said if word.type == "CLASS")
                counts.extend(_COUNTS.index(word.text) + 2 for word in said if word.type == "COUNT")
            at += max(length, 1)
    if early:
        # “represents two abilities: a static ability …, and a triggered ability …”
        for listed in _LISTED.findall(text):
            classes.extend(_LISTED_CLASS.findall(listed))
    return Stated(forms, classes, counts[0] if counts else None, meanings)


def _plain(quoted: str) -> str:
    return quoted.strip('“”"')


def _form(quoted: str) -> str:
    return _plain(quoted).rstrip(",.")


def _runs(text: str, name: str, trigger: re.Pattern[str]) -> Iterator[list[_Word]]:
    """Runs of tokens that the grammar knows, in sentences that hold `trigger`.

    Words that fill are left out, any other word ends a run.
    """
    if not trigger.search(text):
        return
    run: list[_Word] = []
    lowered = name.casefold()
    for sentence in _SENTENCE.findall(text):
        if not trigger.search(sentence):
            continue
        if sentence.casefold().startswith(lowered):
            run.append(_Word("NAME", name))
            sentence = sentence[len(name) :]
        for match in _lexer().finditer(sentence):
            kind = match.lastgroup or ""
            if kind != "OTHER":
                run.append(_Word(kind, match.group()))
            elif match.group().casefold() not in _FILLING and run:
                yield run
                run = []
        if run:
            yield run
            run = []


@lru_cache(maxsize=4096)
def _parse(kinds: tuple[str, ...]) -> tuple[str, int]:
    """The statement that `kinds` begins with, and how many of them it takes; `("", 0)` for none."""
    tree, length = longest(_grammar(), kinds, frozenset({"QUOTED", "ABILITY"}))
    if not isinstance(tree, Tree):
        return "", 0
    rule = tree.children[0].data if isinstance(tree.children[0], Tree) else tree.data
    return str(rule.value if isinstance(rule, Token) else rule), length
