"""What the JSON interface of a site has beside the records of the commands; see `comprules.render.json`."""

from __future__ import annotations

from typing import Any

import msgspec


class LinkedRule(msgspec.Struct, frozen=True):
    """`api/DATE/rules/NUMBER.json` of a site: one rule with its place, what it cites and who cites it."""

    schema: str
    number: str
    level: str
    parent: str | None
    previous: str | None
    next: str | None
    path: tuple[str, ...]
    title: str | None
    text: str | None
    examples: tuple[str, ...]
    line: int
    rules: tuple[str, ...]
    cites: tuple[str, ...]
    cited_by: tuple[str, ...]


class ListedRelease(msgspec.Struct, frozen=True):
    """A release of a site, and where its files are; None where there is none."""

    name: str
    effective: str | None
    title: str
    sha256: str
    document: str
    diff: str | None
    page: str | None
    changes: str | None


class ReleasesRecord(msgspec.Struct, frozen=True):
    """`api/releases.json` of a site: its releases, the oldest first; addresses count from that file."""

    schema: str
    newest: str
    releases: tuple[ListedRelease, ...]


PUBLISHED: dict[str, type[msgspec.Struct]] = {"linked-rule": LinkedRule, "releases": ReleasesRecord}


def encode_short(record: Any) -> bytes:
    """A record as JSON in UTF-8 without any blanks, with a final line end."""
    return msgspec.json.encode(record) + b"\n"
