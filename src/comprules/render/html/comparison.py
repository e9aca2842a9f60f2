"""The comparison of two releases on one page: the news first, then every change in its section, the quiet ones folded.

Rows that say nothing new (numbers, typography, references that follow) stand in `details.fold` between the others,
which the filters of the page open; with `full`, the rules that did not change as well, so that all of the new release
can be read. With the address of its viewer, numbers of the new release lead there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from comprules.diff.kinds import KINDS, QUIET
from comprules.diff.model import Broken, Diff, PartChange, Shift
from comprules.release import Release
from comprules.render.headlines import broken, shift_lines, summary, told
from comprules.render.html.arranging import Chapter, EntryRow, Row, Section, arrange, arrange_entries
from comprules.render.html.linking import Links
from comprules.render.html.page import page
from comprules.render.html.prose import escape
from comprules.render.html.rows import Writer

_FIXED = ("top", "main", "contents", "glossary", "parts", "numbers", "changes")  # ids of the page itself
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


def comparison(diff: Diff, full: bool = False, notice: str | None = None, viewer: str | None = None) -> str:
    """The page as text.

    `full` adds what did not change, folded; `notice` is what the footer says, a default if None; `viewer` the address
    of the page that `viewer` made of the new release.
    """
    taken = set(_FIXED)
    sections = arrange(diff, full, taken)
    entries = arrange_entries(diff, full, taken)
    rows = [row for section in sections for chapter in section.chapters for row in chapter.rows]
    links = Links(diff, rows, entries, viewer)
    writer = Writer(diff, links, full)
    return page(
        "comparison",
        ("comparison", "preview", "place"),
        notice,
        diff=diff,
        old=_name(diff.old),
        new=_name(diff.new),
        title=diff.new.document.title or diff.new.source.name,
        full=full,
        news=list(_news(diff, links)),
        counts=summary(diff),
        quiet=summary(diff, QUIET),
        chips=_chips(diff, rows, entries),
        shifts=list(zip(shift_lines(diff), _runs(diff, links), strict=True)),
        broken=[_broken(each, links) for each in diff.broken],
        sections=[_section(section, writer) for section in sections],
        glossary=Markup(_folded(((_entry_key(row), writer.entry(row)) for row in entries), QUIET)),
        glossary_count=sum(_entry_key(row) not in (*QUIET, "same") for row in entries),
        around=_parts(diff.parts),
        family=diff.new.index.family,
    )


def _name(release: Release) -> str:
    return release.document.title or release.source.name


def _news(diff: Diff, links: Links) -> Iterator[tuple[str, Markup]]:
    for each in told(diff):
        names = []
        for name, number in each.names:
            to = links.of_number(number, each.gone) if number else ""
            shown = f"<bdi>{escape(name)}</bdi>"
            names.append(f'<a href="{to}">{shown}</a>' if to else shown)
        yield each.label, Markup(", ".join(names))


def _broken(reference: Broken, links: Links) -> Markup:
    """What is said of a broken reference, the number or term in it a link."""
    said = escape(broken(reference))
    name = reference.number or reference.term or ""
    to = links.of_number(name) if reference.number else links.of_term(name)
    return Markup(said.replace(escape(name), f'<a href="{to}">{escape(name)}</a>', 1) if to else said)


def _chips(diff: Diff, rows: list[Row], entries: list[EntryRow]) -> list[Chip]:
    chips = [
        Chip(kind, KINDS[kind].label, count, kind not in QUIET)
        for kind, count in sorted(diff.summary.items(), key=lambda item: item[0] in QUIET)
        if count
    ]
    quiet = sum(_entry_key(row) in QUIET for row in entries)
    same = sum(row.change is None for row in rows) + sum(row.change is None for row in entries)
    chips.append(Chip("glossary", "in the glossary", len(diff.glossary) - quiet, True))
    chips.append(Chip("glossary-quiet", "in the glossary with references or typography", quiet, False))
    chips.append(Chip("same", "unchanged", same, False))
    return [chip for chip in chips if chip.total]


def _section(section: Section, writer: Writer) -> Shown:
    below = [_heading(chapter) for chapter in section.chapters]
    heading = Heading(
        section.id,
        section.number,
        section.title or "Rules",
        sum(each.total for each in below),
        [each for each in below if each.title],
    )
    chapters = []
    for head, chapter in zip(below, section.chapters, strict=True):
        rows = ((row.change.kind if row.change else "same", writer.row(row)) for row in chapter.rows)
        chapters.append((head, Markup(_folded(rows, QUIET))))
    return Shown(heading, chapters)


def _heading(chapter: Chapter) -> Heading:
    count = sum(row.change is not None and row.change.kind not in QUIET for row in chapter.rows)
    return Heading(chapter.id, chapter.number, chapter.title, count, [])


def _entry_key(row: EntryRow) -> str:
    return row.change.kind if row.change else "same"


def _folded(rows: Iterable[tuple[str, str]], quiet: tuple[str, ...]) -> str:
    """Rows by their kinds, runs of those that are quiet or the same folded."""
    found: list[str] = []
    for is_folded, group in groupby(rows, lambda row: row[0] in quiet or row[0] == "same"):
        run = list(group)
        html = "".join(row for _, row in run)
        if is_folded:
            counts = Counter(kind for kind, _ in run)
            names = ", ".join(
                f"{count:,} {KINDS[kind].label if kind in KINDS else 'unchanged'}" for kind, count in counts.items()
            )
            html = f'<details class="fold"><summary>{names}</summary>\n{html}</details>\n'
        found.append(html)
    return "".join(found)


def _runs(diff: Diff, links: Links) -> Iterator[Markup]:
    """Of each run that moved together its pairs of numbers, each a link to its row."""
    at = {node.rule.number: place for place, node in reversed(list(enumerate(diff.old.index.nodes)))}
    for shift in diff.shifts:
        first, last = at[shift.old[0]], _end(diff, shift, at)
        pairs = [each for each in diff.renumbered if first <= at[each.old] <= last]
        shown = []
        for each in pairs:
            to = links.of_number(each.new)
            text = escape(f"{each.old} → {each.new}")
            shown.append(f'<li><a href="{to}">{text}</a></li>' if to else f"<li>{text}</li>")
        yield Markup("".join(shown))


def _end(diff: Diff, shift: Shift, at: dict[str, int]) -> int:
    """The position of the last old rule of a run, or of the last one below it."""
    nodes = diff.old.index.nodes
    place = at[shift.old[1]]
    last = nodes[place].rule
    while place + 1 < len(nodes) and any(rule is last for rule in nodes[place + 1].path):
        place += 1
    return place


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
