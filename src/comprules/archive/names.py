"""How releases of an archive are named where a file could stand: `latest`, `previous`, `2026-04-17`."""

from __future__ import annotations

import re
from typing import NamedTuple

LATEST, PREVIOUS = "latest", "previous"
_NAME = re.compile(
    rf"(?:(?P<family>[a-z][\w-]*):)?(?P<when>{LATEST}|{PREVIOUS}|\d{{4}}-\d\d-\d\d)(?:/(?P<digits>[0-9a-f]+))?"
)


class Name(NamedTuple):
    """`magic:2026-04-17/2848fb` taken apart: the family and the digits of the sha256 may be missing."""

    family: str | None
    when: str
    digits: str


def is_name(text: str) -> bool:
    """Whether `text` names a release of an archive: a date, `latest` or `previous`, with what may stand around it."""
    return _NAME.fullmatch(text) is not None


def split(text: str) -> Name:
    """The parts of a name. Raises ValueError for a text that is none."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is no date, latest or previous")
    return Name(match["family"], match["when"], match["digits"] or "")
