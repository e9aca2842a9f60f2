"""What is kept of one release and its comparison with the one before, once their pages are made.

It is all that the pages about many releases need, so that these are made without reading any document again.
"""

from __future__ import annotations

import msgspec


class Member(msgspec.Struct, frozen=True, gc=False):
    """A release of a site: `name` stands in addresses, `path` is where its file is."""

    name: str
    path: str
    sha256: str
    effective: str | None
    title: str


class Event(msgspec.Struct, frozen=True, gc=False):
    """What happened to one rule, by its positions in the old and the new release; `html` tells it."""

    kind: str
    old: int | None
    new: int | None
    html: str


class TermEvent(msgspec.Struct, frozen=True, gc=False):
    """What happened to a glossary entry."""

    kind: str
    term: str
    html: str


class Facts(msgspec.Struct, frozen=True, gc=False):
    """One release; what it tells of the one before is empty for the first.

    `chapters` gives of each node the position of the chapter that it stands under, its own if it stands under none.
    """

    numbers: tuple[str, ...]
    titles: tuple[str | None, ...]
    chapters: tuple[int, ...]
    terms: tuple[str, ...]
    words: int
    keywords: int
    pairs: tuple[tuple[int, int], ...]
    events: tuple[Event, ...]
    term_events: tuple[TermEvent, ...]
    news: tuple[str, ...]
    summary: dict[str, int]
