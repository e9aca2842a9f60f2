"""A comparison for posting: Markdown that fits a limit, the news first, saying by number what was left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from comprules.diff.kinds import KINDS, QUIET
from comprules.diff.model import Change, Diff, EntryChange
from comprules.families.family import EXAMPLE
from comprules.render.changes import Run, astray, numbers, remarks, runs, texts
from comprules.render.difftext import elided
from comprules.render.divisions import Block, blocks, heading
from comprules.render.headlines import (
    broken,
    editions,
    glossary_line,
    news,
    replaced_lines,
    shift_lines,
    summary,
    swap_lines,
)
from comprules.render.outline import outline

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_ROOM = 0.25  # of a limit, which the line of what was left out may take at most


class _Item(NamedTuple):
    """A change as Markdown, the heading that it opens, and what it is called if it is left out."""

    title: str
    text: str
    name: str


def markdown(
    diff: Diff,
    everything: bool = False,
    only: tuple[str, ...] = (),
    within: str | None = None,
    max_length: int | None = None,
) -> str:
    """The comparison, of at most `max_length` characters; the other arguments are those of the text rendering."""
    kinds = only or tuple(kind for kind in KINDS if everything or kind not in QUIET)
    head = _head(diff, only, within)
    return _fit(head, list(_items(diff, kinds, everything)), max_length)


def _items(diff: Diff, kinds: tuple[str, ...], everything: bool) -> Iterator[_Item]:
    divided = {id(diff.changes[index]): block for index, block in blocks(diff).items()}
    for group in outline(diff, kinds, everything):
        title = f"## {escape(group.title)}"
        for change in group.changes:
            block = divided.get(id(change))
            name = heading(block.division) if block else numbers(change)
            yield _Item(title, division_line(change, block) if block else change_line(change, True), name)
            title = ""
        for entry in group.entries:
            yield _Item(title, entry_line(entry, True), f"“{entry.new_term or entry.term}”")
            title = ""


def _fit(head: list[str], items: list[_Item], limit: int | None) -> str:
    """The head and as many changes as fit, in order, and a last line that names what does not."""
    shown = "\n".join(head)
    blocks = ["\n\n".join(filter(None, (item.title, item.text))) for item in items]
    if limit is None or len(shown) + sum(len(block) + 2 for block in blocks) + 1 <= limit:
        return "\n\n".join([shown, *blocks]) + "\n"
    kept = [shown] if len(shown) < limit * (1 - _ROOM) else [_clipped(head, int(limit * (1 - _ROOM)))]
    left = limit - len(kept[0]) - 1
    names = [item.name for item in items]
    reserve = min(len(_left_out(names)), int(limit * _ROOM)) + 2
    open_title, out = "", []
    for item in items:
        open_title = item.title or open_title
        block = "\n\n".join(filter(None, (open_title, item.text)))
        if len(block) + 2 <= left - reserve:
            kept.append(block)
            left -= len(block) + 2
            open_title = ""
        else:
            out.append(item.name)
    if out:
        kept.append(_left_out(out, left - 2))
    return "\n\n".join(kept) + "\n"


def _left_out(names: list[str], room: int | None = None) -> str:
    """“Left out for length: 302.6, 302.7, and 12 more”, in at most `room` characters."""
    said = "*Left out for length: "
    shown: list[str] = []
    length = len(said) + len(f", and {len(names):,} more.*")
    for name in map(escape, names):
        if room is not None and length + len(name) + 2 > room:
            break
        shown.append(name)
        length += len(name) + 2
    rest = len(names) - len(shown)
    if rest:
        shown.append(f"and {rest:,} more" if shown else f"{rest:,} changes")
    return f"{said}{', '.join(shown)}.*"


def _clipped(lines: list[str], limit: int) -> str:
    """As many of the lines as fit, the last cut at a word where it must be."""
    kept: list[str] = []
    left = limit
    for line in lines:
        if len(line) + 1 > left:
            kept.append(line[: max(0, left - 2)].rsplit(" ", 1)[0] + " …")
            break
        kept.append(line)
        left -= len(line) + 1
    return "\n".join(kept)


def _head(diff: Diff, only: tuple[str, ...], within: str | None) -> list[str]:
    title = escape(diff.new.document.title or diff.new.source.name)
    lines = [f"# {title}: {escape(' → '.join(editions(diff)))}", ""]
    lines += [f"**Warning:** {escape(warning)}\n" for warning in diff.warnings]
    if within:
        lines.append(f"- Under {escape(within)}")
    lines += [f"- **{escape(line)}**" for line in news(diff)]
    if (within or only) and not diff.changes and not diff.glossary:
        return [*lines, "- Nothing found"]
    lines.append(f"- Rules: {summary(diff, only or None)}")
    if glossary_line(diff):
        lines.append(f"- Glossary: {escape(glossary_line(diff))}")
    lines += [f"- {escape(line)}" for line in replaced_lines(diff)]
    if summary(diff, QUIET) != "none" and not only:
        lines.append(f"- Also {summary(diff, QUIET)}")
    lines += [f"- {line}" for line in (*swap_lines(diff), *shift_lines(diff), *map(broken, diff.broken))]
    return lines


def change_line(change: Change, is_cut: bool = False) -> str:
    """One change as an item of a list; with `is_cut` without the text that is far from any edit."""
    said = "".join(f" *({escape(remark)})*" for remark in remarks(change))
    both = change.old is not None and change.new is not None
    lines = [
        (EXAMPLE if part == "example" else "") + _marked(elided(pieces) if is_cut and both else pieces, both)
        for part, pieces in texts(change)
    ]
    return f"- **{numbers(change)}** {change.kind}{said}: " + "  \n  ".join(lines)


def division_line(change: Change, block: Block) -> str:
    """A split or merger as an item of a list, a line for each part."""
    division = block.division
    lines = [f"**{part.number}** {_marked(elided(part.runs), True)}" for part in block.parts]
    if block.alone:
        label = "in none of them" if division.kind == "split" else f"new in {division.whole}"
        lines.append(f"{label}: " + " … ".join(_marked([run], True).strip() for run in block.alone))
    return f"- **{heading(division)}** {change.kind}:  \n  " + "  \n  ".join(lines)


def entry_line(change: EntryChange, is_cut: bool = False) -> str:
    """One change of the glossary as an item of a list; with `is_cut` without the text that is far from any edit."""
    said = "".join(f" *({escape(remark)})*" for remark in astray(change.references))
    name = f"{change.term} → {change.new_term}" if change.new_term else change.term
    head = f"- **{escape(name)}** {change.kind}{said}: "
    if change.old is None or change.new is None:
        return head + escape(change.new or change.old or "").replace("\n", "  \n  ")
    pieces = runs(change.old, change.new, change.edits)
    return head + _marked(elided(pieces) if is_cut else pieces, True)


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
