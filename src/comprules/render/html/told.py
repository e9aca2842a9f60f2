"""What stands at the head of a comparison: the news, broken references, runs of rules that moved together.

All of it is short enough to leave room for the first change: keywords come first, other lists are folded where there
are many, of long lists the first names are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from comprules.diff.model import Broken, Diff, Shift
from comprules.render.headlines import News, broken, shift_lines, told
from comprules.render.html.linking import Links
from comprules.render.html.prose import escape

_NAMES = 8  # of one list that are shown at first
_LISTS = 4  # that are shown at first; a quiet release has no more, a long comparison dozens


class Line(NamedTuple):
    """A line of the news: what it tells of, the first names, and the others."""

    label: str
    first: Markup
    rest: Markup
    left: int


class Told(NamedTuple):
    """The news that is shown at once, and what is folded."""

    first: list[Line]
    folded: list[Line]


def headlines(diff: Diff, links: Links) -> Told:
    """The news, keywords before lists."""
    found = told(diff)
    keywords = [each for each in found if "abilit" in each.label or "action" in each.label or "word" in each.label]
    lists = [each for each in found if each not in keywords]
    lines = [_line(each, links) for each in (*keywords, *lists)]
    if len(lines) <= _LISTS:
        return Told(lines, [])
    kept = min(len(keywords), _LISTS)
    return Told(lines[:kept], lines[kept:])


def _line(news: News, links: Links) -> Line:
    names = []
    for name, number in news.names:
        to = links.of_number(number, news.gone) if number else ""
        shown = f"<bdi>{escape(name)}</bdi>"
        names.append(f'<a href="{to}">{shown}</a>' if to else shown)
    left = len(names) - _NAMES if len(names) > _NAMES + 1 else 0
    cut = len(names) - left
    return Line(news.label, Markup(", ".join(names[:cut])), Markup(", ".join(names[cut:])), left)


def broken_lines(diff: Diff, links: Links) -> list[Markup]:
    """What is said of each reference whose target is gone, the number or term in it a link."""
    return [_broken(each, links) for each in diff.broken]


def _broken(reference: Broken, links: Links) -> Markup:
    said = escape(broken(reference))
    name = reference.number or reference.term or ""
    to = links.of_number(name) if reference.number else links.of_term(name)
    return Markup(said.replace(escape(name), f'<a href="{to}">{escape(name)}</a>', 1) if to else said)


def run_lines(diff: Diff, links: Links) -> list[tuple[str, Markup]]:
    """Each run that moved together, with its pairs of numbers, each a link to its row."""
    return list(zip(shift_lines(diff), _runs(diff, links), strict=True))


def _runs(diff: Diff, links: Links) -> Iterator[Markup]:
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
