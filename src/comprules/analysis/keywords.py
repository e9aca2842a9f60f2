"""The keywords that a document defines: abilities, actions, ability words.

Keyword chapters are found by their title, ability words by the sentence that lists them; their numbers have moved and
will move again. What a keyword's rules state is read by the family's `keyword.lark` (`comprules.analysis.statements`):
its classes, how it is written, what that means, where it functions, its variants. What is not stated is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Literal

import msgspec

from comprules.analysis.index import Index
from comprules.analysis.meanings import Meaning, Variant
from comprules.analysis.parameters import Parameter, parameters
from comprules.analysis.sentences import sentences
from comprules.analysis.vocabularies import Vocabulary
from comprules.document.model import Rule, walk
from comprules.families.family import Family
from comprules.stems import occurrences

KeywordKind = Literal["ability", "action", "ability word"]
Instances = Literal["redundant", "separate", "other"]

_INSTANCES = re.compile(
    r"\b(?:multiple|several|more than one) (?:[\w’'-]+ ){0,4}?(?:instances|abilities)\b", re.IGNORECASE
)
_ALIKE = re.compile(r"\bredundant\b", re.IGNORECASE)
_APART = re.compile(
    r"\b(?:separate(?:ly)?|each|all of (?:them|those)|any of (?:its|them|those)|independently)\b", re.IGNORECASE
)
# How rules speak of a keyword by its own name: quoted as a form, as a verb, or as the subject of a definition.
_ALONE = r"[“\"]{0}(?:[”\"]| [—\[-]| n\b)|\bto [“\"]?{0}\b|\b{0} (?:is|are|means|represents|abilit)"
_BRACKETS = re.compile(r"\s*\([^()]*\)")
# Sentences that a rule may hold without saying what the keyword does.
_SAYS_LITTLE = re.compile(r"\b(?:has no effect|refers? to|generic term)\b")


class Keyword(msgspec.Struct, frozen=True, gc=False):
    """A keyword as its rules state it.

    `number` is the titled rule, `definition` the rule that really defines it, passing over one that states its class
    alone. `forms` is how it is written, `parameters` the bracketed parts and N or X of the forms. `classes` are those
    of the abilities that it represents, `abilities` how many it is said to represent. `instances` tells whether several
    on one object are redundant, work separately, or something else, which `instances_text` has as stated. `functions`
    says where and when it functions, as stated; `zones` names the zones of that. `spelling` is how rules and cards
    write it. `glossary` is the glossary's text for it: of several senses the one that cites the keyword's rule. Empty
    or None: not stated.
    """

    name: str
    kind: KeywordKind
    number: str
    definition: str
    forms: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    classes: tuple[str, ...] = ()
    abilities: int | None = None
    meanings: tuple[Meaning, ...] = ()
    variants: tuple[Variant, ...] = ()
    instances: Instances | None = None
    glossary: str | None = None
    instances_text: str | None = None
    functions: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    spelling: str = ""


def find(index: Index, vocabularies: tuple[Vocabulary, ...]) -> tuple[Keyword, ...]:
    """The keywords of a document: actions and abilities as they stand, then ability words."""
    found: list[Keyword] = []
    listed = [each for each in vocabularies if each.name.endswith(" abilities")]
    zones = [zone for each in vocabularies if each.name == "zones" for zone in each.members]
    for kind, rules in _chapters(index):
        for rule in rules:
            if rule.title and rule.title not in index.family.no_keywords:
                found.extend(_keyword(index, listed, zones, rule, name, kind) for name in _names(rule))
    for vocabulary in vocabularies:
        if vocabulary.name == "ability words":
            found.extend(_ability_word(index, vocabulary.number, word) for word in vocabulary.members)
    return tuple(found)


def _chapters(index: Index) -> Iterator[tuple[KeywordKind, tuple[Rule, ...]]]:
    """The rules under each heading that announces keywords; where none are, those with rules that follow it."""
    for node in index.nodes:
        kind = _chapter_kind(index, node.rule) if node.rule.title and not node.rule.text else None
        if kind and node.rule.rules:
            yield kind, node.rule.rules
        elif kind and node.path:
            siblings = node.path[-1].rules
            after = siblings[siblings.index(node.rule) + 1 :]
            yield kind, tuple(takewhile(lambda rule: bool(rule.title and rule.rules), after))


def _chapter_kind(index: Index, rule: Rule) -> KeywordKind | None:
    """The kind of keywords that a heading announces by its title."""
    for kind, title in index.family.keyword_chapters:
        if re.fullmatch(title, rule.title or "", re.IGNORECASE):
            return "action" if kind == "action" else "ability"
    return None


def _ability_word(index: Index, number: str, word: str) -> Keyword:
    return Keyword(word, "ability word", number, number, glossary=_glossary(index, word, number), spelling=word)


def _names(rule: Rule) -> list[str]:
    """The keywords that a title names: two if its rules speak of each alone, or of both in the plural; else one."""
    title = rule.title or ""
    names = title.split(" and ")
    if len(names) == 1:
        return names
    told = " ".join((each.text or "").casefold() for each in walk(rule.rules))
    if re.search(rf"\b{re.escape(title.casefold())} are (?:[\w-]+ )*abilities\b", told):
        return names
    body = told.replace(title.casefold(), " ")
    return names if all(re.search(_ALONE.format(re.escape(name.casefold())), body) for name in names) else [title]


def _keyword(
    index: Index, lists: list[Vocabulary], zones: list[str], rule: Rule, name: str, kind: KeywordKind
) -> Keyword:
    from comprules.analysis.stated import gather  # only here: who reads kept keywords needs no grammar

    rules = rule.rules or (rule,)
    own = {each.number for each in rules}
    listed = [
        member
        for each in lists
        if each.number in own and each.name == f"{name.casefold()} abilities"
        for member in each.members
    ]
    said = gather(rules, name, kind == "ability", listed, index.family)
    told, instances = _instances(rules)
    where = "\n".join(said.functions)
    return Keyword(
        name=name,
        kind=kind,
        number=rule.number,
        definition=said.meanings[0].number if said.meanings else _defining(rules, name, index.family),
        forms=said.forms,
        parameters=parameters(said.forms),
        classes=said.classes if kind == "ability" else (),
        abilities=said.abilities if kind == "ability" else None,
        meanings=said.meanings,
        variants=said.variants,
        instances=instances,
        glossary=_glossary(index, name, rule.number),
        instances_text=told,
        functions=said.functions,
        zones=tuple(zone for zone in zones if occurrences(where, zone)) if where else (),
        spelling=_spelling(rules, name),
    )


def _defining(rules: tuple[Rule, ...], name: str, family: Family) -> str:
    """The first rule that says more than a class or a form."""
    from comprules.analysis.statements import state

    for rule in rules:
        text = _BRACKETS.sub("", rule.text or "")
        told = [(sentence, {said.kind for said in state(sentence, name, family)}) for sentence in sentences(text)]
        if any("variant" in kinds or _SAYS_LITTLE.search(sentence) for sentence, kinds in told):
            continue
        if not all(kinds & {"classes", "written"} for _, kinds in told):
            return rule.number
    return rules[0].number


def _instances(rules: tuple[Rule, ...]) -> tuple[str | None, Instances | None]:
    """What is said of several instances on one object, and what that comes to."""
    for rule in reversed(rules):
        text = rule.text or ""
        if ("instances" not in text and "abilities" not in text) or not _INSTANCES.search(text):
            continue
        for sentence in sentences(text):
            if _INSTANCES.search(sentence):
                alike, apart = _ALIKE.search(sentence), _APART.search(sentence)
                return sentence, "redundant" if alike else "separate" if apart else "other"
    return None, None


def _spelling(rules: tuple[Rule, ...], name: str) -> str:
    """The name as the rules write it within sentences, its first letter large as at the beginning of a line."""
    plain = _BRACKETS.sub("", name)
    told = "\n".join(rule.text for rule in rules if rule.text)
    found = [told[start + 1 : end] for start, end in occurrences(told, plain)]
    rest = max(dict.fromkeys(found), key=found.count) if found else plain[1:]
    return plain[0] + rest


def _glossary(index: Index, name: str, number: str) -> str | None:
    """The text of the glossary entry; of several senses that of the one that cites the keyword's rule."""
    bare, _, inner = name.rstrip(")").partition(" (")
    entry = index.entry(name) or index.entry(bare) or (index.entry(inner) if inner else None)
    if entry is None:
        return None
    if len(entry.senses) < 2:
        return entry.text
    cited = re.compile(rf"(?<![\d.]){re.escape(number)}(?!\.?\d|[a-z])")
    return next((sense for sense in entry.senses if cited.search(sense)), entry.senses[0])
