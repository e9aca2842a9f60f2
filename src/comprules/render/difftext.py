"""A comparison for a terminal: the news and counts first, then the stories and sections, signs as well as colour."""

from __future__ import annotations

from click import style

from comprules.diff.kinds import KINDS, QUIET
from comprules.diff.model import Change, Diff, EntryChange
from comprules.families.family import EXAMPLE
from comprules.render.changes import Run, astray, numbers, remarks, runs, texts
from comprules.render.divisions import Block, blocks, heading
from comprules.render.headlines import (
    broken,
    editions,
    glossary_line,
    narrowing,
    news,
    replaced_lines,
    shift_lines,
    summary,
    swap_lines,
)
from comprules.render.outline import outline

_COLOURS = {"added": "green", "removed": "red", "edited": "yellow", "renamed": "cyan"}
_KEPT = 60  # characters of unchanged text that are shown on each side of an edit
_INDENT = "\n      "


def text(diff: Diff, everything: bool = False, only: tuple[str, ...] = (), within: str | None = None) -> str:
    """The comparison, or what was narrowed down of it; `everything` shows the quiet kinds too.

    `only` and `within` say what it was narrowed to.
    """
    kinds = only or tuple(kind for kind in KINDS if everything or kind not in QUIET)
    lines = [*_head(diff, only, within), ""]
    divided = {id(diff.changes[index]): block for index, block in blocks(diff).items()}
    for group in outline(diff, kinds, everything):
        lines.append(style(group.title, bold=True))
        for change in group.changes:
            block = divided.get(id(change))
            lines += [_division(change, block) if block else _change(change), ""]
        lines += [line for each in group.entries for line in (_entry(each), "")]
    if not within and not only:
        lines += _around(diff, everything)
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(diff: Diff, only: tuple[str, ...], within: str | None) -> list[str]:
    lines = [style(diff.new.document.title or diff.new.source.name, bold=True), " → ".join(editions(diff))]
    lines += [style(f"warning: {warning}", fg="red") for warning in diff.warnings]
    if within:
        lines.append(narrowing(diff, (), within))
    lines += [style(line, bold=True) for line in news(diff)]
    if (within or only) and not diff.changes and not diff.glossary:
        return [*lines, "nothing found"]
    lines.append(f"rules: {summary(diff, only or None)}")
    if glossary_line(diff):
        lines.append(f"glossary: {glossary_line(diff)}")
    lines += replaced_lines(diff)
    quiet = summary(diff, QUIET)
    if quiet != "none" and not only:
        lines.append(f"also {quiet} (--all shows them)")
    lines += swap_lines(diff)
    lines += shift_lines(diff)
    lines += [broken(each) for each in diff.broken]
    return lines


def _mark(kind: str) -> tuple[str, str]:
    """The sign of a kind, coloured, and the colour."""
    colour = _COLOURS.get(kind, "blue" if kind in QUIET else "cyan")
    return style(KINDS[kind].sign if kind in KINDS else "=", fg=colour, bold=True), colour


def _change(change: Change) -> str:
    sign, colour = _mark(change.kind)
    said = "".join(f" ({remark})" for remark in remarks(change))
    lines = []
    for part, pieces in texts(change):
        label = {"title": "", "text": "", "example": EXAMPLE}[part]
        whole = change.old is None or change.new is None
        lines.append(label + (_plain(pieces, colour) if whole else marked(pieces)))
    return f"{sign} {style(numbers(change), bold=True)}{style(said, dim=True)} " + _INDENT.join(lines)


def _division(change: Change, block: Block) -> str:
    """A split or merger as one block: the numbers, each part with what it shares, and what is in no part."""
    sign, _ = _mark(change.kind)
    division = block.division
    said = "".join(f" ({note})" for note in (division.kind, *astray(change.references)))
    lines = [f"{style(part.number, bold=True)} {marked(part.runs)}" for part in block.parts]
    if block.alone:
        label = "in none of them" if division.kind == "split" else f"new in {division.whole}"
        lines.append(f"{label}: " + " … ".join(marked([run]).strip() for run in block.alone))
    return f"{sign} {style(heading(division), bold=True)}{style(said, dim=True)}{_INDENT}" + _INDENT.join(lines)


def _plain(pieces: list[Run], colour: str) -> str:
    return "".join(style(piece.text.replace("\n", _INDENT), fg=colour) for piece in pieces)


def marked(pieces: list[Run]) -> str:
    """Runs as text: `[-deleted-]`, `{+inserted+}`; unchanged text far from any edit is cut."""
    shown = []
    for at, piece in enumerate(elided(pieces)):
        core = piece.text.strip()
        if piece.op == "same" or not core:
            shown.append(piece.text)
            continue
        # A blank that came or went with a word stands beside the sign.
        signed = style(f"[-{core}-]", fg="red") if piece.op == "deleted" else style(f"{{+{core}+}}", fg="green")
        shown.append(piece.text.replace(core, signed, 1))
        if at + 1 < len(pieces) and pieces[at + 1].op == piece.op:
            shown.append(" ")
    return "".join(shown).replace("\n", _INDENT)


def elided(pieces: list[Run]) -> list[Run]:
    """The runs, unchanged text far from any edit being cut."""
    last = len(pieces) - 1
    return [
        piece if piece.op != "same" else piece._replace(text=_cut(piece.text, at > 0, at < last))
        for at, piece in enumerate(pieces)
    ]


def _cut(text: str, after_edit: bool, before_edit: bool) -> str:
    if len(text) <= 2 * _KEPT + 20:
        return text
    head = text[:_KEPT].rsplit(" ", 1)[0] if after_edit or not before_edit else ""
    tail = text[-_KEPT:].split(" ", 1)[-1] if before_edit else ""
    return f"{head} … {tail}" if head and tail else f"{head} …" if head else f"… {tail}"


def _around(diff: Diff, everything: bool) -> list[str]:
    """How much of the glossary is not shown, and the parts around the rules."""
    lines: list[str] = []
    follow = sum(each.kind in QUIET for each in diff.glossary)
    if follow and not everything:
        lines += [f"{follow} more glossary entries with references or typography alone", ""]
    told: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    for change in diff.parts:
        hidden = change.part in ("terms", "headings", "effective") or (change.part == "contents" and not everything)
        if hidden or (change.removed, change.added) in told:
            continue
        told.add((change.removed, change.added))
        name = "Before the introduction" if change.part == "front" else change.part.capitalize()
        lines.append(style(name, bold=True))
        lines += [style(f"- {line}", fg="red") for line in change.removed]
        lines += [*(style(f"+ {line}", fg="green") for line in change.added), ""]
    return lines


def _entry(change: EntryChange) -> str:
    sign, colour = _mark(change.kind)
    said = "".join(f" ({remark})" for remark in astray(change.references))
    name = f"{change.term} → {change.new_term}" if change.new_term else change.term
    head = f"{sign} {style(name, bold=True)}{style(said, dim=True)}"
    if change.old is None or change.new is None:
        return f"{head} " + style((change.new or change.old or "").replace("\n", _INDENT), fg=colour)
    return f"{head} " + marked(runs(change.old, change.new, change.edits))
