"""Builds the tree while Lark parses: one method a rule of `document.lark`, one for all levels of the family.

A method takes the tokens of its rule, whole lines, and the values of the rules below it. What a line's terminal is
called says whether it is a title or a text, and which slips it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from lark import Token, Transformer

from comprules.document.dates import date_in
from comprules.document.glossary import make_entry, with_aliases
from comprules.document.model import ContentsEntry, Document, Entry, Heading, Rule
from comprules.document.slips import lone_number, orphans, slip
from comprules.errors import Diagnostic, diagnose
from comprules.families.family import Family
from comprules.families.grammars import load_document, patterns, plain
from comprules.families.openings import LABEL, NUMBER, read_number, slips_of, take_number

Part = tuple[str, str, tuple[Any, ...]]
_UNNAMED = re.compile(r"_[a-z]\w*|__\w+_(?:star|plus)_\d+")


class Reading(NamedTuple):
    """What belongs to one parse: of each line of the prepared text its line in the source, and what is odd."""

    places: list[int]
    found: list[Diagnostic]


reading: ContextVar[Reading] = ContextVar("reading")


@cache
def builder(family: Family) -> Builder:
    """The builder of a family's documents."""
    return Builder(family)


class Unnamed:
    """What a rule without a name of its own gave, a repetition say: its parts go to the rule around it."""

    __slots__ = ("children",)

    def __init__(self, children: list[Any]) -> None:
        self.children = children


