"""The comparison of two releases on one page: the news first, then every change in its section, the quiet ones folded.

What says nothing new (numbers, typography, references that follow) stands in `details.fold` at the end of its chapter,
which the filters of the page open; with `full`, between the others, and the rules that did not change as well, so that
all of the new release can be read. With the addresses of the viewers of the two releases, numbers lead there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from comprules.diff.kinds import KINDS, QUIET
from comprules.diff.model import Diff, PartChange
from comprules.release import Release
from comprules.render.headlines import summary
from comprules.render.html.anchors import words_before_numbers
from comprules.render.html.arranging import Chapter, EntryRow, Section, arrange, arrange_entries
from comprules.render.html.beside import ALONE, Beside
from comprules.render.html.divided import Relation, find_relations
from comprules.render.html.linking import Links
from comprules.render.html.page import page
from comprules.render.html.quiet import Quiet, folded
from comprules.render.html.relating import block
from comprules.render.html.rows import Writer
from comprules.render.html.told import broken_lines, headlines, run_lines

PARTS = ("comparison", "land", "markdown", "cite", "preview", "place", "filters", "steps", "start")
_FIXED = ("top", "main", "contents", "glossary", "parts", "numbers", "changes", "told", "same", "filters", "nothing")
_LEFT_OUT = ("terms", "headings", "effective")  # parts that are told elsewhere


class Chip(NamedTuple):
    """A filter: the kind of rows it shows, how it is called, how many there are, and whether it is on at first."""

    key: str
    name: str
    total: int
    on: bool


class Heading(NamedTuple):
    """A line of the contents with the number of changes below it, the quiet ones left out."""

    id: str
    number: str
    title: str
    total: int
    below: list[Heading]


class Shown(NamedTuple):
    """A section as HTML, its chapters too."""

    heading: Heading
    chapters: list[tuple[Heading, Markup]]


def comparison(
    diff: Diff, full: bool = False, notice: str | None = None, beside: Beside = ALONE, narrowed_to: str = ""
) -> str:
    """The page as text.

    `full` adds what did not change, folded; `notice` is what the footer says, a default if None; `beside` the addresses
    of the pages beside it; `narrowed_to` says which part is compared. Raises AddressError for an address that no page
    may link to.
    """
    return _Comparison(diff, full, beside).page(notice, narrowed_to)


class _Comparison:
    """One comparison while its page is written."""

    def __init__(self, diff: Diff, full: bool, beside: Beside) -> None:
        taken = set(_FIXED)
        self.diff, self.full, self.beside = diff, full, beside
        self.sections = arrange(diff, full, taken)
        self.entries = arrange_entries(diff, full, taken)
        self.rows = [row for section in self.sections for chapter in section.chapters for row in chapter.rows]
        self.links = Links(diff, self.rows, self.entries, beside)
        self.writer = Writer(diff, self.links, full)
        self.ids = {id(row.change): row.id for row in self.rows if row.change}
        self.relations: dict[int, Relation] = {
            id(change): relation for relation in find_relations(diff) for change in (*relation.olds, *relation.news)
        }
        self._related: set[int] = set()
        self.blocks: Counter[str] = Counter()

    def page(self, notice: str | None, narrowed_to: str) -> str:
        diff = self.diff
        sections = [self._section(section) for section in self.sections]
        glossary = self._glossary()
        return page(
            "comparison",
            PARTS,
            notice,
            self.beside.shared,
            names=words_before_numbers(diff.new.index.family),
            steps=self.beside.links("comparison"),
            diff=diff,
            old=_name(diff.old),
            new=_name(diff.new),
            title=diff.new.document.title or diff.new.source.name,
            full=self.full,
            narrowed_to=narrowed_to,
            news=headlines(diff, self.links),
            counts=summary(diff),
            quiet=summary(diff, QUIET),
            chips=self._chips(),
            shifts=run_lines(diff, self.links),
            broken=broken_lines(diff, self.links),
            sections=sections,
            glossary=Markup(glossary),
            glossary_count=sum(_entry_key(row) not in (*QUIET, "same") for row in self.entries),
            around=_parts(diff.parts),
            family=diff.new.index.family,
            viewer=self.links.pages[False].href,
            same=Markup(self._same()),
        )

    def _chips(self) -> list[Chip]:
        counts = {kind: self.blocks[kind] or count for kind, count in self.diff.summary.items()}
        chips = [
            Chip(kind, KINDS[kind].label, count, kind not in QUIET)
            for kind, count in sorted(counts.items(), key=lambda item: item[0] in QUIET)
            if count
        ]
        quiet = sum(_entry_key(row) in QUIET for row in self.entries)
        same = sum(row.change is None for row in self.rows) + sum(row.change is None for row in self.entries)
        chips.append(Chip("glossary", "in the glossary", len(self.diff.glossary) - quiet, True))
        chips.append(Chip("glossary-quiet", "in the glossary with references or typography", quiet, False))
        chips.append(Chip("same", "unchanged", same, False))
        return [chip for chip in chips if chip.total]

    def _section(self, section: Section) -> Shown:
        below, chapters = [], []
        for chapter in section.chapters:
            html, count = self._chapter(chapter)
            below.append(Heading(chapter.id, chapter.number, chapter.title, count, []))
            chapters.append((below[-1], Markup(html)))
        total = sum(each.total for each in below)
        title = section.title or "Rules"
        return Shown(
            Heading(section.id, section.number, title, total, [each for each in below if each.title]), chapters
        )

    def _chapter(self, chapter: Chapter) -> tuple[str, int]:
        """The rows of a chapter as HTML, and how many say something new."""
        level = 4 if chapter.title else 3
        written: list[tuple[str, str]] = []
        quiet = Quiet(self.links)
        for row in chapter.rows:
            kind = row.change.kind if row.change else "same"
            if row.change and id(row.change) in self.relations:
                html = self._relation(self.relations[id(row.change)], level)
                if html:
                    written.append((kind, html))
            elif self.full or kind not in QUIET:
                written.append((kind, self.writer.row(row, level)))
            elif kind == "references" or not row.change:
                quiet.add_row(kind, self.writer.row(row, level))
            else:
                quiet.add_rule(row.id, row.change)
        count = sum(kind not in (*QUIET, "same") for kind, _ in written)
        return _folded(written) + quiet.html(), count

    def _relation(self, relation: Relation, level: int) -> str:
        """A split or merger where its first rule stands; nothing where the others do."""
        if id(relation) in self._related:
            return ""
        self._related.add(id(relation))
        self.blocks[relation.kind] += 1
        return block(relation, self.ids, self.writer, level)

    def _glossary(self) -> str:
        written: list[tuple[str, str]] = []
        quiet = Quiet(self.links)
        for row in self.entries:
            kind = _entry_key(row)
            if self.full or kind not in QUIET:
                written.append((kind, self.writer.entry(row)))
            elif kind == "references" or not row.change:
                quiet.add_row("glossary-quiet", self.writer.entry(row))
            else:
                quiet.add_entry(row.id, row.change)
        return _folded(written) + quiet.html()

    def _same(self) -> str:
        """What did not change, as JSON for the script of the page: its numbers, and the titles among them."""
        shown = {row.change.new_at if row.change else row.at for row in self.rows}
        nodes = [node for at, node in enumerate(self.diff.new.index.nodes) if at not in shown]
        titles = {node.rule.number: node.rule.title for node in nodes if node.rule.title and node.path}
        found = {"numbers": _front_coded([node.rule.number for node in nodes]), "titles": titles}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _front_coded(numbers: Iterable[str]) -> str:
    """Numbers separated by blanks, each without the characters that it shares with the one before, but how many."""
    coded, before = [], ""
    for number in numbers:
        shared = 0
        while shared < min(len(number), len(before), 9) and number[shared] == before[shared]:
            shared += 1
        coded.append(f"{shared}{number[shared:]}")
        before = number
    return " ".join(coded)


def _name(release: Release) -> str:
    return release.document.title or release.source.name


def _entry_key(row: EntryRow) -> str:
    return row.change.kind if row.change else "same"


def _folded(rows: Iterable[tuple[str, str]]) -> str:
    """Rows by their kinds, runs of those that are quiet or the same folded."""
    found: list[str] = []
    for is_folded, group in groupby(rows, lambda row: row[0] in QUIET or row[0] == "same"):
        run = list(group)
        html = [row for _, row in run]
        found.append(folded(html, Counter(kind for kind, _ in run)) if is_folded else "".join(html))
    return "".join(found)


def _parts(changes: tuple[PartChange, ...]) -> list[tuple[str, int, int, list[PartChange]]]:
    """The parts around the rules: how many paragraphs came and went, and which."""
    found: dict[str, list[PartChange]] = {}
    for change in changes:
        if change.part not in _LEFT_OUT:
            found.setdefault(change.part, []).append(change)
    return [
        (part, sum(len(each.removed) for each in hunks), sum(len(each.added) for each in hunks), hunks)
        for part, hunks in found.items()
    ]
