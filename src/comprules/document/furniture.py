"""Lines that belong to the paper, not to the text: rows of signs, page numbers, running headers. Left out and named."""

from __future__ import annotations

import re
from collections import Counter

from comprules.document.lines import Line
from comprules.errors import Diagnostic, diagnose

_ROW = re.compile(r"[-=_*~+#]{5,}")
_PAGE = re.compile(r"[-–—]?\s*(?:page\s+)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\s*[-–—]?", re.IGNORECASE)
_OFTEN = 3  # times: fewer page numbers or repetitions of a line beside them are something else


def without_furniture(lines: list[Line]) -> tuple[list[Line], list[Diagnostic]]:
    """`lines` without rows of signs, page numbers and running headers, and a diagnostic for each kind left out."""
    rows = [line.number for line in lines if _ROW.fullmatch(line.text)]
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
    numbers = [at for at, line in enumerate(lines) if _PAGE.fullmatch(line.text)]
    if len(numbers) < _OFTEN:
        return set()
    beside = {at for place in numbers for at in (place - 1, place + 1) if 0 < at < len(lines)}.difference(numbers)
    often = Counter(lines[at].text for at in beside)
    return {lines[at].number for at in [*numbers, *(at for at in beside if often[lines[at].text] >= _OFTEN)]}
