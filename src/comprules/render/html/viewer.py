"""The viewer: a release as pages to read, every number a place of its own, every reference a link.

All of it on one page, or a part of it on a page of its own: a chapter, the glossary, what stands around the rules.
`blocks` writes the rules and entries; here they are put together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from comprules.diff.model import Diff
from comprules.release import Release
from comprules.render.html.anchors import Anchors, anchors, words_before_numbers
from comprules.render.html.beside import ALONE, Beside
from comprules.render.html.blocks import Blocks
from comprules.render.html.notes import Note, notes
from comprules.render.html.page import page
from comprules.render.html.since import Since

PARTS = ("viewer", "land", "preview", "place", "find", "cite", "start")


class Heading(NamedTuple):
    """A line of the contents, and those below it."""

    href: str
    number: str
    title: str
    below: list[Heading]


class Letter(NamedTuple):
    """A letter of the glossary: its id, and its entries as HTML."""

    anchor: str
    name: str
    entries: Markup


class Part(NamedTuple):
    """What a page holds of a release.

    `nodes` are positions, `around` whether front matter, introduction and credits are there, `glossary` whether that
    is; `where` tells the address of each anchor of the release, `whole` is the address of the page that has all.
    """

    nodes: tuple[int, ...]
    around: bool
    glossary: bool
    where: Callable[[str], str]
    whole: str | None = None
    name: str | None = None


def viewer(release: Release, notice: str | None = None, since: Diff | None = None, beside: Beside = ALONE) -> str:
    """The page of `release` as text.

    `notice` is what the footer says, a default if None; `since` the comparison with the release before, to mark what
    changed; `beside` the addresses of the pages beside it.
    """
    return Viewer(release, since).page(
        Part(tuple(range(len(release.index.nodes))), True, True, lambda anchor: f"#{anchor}"), notice, beside
    )


class Viewer:
    """The pages of one release. `since` is the comparison with the release before, if it is known."""

    def __init__(self, release: Release, since: Diff | None = None) -> None:
        self.release = release
        self.diff = since
        self.places: Anchors = anchors(release)
        self.notes: list[Note] = notes(release, self.places)

    def page(self, part: Part, notice: str | None = None, beside: Beside = ALONE) -> str:
        """One page as text."""
        release = self.release
        since = Since(self.diff, beside, part.whole or "") if self.diff else None
        blocks = Blocks(release, self.places, self.notes, part.where, since, beside)
        return page(
            "viewer",
            PARTS,
            notice,
            beside.shared,
            names=words_before_numbers(release.index.family),
            steps=beside.links("viewer"),
            release=release,
            title=release.document.title or release.source.name,
            effective=release.document.effective,
            before=since.before if since else None,
            contents=self.contents(part.where),
            part=part,
            others=self._others(),
            rules=Markup("".join(blocks.rules(part.nodes))),
            letters=[_letter(*each) for each in blocks.entries()] if part.glossary else [],
            notes=self.notes if part.around else [],
            headings={heading.part: heading.title for heading in release.document.headings},
        )

    def _others(self) -> list[str]:
        """What the printed contents have beside numbers and parts: headings among the credits."""
        named = {heading.title for heading in self.release.document.headings}
        listed = (entry.title for entry in self.release.document.contents if entry.number is None)
        return [title for title in listed if title not in named]

    def contents(self, where: Callable[[str], str]) -> list[Heading]:
        """Sections and their chapters, those that have a title."""
        found: list[Heading] = []
        for node, name in zip(self.release.index.nodes, self.places.nodes, strict=True):
            if node.rule.title and len(node.path) < 2:
                number = self.release.index.family.heading(node.rule.number)
                heading = Heading(where(name), number, node.rule.title, [])
                (found[-1].below if node.path and found else found).append(heading)
        return found


def _letter(letter: str, entries: str) -> Letter:
    return Letter(f"letter-{letter.strip('#').lower() or '0'}", letter, Markup(entries))
