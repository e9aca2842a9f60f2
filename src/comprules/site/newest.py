"""The newest release of a site by chapter, each rule with its history, and its indices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from comprules.diff.compare import diff
from comprules.loader import read
from comprules.release import Release
from comprules.render.html.beside import Beside, Step
from comprules.render.html.indices import indices
from comprules.render.html.viewer import Part, Viewer
from comprules.site import layout
from comprules.site.facts import Member
from comprules.site.histories import Histories
from comprules.site.releases import Files

_GLOSSARY, _AROUND = "glossary", "introduction"


def make(files: Files, members: list[Member], histories: Histories, notice: str | None) -> Release:
    """Write the pages of the newest of `members`; gives the release."""
    newest = members[-1]
    release = read(newest.path)
    found = diff(read(members[-2].path), release) if len(members) > 1 else None
    _Chapters(files, Viewer(release, found), members, histories, notice).write()
    page = layout.INDICES
    beside = Beside(
        viewer=layout.to(layout.release_page(newest.name), page),
        comparison=layout.to(layout.changes_page(newest.name), page) if found else None,
        steps=(Step("Start", layout.to(layout.HOME, page)), Step("Releases", layout.to(layout.RELEASES, page))),
        shared=layout.to(layout.ASSETS, page) + "/",
    )
    files.write(page, indices(release, notice, beside))
    return release


class Chapter(NamedTuple):
    """A page of the newest release: its name in the address, number and title to show, its depth, its nodes."""

    part: str
    number: str
    title: str
    depth: int
    nodes: tuple[int, ...]


def chapters(release: Release) -> list[Chapter]:
    """The chapters of a release, and its outer headings with what stands under no chapter, in document order."""
    found: dict[str, list[int]] = {}
    for at, node in enumerate(release.index.nodes):
        chain = (*node.path, node.rule)
        home = chain[1] if len(chain) > 1 and chain[1].title else chain[0]
        found.setdefault(home.number, []).append(at)
    made = []
    for part, nodes in found.items():
        first = release.index.nodes[nodes[0]]
        number = release.index.family.heading(part)
        made.append(Chapter(part, number, first.rule.title or "", len(first.path), tuple(nodes)))
    return made


class _Chapters:
    """The pages of the newest release by chapter, written one after another."""

    def __init__(
        self, files: Files, viewer: Viewer, members: list[Member], histories: Histories, notice: str | None
    ) -> None:
        self.files, self.viewer, self.members, self.histories, self.notice = files, viewer, members, histories, notice
        self.chapters = chapters(viewer.release)
        self.homes = {viewer.places.nodes[at]: each.part for each in self.chapters for at in each.nodes}
        self.homes |= dict.fromkeys((*viewer.places.entries, "glossary"), _GLOSSARY)
        self.order = [*dict.fromkeys(self.homes.values())]

    def write(self) -> None:
        """Write all of them."""
        for each in self.chapters:
            self._page(each.part, f"{each.number} {each.title}".strip(), each.nodes)
        if self.viewer.release.document.glossary:
            self._page(_GLOSSARY, "Glossary", ())
        self._page(_AROUND, "Around the rules", ())

    def _page(self, part: str, title: str, nodes: tuple[int, ...]) -> None:
        page = layout.part_page(part)
        newest = self.members[-1].name

        def where(anchor: str) -> str:
            home = self.homes.get(anchor, _AROUND)
            return f"#{anchor}" if home == part else f"{layout.to(layout.part_page(home), page)}#{anchor}"

        def history(name: str, is_term: bool) -> Step | None:
            step = self.histories.step(name, is_term)
            return Step(step[0], layout.to(step[1], page)) if step else None

        whole = layout.to(layout.release_page(newest), page)
        beside = Beside(
            viewer=whole,
            comparison=layout.to(layout.changes_page(newest), page) if len(self.members) > 1 else None,
            indices=layout.to(layout.INDICES, page),
            steps=tuple(self._steps(part, page)),
            shared=layout.to(layout.ASSETS, page) + "/",
            history=history,
        )
        what = Part(nodes, part == _AROUND, part == _GLOSSARY, where, whole, title)
        self.files.write(page, self.viewer.page(what, self.notice, beside))

    def _steps(self, part: str, page: str) -> Iterator[Step]:
        """The start, and the pages before and after."""
        yield Step("Start", layout.to(layout.HOME, page))
        at = self.order.index(part) if part in self.order else len(self.order)
        if 0 < at < len(self.order):
            yield Step(f"← {self.order[at - 1]}", layout.to(layout.part_page(self.order[at - 1]), page))
        if at + 1 < len(self.order):
            yield Step(f"{self.order[at + 1]} →", layout.to(layout.part_page(self.order[at + 1]), page))
