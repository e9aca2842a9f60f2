"""The tree of a document: frozen values that know their text and their place in the source, and nothing else.

Parents, references, keywords and changes are tables beside the tree (`comprules.analysis`, `comprules.diff`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec


class Rule(msgspec.Struct, frozen=True, gc=False):
    """A section, chapter, rule or subrule: a node of the tree, all levels alike.

    A heading has `title` and no `text`; a sentence has `text` and no `title`; a heading with a paragraph under it has
    both. Further paragraphs are joined to the text by `\\n`. `examples` have lost their label. `line` is the 1-based
    line of the source on which the number stands.
    """

    number: str
    title: str | None
    text: str | None
    examples: tuple[str, ...]
    line: int
    rules: tuple[Rule, ...] = ()

    def __repr__(self) -> str:
        told = f" {self.title!r}" if self.title is not None else f" {_short(self.text or '')!r}"
        below = f", {len(self.rules)} rules below" if self.rules else ""
        return f"<Rule {self.number}{told}{below}>"


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A glossary entry. `term` is its first line as printed; `text` all further lines, joined by `\\n`.

    `aliases` are the names by which it can be looked up where the line is no plain term: the parts of
    `Dies, Died`, and `Bury` of `Bury (Obsolete)`. `senses` are the numbered senses without their numbers, or the
    whole text where none are numbered.
    """

    term: str
    aliases: tuple[str, ...]
    senses: tuple[str, ...]
    text: str
    obsolete: bool
    line: int


class ContentsEntry(msgspec.Struct, frozen=True, gc=False):
    """A line of the contents. `number` is None for headings such as Glossary."""

    number: str | None
    title: str
    line: int = 0


class Heading(msgspec.Struct, frozen=True, gc=False):
    """The heading of an unnumbered part, as printed. `part` is introduction, contents, glossary, index or credits."""

    part: str
    title: str


class Document(msgspec.Struct, frozen=True, gc=False):
    """One release as a tree.

    `title` is the first line, if it is one; `front` the other paragraphs before the introduction, the sentence that
    gives the date among them; `effective` that date as YYYY-MM-DD. `headings` are those of the unnumbered parts, in
    document order: some documents have their introduction after the contents. `index` is the alphabetical index that
    a few documents print, `preface` what stands between the contents and the first heading. `shape` is that of an
    outline, a family inferred from the document, as `comprules.families.outline` writes it; empty for all others.
    """

    family: str
    title: str | None
    effective: str | None
    front: tuple[str, ...]
    introduction: tuple[str, ...]
    contents: tuple[ContentsEntry, ...]
    rules: tuple[Rule, ...]
    glossary: tuple[Entry, ...]
    index: tuple[str, ...]
    credits: tuple[str, ...]
    headings: tuple[Heading, ...] = ()
    preface: tuple[str, ...] = ()
    shape: str = ""

    def __repr__(self) -> str:
        return f"<Document {self.title!r} of {self.effective or 'no date'}>"


def _short(text: str) -> str:
    """The beginning of a text, to tell it from others at a prompt."""
    return text if len(text) <= 40 else text[:39] + "…"


def walk(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Every node below and including `rules`, in document order."""
    stack = list(rules)[::-1]
    while stack:
        rule = stack.pop()
        yield rule
        stack.extend(reversed(rule.rules))


def unplaced(document: Document) -> Document:
    """The document with every line number set to 0, to compare two trees by their content alone."""

    def strip(rule: Rule) -> Rule:
        return msgspec.structs.replace(rule, line=0, rules=tuple(map(strip, rule.rules)))

    return msgspec.structs.replace(
        document,
        rules=tuple(map(strip, document.rules)),
        contents=tuple(msgspec.structs.replace(entry, line=0) for entry in document.contents),
        glossary=tuple(msgspec.structs.replace(entry, line=0) for entry in document.glossary),
    )
