"""Tokens to tree: the stage that turns a `Source` into a `Document`.

    >>> document, diagnostics = parse(decode(b"1. Sea\\n100. Tides\\n100.1. The tide turns.\\n"))
    >>> document.rules[0].rules[0].rules[0].text
    'The tide turns.'

The methods of `Builder` are named after the rules of `grammars/document.lark`; each takes what its rule's parts gave.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from lark import Transformer, UnexpectedInput

from comprules.document.family import MAGIC, Family
from comprules.document.furniture import without_furniture
from comprules.document.grammar import Feed, load
from comprules.document.heads import line_patterns
from comprules.document.layout import LineToken, layout
from comprules.document.lines import lines
from comprules.document.model import ContentsEntry, Document, Entry, Heading, Rule
from comprules.document.wrapping import unwrap
from comprules.errors import Diagnostic, NotRulesError
from comprules.source import Source

_SENSE_NUMBER = re.compile(r"\d+\.[ \t\xa0]+")
_OBSOLETE = re.compile(r"\s*\(obsolete\)$", re.IGNORECASE)
_QUALIFIER = re.compile(r"\s*\([^()]*\)$")  # “(Obsolete)”, “(Informal)”
_TITLE_WORDS = 12  # words: the longest title of a rule has eight
_SENTENCE_END = ".:;,)”\"’'"

Part = tuple[str, str, tuple[Any, ...]]


def parse(source: Source, family: Family = MAGIC) -> tuple[Document, tuple[Diagnostic, ...]]:
    """The tree of `source` and the oddities of how its lines are written, in the order of the lines.

    Raises NotRulesError for a text without numbered rules.
    """
    kept, furniture = without_furniture(lines(source))
    paragraphs, wrapped = unwrap(kept, family)
    tokens, found = layout(paragraphs, source.name, family)
    grammar = load("document", "document", lexer=Feed, transformer=Builder(family.name))
    try:
        document: Document = grammar.parse(tokens)  # type: ignore[assignment]
    except UnexpectedInput as error:
        line = getattr(getattr(error, "token", None), "line", 1)
        raise NotRulesError(f"{source.name}:{line}: a line stands where no part of a document can have it") from None
    return document, tuple(
        sorted((*source.diagnostics, *furniture, *wrapped, *found), key=lambda diagnostic: diagnostic.line)
    )


class Builder(Transformer[LineToken, Document]):
    """Builds the tree bottom up while Lark parses: one method a rule of the grammar."""

    def __init__(self, family: str) -> None:
        super().__init__()
        self._family = family

    def __hash__(self) -> int:
        return hash(self._family)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Builder) and other._family == self._family

    def document(self, children: list[Any]) -> Document:
        """Put the parts together."""
        (title, effective, front), *parts = children
        rules = next(part for part in parts if isinstance(part, list))
        named: dict[str, Part] = {part[0]: part for part in parts if not isinstance(part, list)}
        content = {name: part[2] for name, part in named.items()}
        return Document(
            family=self._family,
            title=title,
            effective=effective or _date_in(content.get("introduction", ())) or _date_in(content.get("credits", ())),
            front=front,
            introduction=content.get("introduction", ()),
            contents=content.get("contents", ()),
            rules=tuple(rules),
            glossary=with_aliases(content.get("glossary", ())),
            index=content.get("index", ()),
            credits=content.get("credits", ()),
            headings=tuple(Heading(name, part[1]) for name, part in named.items()),
        )

    def front(self, children: list[LineToken]) -> tuple[str | None, str | None, tuple[str, ...]]:
        """The title, the date, and the other paragraphs."""
        title = children[0].text if children and children[0].type == "TITLE" else None
        texts = tuple(token.text for token in children[title is not None :])
        return title, _date_in((title or "", *texts)), texts

    def introduction(self, children: list[Any]) -> Part:
        """Heading and paragraphs."""
        return ("introduction", children[0].text, children[1])

    def contents(self, children: list[LineToken]) -> Part:
        """Heading and entries."""
        lines = (token for token in children[1:] if token.type == "ENTRY")
        entries = tuple(ContentsEntry(token.number or None, token.text, token.line) for token in lines)
        return ("contents", children[0].text, entries)

    def glossary(self, children: list[Any]) -> Part:
        """Heading and entries."""
        return ("glossary", children[0].text, tuple(children[1:]))

    def index(self, children: list[Any]) -> Part:
        """Heading and lines."""
        return ("index", children[0].text, children[1])

    def credits(self, children: list[Any]) -> Part:
        """Heading and paragraphs."""
        return ("credits", children[0].text, children[1])

    def paragraphs(self, children: list[LineToken]) -> tuple[str, ...]:
        """The texts of the paragraphs."""
        return tuple(token.text for token in children)

    def entry(self, children: list[LineToken]) -> Entry:
        """A glossary entry; aliases follow when all terms are known."""
        term, *body = children
        return make_entry(term.text, [token.text for token in body], term.line)

    def body(self, children: list[Rule]) -> list[Rule]:
        """The outermost nodes."""
        return children

    def section(self, children: list[Any]) -> Rule:
        """A section: always a heading."""
        return _heading(children)

    def chapter(self, children: list[Any]) -> Rule:
        """A chapter: always a heading."""
        return _heading(children)

    def rule(self, children: list[Any]) -> Rule:
        """A rule: a heading if its line is a title, else a sentence."""
        token: LineToken = children[0]
        return _heading(children) if _is_title(token.text) else _sentence(children)

    def subrule(self, children: list[Any]) -> Rule:
        """A subrule: always a sentence."""
        return _sentence(children)


def _heading(children: list[Any]) -> Rule:
    token = children[0]
    paragraphs, examples, rules = _content(children)
    return Rule(token.number, token.text, "\n".join(paragraphs) or None, examples, token.line, rules)


def _sentence(children: list[Any]) -> Rule:
    token = children[0]
    if len(children) == 1:
        return Rule(token.number, None, token.text, (), token.line)
    paragraphs, examples, rules = _content(children)
    return Rule(token.number, None, "\n".join((token.text, *paragraphs)), examples, token.line, rules)


def _content(children: list[Any]) -> tuple[list[str], tuple[str, ...], tuple[Rule, ...]]:
    """Further paragraphs, examples and nodes below; a paragraph after an example belongs to that example."""
    paragraphs: list[str] = []
    examples: list[str] = []
    at = 1
    while at < len(children) and isinstance(children[at], LineToken):
        token = children[at]
        if token.type == "EXAMPLE":
            examples.append(token.text)
        elif examples:
            examples[-1] = f"{examples[-1]}\n{token.text}" if examples[-1] else token.text
        else:
            paragraphs.append(token.text)
        at += 1
    return paragraphs, tuple(examples), tuple(children[at:])


def _is_title(text: str) -> bool:
    """Whether a rule's line is a title: short, without closing punctuation, its long words capitalised."""
    if text[-1] in _SENTENCE_END and not (text[-1] == ")" and text[0] not in '(“"' and text.count(" ") < 4):
        return False
    words = text.split()
    if len(words) > _TITLE_WORDS:
        return False
    return all(not word[0].islower() or len(word) <= 4 for word in words)


