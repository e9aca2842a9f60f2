"""Releases as the tables of a database: what the tables are, and their columns. Their rows: `comprules.export.rows`.

    [column.name for column in TABLES["examples"].columns]      # ["id", "rule", "position", "text"]

Every row has an `id`, counted from 1 in each table. `position` counts from 0 within a release or within what a row
belongs to. Offsets are characters, half-open. What has no columns of its own is JSON text.
"""

from __future__ import annotations

import types
import typing
from typing import Any, Literal, NamedTuple

from comprules.analysis.keywords import Keyword
from comprules.analysis.vocabularies import Vocabulary

ColumnKind = Literal["integer", "real", "boolean", "text", "json"]


class Column(NamedTuple):
    """A column: its name, what it holds, and the table whose `id` it names, if it does."""

    name: str
    kind: ColumnKind = "text"
    of: str | None = None


class Table(NamedTuple):
    """A table: what one row is, and its columns, the first of which is always `id`."""

    about: str
    columns: tuple[Column, ...]


def _table(about: str, *columns: str | Column) -> Table:
    made = [Column(each) if isinstance(each, str) else each for each in columns]
    return Table(about, (Column("id", "integer"), *made))


def _number(name: str) -> Column:
    return Column(name, "integer")


def _key(name: str, of: str) -> Column:
    return Column(name, "integer", of)


def _kind(hint: Any) -> ColumnKind:
    """What a column of a field of this type holds."""
    options = [each for each in typing.get_args(hint) if each is not types.NoneType] if _is_union(hint) else [hint]
    simple: dict[Any, ColumnKind] = {int: "integer", bool: "boolean", float: "real", str: "text"}
    if len(options) == 1 and typing.get_origin(options[0]) is Literal:
        return "text"
    return simple.get(options[0], "json") if len(options) == 1 else "json"


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _struct_columns(shape: type) -> list[Column]:
    """A column for each field of a struct; `rule` is the key of the rule that its `number` names."""
    hints = typing.get_type_hints(shape)
    return [Column(name, _kind(hints[name])) for name in shape.__struct_fields__]  # type: ignore[attr-defined]


_POSITION = _number("position")
_RELEASE = _key("release", "releases")
_DIAGNOSTIC = ("code", "severity", "message", _number("line"), "number")

TABLES: dict[str, Table] = {
    "releases": _table(
        "a release; name is its date, or its file where it states none",
        *("name", "file", "effective", "title", "family", "shape", "sha256", "encoding", "newlines"),
        *map(_number, ("bytes", "lines")),
    ),
    "lineages": _table(
        "a rule or glossary entry through all releases, where there are several; name is its lasting id",
        *("name", "kind", "title"),
    ),
    "paragraphs": _table(
        "a paragraph around the rules: of the part front, introduction, preface, index or credits",
        *(_RELEASE, "part", _POSITION, "text"),
    ),
    "contents": _table("a line of the contents", _RELEASE, _POSITION, "number", "title", _number("line")),
    "headings": _table("the heading of an unnumbered part", _RELEASE, _POSITION, "part", "title"),
    "rules": _table(
        "a section, chapter, rule or subrule; sort_key orders numbers as documents do",
        *(_RELEASE, _POSITION, _key("parent", "rules"), "name", "number", "level", Column("path", "json"), "title"),
        *("text", "sort_key", _number("line"), _key("lineage", "lineages")),
    ),
    "examples": _table("an example of a rule", _key("rule", "rules"), _POSITION, "text"),
    "glossary": _table(
        "a glossary entry; name is its term",
        *(_RELEASE, _POSITION, "name", "text", Column("obsolete", "boolean"), _number("line")),
        _key("lineage", "lineages"),
    ),
    "aliases": _table("another name of a glossary entry", _key("entry", "glossary"), _POSITION, "name"),
    "senses": _table("a sense of a glossary entry", _key("entry", "glossary"), _POSITION, "text"),
    "cross_references": _table(
        "a place in a rule or a glossary entry that names others; part_index is that of an example",
        *(_RELEASE, _POSITION, _key("rule", "rules"), _key("entry", "glossary"), "part", _number("part_index")),
        *(_number("start_at"), _number("end_at"), "raw", "status"),
    ),
    "reference_members": _table(
        "one thing that a reference names: a number, a range from first to last, or the term of an entry",
        *(_key("reference", "cross_references"), _POSITION, _number("start_at"), _number("end_at"), "first", "last"),
        *("title", "status", "term"),
    ),
    "reference_targets": _table(
        "a rule that is named by a member of a reference",
        *(_key("member", "reference_members"), _POSITION, "number", _key("rule", "rules")),
    ),
    "keywords": _table(
        "a keyword ability, keyword action or ability word", _RELEASE, _POSITION, _key("rule", "rules"),
        *_struct_columns(Keyword),
    ),
    "vocabularies": _table(
        "a list of words that a rule states; its members have a table of their own",
        *(_RELEASE, _POSITION, _key("rule", "rules")),
        *(column for column in _struct_columns(Vocabulary) if column.name != "members"),
    ),
    "vocabulary_members": _table("a word of a list", _key("vocabulary", "vocabularies"), _POSITION, "name"),
    "diagnostics": _table("something odd about a document", _RELEASE, _POSITION, *_DIAGNOSTIC),
    "slips": _table(
        "what was noticed of how lines are written, also what is no oddity in such documents",
        *(_RELEASE, _POSITION, *_DIAGNOSTIC),
    ),
    "lineage_events": _table(
        "what happened to a lineage in a release",
        *(_key("lineage", "lineages"), _RELEASE, "kind", "number", "was", Column("related", "json")),
        *(Column("moved", "boolean"), Column("returned", "boolean"), Column("confidence", "real")),
    ),
    "changes": _table(
        "what happened to a rule between two neighbouring releases; edits and citations are those of the JSON",
        *(_key("old_release", "releases"), _key("new_release", "releases"), _POSITION, "kind"),
        *(_key("old_rule", "rules"), _key("new_rule", "rules"), "old_number", "new_number", Column("moved", "boolean")),
        *(Column("confidence", "real"), Column("related", "json"), Column("edits", "json")),
        Column("citations", "json"),
    ),
}  # fmt: skip
