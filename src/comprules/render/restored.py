"""A restored passage: its text with numbers, its JSON, and a report of how well which releases fit."""

from __future__ import annotations

import msgspec

from comprules.families.family import Family
from comprules.render.terminal import plural
from comprules.restore import Fit, Paragraph, Restoration

_OTHERS = 5  # releases that fit less well are named
_WORN = 12  # worn paragraphs are described


class RestoreRecord(msgspec.Struct, frozen=True):
    """`comprules restore PASSAGE --from FILE… -f json`: the passage with its numbers, and how well releases fit."""

    schema: str
    best: tuple[str, ...]
    fits: tuple[Fit, ...]
    paragraphs: tuple[Paragraph, ...]


def restore_record(found: Restoration) -> RestoreRecord:
    """A restored passage."""
    return RestoreRecord("comprules/restore/1", found.best, found.fits, found.paragraphs)


def text(found: Restoration, family: Family) -> str:
    """The passage, each paragraph with its number; a question mark where the text does not decide it."""
    return "\n\n".join(_paragraph(each, family) for each in found.paragraphs) + "\n"


def _paragraph(paragraph: Paragraph, family: Family) -> str:
    if paragraph.number is None:
        return f"[?] {paragraph.text}"
    if paragraph.part == "example":
        return family.example + paragraph.text
    if paragraph.part in ("term", "glossary"):
        return paragraph.text
    doubt = "" if paragraph.certain else "[?] "
    return f"{doubt}{family.heading(paragraph.number)} {paragraph.text}"


def report(found: Restoration) -> str:
    """Which releases fit best, what fits nowhere, what is out of place, and what wear there is."""
    count = len(found.paragraphs)
    lines = [f"{plural(count, 'paragraph')}; fits best: {', '.join(found.best)}"]
    for fit in found.fits[: max(len(found.best), _OTHERS)]:
        near = "" if fit.near is None else f", {fit.near} nearly"
        lines.append(f"  {fit.effective or fit.name}: {fit.exact} of {count} word for word{near}")
    for each in found.paragraphs:
        if each.number is None:
            lines.append(f"line {each.line} fits nowhere: “{_short(each.text)}”")
        elif not each.in_order:
            what = "is the title of" if each.part == "title" else "stands in"
            lines.append(f"line {each.line} {what} {each.number}, out of place here: “{_short(each.text)}”")
        elif not each.certain:
            lines.append(f"line {each.line} may be {each.number}: “{_short(each.text)}”")
        elif each.printed and each.part != "example" and each.printed != each.number:
            lines.append(f"line {each.line} is printed as {each.printed} and is {each.number}")
    worn = [each for each in found.paragraphs if each.wear]
    lines += [f"{each.number}: {_wear(each)}" for each in worn[:_WORN]]
    if len(worn) > _WORN:
        lines.append(f"… and wear in {len(worn) - _WORN} more (-f json lists all)")
    return "\n".join(lines) + "\n"


def _wear(paragraph: Paragraph) -> str:
    said = []
    for each in paragraph.wear[:6]:
        if each.kind == "lost":
            said.append(f"lost “{_short(each.original)}”")
        elif each.kind == "added":
            said.append(f"added “{_short(each.copied)}”")
        else:
            verb = "joined" if each.kind == "joined" else "has"
            said.append(f"{verb} “{_short(each.copied)}” for “{_short(each.original)}”")
    return "; ".join(said)


def _short(text: str) -> str:
    return text if len(text) <= 50 else text[:49] + "…"
