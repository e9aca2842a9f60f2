"""What is odd about how lines are written, as diagnostics."""

from __future__ import annotations

from comprules.document.model import Document
from comprules.errors import Diagnostic, diagnose

_SHOWN = 50  # characters of a line that a message shows
_FEW = 2  # gaps before examples are slips however few examples there are
_SOME = 0.25  # of all examples: fewer stand after a blank line by a slip, more are set like that


def slip(code: str, line_text: str, number: str, text: str, line: int) -> Diagnostic:
    """What differs between a number as written at the beginning of `line_text` and its plain form."""
    whole = line_text.strip()
    written = whole[: len(whole) - len(text)].rstrip() if whole.endswith(text) else whole
    if code == "missing-dot":
        return diagnose(code, f"no dot after {number}", line, number)
    if code == "missing-space":
        return diagnose(code, f"{number} is glued to “{text.split(maxsplit=1)[0]}”", line, number)
    return diagnose(code, f"{number} is written “{written}”", line, number)


def lone_number(number: str, line: int) -> Diagnostic:
    """A number without text on its line."""
    return diagnose("lone-number", f"{number} stands alone; its text may be among the lines after it", line, number)


def orphans(texts: list[str], line: int) -> Diagnostic:
    """One diagnostic for a run of lines without a number, however long."""
    shown = texts[0] if len(texts[0]) < _SHOWN else texts[0][: _SHOWN - 1] + "…"
    if len(texts) == 1:
        return diagnose("orphan-line", f"“{shown}” has no number", line)
    return diagnose("orphan-line", f"{len(texts)} paragraphs from “{shown}” on have no number", line)


def without_usual_gaps(found: list[Diagnostic], document: Document) -> list[Diagnostic]:
    """`found` without the gaps before examples where many have one: that is how the document is set."""
    gaps = sum(each.code == "example-gap" for each in found)
    if not gaps:
        return found
    examples = 0
    stack = list(document.rules)
    while stack:
        rule = stack.pop()
        examples += len(rule.examples)
        stack.extend(rule.rules)
    return found if gaps <= max(_FEW, _SOME * examples) else [each for each in found if each.code != "example-gap"]
