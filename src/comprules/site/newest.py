"""The newest release of a site by chapter, each rule with its history, and its indices."""

from __future__ import annotations

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
    viewer = Viewer(release, found)
    parts = _parts(release)
    homes = {viewer.places.nodes[at]: part for part, nodes in parts.items() for at in nodes}
    homes |= {name: _GLOSSARY for name in (*viewer.places.entries, "glossary")}
    for part, nodes in parts.items():
        title = release.index.nodes[nodes[0]].rule.title or part
        _write(files, viewer, part, nodes, f"{release.index.family.heading(part)} {title}", homes, members, histories, notice)
    if release.document.glossary:
        _write(files, viewer, _GLOSSARY, (), "Glossary", homes, members, histories, notice)
    _write(files, viewer, _AROUND, (), "Around the rules", homes, members, histories, notice)
    page = layout.INDICES
    beside = Beside(
        viewer=layout.to(layout.release_page(newest.name), page),
        comparison=layout.to(layout.changes_page(newest.name), page) if found else None,
        steps=(Step("Releases", layout.to(layout.RELEASES, page)),),
        shared=layout.to(layout.ASSETS, page) + "/",
    )
    files.write(page, indices(release, notice, beside))
    return release


def parts_of(release: Release) -> list[tuple[str, str, str, int]]:
    """The parts of a release: the name in the address, the number and title to show, and how deep it stands."""
    return [
        (part, release.index.family.heading(part), release.index.nodes[nodes[0]].rule.title or "", len(release.index.nodes[nodes[0]].path))
        for part, nodes in _parts(release).items()
    ]


def _parts(release: Release) -> dict[str, tuple[int, ...]]:
    """The positions of the nodes of each page, by its number: a chapter, or an outer heading with what has no chapter."""
    found: dict[str, list[int]] = {}
    for at, node in enumerate(release.index.nodes):
        chain = (*node.path, node.rule)
        home = chain[1] if len(chain) > 1 and chain[1].title else chain[0]
        found.setdefault(home.number, []).append(at)
    return {part: tuple(nodes) for part, nodes in found.items()}


def _write(
    files: Files,
    viewer: Viewer,
    part: str,
    nodes: tuple[int, ...],
    title: str,
    homes: dict[str, str],
    members: list[Member],
    histories: Histories,
    notice: str | None,
) -> None:
    page = layout.part_page(part)
    names = [*dict.fromkeys(homes.values())]
    at = names.index(part) if part in names else -1

    def where(anchor: str) -> str:
        home = homes.get(anchor, _AROUND)
        return f"#{anchor}" if home == part else f"{layout.to(layout.part_page(home), page)}#{anchor}"

    def history(name: str, is_term: bool) -> Step | None:
        step = histories.step(name, is_term)
        return Step(step[0], layout.to(step[1], page)) if step else None

    newest = members[-1].name
    steps = [Step("Start", layout.to(layout.HOME, page))]
    if at > 0:
        steps.append(Step(f"← {names[at - 1]}", layout.to(layout.part_page(names[at - 1]), page)))
    if 0 <= at < len(names) - 1:
        steps.append(Step(f"{names[at + 1]} →", layout.to(layout.part_page(names[at + 1]), page)))
    whole = layout.to(layout.release_page(newest), page)
    beside = Beside(
        viewer=whole,
        comparison=layout.to(layout.changes_page(newest), page) if len(members) > 1 else None,
        indices=layout.to(layout.INDICES, page),
        steps=tuple(steps),
        shared=layout.to(layout.ASSETS, page) + "/",
        history=history,
    )
    what = Part(nodes, part == _AROUND, part == _GLOSSARY, where, whole, title)
    files.write(page, viewer.page(what, notice, beside))
