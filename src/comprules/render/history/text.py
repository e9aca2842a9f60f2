"""Histories for a terminal: newest first, the words that changed in place, runs of mere renumbering in one line."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from click import style, unstyle

from comprules.families.family import EXAMPLE
from comprules.history.blame import Blamed
from comprules.history.model import History, Lineage
from comprules.render.changes import Passage
from comprules.render.difftext import marked
from comprules.render.history.steps import doubts, head, steps

_INDENT = "    "
_WORD = re.compile(r"\s*\S+")
_COLOURS = {"created": "green", "removed": "red", "edited": "yellow"}


def history_text(history: History, lineages: tuple[Lineage, ...], width: int | None) -> str:
    """The lineages one after the other; `width` is where lines are wrapped, None leaves them whole."""
    blocks = ["\n".join(_lineage(history, each, width)) for each in lineages]
    return "\n\n".join(blocks) + "\n"


def _lineage(history: History, lineage: Lineage, width: int | None) -> Iterator[str]:
    name, now = head(history, lineage)
    yield f"{style(name, bold=True)}  {style(now, dim=True)}"
    for sentence in doubts(history, lineage):
        yield from wrap(style(sentence, fg="magenta"), width, "  ")
    for step in steps(history, lineage):
        yield from wrap(
            f"{style(step.when, bold=True)}  {style(step.said, fg=_COLOURS.get(step.kind, 'blue'))}", width, "  "
        )
        for passage in step.passages:
            yield from wrap(_passage(passage), width, _INDENT)


def _passage(passage: Passage) -> str:
    label = EXAMPLE if passage.part == "example" else ""
    if len(passage.runs) == 1:
        run = passage.runs[0]
        return label + style(run.text, fg={"deleted": "red"}.get(run.op), dim=run.op == "same")
    return label + marked(passage.runs)


def blame_text(rules: tuple[Blamed, ...], width: int) -> str:
    """One line a rule: when its words last changed or it came, how often they changed, its number and beginning."""
    dates = [each.changed or each.since for each in rules]
    wide, long = max(map(len, dates), default=0), max((len(each.number) for each in rules), default=0)
    lines = []
    for each, date in zip(rules, dates, strict=True):
        since = f"{each.since} {each.as_}"
        line = f"{date:<{wide}}  {each.changes:>3}  {since:<{wide + long + 1}}  {each.number:<{long}}  "
        words = (each.title or each.text or "").replace("\n", " ")
        lines.append(line + textwrap.shorten(words, max(20, width - len(line)), placeholder=" …"))
    title = f"{'reads so':<{wide}}  {'edits':>3} {'since, as':<{wide + long + 1}}  {'now':<{long}}"
    return "\n".join([style(title.rstrip(), bold=True), *lines]) + "\n"


def wrap(text: str, width: int | None, indent: str) -> Iterator[str]:
    """Lines of at most `width` characters that are seen, codes of colour not counted, each but the first indented."""
    for at, paragraph in enumerate(text.split("\n")):
        line = "" if at == 0 and indent != _INDENT else indent
        used = len(line)
        for word in _WORD.findall(paragraph):
            size = len(unstyle(word))
            if width and used + size > width and used > len(indent):
                yield line
                line, used, word = indent, len(indent), word.lstrip()
                size = len(unstyle(word))
            elif used == len(indent) and line == indent:
                word = word.lstrip()
                size = len(unstyle(word))
            line, used = line + word, used + size
        yield line
