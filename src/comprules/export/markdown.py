"""A folder of Markdown: a file for each chapter, one for the glossary, one that leads to them, with links between them.

| file | what is in it |
| --- | --- |
| `README.md` | what stands before the rules, the table of contents, what stands after them |
| `702.md` | the chapter 702: every rule below it, each with an anchor such as `#r702.19b` |
| `glossary.md` | the entries, each with an anchor such as `#g-first-strike` |

A chapter is the lowest heading that is never a rule itself; what stands above it is a heading in `README.md`, and a
family without such headings has a file for each outermost number. References are links. The signs that Markdown would
take for markup are escaped.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from comprules.analysis.index import Node
from comprules.analysis.references import Reference
from comprules.document.model import Rule
from comprules.export.exporters import Exporter
from comprules.export.shelf import Shelf
from comprules.release import Release
from comprules.render.html.anchors import anchors
from comprules.render.markdown import escape

_LIST = re.compile(
    r"^(\s*)(?:(\d+)([.)])|([-+=]))", re.MULTILINE
)  # what Markdown takes for a list at the start of a line
_GLOSSARY = "glossary.md"


def write(shelf: Shelf, path: Path) -> None:
    """Write the files into the folder `path`."""
    for name, text in pages(shelf.newest):
        (path / name).write_text(text, encoding="utf-8", newline="\n")


def pages(release: Release) -> Iterator[tuple[str, str]]:
    """The files: their names and texts."""
    book = _Book(release)
    yield "README.md", book.contents()
    for at, name in book.files.items():
        yield name, book.chapter(at)
    if release.document.glossary:
        yield _GLOSSARY, book.glossary()


def inline(text: str) -> str:
    """A text that Markdown shows as it is within a line."""
    return escape(text).replace("&", "&amp;")


def block(marked: str) -> str:
    """Markdown whose lines stay lines, and are no lists."""
    plain = _LIST.sub(lambda found: f"{found[1]}{found[2] or ''}\\{found[3] or found[4]}", marked)
    return plain.replace("\n", "  \n")


class _Book:
    """Where everything of a release stands in the files. `files` has the position of each chapter and its file."""

    def __init__(self, release: Release) -> None:
        self.release = release
        self.family = release.index.family
        self.anchors = anchors(release)
        self.files: dict[int, str] = {}
        self._headings: set[int] = set()
        self._file_of: dict[str, str] = {}
        self._positions = {id(node.rule): at for at, node in enumerate(release.index.nodes)}
        self._references: dict[tuple[bool, int, int], list[Reference]] = defaultdict(list)
        for each in release.references:
            place = each.index + 1 if each.part == "example" else 0
            self._references[each.part == "glossary", each.at, place].append(each)
        self._divide(release.document.rules)
        for at, name in self.files.items():
            for node in self._below(at):
                self._file_of.setdefault(node.rule.number, name)

    def _divide(self, rules: tuple[Rule, ...]) -> None:
        """Give each chapter below `rules` a file."""
        for rule in rules:
            at = self._positions[id(rule)]
            if any(self.family.depth(each.number) < self.family.rules_from for each in rule.rules):
                self._headings.add(at)
                self._file_of.setdefault(rule.number, "README.md")
                self._divide(rule.rules)
            else:
                number = self.anchors.nodes[at].removeprefix("r")
                self.files[at] = f"{number}.md"

    def _below(self, at: int) -> Iterator[Node]:
        """The chapter at a position, and all that stands below it."""
        nodes = self.release.index.nodes
        depth = len(nodes[at].path)
        yield nodes[at]
        for node in nodes[at + 1 :]:
            if len(node.path) <= depth:
                return
            yield node

    def contents(self) -> str:
        """The file that leads to the others."""
        document = self.release.document
        blocks = [f"# {inline(document.title or self.release.name)}"]
        blocks += [block(inline(each)) for each in (*document.front, *document.introduction, *document.preface)]
        for at, node in enumerate(self.release.index.nodes):
            rule = node.rule
            name = inline(f"{self.family.heading(rule.number)} {rule.title or ''}".strip())
            if at in self._headings:
                blocks.append(f'{"#" * min(len(node.path) + 2, 6)} <a id="{self.anchors.nodes[at]}"></a>{name}')
                blocks += [self.linked(rule.text, False, at, 0)] if rule.text else []
            elif at in self.files:
                blocks.append(f"- [{name}]({self.files[at]})")
        if document.glossary:
            blocks += ["## Glossary", f"- [{len(document.glossary)} entries]({_GLOSSARY})"]
        blocks += ["## Credits", *(block(inline(each)) for each in document.credits)] if document.credits else []
        return "\n\n".join(blocks) + "\n"

    def chapter(self, first: int) -> str:
        """The file of the chapter at a position."""
        blocks: list[str] = []
        for at, node in enumerate(self._below(first), first):
            rule = node.rule
            anchor = f'<a id="{self.anchors.nodes[at]}"></a>'
            number = inline(self.family.heading(rule.number))
            if rule.title:
                sign = "#" * min(len(node.path) - len(self.release.index.nodes[first].path) + 1, 6)
                blocks.append(f"{sign} {anchor}{number} {inline(rule.title)}")
            else:
                blocks.append(f"{anchor}**{number}** {self.linked(rule.text or '', False, at, 0)}")
            if rule.title and rule.text:
                blocks.append(self.linked(rule.text, False, at, 0))
            label = inline(self.family.example)
            blocks += [
                f"> {label}{self.linked(text, False, at, place)}".replace("\n", "\n> ")
                for place, text in enumerate(rule.examples, 1)
            ]
        return "\n\n".join(blocks) + "\n"

    def glossary(self) -> str:
        """The file of the glossary."""
        blocks = ["# Glossary"]
        for at, entry in enumerate(self.release.document.glossary):
            blocks.append(f'### <a id="{self.anchors.entries[at]}"></a>{inline(entry.term)}')
            blocks.append(self.linked(entry.text, True, at, 0))
        return "\n\n".join(blocks) + "\n"

    def linked(self, text: str, glossary: bool, at: int, place: int) -> str:
        """A text with its references as links; `at` is the position of its rule or entry, `place` counts examples."""
        pieces: list[str] = []
        done = 0
        for member in (each for one in self._references[glossary, at, place] for each in one.members):
            target = self._target(member.targets[0] if member.targets else None, member.term)
            if target and member.start >= done:
                pieces.append(inline(text[done : member.start]))
                pieces.append(f"[{inline(text[member.start : member.end])}]({target})")
                done = member.end
        return block("".join([*pieces, inline(text[done:])]))

    def _target(self, number: str | None, term: str | None) -> str | None:
        if term is not None:
            return f"{_GLOSSARY}#{self.anchors.terms[term]}"
        return f"{self._file_of[number]}#{self.anchors.numbers[number]}" if number else None


EXPORTERS = {"markdown": Exporter(write, "a folder of Markdown, a file for each chapter, linked", "folder")}