class Builder(Transformer[Token, Document]):
    """The methods that Lark calls, bottom up."""

    def __init__(self, family: Family) -> None:
        super().__init__()
        self._family = family
        self._levels = {name for at, level in enumerate(family.levels, 1) for name in (level.name, f"level{at}")}

    def __getattr__(self, name: str) -> Any:
        """The method for a rule that is a level of the family, or that Lark calls by the path of its import."""
        rule = plain(name)
        if _UNNAMED.match(rule):
            return Unnamed
        if not name.startswith("__") and rule.removeprefix("first_") in self._levels:
            return self._node
        if rule != name:
            return getattr(self, rule)
        raise AttributeError(name)

    @cached_property
    def _known(self) -> dict[str, re.Pattern[str]]:
        return patterns(load_document(self._family, self))

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return {terminal.name: plain(terminal.name) for terminal in load_document(self._family, self).terminals}

    @cached_property
    def _forms(self) -> dict[str, tuple[bool, bool]]:
        """Of each terminal whether it is a title, and whether it is a whole line without a slip."""
        return {
            name: ("TITLE" in kind or kind == "HEADING", "__" not in kind and "NUMBER" not in kind)
            for name, kind in self._kinds.items()
        }

    def document(self, children: list[Any]) -> Document:
        """Put the parts together."""
        parts = [part for child in children for part in (child if _is_several(child) else (child,))]
        named: dict[str, Part] = {part[0]: part for part in parts if isinstance(part, tuple)}
        rules = next(part for part in children if isinstance(part, list))
        content = {name: part[2] for name, part in named.items()}
        title, effective, front = content.get("front", (None, None, ()))
        introduction, credits = content.get("introduction", ()), content.get("credits", ())
        headings = [Heading(name, part[1]) for name, part in named.items() if name not in ("front", "preface")]
        return Document(
            family=self._family.name,
            title=title,
            effective=effective or self._date((*introduction, *content.get("preface", ()))) or self._date(credits),
            front=front,
            introduction=introduction,
            contents=content.get("contents", ()),
            rules=tuple(rules),
            glossary=with_aliases(content.get("glossary", ())),
            index=content.get("index", ()),
            credits=credits,
            headings=tuple(headings),
            preface=content.get("preface", ()),
            shape=self._family.inferred,
        )

    def _date(self, texts: tuple[str, ...]) -> str | None:
        return date_in(texts, self._known)

    def front(self, children: list[Token]) -> Part:
        """The title, the date, and the other paragraphs."""
        texts = tuple(map(_text, children))
        title = texts[0] if self._kinds[children[0].type] == "TITLE" else None
        return ("front", "", (title, self._date(texts), texts[title is not None :]))

    def introduction(self, children: list[Token]) -> Part:
        """Heading and paragraphs."""
        return _part("introduction", children)

    def contents(self, children: list[Any]) -> tuple[Part, Part]:
        """Heading, which may be missing, and entries; and the preface after them."""
        preface: Part = children.pop() if isinstance(children[-1], tuple) else ("preface", "", ())
        headed = self._kinds[children[0].type] == "CONTENTS"
        places, found = reading.get()
        led = [token for token in children if "LEADERS" in token.type]
        if led:
            shown = f"{len(led)} entries trail off to page numbers, left out"
            found.append(diagnose("leaders", shown, places[led[0].line or 0]))
        entries = tuple(self._entry_of_contents(token, places) for token in children[headed:])
        return ("contents", _text(children[0]) if headed else "", entries), preface

    def _entry_of_contents(self, token: Token, places: list[int]) -> ContentsEntry:
        text = str(token)
        if token.type.endswith("LEADERS"):
            led = self._known["LEADERS"]
            end = len(text.rstrip())
            text = text[: next(each.start() for each in led.finditer(text, 1) if each.end() == end)]
        line = places[token.line or 0]
        if not self._kinds[token.type].startswith(("NUMBERED", "FIRST")):
            return ContentsEntry(None, text.strip(), line)
        written = self._known["ENTRY_NUMBER"].match(token)
        number = written.group() if written else ""
        return ContentsEntry(read_number(number, self._family), text[len(number) :].strip(), line)

    def preface(self, children: list[Token]) -> Part:
        """The paragraphs between the contents and the rules."""
        return ("preface", "", tuple(map(_text, children)))

    def glossary(self, children: list[Any]) -> Part:
        """Heading and entries."""
        return ("glossary", _text(children[0]), tuple(children[1:]))

    def first_entry(self, children: list[Token]) -> Entry:
        """The entry under the heading, whose first line is its term however it looks."""
        return self.entry(children)

    def entry(self, children: list[Token]) -> Entry:
        """A glossary entry; aliases follow when all terms are known."""
        places, found = reading.get()
        term, line = _text(children[0]), places[children[0].line or 0]
        if children[0].type.endswith("TERM__GLUED"):
            found.append(diagnose("glued-term", f"“{term}” and its first sense share a line", line))
        return make_entry(term, [_text(token) for token in children[1:]], line)

    def index(self, children: list[Token]) -> Part:
        """Heading and lines."""
        return _part("index", children)

    def credits(self, children: list[Token]) -> Part:
        """Heading and paragraphs."""
        return _part("credits", children)

    def body(self, children: list[Rule]) -> list[Rule]:
        """The outermost nodes."""
        return children

    first_body = body

    def _node(self, children: list[Any]) -> Rule:
        """A rule of any level: a heading if its terminal is a title, else a sentence."""
        token = children[0]
        is_title, is_plain = self._forms[token.type]
        places, found = reading.get()
        line = places[token.line]
        used = 1
        if is_plain:
            written, text = token.split(None, 1)
            number, text = written.rstrip(".):"), text.rstrip()
        else:
            number, text, used = self._odd(children, line, found)
            is_title = self._forms[children[used - 1].type][0]
        if len(children) == used:
            return Rule(number, text, None, (), line) if is_title else Rule(number, None, text, (), line)
        paragraphs, examples, rules = self._content(children, used)
        if is_title:
            return Rule(number, text, "\n".join(paragraphs) or None, examples, line, rules)
        return Rule(number, None, "\n".join((text, *paragraphs)), examples, line, rules)

    def _odd(self, children: list[Any], line: int, found: list[Diagnostic]) -> tuple[str, str, int]:
        """Number and text of a line with a slip, or of a number and the line after it; and how many tokens they are."""
        token = children[0]
        kind = self._kinds[token.type]
        slips = slips_of(kind)
        if kind.startswith((NUMBER, "FIRST_NUMBER")):
            number, text, used = read_number(token, self._family), children[1].strip(), 2
        else:
            number, text = take_number(token.rstrip(), self._family, slips)
            used = 1
        if not text:
            found.append(lone_number(number, line))
        found.extend(slip(code, token, number, text, line) for code in slips)
        return number, text, used

    def _content(self, children: list[Any], at: int) -> tuple[list[str], tuple[str, ...], tuple[Rule, ...]]:
        """Further paragraphs, examples and nodes below; a paragraph after an example belongs to that example."""
        paragraphs: list[str] = []
        examples: list[str] = []
        while at < len(children) and isinstance(children[at], Token):
            token = children[at]
            if self._kinds[token.type].startswith("EXAMPLE"):
                examples.append(self._example(token))
            else:
                if token.type.endswith("ORPHAN") and not children[at - 1].type.endswith("ORPHAN"):
                    places, found = reading.get()
                    found.append(orphans([_text(each) for each in _run_of_orphans(children, at)], places[token.line]))
                text = _text(token)
                if examples:
                    examples[-1] = f"{examples[-1]}\n{text}" if examples[-1] else text
                else:
                    paragraphs.append(text)
            at += 1
        return paragraphs, tuple(examples), tuple(children[at:])

    def _example(self, token: Token) -> str:
        text = _text(token)
        places, found = reading.get()
        line = places[token.line or 0]
        label = self._known[LABEL].match(text)
        written = label.group() if label else ""
        if "LABEL" in token.type:
            found.append(diagnose("example-label", f"the label is written “{written.strip()}”", line))
        if "GAP" in token.type:
            found.append(diagnose("example-gap", "a blank line before this example", line))
        return text[len(written) :]


def _is_several(child: Any) -> bool:
    return isinstance(child, tuple) and isinstance(child[0], tuple)


def _run_of_orphans(children: list[Any], start: int) -> Iterator[Token]:
    return takewhile(lambda each: isinstance(each, Token) and each.type.endswith("ORPHAN"), children[start:])


def _text(token: Token) -> str:
    return token.strip()


def _part(name: str, children: list[Token]) -> Part:
    return (name, _text(children[0]), tuple(map(_text, children[1:])))
