"""A folder of JSON files with the field names of the Academy Ruins API, for clients written for it.

| file | shape |
| --- | --- |
| `rules.json` | rules by number: `ruleNumber`, `ruleText`, `examples` or null, `fragment`, `navigation` |
| `keywords.json` | lists: `keywordAbilities`, `keywordActions`, `abilityWords` in lower case |
| `glossary.json` | entries by lower-cased term: `term`, `definition` |
| `toc.json` | a list of sections: `number`, `title`, `subsections` with the same two |
| `diff.json` | of the two newest releases: `creationDay`, `changes` of `old` and `new`, `moves` of `from` and `to` |

It is a projection: what the API has no field for is left out. That is the headings above rules, as rules; the second of
two rules with one number, and of two entries with one term; further names and senses of an entry; references and
diagnostics; in `diff.json` which rule another was split from or merged into, and the glossary. `diff.json` is made only
of two releases or more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from comprules.diff.model import Change, Diff, Side
from comprules.export.exporters import Exporter
from comprules.export.keywords import spelled
from comprules.export.shelf import Shelf
from comprules.release import Release
from comprules.render.json import encode

_WORDED = ("added", "removed", "split", "merged", "edited")  # kinds of changes that are of words


class Navigation(msgspec.Struct, frozen=True, rename="camel"):
    """The rules before and after, None at the ends."""

    previous_rule: str | None
    next_rule: str | None


class RuleText(msgspec.Struct, frozen=True, rename="camel"):
    """A rule on one side of a change."""

    rule_number: str
    rule_text: str


class FullRule(msgspec.Struct, frozen=True, rename="camel"):
    """A rule of `rules.json`. `fragment` is what its number has after that of its chapter."""

    rule_number: str
    rule_text: str
    examples: tuple[str, ...] | None
    fragment: str
    navigation: Navigation


class KeywordLists(msgspec.Struct, frozen=True, rename="camel"):
    """`keywords.json`."""

    keyword_abilities: tuple[str, ...]
    keyword_actions: tuple[str, ...]
    ability_words: tuple[str, ...]


class Term(msgspec.Struct, frozen=True):
    """An entry of `glossary.json`."""

    term: str
    definition: str


class Subsection(msgspec.Struct, frozen=True):
    """A chapter of `toc.json`; the number is a string only where it is not made of digits alone."""

    number: int | str
    title: str


class Section(msgspec.Struct, frozen=True):
    """A section of `toc.json`."""

    number: int | str
    title: str
    subsections: tuple[Subsection, ...]


class ChangedRule(msgspec.Struct, frozen=True):
    """A rule whose words changed; `old` or `new` is None where the other release has none."""

    old: RuleText | None
    new: RuleText | None


class Move(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A rule with the same words and another number."""

    from_: str
    to: str


class RuleDiff(msgspec.Struct, frozen=True, rename="camel"):
    """`diff.json`. `creation_day` is the date of the newer release."""

    creation_day: str | None
    changes: tuple[ChangedRule, ...]
    moves: tuple[Move, ...]


class AcademyRuins(msgspec.Struct, frozen=True):
    """All files of the folder by their names without `.json`, for their schema."""

    rules: dict[str, FullRule]
    keywords: KeywordLists
    glossary: dict[str, Term]
    toc: tuple[Section, ...]
    diff: RuleDiff | None = None


def write(shelf: Shelf, path: Path) -> None:
    """Write the files into the folder `path`."""
    made = project(shelf.newest, shelf.diff())
    for name in AcademyRuins.__struct_fields__:
        value: Any = getattr(made, name)
        if value is not None:
            (path / f"{name}.json").write_bytes(encode(value))


def project(release: Release, diff: Diff | None) -> AcademyRuins:
    """The files of a release; `diff` is what it changed."""
    keywords = {kind: tuple(spelled(release, kind)) for kind in ("ability", "action", "ability word")}
    glossary: dict[str, Term] = {}
    for entry in release.document.glossary:
        glossary.setdefault(entry.term.lower(), Term(entry.term, entry.text))
    return AcademyRuins(
        rules=_rules(release),
        keywords=KeywordLists(
            keyword_abilities=keywords["ability"],
            keyword_actions=keywords["action"],
            ability_words=tuple(word.lower() for word in keywords["ability word"]),
        ),
        glossary=glossary,
        toc=_contents(release),
        diff=_diff(diff) if diff else None,
    )


def _rules(release: Release) -> dict[str, FullRule]:
    family = release.index.family
    numbers = [each for each in release.index.by_number if family.depth(each) >= family.rules_from]
    around = [None, *numbers, None]
    return {
        number: FullRule(
            rule_number=number,
            rule_text=_text(rule.title, rule.text),
            examples=rule.examples or None,
            fragment=number.removeprefix(family.root(number)).lstrip(".-:) "),
            navigation=Navigation(around[at], around[at + 2]),
        )
        for at, number in enumerate(numbers)
        for rule in (release.index.by_number[number].rule,)
    }


def _text(title: str | None, text: str | None) -> str:
    return "\n".join(each for each in (title, text) if each)


def _contents(release: Release) -> tuple[Section, ...]:
    family = release.index.family
    return tuple(
        Section(
            *(_number(section.number), section.title or section.text or ""),
            tuple(
                Subsection(_number(each.number), each.title or each.text or "")
                for each in section.rules
                if family.depth(each.number) < family.rules_from
            ),
        )
        for section in release.document.rules
    )


def _number(number: str) -> int | str:
    return int(number) if number.isascii() and number.isdigit() else number


def _diff(diff: Diff) -> RuleDiff:
    worded = [change for change in diff.changes if change.kind in _WORDED]
    told = {(change.old.number, change.new.number) for change in worded if change.old and change.new}
    return RuleDiff(
        creation_day=diff.new.effective,
        changes=tuple(map(_changed, worded)),
        moves=tuple(Move(each.old, each.new) for each in diff.renumbered if (each.old, each.new) not in told),
    )


def _changed(change: Change) -> ChangedRule:
    return ChangedRule(_side(change.old), _side(change.new))


def _side(side: Side | None) -> RuleText | None:
    return RuleText(side.number, _text(side.title, side.text)) if side else None


EXPORTERS = {
    "academyruins": Exporter(write, "files with the field names of the Academy Ruins API", "folder", several=True)
}
