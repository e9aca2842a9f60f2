"""The date that a document states, by the terminals EFFECTIVE and DATE of its grammar."""

from __future__ import annotations

import re
from datetime import date, datetime


def date_in(texts: tuple[str, ...], patterns: dict[str, re.Pattern[str]]) -> str | None:
    """The date that the first of `texts` to have one states, as YYYY-MM-DD; `patterns` are those of the grammar."""
    for text in texts:
        for kind in ("EFFECTIVE", "DATE"):
            match = patterns[kind].match(text + "\n")
            stated = _iso(match.groupdict()) if match else None
            if stated:
                return stated
    return None


def _iso(stated: dict[str, str | None]) -> str | None:
    """The date of named groups of the terminals; None for a day that no calendar has."""
    try:
        if iso := stated.get("iso") or stated.get("only"):
            return date.fromisoformat(iso).isoformat()
        if slashed := stated.get("us") or stated.get("slashed"):
            return _slashed(slashed)
        month = stated.get("month") or stated.get("its_month") or ""
        day = stated.get("day") or stated.get("day_first")
        year = stated.get("year") or stated.get("its_year")
        return datetime.strptime(f"{month[:3]} {day} {year}", "%b %d %Y").date().isoformat()
    except ValueError:
        return None


def _slashed(written: str) -> str:
    """`1/16/2026` and `04/23/99`: the month first, unless there is no such month."""
    first, second, year = map(int, written.split("/"))
    year += 0 if year > 99 else 1900 if year > 68 else 2000  # as the C library reads years of two digits
    return date(year, second, first).isoformat() if first > 12 else date(year, first, second).isoformat()
