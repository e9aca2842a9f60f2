"""The JSON contract of histories."""

from __future__ import annotations

import msgspec

from comprules.history.blame import Blamed
from comprules.history.model import History, Issue, Lineage
from comprules.history.numbers import Chapter, Numbers, Size


class HistoryRecord(msgspec.Struct, frozen=True):
    """`comprules history QUERY FILE… -f json`: releases oldest first, events name them by their index."""

    schema: str
    query: str
    releases: tuple[Issue, ...]
    lineages: tuple[Lineage, ...]


class BlameRecord(msgspec.Struct, frozen=True):
    """`comprules blame FILE… -f json`: the rules of the newest release, in its order."""

    schema: str
    rules: tuple[Blamed, ...]
    releases: tuple[Issue, ...]


class NumbersRecord(msgspec.Struct, frozen=True):
    """`comprules history --chart FILE… -f json`: sizes by release, changes by chapter and release."""

    schema: str
    releases: tuple[Issue, ...]
    sizes: tuple[Size, ...]
    chapters: tuple[Chapter, ...]


def numbers_record(numbers: Numbers) -> NumbersRecord:
    """The contract's record of the figures."""
    return NumbersRecord("comprules/numbers/1", numbers.releases, numbers.sizes, numbers.chapters)


def history_record(history: History, query: str, lineages: tuple[Lineage, ...]) -> HistoryRecord:
    """The contract's record of the lineages that a query found."""
    return HistoryRecord("comprules/history/1", query, history.releases, lineages)


def blame_record(history: History, rules: tuple[Blamed, ...]) -> BlameRecord:
    """The contract's record of `blame`."""
    return BlameRecord("comprules/blame/1", rules, history.releases)
