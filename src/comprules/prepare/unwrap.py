"""Lines that were broken to a width, joined to paragraphs again.

Whether a document is wrapped is told by its lines: many begin in the middle of a sentence. A line then goes on with
the one before it if that one is full, unless it begins as something of its own: with a number that can come next, a
label, a heading, an indentation.
"""

from __future__ import annotations

import re
from collections import Counter

from comprules.errors import Diagnostic, diagnose
from comprules.families.family import Family
from comprules.families.openings import LABEL, Opening, is_heading, opening
from comprules.prepare.lines import Line

_WIDEST = 200  # characters: no page is set wider; paragraphs of unwrapped documents are
_NARROWEST = 30  # characters: a column of a newspaper
_FULL = 0.75  # of the width: proportional type breaks lines well before the widest
_BROKEN = 0.3  # of the lines that follow another directly begin with a small letter: sentences are broken there
_FEW = 4  # lines: fewer may be items of a list
_INDENTED = 3  # characters more than the line before: a new paragraph
_SPACED = 0.9  # of all lines stand after a blank line: then only more than one parts paragraphs
_LONG = 40  # characters: a shorter line may be a term or an item of a list
_SENTENCE_END = ".:!?)”\"’'"
_SMALL_WORD = re.compile(r"(?!or |and )[a-z]{2,}[ ,]")  # items of a list may begin with “or”
# Words after which no line ends but where it was broken.
_OPEN_WORDS = frozenset(
    {"a", "an", "the", "of", "to", "in", "on", "by", "for", "with", "from", "as", "and", "or", "this", "that", "these"}
    | {"its", "their", "his", "her", "your", "is", "are", "be", "at", "into", "than", "if", "when", "any", "each"}
)
_LED = re.compile(r"\.{4}[ .]*\d*$")  # an entry of the contents ends with the number of its page
_SEE = re.compile(r"See (?:also )?(?:rules?|sections?|[A-Z])")


def unwrap(lines: list[Line], family: Family) -> tuple[list[Line], list[Diagnostic]]:
    """The paragraphs that `lines` make up, and a diagnostic if any were joined."""
    spaced = _single_spaced(lines)
    width = _width(spaced)
    if width is None:
        joined = _without_torn(lines)
        how = "within a sentence"
    else:
        joined = _without_torn(_Joining(spaced, width, family).paragraphs())
        how = f"at a width of {width}"
    broken = len(lines) - len(joined)
    if not broken:
        return lines, []
    return joined, [diagnose("wrapped", f"{broken} lines broken {how}, joined again", 1)]


def _without_torn(lines: list[Line]) -> list[Line]:
    """`lines` with those joined that are broken whatever the width, and prove it themselves.

    A line that begins with a small word, and is neither set in nor set off, goes on with a long line that ends with an
    article, a preposition or the like.
    """
    joined: list[Line] = []
    for line in lines:
        before = joined[-1].text if joined and not line.indent and not line.gap else ""
        if len(before) >= _LONG and _SMALL_WORD.match(line.text) and before.rsplit(None, 1)[-1] in _OPEN_WORDS:
            joined[-1] = joined[-1]._replace(text=_joined(before, line.text))
        else:
            joined.append(line)
    return joined


def _single_spaced(lines: list[Line]) -> list[Line]:
    """Of a document with a blank line after each line, the lines as if it had none."""
    gaps = Counter(line.gap for line in lines[1:])
    if gaps[0] > (1 - _SPACED) * len(lines) or gaps[1] < gaps.total() / 3:
        return lines
    return [line._replace(gap=line.gap - 1) if line.gap else line for line in lines]


def _width(lines: list[Line]) -> int | None:
    """The width that a document is wrapped to, None if it is not wrapped."""
    following = [line.text[0] for line in lines[1:] if not line.gap and not line.text[0].isdigit()]
    if sum(map(str.islower, following)) <= max(_FEW, _BROKEN * len(following)):
        return None
    lengths = sorted(len(line.text) + line.indent for line in lines)
    width = lengths[int(0.98 * (len(lengths) - 1))]
    return width if _NARROWEST <= width <= _WIDEST else None


class _Joining:
    """The lines of a wrapped document on their way to paragraphs."""

    def __init__(self, lines: list[Line], width: int, family: Family) -> None:
        self.lines, self.width, self.family = lines, width, family
        self.openings = [opening(line.text, family) for line in lines]
        self.torn = sum(bool(line.gap) and line.text[0].islower() for line in lines) > _FEW  # pages part sentences
        self.last = ""  # the last number that began a line
        self.ended = False  # the rules are over, and what follows has no numbers

    def paragraphs(self) -> list[Line]:
        """The paragraphs, each with the place of its first line."""
        joined: list[Line] = []
        before: Line | None = None
        for line, this in zip(self.lines, self.openings, strict=True):
            if before is None or not self._goes_on(before, line, this):
                joined.append(line)
                self._note(line, this)
            else:
                joined[-1] = joined[-1]._replace(text=_joined(joined[-1].text, line.text))
            before = line
        return joined

    def _note(self, line: Line, this: Opening | None) -> None:
        if this and this.number:
            self.last = this.number
            self.ended = self.ended and not self._is_rule(this)
        self.ended = self.ended or (bool(self.last) and is_heading(line.text, self.family))

    def _goes_on(self, before: Line, line: Line, this: Opening | None) -> bool:
        """Whether `line` is the rest of the paragraph whose last line is `before`.

        Across a blank line, which a page or an extractor put there, a sentence that is not at its end goes on; and any
        text among the rules, where each paragraph of its own has a number.
        """
        first_word = line.text.split(maxsplit=1)[0]
        full = before.indent + len(before.text) + 1 + len(first_word) >= _FULL * self.width
        headed = is_heading(line.text, self.family) or is_heading(before.text, self.family)
        if not full or headed or (line.gap and not self.torn) or _LED.search(before.text):
            return False
        at_end = before.text[-1] in _SENTENCE_END
        if this and self._is_own(this, at_end):
            return False
        if at_end and (line.gap or _SEE.match(line.text)) and (self.ended or not self.last):
            return False
        return line.indent < before.indent + _INDENTED

    def _is_own(self, this: Opening, at_end: bool) -> bool:
        """Whether a line that begins like `this` is one of its own; within a sentence, a number that can be next."""
        if this.kind == LABEL or at_end:
            return True
        return bool(self.last) and self.family.follows(this.number, self.last)

    def _is_rule(self, this: Opening | None) -> bool:
        """Whether a line begins with a number that is no heading's by its level."""
        return this is not None and bool(this.number) and self.family.depth(this.number) >= self.family.rules_from


def _joined(text: str, rest: str) -> str:
    """A line and the rest of its paragraph; a word broken at its hyphen is whole again."""
    hyphenated = text[-1] == "-" and text[-2:-1].isalpha() and rest[0].isalpha()
    return text + rest if hyphenated else f"{text} {rest}"
