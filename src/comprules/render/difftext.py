"""A comparison for a terminal: the news and counts first, then the sections in order, signs as well as colour."""

from __future__ import annotations

from click import style

from comprules.diff.model import Change, Diff, EntryChange
from comprules.render.changes import (
    QUIET,
    Run,
    astray,
    broken,
    groups,
    news,
    numbers,
    remarks,
    runs,
    shift_lines,
    summary,
    texts,
)

_SIGNS = {
    "added": ("+", "green"),
    "removed": ("-", "red"),
    "split": ("<", "cyan"),
    "merged": (">", "cyan"),
    "edited": ("~", "yellow"),
    "moved": ("»", "cyan"),
    "references": ("#", "blue"),
    "typography": ("'", "blue"),
    "renumbered": ("=", "blue"),
}
_KEPT = 60  # characters of unchanged text that are shown on each side of an edit


def text(diff: Diff, everything: bool = False, only: tuple[str, ...] = (), within: str | None = None) -> str:
    """The comparison; `everything` shows the quiet kinds too, `only` some kinds, `within` what is under a number."""
    kinds = only or tuple(kind for kind in diff.summary if everything or kind not in QUIET)
    lines = [*_head(diff), ""]
    for group in groups(diff, kinds, within):
        lines.append(style(f"{group.number}. {group.title}" if group.title else "Rules", bold=True))
        for change in group.changes:
            lines += [_change(change), ""]
    if not within and not only:
        lines += _around(diff, everything)
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(diff: Diff) -> list[str]:
    old, new = diff.old, diff.new
    lines = [style(new.document.title or new.source.name, bold=True)]
    lines.append(f"{old.document.effective or old.source.name} → {new.document.effective or new.source.name}")
    lines += [style(f"warning: {warning}", fg="red") for warning in diff.warnings]
    lines += [style(line, bold=True) for line in news(diff)]
    lines.append(f"rules: {summary(diff)}")
    quiet = summary(diff, QUIET)
    if quiet != "none":
        lines.append(f"also {quiet} (--all shows them)")
    lines += shift_lines(diff)
    lines += [broken(each) for each in diff.broken]
    return lines


def _change(change: Change) -> str:
    sign, colour = _SIGNS[change.kind]
    said = "".join(f" ({remark})" for remark in remarks(change))
    head = f"{style(sign, fg=colour, bold=True)} {style(numbers(change), bold=True)}"
    lines = []
    for part, pieces in texts(change):
        label = {"title": "", "text": "", "example": "Example: "}[part]
        whole = change.old is None or change.new is None
        lines.append(label + (_plain(pieces, colour) if whole else marked(pieces)))
    return f"{head}{style(said, dim=True)} " + "\n      ".join(lines)


def _plain(pieces: list[Run], colour: str) -> str:
    return "".join(style(piece.text.replace("\n", "\n      "), fg=colour) for piece in pieces)


def marked(pieces: list[Run]) -> str:
    """Runs as text: `[-deleted-]`, `{+inserted+}`; unchanged text far from any edit is cut."""
    shown = []
    for at, piece in enumerate(pieces):
        core = piece.text.strip()
        if piece.op != "same" and core:  # a blank that came or went with a word stands beside the sign
            signed = style(f"[-{core}-]", fg="red") if piece.op == "deleted" else style(f"{{+{core}+}}", fg="green")
            shown.append(piece.text.replace(core, signed, 1))
        else:
            shown.append(_cut(piece.text, at > 0, at < len(pieces) - 1))
    return "".join(shown).replace("\n", "\n      ")


def _cut(text: str, after_edit: bool, before_edit: bool) -> str:
    if len(text) <= 2 * _KEPT + 20:
        return text
    head = text[:_KEPT].rsplit(" ", 1)[0] if after_edit or not before_edit else ""
    tail = text[-_KEPT:].split(" ", 1)[-1] if before_edit else ""
    return f"{head} … {tail}" if head and tail else f"{head} …" if head else f"… {tail}"


def _around(diff: Diff, everything: bool) -> list[str]:
    """Glossary, contents, introduction and credits."""
    lines: list[str] = []
    shown = [each for each in diff.glossary if everything or each.kind not in QUIET]
    if shown:
        lines.append(style("Glossary", bold=True))
        lines += [line for each in shown for line in (_entry(each), "")]
    follow = sum(each.kind in QUIET for each in diff.glossary)
    if follow and not everything:
        lines += [f"{follow} more glossary entries with references or typography alone", ""]
    for change in diff.parts:
        if change.part not in ("terms", "headings", "contents") or (everything and change.part == "contents"):
            lines.append(style(change.part.capitalize(), bold=True))
            lines += [style(f"- {line}", fg="red") for line in change.removed]
            lines += [*(style(f"+ {line}", fg="green") for line in change.added), ""]
    return lines


def _entry(change: EntryChange) -> str:
    sign, colour = _SIGNS[change.kind]
    said = "".join(f" ({remark})" for remark in astray(change.references))
    head = f"{style(sign, fg=colour, bold=True)} {style(change.term, bold=True)}{style(said, dim=True)}"
    if change.old is None or change.new is None:
        return f"{head} " + style((change.new or change.old or "").replace("\n", "\n      "), fg=colour)
    return f"{head} " + marked(runs(change.old, change.new, change.edits))
