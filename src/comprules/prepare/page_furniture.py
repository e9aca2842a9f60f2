"""Lines that belong to the paper, not to the text: rows of signs, page numbers, running headers. Left out and named."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from comprules.errors import Diagnostic, diagnose
from comprules.prepare.lines import Line

_SIGNS = "-=_*~+#"
_ROW = re.compile(rf"[{_SIGNS}]{{5,}}")
_PAGE = re.compile(r"[-–—]?\s*(?:page\s+)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\s*[-–—]?", re.IGNORECASE)
_FOOTER = re.compile(r"(?P<words>\D{3,}?)(?P<page>\d{1,4})")
_LONGEST = 40  # characters: a page number with all that may stand around it, or a further line of a running header
_HEADERS = 3  # lines of a running header, one over the other
_OFTEN = 3  # times: fewer page numbers or repetitions of a line beside them are something else


def without_furniture(lines: list[Line]) -> tuple[list[Line], list[Diagnostic]]:
    """`lines` without rows of signs, page numbers and running headers, and a diagnostic for each kind left out."""
    rows = [line.number for line in lines if line.text[0] in _SIGNS and _ROW.fullmatch(line.text)]
    pages = _pages(lines)
    if not rows and not pages:
        return lines, []
    out = {*rows, *pages}
    kept: list[Line] = []
    for line in lines:
        if line.number not in out:
            after_row = line.number - 1 in out and line.number - 1 not in pages
            kept.append(line._replace(gap=max(1, line.gap)) if after_row else line)
    found = []
    if rows:
        found.append(diagnose("decoration", f"{len(rows)} rows of signs, the first here, left out", rows[0]))
    if pages:
        first = min(pages)
        found.append(diagnose("page-break", f"{len(pages)} page numbers and running headers, left out", first))
    return kept, found


def _pages(lines: list[Line]) -> set[int]:
    """The lines that are a page number, or beside one and the same each time."""
    numbers = [at for at, line in enumerate(lines) if len(line.text) <= _LONGEST and _PAGE.fullmatch(line.text)]
    if len(numbers) < _OFTEN:
        numbers = []
    numbers = sorted({*numbers, *_footers(lines)})
    found = set(numbers)
    for further in range(_HEADERS):
        beside = {at for place in found for at in (place - 1, place + 1) if 0 < at < len(lines)} - found
        often = Counter(lines[at].text for at in beside if not further or len(lines[at].text) <= _LONGEST)
        found |= {at for at in beside if often[lines[at].text] >= _OFTEN}
    return {lines[at].number for at in found}


def _footers(lines: list[Line]) -> list[int]:
    """Lines of the same words with a number that rises, each beside a line that is always the same."""
    found: dict[str, list[tuple[int, int]]] = {}
    for at, line in enumerate(lines):
        footer = _FOOTER.fullmatch(line.text) if len(line.text) <= _LONGEST else None
        if footer:
            found.setdefault(footer["words"], []).append((at, int(footer["page"])))
    for places in found.values():
        rising = all(one[1] < two[1] for one, two in pairwise(places))
        before = {lines[at - 1].text for at, _ in places if at}
        if len(places) >= _OFTEN and rising and len(before) == 1:
            return [at for at, _ in places]
    return []
