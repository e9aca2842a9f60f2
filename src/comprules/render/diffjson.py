"""A comparison as JSON, and back: the record alone turns the old document into the new one."""

from __future__ import annotations

import msgspec

from comprules.diff.model import (
    Broken,
    Change,
    ChapterChange,
    Diff,
    Division,
    EntryChange,
    KeywordChange,
    PartChange,
    Renumbering,
    Replacement,
    Shift,
    Story,
    Swap,
    VocabularyChange,
)
from comprules.diff.patch import PairedRun, Patch, Placed, paired_runs, patched, placed
from comprules.document.model import Document
from comprules.release import Release
from comprules.render.records import SourceRecord, source_record


class SectionRecord(msgspec.Struct, frozen=True):
    """An outermost heading."""

    number: str
    title: str


class SideRecord(msgspec.Struct, frozen=True):
    """One side of a comparison; `sections` are its outermost headings, under which the changes stand."""

    title: str | None
    effective: str | None
    source: SourceRecord
    family: str
    shape: str
    sections: tuple[SectionRecord, ...]


class DiffRecord(msgspec.Struct, frozen=True):
    """`comprules diff OLD NEW -f json`: what changed between two releases.

    `pairs` are runs of paired nodes: the first old and the first new position in document order, and how many.
    `parents` gives, for nodes of the new release that do not stand under what the node above their partner became,
    their position and that of the node above them. With `changes`, `glossary` and `parts` they turn the old document
    into the new one, unless what is told is only a part: what stands under `within`, and the kinds in `only`.
    """

    schema: str
    within: str | None
    only: tuple[str, ...]
    old: SideRecord
    new: SideRecord
    summary: dict[str, int]
    changes: tuple[Change, ...]
    divisions: tuple[Division, ...]
    renumbered: tuple[Renumbering, ...]
    shifts: tuple[Shift, ...]
    glossary: tuple[EntryChange, ...]
    keywords: tuple[KeywordChange, ...]
    vocabularies: tuple[VocabularyChange, ...]
    chapters: tuple[ChapterChange, ...]
    swaps: tuple[Swap, ...]
    replacements: tuple[Replacement, ...]
    stories: tuple[Story, ...]
    parts: tuple[PartChange, ...]
    broken: tuple[Broken, ...]
    warnings: tuple[str, ...]
    pairs: tuple[PairedRun, ...]
    parents: tuple[Placed, ...]


def diff_record(diff: Diff, only: tuple[str, ...] = (), within: str | None = None) -> DiffRecord:
    """The contract's record of a comparison; `only` and `within` say what it was narrowed to."""
    shared = {field: getattr(diff, field) for field in DiffRecord.__struct_fields__ if field not in _OWN}
    runs, parents = paired_runs(diff), placed(diff)
    return DiffRecord(
        schema="comprules/diff/1",
        within=within,
        only=only,
        old=_side(diff.old),
        new=_side(diff.new),
        pairs=runs,
        parents=parents,
        **shared,
    )


_OWN = ("schema", "within", "only", "old", "new", "pairs", "parents")


def _side(release: Release) -> SideRecord:
    document = release.document
    sections = tuple(SectionRecord(rule.number, rule.title) for rule in document.rules if rule.title)
    source = source_record(release.source)
    return SideRecord(document.title, document.effective, source, document.family, document.shape, sections)


def decode_diff(data: bytes | str) -> DiffRecord:
    """The record of an encoded comparison. Raises msgspec.ValidationError for JSON of another shape."""
    return msgspec.json.decode(data, type=DiffRecord)


def applied(record: DiffRecord, old: Document) -> Document:
    """The new document of a comparison, places aside, made of the old one and the record alone.

    Raises NotFoundError if the comparison was not made from `old`.
    """
    return patched(Patch(record.pairs, record.parents, record.changes, record.glossary, record.parts), old)
