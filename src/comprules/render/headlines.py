"""The news of a comparison in words: what most readers want to know first, and what was only renumbered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from comprules.diff.kinds import KINDS, QUIET
from comprules.diff.model import Broken, Diff, EntryChange

_PLURALS = {"ability": "keyword abilities", "action": "keyword actions", "ability word": "ability words"}
_ONE = {"ability": "a keyword ability", "action": "a keyword action", "ability word": "an ability word"}
_SHOWN = 24  # names in a line: of more the rest is counted


class News(NamedTuple):
    """Keywords, chapters or list members of one sort that came, went or changed their name.

    `names` are those with the number of the rule that tells of each, in the old release if they are gone. With
    `numbered` the number is worth telling beside each name, else once.
    """

    label: str
    names: tuple[tuple[str, str | None], ...]
    gone: bool = False
    numbered: bool = True


def told(diff: Diff) -> list[News]:
    """What came and went: chapters, keywords, members of lists, glossary terms that were renamed."""
    return [
        *_chapters(diff),
        *_keywords(diff),
        *_lists(diff),
        *_terms(diff),
    ]


def _chapters(diff: Diff) -> Iterator[News]:
    for kind, verb in (("added", "New"), ("removed", "Removed")):
        found = [each for each in diff.chapters if each.kind == kind]
        if found:
            names = tuple((f"{each.title}, {_count(each.rules, 'rule')}", each.number) for each in found)
            yield News(f"{verb} {'chapter' if len(found) == 1 else 'chapters'}", names, kind == "removed")


def _keywords(diff: Diff) -> Iterator[News]:
    for kind, verb in (("added", "New"), ("removed", "Gone")):
        for sort, plural in _PLURALS.items():
            names = tuple(
                (each.new or each.old or "", each.number or each.old_number)
                for each in diff.keywords
                if each.kind == kind and each.class_ == sort
            )
            if names:
                yield News(f"{verb} {plural}", names, kind == "removed", sort != "ability word")
    for each in diff.keywords:
        if each.kind == "renamed":
            yield News(f"Renamed {_PLURALS[each.class_]}", ((f"{each.old} is now {each.new}", each.number),))
        elif each.kind == "reclassified" and each.old_class:
            said = f"{each.new} was {_ONE[each.old_class]} and is {_ONE[each.class_]} now"
            yield News("Reclassified", ((said, each.number),))


def _lists(diff: Diff) -> Iterator[News]:
    stated = [each for each in diff.vocabularies if each.kind == "stated"]
    for each in diff.vocabularies:
        if each.kind == "changed" and each.name != "ability words":
            for verb, members in (("New", each.added), ("Gone", each.removed)):
                if members:
                    yield News(f"{verb} {each.name}", tuple((name, each.number) for name in members), numbered=False)
    if stated:
        yield News("First stated as a list", tuple((each.name, each.number) for each in stated))


def _terms(diff: Diff) -> Iterator[News]:
    renamed = tuple((f"{each.term} is now {each.new_term}", None) for each in diff.glossary if each.kind == "renamed")
    if renamed:
        yield News("Renamed glossary terms", renamed)


def news(diff: Diff) -> list[str]:
    """The news as lines: “New keyword abilities: 702.191 Increment, 702.192 Paradigm”."""
    return [f"{each.label}: {_names(each)}" for each in told(diff)]


def _names(each: News) -> str:
    shown = [f"{number} {name}" if number and each.numbered else name for name, number in each.names[:_SHOWN]]
    if len(each.names) > _SHOWN:
        shown.append(f"and {len(each.names) - _SHOWN:,} more")
    home = each.names[0][1]
    return ", ".join(shown) + (f" ({home})" if home and not each.numbered else "")


def glossary_line(diff: Diff) -> str:
    """“2 added (Increment, Paradigm), 1 removed (Ward)”: terms that came and went, and how many were edited."""
    said = []
    for kind in ("added", "removed", "renamed", "edited"):
        found = [each for each in diff.glossary if each.kind == kind]
        if found:
            names = f" ({_terms_of(found)})" if kind in ("added", "removed") else ""
            said.append(f"{len(found):,} {kind}{names}")
    return ", ".join(said)


def _terms_of(entries: list[EntryChange]) -> str:
    names = ", ".join(each.term for each in entries[:_SHOWN])
    return names if len(entries) <= _SHOWN else f"{names} and {len(entries) - _SHOWN:,} more"


def replaced_lines(diff: Diff) -> list[str]:
    """“he or she” became “they” in 237 rules, for each replacement throughout."""
    return [
        f"“{each.old}” became “{each.new}” in {each.count:,} rules"
        + (f", in {len(each.changes):,} of them nothing else changed" if each.changes else "")
        for each in diff.replacements
    ]


def shift_lines(diff: Diff) -> list[str]:
    """“702.20–702.186 became 702.21–702.187 (+1)” for each run that moved together."""
    return [f"{_run(shift.old)} became {_run(shift.new)} ({shift.by:+d})" for shift in diff.shifts]


def swap_lines(diff: Diff) -> list[str]:
    """“100.2 and 100.3 changed places” for each two rules that did."""
    return [f"{each.first} and {each.second} changed places" for each in diff.swaps]


def _run(ends: tuple[str, str]) -> str:
    return f"{ends[0]}–{ends[1]}"


def broken(reference: Broken) -> str:
    """What is to be said of a reference whose target is gone."""
    return f"{reference.number or f'“{reference.term}”'} cites {reference.target}, which is gone"


def summary(diff: Diff, kinds: Iterable[str] | None = None) -> str:
    """“4 added, 1 removed, 6 edited”, of the kinds that are not quiet unless others are asked for."""
    wanted = [kind for kind in diff.summary if kind not in QUIET] if kinds is None else list(kinds)
    counted = [f"{diff.summary[kind]:,} {KINDS[kind].label}" for kind in wanted if diff.summary[kind]]
    return ", ".join(counted) or "none"


def editions(diff: Diff) -> tuple[str, str]:
    """How the two releases are told apart: by date; where that is the same by name, where that is too by content."""
    sides = diff.old, diff.new
    dates = [side.document.effective or side.source.name for side in sides]
    if dates[0] != dates[1]:
        return dates[0], dates[1]
    names = [side.source.name for side in sides]
    marks = names if names[0] != names[1] else [side.source.sha256[:8] for side in sides]
    told = [date if date == mark else f"{date} ({mark})" for date, mark in zip(dates, marks, strict=True)]
    return told[0], told[1]


def narrowing(diff: Diff, only: tuple[str, ...], within: str | None) -> str:
    """What a comparison was narrowed to: “under 302 Harbors, as the new release numbers it; edited alone”."""
    kinds = ", ".join(KINDS[kind].label for kind in only)
    said = f"under {_place(diff, within)}" if within else ""
    return "; ".join(filter(None, (said, f"{kinds} alone" if kinds else "")))


def _place(diff: Diff, within: str) -> str:
    """What the comparison was narrowed to, and in which release it stands under that number."""
    for release, name in ((diff.new, "new"), (diff.old, "old")):
        if within in release.index:
            title = release.index.title(within)
            return f"{within}{f' {title}' if title else ''}, as the {name} release numbers it"
    return f"the {within}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
