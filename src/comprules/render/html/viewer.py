"""The viewer: a whole release on one page, every number a place of its own, every reference a link.

A rule is one `div.r` with its number as a permalink `a.n`, its paragraphs, its examples `p.e`, its notes `p.d`, and a
strip `details.k` that says what it cites and who cites it. Rules stand in groups `div.c`, which the browser lays out
only when they come into view; the class `z…` tells it about how high they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import ceil, log
from typing import NamedTuple

from markupsafe import Markup

from comprules.document.model import Entry
from comprules.errors import Diagnostic
from comprules.release import Release
from comprules.render.html.anchors import Anchors, anchors
from comprules.render.html.notes import Note, notes
from comprules.render.html.page import page
from comprules.render.html.prose import Place, Prose, escape
from comprules.tables.index import Node
from comprules.tables.references import Reference

_GROUP = 3000  # pixels: about three screens are laid out at once
_LINE = 28  # pixels of a line, of about
_MEASURE = 62  # characters, where letters are wide
_LEVELS = ("h2", "h3", "h4", "h4", "h5", "h6")


class Heading(NamedTuple):
    """A line of the contents, and those below it."""

    anchor: str
    number: str
    title: str
    below: list[Heading]


class Letter(NamedTuple):
    """A letter of the glossary: its id, and its entries as HTML."""

    anchor: str
    name: str
    entries: Markup


def viewer(release: Release, notice: str | None = None) -> str:
    """The page of `release` as text; `notice` is what the footer says, a default if None."""
    places = anchors(release)
    found = notes(release, places)
    writer = _Writer(release, places, found)
    return page(
        "viewer",
        ("viewer", "preview", "place", "find"),
        notice,
        release=release,
        title=release.document.title or release.source.name,
        effective=release.document.effective,
        contents=_contents(release, places),
        rules=Markup("".join(writer.rules())),
        letters=list(writer.letters()),
        notes=found,
        headings={heading.part: heading.title for heading in release.document.headings},
    )


def _contents(release: Release, places: Anchors) -> list[Heading]:
    """Sections and their chapters, those that have a title."""
    found: list[Heading] = []
    for node, name in zip(release.index.nodes, places.nodes, strict=True):
        if node.rule.title and len(node.path) < 2:
            heading = Heading(name, release.index.family.heading(node.rule.number), node.rule.title, [])
            (found[-1].below if node.path and found else found).append(heading)
    return found


class _Writer:
    """Rules and entries as HTML, one after another."""

    def __init__(self, release: Release, places: Anchors, found: list[Note]) -> None:
        self.release = release
        self.places = places
        self.prose = Prose(release, places)
        self.notes: dict[str, list[Diagnostic]] = defaultdict(list)
        for note in found:
            self.notes[note.anchor or ""].append(note.found)
        self.referring: dict[str, list[Reference]] = defaultdict(list)
        for reference in release.references:
            for term in reference.to:
                self.referring[term].append(reference)

    def rules(self) -> Iterator[str]:
        """All rules, headings between groups of those below them."""
        group: list[str] = []
        height = 0
        for node, name in zip(self.release.index.nodes, self.places.nodes, strict=True):
            apart = bool(node.rule.title) and len(node.path) < 2
            if group and (apart or height > _GROUP):
                yield _group(group, height)
                group, height = [], 0
            if apart:
                yield self._rule(node, name)
            else:
                group.append(self._rule(node, name))
                height += _height(node)
        if group:
            yield _group(group, height)

    def letters(self) -> Iterator[Letter]:
        """The glossary by first letters; what begins with no letter comes under `#`."""
        groups: dict[str, list[str]] = defaultdict(list)
        heights: dict[str, int] = defaultdict(int)
        for entry, name in zip(self.release.document.glossary, self.places.entries, strict=True):
            first = entry.term.lstrip("“\"‘'")[:1].upper()
            letter = first if "A" <= first <= "Z" else "#"
            groups[letter].append(self._entry(entry, name))
            heights[letter] += 60 + _LINE * (1 + len(entry.text) // _MEASURE)
        for letter, entries in groups.items():
            yield Letter(f"letter-{letter.strip('#').lower() or '0'}", letter, Markup(_group(entries, heights[letter])))

    def _rule(self, node: Node, name: str) -> str:
        rule = node.rule
        number = rule.number
        cites: list[Reference] = []
        body: list[str] = []
        link = f'<a class="n" href="#{name}">{escape(number)}</a>'
        if rule.title:
            level = _LEVELS[min(len(node.path), len(_LEVELS) - 1)]
            body.append(f"<{level}>{link} <bdi>{escape(rule.title)}</bdi></{level}>")
        else:
            body.append(link)
        for text, part, at, style in (
            (rule.text, "text", 0, ""),
            *((example, "example", at, ' class="e"') for at, example in enumerate(rule.examples)),
        ):
            if text:
                place: Place = (number, None, part, at)
                cites.extend(self.prose.references(text, place))
                label = "<b>Example:</b> " if style else ""
                body.extend(
                    f"<p{style}>{label if first else ''}{line}</p>"
                    for first, line in _firsts(self.prose.paragraphs(text, place))
                )
        first = self.places.numbers[number] == name
        citing = self.release.cited_by.get(number, ()) if first else ()
        style = "r s" if len(node.path) > 2 else "r"
        return f'<div class="{style}" id="{name}">{"".join(body)}{self._below(name, cites, citing)}</div>\n'

    def _entry(self, entry: Entry, name: str) -> str:
        place: Place = (None, entry.term, "glossary", 0)
        lines = "".join(f"<p>{line}</p>" for line in self.prose.paragraphs(entry.text, place))
        # What an entry cites stands in its one short text; the strip adds what is not written out there.
        cites = [each for each in self.prose.references(entry.text, place) if len(each.targets) > 1 or len(each.to) > 1]
        referring = self.referring.get(entry.term, ()) if self.places.terms[entry.term] == name else ()
        head = f'<h4><a class="n" href="#{name}"><bdi>{escape(entry.term)}</bdi></a></h4>'
        return f'<div class="r g" id="{name}">{head}{lines}{self._below(name, cites, referring)}</div>\n'

    def _below(self, name: str, cites: Iterable[Reference], citing: Iterable[Reference]) -> str:
        """The notes and the strip of a place."""
        found = "".join(
            f'<p class="d {each.severity}"><b>{each.severity}</b> {escape(each.message)}</p>'
            for each in self.notes.get(name, ())
        )
        to = [self._number(number) for each in cites for number in each.targets]
        to += [self._term(term) for each in cites for term in each.to]
        by = [self._number(each.number) if each.number else self._term(each.term or "") for each in citing]
        to, by = list(dict.fromkeys(to)), list(dict.fromkeys(by))
        if not to and not by:
            return found
        summary = " · ".join([f"cites {len(to)}"] * bool(to) + [f"cited by {len(by)}"] * bool(by))
        lists = "".join(
            f"<p>{label} {', '.join(each)}</p>" for label, each in (("Cites", to), ("Cited by", by)) if each
        )
        return f'{found}<details class="k"><summary>{summary}</summary>{lists}</details>'

    def _number(self, number: str) -> str:
        return f'<a href="#{self.places.numbers[number]}">{escape(number)}</a>'

    def _term(self, term: str) -> str:
        return f'<a href="#{self.places.terms[term]}"><bdi>{escape(term)}</bdi></a>'


def _firsts(lines: list[str]) -> Iterator[tuple[bool, str]]:
    return ((at == 0, line) for at, line in enumerate(lines))


def _height(node: Node) -> int:
    """About how many pixels high a rule will be."""
    texts = (node.rule.text or "", *node.rule.examples)
    return 40 + sum(_LINE * (1 + len(text) // _MEASURE) for text in texts)


def _group(blocks: list[str], height: int) -> str:
    """Blocks that are laid out together. `z0` stands for 100 pixels, each further class for half as much again.

    Rather too high than too low, or what is not laid out yet would reach over what follows.
    """
    step = max(0, min(15, ceil(log(max(height, 1) / 100, 1.5))))
    return f'<div class="c z{step}">{"".join(blocks)}</div>\n'
