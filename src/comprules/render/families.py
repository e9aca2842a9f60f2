"""The families of documents, for a person and as JSON."""

from __future__ import annotations

import msgspec

from comprules.families import outline
from comprules.families.family import Family
from comprules.families.registry import all_families


class LevelRecord(msgspec.Struct, frozen=True):
    """A level of a family: its name, and what stands before and after its numbers at the beginning of a line."""

    name: str
    before: str
    after: str


class FamilyRecord(msgspec.Struct, frozen=True):
    """A family: `number` is the regular expression of its numbers, `told_by` what its documents mention."""

    name: str
    title: str
    number: str
    levels: tuple[LevelRecord, ...]
    told_by: tuple[str, ...]


class FamiliesRecord(msgspec.Struct, frozen=True):
    """`comprules families -f json`."""

    schema: str
    families: tuple[FamilyRecord, ...]


def families_record() -> FamiliesRecord:
    """Every family in the order of names; an inferred outline last, as it is for documents numbered 1. and 1.1."""
    return FamiliesRecord("comprules/families/1", tuple(map(_record, _all())))


def families_text() -> str:
    """A line a family: its name, its title, the levels of its numbers."""
    known = _all()
    width = max(len(family.name) for family in known)
    rows = [f"{family.name:<{width}}  {family.title}: {', '.join(_level_names(family))}" for family in known]
    return "\n".join(rows) + "\n"


def _all() -> list[Family]:
    return [*all_families().values(), outline.family(outline.PLAINEST)]


def _record(family: Family) -> FamilyRecord:
    levels = tuple(LevelRecord(level.name, level.before, level.after) for level in family.levels)
    return FamilyRecord(family.name, family.title, family.number, levels, family.told_by)


def _level_names(family: Family) -> list[str]:
    return [level.name for level in family.levels]
