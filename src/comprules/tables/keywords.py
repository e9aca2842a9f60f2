"""The keywords that a document defines: abilities, actions, ability words.

Keyword chapters are found by their title, ability words by the sentence that lists them; their numbers have moved and
will move again. What a keyword's rules state is read by `grammars/keyword.lark`: its classes (“is a static ability”),
how it is written (“Moor [cost]”), what that means. What they do not state is empty, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from comprules.document.model import Rule, walk
from comprules.tables.index import Index
from comprules.tables.vocabularies import Vocabulary

KeywordKind = Literal["ability", "action", "ability word"]

_PARAMETER = re.compile(r"\[([^\]]+)\]|(?<![\w{/+])([NX])(?![\w}/])")
_VARIANT = re.compile(
    r"(?:^|[.”] )[“\"]?(?P<name>[^“”\".]{3,60}?)[”\"]? is a (?:\w+ )?(?:variant|special form) of"
    r" (?:the )?(?P<of>[^.]{3,40})"
)
_INSTANCES = re.compile(r"\b(?:multiple|several|more than one) (?:instances|abilities)\b[^.]*", re.IGNORECASE)
_INSTANCES_ALIKE = re.compile(r"\bredundant\b", re.IGNORECASE)
_INSTANCES_APART = re.compile(r"\b(?:separately|each|all of them|any of)\b", re.IGNORECASE)
# How rules speak of a keyword by its own name: quoted as a form, as a verb, or as the subject of a definition.
_ALONE = r"[“\"]{0}(?:[”\"]| [—\[-]| n\b)|\bto [“\"]?{0}\b|\b{0} (?:is|are|means|represents|abilit)"
_CLASS_RULES = 3  # rules: the class of a keyword is stated in the first, or in one each for the abilities it represents


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """What a form of a keyword means: the quoted text, and the number of the rule that says so."""

    form: str
    text: str
    number: str


class Variant(msgspec.Struct, frozen=True, gc=False):
    """A variant of a keyword and the rule that names it."""

    name: str
    number: str


class Keyword(msgspec.Struct, frozen=True, gc=False):
    """A keyword as its rules state it.

    `number` is the titled rule, `definition` the rule that really defines it, passing over one that states its class
    alone. `forms` is how it is written, `parameters` the bracketed parts and N or X of the forms. `abilities` is how
    many abilities it is said to represent. `instances` tells whether several on one object are redundant or work
    separately. `glossary` is the first line of its glossary entry. Empty or None: not stated.
    """

    name: str
    kind: KeywordKind
    number: str
    definition: str
    forms: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    abilities: int | None = None
    meanings: tuple[Meaning, ...] = ()
    variants: tuple[Variant, ...] = ()
    instances: Literal["redundant", "separate"] | None = None
    glossary: str | None = None


def find(index: Index, vocabularies: tuple[Vocabulary, ...]) -> tuple[Keyword, ...]:
    """The keywords of a document: actions and abilities as they stand, then ability words."""
    found: list[Keyword] = []
    for node in index.nodes:
        kind = _chapter_kind(index, node.rule)
        if kind and not node.rule.text:
            for rule in node.rule.rules:
                if rule.title:
                    found.extend(_keyword(index, rule, name, kind) for name in _names(rule))
    for vocabulary in vocabularies:
        if vocabulary.name == "ability words":
            found.extend(
                Keyword(
                    word,
                    "ability word",
                    vocabulary.number,
                    vocabulary.number,
                    glossary=_glossary(index, word, vocabulary.number),
                )
                for word in vocabulary.members
            )
    return tuple(found)


def _chapter_kind(index: Index, rule: Rule) -> KeywordKind | None:
    """The kind of keywords that a heading announces by its title."""
    for kind, title in index.family.keyword_chapters if rule.title and rule.rules else ():
        if re.fullmatch(title, rule.title or "", re.IGNORECASE):
            return "action" if kind == "action" else "ability"
    return None


def _names(rule: Rule) -> list[str]:
    """The keywords that a title names: two if its rules speak of each alone, as of tap and untap, else one."""
    title = rule.title or ""
    names = title.split(" and ")
    if len(names) == 1:
        return names
    body = " ".join((each.text or "").casefold() for each in walk(rule.rules)).replace(title.casefold(), " ")
    return names if all(re.search(_ALONE.format(re.escape(name.casefold())), body) for name in names) else [title]


def _keyword(index: Index, rule: Rule, name: str, kind: KeywordKind) -> Keyword:
    from comprules.tables.statements import state  # only here: who reads kept keywords needs no grammar

    rules = rule.rules or (rule,)
    stated = [
        (each, state(each.text or "", name, kind == "ability" and at < _CLASS_RULES)) for at, each in enumerate(rules)
    ]
    meanings = [
        Meaning(form, text, each.number)
        for each, said in stated
        for form, text in said.meanings
        if _is_about(form, name)
    ]
    variants = [variant for each in rules for variant in _variants(each, name)]
    own = [meaning for meaning in meanings if meaning.number not in {variant.number for variant in variants}]
    forms = [meaning.form for meaning in own] + [form for _, said in stated[:2] for form in said.forms]
    forms = [form for form in dict.fromkeys(forms) if _is_about(form, name)]
    counted = next((said.abilities for _, said in stated if said.abilities), None)
    return Keyword(
        name=name,
        kind=kind,
        number=rule.number,
        definition=own[0].number if own else _defining(rules),
        forms=tuple(forms),
        parameters=tuple(dict.fromkeys(a or b for form in forms for a, b in _PARAMETER.findall(form))),
        classes=tuple(dict.fromkeys(each for _, said in stated for each in said.classes)),
        abilities=counted,
        meanings=tuple(own or meanings),
        variants=tuple(variants),
        instances=_instances(rules),
        glossary=_glossary(index, name, rule.number),
    )


def _is_about(form: str, name: str) -> bool:
    """Whether a quoted form is one of the keyword `name`, not a phrase in which a card speaks of it.

    `Moor [cost]` and `[Quality] convoy` are forms; `When this ship moors` and `[This ship] moors with` are not.
    """
    plain = form.casefold()
    stem = name.casefold().split()[0][:5]
    return plain.startswith(stem) or (plain.startswith("[") and not plain.startswith("[this") and stem in plain)


def _defining(rules: tuple[Rule, ...]) -> str:
    """The first rule that says more than one short sentence of class."""
    for rule in rules:
        text = re.sub(r"\s*\([^)]*\)", "", rule.text or "")
        if not re.fullmatch(r"[^.]* (?:is|are) an? [\w-]+ abilit(?:y|ies)\.", text):
            return rule.number
    return rules[0].number


def _variants(rule: Rule, name: str) -> Iterator[Variant]:
    text = rule.text or ""
    for match in _VARIANT.finditer(text) if "variant" in text or "special form" in text else ():
        if match["of"].casefold().startswith(name.casefold()):
            yield Variant(match["name"], rule.number)


def _instances(rules: tuple[Rule, ...]) -> Literal["redundant", "separate"] | None:
    for rule in reversed(rules):
        text = rule.text or ""
        match = _INSTANCES.search(text) if "instances" in text or "abilities" in text else None
        if match and _INSTANCES_ALIKE.search(match.group()):
            return "redundant"
        if match and _INSTANCES_APART.search(match.group()):
            return "separate"
    return None


def _glossary(index: Index, name: str, number: str) -> str | None:
    """The first line of the glossary entry; of several senses that of the one that cites the keyword's rule."""
    entry = index.entry(name)
    if entry is None:
        return None
    citing = (sense for sense in entry.senses if re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.]|[a-z])", sense))
    return next(citing, entry.senses[0] if entry.senses else "").split("\n")[0]
