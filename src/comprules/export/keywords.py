"""The keywords of a release as lists of words, in the shape in which card databases publish them.

`{"meta": {"date", "version"}, "data": {"abilityWords", "keywordAbilities", "keywordActions"}}`: each list sorted, each
word as cards spell it; `date` is that of the release, `version` that of this program.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import msgspec

from comprules.export.exporters import Exporter
from comprules.export.shelf import Shelf
from comprules.release import Release
from comprules.render.json import encode


class Meta(msgspec.Struct, frozen=True):
    """The date of the release, and the version of the program that read it."""

    date: str | None
    version: str


class Lists(msgspec.Struct, frozen=True, rename="camel"):
    """The words of each kind, sorted."""

    ability_words: tuple[str, ...]
    keyword_abilities: tuple[str, ...]
    keyword_actions: tuple[str, ...]


class KeywordsRecord(msgspec.Struct, frozen=True):
    """`comprules export FILE --to keywords-json`."""

    meta: Meta
    data: Lists


def spelled(release: Release, kind: str) -> list[str]:
    """The keywords of a kind as cards spell them, each once, in the order of the document."""
    return list(dict.fromkeys(each.spelling for each in release.keywords if each.kind == kind))


def keywords_record(release: Release) -> KeywordsRecord:
    """The record of a release."""
    lists = [tuple(sorted(spelled(release, kind))) for kind in ("ability word", "ability", "action")]
    return KeywordsRecord(Meta(release.effective, version("comprules")), Lists(*lists))


def write(shelf: Shelf, path: Path) -> None:
    """Write the record of the release to `path`."""
    path.write_bytes(encode(keywords_record(shelf.newest)))


EXPORTERS = {"keywords-json": Exporter(write, "the names of keywords, as card databases publish them", "text")}
