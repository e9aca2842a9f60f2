"""Lines that were broken to a width, joined to paragraphs again; rows that only decorate, left out.

Whether a document is wrapped is told by its lines: many are about as long as the longest, and many begin in the middle
of a sentence. A line then goes on with the one before it if that one is full, unless it begins as something of its
own: with a number that can come next, a label, a heading, an indentation.
"""

from __future__ import annotations

import re

from comprules.document.family import Family
from comprules.document.heads import Head, head, line_patterns
from comprules.document.lines import Line
from comprules.errors import Diagnostic, diagnose

_ROW = re.compile(r"[-=_*~+#]{5,}")
_WIDEST = 130  # characters: paper and terminals have no wider lines; paragraphs of unwrapped documents do
_NARROWEST = 30  # characters: a column of a newspaper
_FULL = 0.75  # of the width: proportional type breaks lines well before the widest
_BROKEN = 0.3  # of the lines that follow another directly begin with a small letter: sentences are broken there
_FEW = 4  # lines: fewer may be items of a list
_MANY = 0.2  # of all lines must be full, as in prose that is wrapped
_INDENTED = 3  # characters more than the line before: a new paragraph
_SET_OFF = 0.8  # of all numbers stand after a blank line, so that one that does not is suspect
_SENTENCE_END = ".:!?)”\"’'"


def unwrap(lines: list[Line], family: Family) -> tuple[list[Line], list[Diagnostic]]:
    """The paragraphs that `lines` make up, and a diagnostic if rows of signs were left out."""
    kept, found = _without_rows(lines)
    width = _width(kept)
    if width is None:
        return kept, found
    heads = [head(line.text) for line in kept]
    numbered = [line.gap for line, this in zip(kept, heads, strict=True) if this and this.kind in ("RULE", "SUBRULE")]
    set_off = sum(numbered) >= _SET_OFF * len(numbered)
    torn = sum(line.gap and line.text[0].islower() for line in kept) > _FEW  # pages part sentences
    joined: list[Line] = []
    before: Line | None = None  # the last line of the paragraph so far
    last = ""  # the last number that began a line
    broken = 0
    ended = False  # the rules are over, and what follows has no numbers
    for line, this in zip(kept, heads, strict=True):
        cut = before is not None and _is_full(before, line, width) and before.text[-1] not in _SENTENCE_END
        suspect = set_off and (cut and torn if line.gap else True)
        own = this is not None and _is_own(this, last, suspect, family)
        prose = bool(last) and not ended
        ended = ended or (bool(last) and _is_heading(line.text))
        if before and joined and not own and (torn or not line.gap) and _goes_on(before, line, width, prose):
            joined[-1] = joined[-1]._replace(text=f"{joined[-1].text} {line.text}")
            broken += 1
        else:
            joined.append(line)
            last = this.number if this and this.number else last
            ended = ended and not (this and this.kind in ("RULE", "SUBRULE"))
        before = line
    if broken:
        found.append(diagnose("wrapped", f"{broken} lines broken at a width of {width}, joined again", 1))
    return joined, found


def _without_rows(lines: list[Line]) -> tuple[list[Line], list[Diagnostic]]:
    kept: list[Line] = []
    rows: list[int] = []
    for line in lines:
        if _ROW.fullmatch(line.text):
            rows.append(line.number)
        elif rows and rows[-1] == line.number - 1:
            kept.append(line._replace(gap=True))
        else:
            kept.append(line)
    if not rows:
        return kept, []
    return kept, [diagnose("decoration", f"{len(rows)} rows of signs, the first here, left out", rows[0])]


def _width(lines: list[Line]) -> int | None:
    """The width that a document is wrapped to, None if it is not wrapped."""
    lengths = sorted(len(line.text) + line.indent for line in lines)
    following = [line.text[0] for line in lines[1:] if not line.gap and not line.text[0].isdigit()]
    if sum(map(str.islower, following)) <= max(_FEW, _BROKEN * len(following)):
        return None
    width = lengths[int(0.98 * (len(lengths) - 1))]
    full = sum(length >= _FULL * width for length in lengths)
    return width if width <= _WIDEST and full >= _MANY * len(lengths) and width >= _NARROWEST else None


def _is_own(this: Head, last: str, suspect: bool, family: Family) -> bool:
    """Whether a line that begins like `this` is a line of its own; a suspect number must be one that can come next."""
    if this.kind == "EXAMPLE" or not suspect:
        return True
    return (bool(last) and _follows(this.number, last, family)) or (this.kind == "SECTION" and this.number == "1")


def _follows(number: str, last: str, family: Family) -> bool:
    """Whether `number` can come right after `last`: its first child, or the next after it or one of its parents."""
    if family.parent(number) == last:
        return True
    above: str | None = last
    while above:
        if family.next_number(above) == number:
            return True
        above = family.parent(above)
    return False


def _is_full(before: Line, line: Line, width: int) -> bool:
    """Whether the first word of `line` would not have fitted on the line before it."""
    first_word = line.text.split(maxsplit=1)[0]
    return before.indent + len(before.text) + 1 + len(first_word) >= _FULL * width


def _goes_on(before: Line, line: Line, width: int, prose: bool) -> bool:
    """Whether `line` is the rest of the paragraph whose last line is `before`.

    Across a blank line, which a page or an extractor put there, a sentence that is not at its end goes on; and any
    text in `prose`, among the rules, where each paragraph of its own has a number.
    """
    if not _is_full(before, line, width) or _is_heading(line.text) or _is_heading(before.text):
        return False
    if line.gap and before.text[-1] in _SENTENCE_END and not prose:
        return False
    return line.indent < before.indent + _INDENTED


def _is_heading(text: str) -> bool:
    known = line_patterns()
    return len(text) < 20 and any(known[part].match(text) for part in ("CONTENTS", "GLOSSARY", "CREDITS", "INDEX"))
