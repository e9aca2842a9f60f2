"""The diagnostics of a release, each at the rule or entry it speaks of."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from comprules.errors import Diagnostic
from comprules.release import Release
from comprules.render.html.anchors import Anchors


class Note(NamedTuple):
    """A diagnostic and the id of the place it belongs to; None if it stands before the first rule."""

    found: Diagnostic
    anchor: str | None


def notes(release: Release, anchors: Anchors) -> list[Note]:
    """Every diagnostic with its place: the rule or entry that its line stands in, or else the rule it names."""
    placed = [
        *((node.rule.line, name) for node, name in zip(release.index.nodes, anchors.nodes, strict=True)),
        *((entry.line, name) for entry, name in zip(release.document.glossary, anchors.entries, strict=True)),
    ]
    placed.sort(key=lambda item: item[0])
    lines = [line for line, _ in placed]
    found: list[Note] = []
    for each in release.diagnostics:
        at = bisect_right(lines, each.line) - 1
        found.append(Note(each, placed[at][1] if at >= 0 else anchors.numbers.get(each.number or "")))
    return found
