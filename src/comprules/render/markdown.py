"""A comparison for posting: Markdown that fits a limit, cut at a change, saying what was left out."""

from __future__ import annotations

import re
from collections import Counter

from comprules.diff.model import Change, Diff, EntryChange
from comprules.render.changes import (
    NAMES,
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

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown(
    diff: Diff,
    everything: bool = False,
    only: tuple[str, ...] = (),
    within: str | None = None,
    max_length: int | None = None,
) -> str:
    """The comparison, of at most `max_length` characters; the other arguments are those of the text rendering."""
    kinds = only or tuple(kind for kind in diff.summary if everything or kind not in QUIET)
    blocks: list[tuple[str, str]] = [("head", _head(diff))]
    for group in groups(diff, kinds, within):
        title = f"## {group.number}. {escape(group.title)}" if group.title else "## Rules"
        for at, change in enumerate(group.changes):
            blocks.append((change.kind, (f"{title}\n\n" if at == 0 else "") + change_line(change)))
    if not within and not only:
        entries = [each for each in diff.glossary if everything or each.kind not in QUIET]
        for at, entry in enumerate(entries):
            blocks.append(("glossary", ("## Glossary\n\n" if at == 0 else "") + entry_line(entry)))
    return _fit(blocks, max_length)


def _fit(blocks: list[tuple[str, str]], limit: int | None) -> str:
    """As many blocks as fit, and a last line that counts what does not."""
    whole = "\n\n".join(text for _, text in blocks) + "\n"
    if limit is None or len(whole) <= limit:
        return whole
    for kept in range(len(blocks) - 1, 0, -1):
        counts = Counter(kind for kind, _ in blocks[kept:])
        rest = ", ".join(f"{count} {NAMES.get(kind, 'in the glossary')}" for kind, count in counts.items())
        text = "\n\n".join([*(text for _, text in blocks[:kept]), f"*Left out for length: {rest}.*"]) + "\n"
        if len(text) <= limit:
            return text
    return blocks[0][1][: limit - 1] + "…"


def _head(diff: Diff) -> str:
    old, new = diff.old, diff.new
    title = escape(new.document.title or new.source.name)
    dates = f"{old.document.effective or old.source.name} → {new.document.effective or new.source.name}"
    lines = [f"# {title}: {escape(dates)}", ""]
    lines += [f"**Warning:** {escape(warning)}\n" for warning in diff.warnings]
    lines += [f"- **{escape(line)}**" for line in news(diff)]
    lines.append(f"- Rules: {summary(diff)}")
    if summary(diff, QUIET) != "none":
        lines.append(f"- Also {summary(diff, QUIET)}")
    lines += [f"- {line}" for line in shift_lines(diff)]
    lines += [f"- {broken(each)}" for each in diff.broken]
    return "\n".join(lines)


def change_line(change: Change) -> str:
    """One change as an item of a list."""
    said = "".join(f" *({escape(remark)})*" for remark in remarks(change))
    lines = [
        ("Example: " if part == "example" else "") + _marked(pieces, change.old is not None and change.new is not None)
        for part, pieces in texts(change)
    ]
    return f"- **{numbers(change)}** {change.kind}{said}: " + "  \n  ".join(lines)


def entry_line(change: EntryChange) -> str:
    """One change of the glossary as an item of a list."""
    said = "".join(f" *({escape(remark)})*" for remark in astray(change.references))
    head = f"- **{escape(change.term)}** {change.kind}{said}: "
    if change.old is None or change.new is None:
        return head + escape(change.new or change.old or "").replace("\n", "  \n  ")
    return head + _marked(runs(change.old, change.new, change.edits), True)


def _marked(pieces: list[Run], both: bool) -> str:
    shown: list[str] = []
    for piece in pieces:
        text = escape(piece.text)
        core = text.strip()
        if both and core and piece.op != "same":
            sign = "~~" if piece.op == "deleted" else "**"
            text = text.replace(core, f"{sign}{core}{sign}", 1)
        if shown and shown[-1].endswith(("~~", "**")) and text.startswith(("~~", "**")):
            shown.append(" ")
        shown.append(text)
    return "".join(shown).replace("\n", "  \n  ")


def escape(text: str) -> str:
    """`text` with the characters that Markdown would read as markup escaped."""
    return _SPECIAL.sub(r"\\\1", text)
