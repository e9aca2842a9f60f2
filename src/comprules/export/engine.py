"""What a rules engine has tables of: keywords with their parameters, and the lists of the game's words.

`keywords` are all of them, with forms and typed parameters. `enumerations` are the words of five kinds: `types` are the
lists that rules state of them, by name; `phases`, `steps`, `zones` and `counters` come from the list of that name,
where the rules state one, else from the headings that end in the word, else from the glossary entries that do. What the
document does not state is empty. `vocabularies` are all lists that rules state, by name.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from comprules.analysis.keywords import Keyword, KeywordKind
from comprules.analysis.parameters import Parameter
from comprules.export.exporters import Exporter
from comprules.export.shelf import Shelf
from comprules.release import Release
from comprules.render.json import encode

_ACTION = "To "  # how glossaries begin the entry of something that is done, which names no thing


class KeywordRecord(msgspec.Struct, frozen=True):
    """A keyword: how cards spell it, what it is, how it is written; `reminder` is what its glossary entry says."""

    name: str
    kind: KeywordKind
    number: str
    classes: tuple[str, ...]
    forms: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    instances: str | None
    reminder: str | None


class Enumerations(msgspec.Struct, frozen=True):
    """The game's words of five kinds."""

    types: dict[str, tuple[str, ...]]
    phases: tuple[str, ...]
    steps: tuple[str, ...]
    zones: tuple[str, ...]
    counters: tuple[str, ...]


class EngineRecord(msgspec.Struct, frozen=True):
    """`comprules export FILE --to engine-json`."""

    schema: str
    title: str | None
    effective: str | None
    sha256: str
    keywords: tuple[KeywordRecord, ...]
    enumerations: Enumerations
    vocabularies: dict[str, tuple[str, ...]]


def engine_record(release: Release) -> EngineRecord:
    """The record of a release."""
    lists = {each.name: each.members for each in release.vocabularies}
    return EngineRecord(
        schema="comprules/engine/1",
        title=release.document.title,
        effective=release.effective,
        sha256=release.sha256,
        keywords=tuple(map(_keyword, release.keywords)),
        enumerations=Enumerations(
            types={name: members for name, members in lists.items() if name.split()[-1].endswith("types")},
            phases=_named(release, "phase"),
            steps=_named(release, "step"),
            zones=_named(release, "zone"),
            counters=_named(release, "counter"),
        ),
        vocabularies=lists,
    )


def _keyword(keyword: Keyword) -> KeywordRecord:
    return KeywordRecord(
        name=keyword.spelling,
        kind=keyword.kind,
        number=keyword.number,
        classes=keyword.classes,
        forms=keyword.forms,
        parameters=keyword.parameters,
        instances=keyword.instances,
        reminder=keyword.glossary,
    )


def _named(release: Release, noun: str) -> tuple[str, ...]:
    """The things that a noun names: of the list of that name, else of headings, else of the glossary."""
    stated = next((each.members for each in release.vocabularies if each.name == f"{noun}s"), ())
    titles = [node.rule.title for node in release.index.nodes if node.rule.title]
    terms = [entry.term for entry in release.document.glossary if not entry.text.startswith(_ACTION)]
    return stated or _ending(titles, noun) or _ending(terms, noun)


def _ending(names: list[str], noun: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name.casefold().endswith(f" {noun}")))


def write(shelf: Shelf, path: Path) -> None:
    """Write the record of the release to `path`."""
    path.write_bytes(encode(engine_record(shelf.newest)))


EXPORTERS = {"engine-json": Exporter(write, "keywords with parameters, types, phases, steps, zones, counters", "text")}
