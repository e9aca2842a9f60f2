"""The blocks of the viewer, one for each rule and glossary entry, as HTML.

A rule is one `div.r`: its number as a permalink `a.n` at the beginning of its title or first paragraph, so that what is
copied reads `702.19b A creature …` (paragraphs are `div`, since browsers copy a `p` with an empty line); its examples
`div.e`, its notes `p.d`, what changed in it since the release before `details.w`, and a strip `details.k` that says
what it cites and who cites it. Rules stand in groups `div.c`, which the browser lays out only when they come into view;
the class `z…` tells it about how high they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import ceil, log

from comprules.analysis.index import Node
from comprules.analysis.references import Reference
from comprules.document.model import Entry
from comprules.errors import Diagnostic
from comprules.release import Release
from comprules.render.html.anchors import Anchors
from comprules.render.html.beside import Beside
from comprules.render.html.notes import Note
from comprules.render.html.prose import Place, Prose, escape
from comprules.render.html.since import Since

_GROUP = 3000  # pixels: about three screens are laid out at once
_LINE = 28  # pixels of a line, of about
_MEASURE = 62  # characters, where letters are wide
_LEVELS = ("h2", "h3", "h4", "h4", "h5", "h6")


class Blocks:
    """Rules and entries as HTML, one after another.

    `where` tells the address of an anchor of the release; `since`, if given, what changed since the release before.
    """

    def __init__(
        self,
        release: Release,
        places: Anchors,
        found: list[Note],
        where: Callable[[str], str],
        since: Since | None,
        beside: Beside,
    ) -> None:
        self.release = release
        self.places = places
        self.where = where
        self.since = since
        self.beside = beside
        self.prose = Prose(release, places, where)
        self.example = f"<b>{escape(release.index.family.example.strip())}</b> "
        self.notes: dict[str, list[Diagnostic]] = defaultdict(list)
        for note in found:
            self.notes[note.anchor or ""].append(note.found)
        self.referring: dict[str, list[Reference]] = defaultdict(list)
        for reference in release.references:
            for term in reference.to:
                self.referring[term].append(reference)

    def rules(self, nodes: Iterable[int]) -> Iterator[str]:
        """The rules at some positions, headings between groups of those below them."""
        group: list[str] = []
        height = 0
        for at in nodes:
            node = self.release.index.nodes[at]
            apart = bool(node.rule.title) and len(node.path) < 2
            if group and (apart or height > _GROUP):
                yield grouped(group, height)
                group, height = [], 0
            if apart:
                yield self._rule(node, at)
            else:
                group.append(self._rule(node, at))
                height += _height(node)
        if group:
            yield grouped(group, height)

    def entries(self) -> Iterator[tuple[str, str]]:
        """Of each first letter of the glossary, `#` for what begins with none, the entries."""
        groups: dict[str, list[str]] = defaultdict(list)
        heights: dict[str, int] = defaultdict(int)
        for entry, name in zip(self.release.document.glossary, self.places.entries, strict=True):
            first = entry.term.lstrip("“\"‘'")[:1].upper()
            letter = first if "A" <= first <= "Z" else "#"
            groups[letter].append(self._entry(entry, name))
            heights[letter] += 60 + _LINE * (1 + len(entry.text) // _MEASURE)
        for letter, entries in groups.items():
            yield letter, grouped(entries, heights[letter])

    def _rule(self, node: Node, at: int) -> str:
        rule = node.rule
        number, name = rule.number, self.places.nodes[at]
        cites: list[Reference] = []
        link = f'<a class="n" href="#{name}">{escape(number)}</a> '
        body: list[str] = []
        if rule.title:
            level = _LEVELS[min(len(node.path), len(_LEVELS) - 1)]
            body.append(f"<{level}>{link}<bdi>{escape(rule.title)}</bdi></{level}>")
            link = ""
        for text, part, index, style in (
            (rule.text, "text", 0, ""),
            *((example, "example", index, ' class="e"') for index, example in enumerate(rule.examples)),
        ):
            if text or link:
                place: Place = (number, None, part, index)
                cites.extend(self.prose.references(text or "", place))
                label = self.example if style else ""
                for line in self.prose.paragraphs(text or "", place):
                    body.append(f"<div{style}>{link}{label}{line}</div>")
                    link, label = "", ""
        first = self.places.numbers[number] == name
        citing = self.release.cited_by.get(number, ()) if first else ()
        kinds = ["r", *(["s"] if len(node.path) > 2 else []), *(self.since.style(at) if self.since else [])]
        changed = self.since.block(at) if self.since else ""
        below = self._below(name, cites, citing, number if first else None)
        return f'<div class="{" ".join(kinds)}" id="{name}">{"".join(body)}{changed}{below}</div>\n'

    def _entry(self, entry: Entry, name: str) -> str:
        place: Place = (None, entry.term, "glossary", 0)
        lines = "".join(f"<div>{line}</div>" for line in self.prose.paragraphs(entry.text, place))
        # What an entry cites stands in its one short text; the strip adds what is not written out there.
        cites = [each for each in self.prose.references(entry.text, place) if len(each.targets) > 1 or len(each.to) > 1]
        first = self.places.terms[entry.term] == name
        referring = self.referring.get(entry.term, ()) if first else ()
        head = f'<h4><a class="n" href="#{name}"><bdi>{escape(entry.term)}</bdi></a></h4>'
        kinds = ["r", "g", *(self.since.entry_style(entry) if self.since else [])]
        changed = self.since.entry_block(entry) if self.since else ""
        below = self._below(name, cites, referring, None, entry.term if first else None)
        return f'<div class="{" ".join(kinds)}" id="{name}">{head}{lines}{changed}{below}</div>\n'

    def _below(
        self,
        name: str,
        cites: Iterable[Reference],
        citing: Iterable[Reference],
        number: str | None,
        term: str | None = None,
    ) -> str:
        """The notes, the strip and the history of a place."""
        found = "".join(
            f'<p class="d {each.severity}"><b>{each.severity}</b> {escape(each.message)}</p>'
            for each in self.notes.get(name, ())
        )
        to = [self._number(each) for reference in cites for each in reference.targets]
        to += [self._term(each) for reference in cites for each in reference.to]
        by = [self._number(each.number) if each.number else self._term(each.term or "") for each in citing]
        to, by = list(dict.fromkeys(to)), list(dict.fromkeys(by))
        told = self.beside.history
        step = told(number or term or "", term is not None) if told and (number or term) else None
        history = f'<a class="h" href="{step.href}">{escape(step.name)}</a>' if step else ""
        if not to and not by:
            return found + (f'<p class="k">{history}</p>' if history else "")
        summary = " · ".join([f"cites {len(to)}"] * bool(to) + [f"cited by {len(by)}"] * bool(by))
        lists = "".join(
            f"<p>{label} {', '.join(each)}</p>" for label, each in (("Cites", to), ("Cited by", by)) if each
        )
        return f'{found}<details class="k"><summary>{summary}</summary>{lists}</details>' + (
            f'<p class="k">{history}</p>' if history else ""
        )

    def _number(self, number: str) -> str:
        anchor = self.places.numbers.get(number)
        return f'<a href="{self.where(anchor)}">{escape(number)}</a>' if anchor else escape(number)

    def _term(self, term: str) -> str:
        return f'<a href="{self.where(self.places.terms[term])}"><bdi>{escape(term)}</bdi></a>'


def _height(node: Node) -> int:
    """About how many pixels high a rule will be."""
    texts = (node.rule.text or "", *node.rule.examples)
    return 40 + sum(_LINE * (1 + len(text) // _MEASURE) for text in texts)


def grouped(blocks: list[str], height: int) -> str:
    """Blocks that are laid out together. `z0` stands for 100 pixels, each further class for half as much again.

    Rather too high than too low, or what is not laid out yet would reach over what follows.
    """
    step = max(0, min(15, ceil(log(max(height, 1) / 100, 1.5))))
    return f'<div class="c z{step}">{"".join(blocks)}</div>\n'