def _date_in(texts: tuple[str, ...]) -> str | None:
    """The date that one of `texts` states, as YYYY-MM-DD."""
    known = line_patterns()
    for text in texts:
        for kind in ("EFFECTIVE", "DATE"):
            match = known[kind].match(text)
            date = _iso(match.groupdict()) if match else None
            if date:
                return date
    return None


def _iso(stated: dict[str, str | None]) -> str | None:
    iso = stated.get("iso") or stated.get("only")
    if iso:
        return iso
    try:
        if stated.get("us"):
            form = "%m/%d/%y" if len(str(stated["us"])) == 8 else "%m/%d/%Y"
            return datetime.strptime(str(stated["us"]), form).date().isoformat()
        month = str(stated["month"])[:3]
        return datetime.strptime(f"{month} {stated['day']} {stated['year']}", "%b %d %Y").date().isoformat()
    except ValueError:
        return None


def make_entry(term: str, lines: list[str], line: int) -> Entry:
    """A glossary entry of a term and the lines under it, `line` being that of the term; it has no aliases yet."""
    text = "\n".join(lines)
    numbered = line_patterns()["SENSE"].match
    senses = tuple(_SENSE_NUMBER.sub("", each, count=1) for each in lines if numbered(each))
    obsolete = bool(_OBSOLETE.search(term))
    return Entry(term, (), senses or ((text,) if text else ()), text, obsolete, line)


def with_aliases(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Give each entry the names it can be looked up by.

    The parts of a term with commas are names, unless one of them has an entry of its own: then the commas belong to
    the term, as in a term made of two other terms.
    """
    terms = {entry.term for entry in entries}
    found = []
    for entry in entries:
        plain = _QUALIFIER.sub("", entry.term)
        names = [name.strip() for name in plain.split(",")]
        if len(names) == 1 or any(name in terms for name in names):
            names = [plain]
        aliases = tuple(name for name in names if name != entry.term)
        found.append(
            Entry(entry.term, aliases, entry.senses, entry.text, entry.obsolete, entry.line) if aliases else entry
        )
    return tuple(found)
