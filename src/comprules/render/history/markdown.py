"""Histories as Markdown: a heading a lineage, a list of its steps, newest first."""

from __future__ import annotations

from collections.abc import Iterator

from comprules.history.blame import Blamed
from comprules.history.model import History, Lineage
from comprules.render.changes import Passage
from comprules.render.history.steps import doubts, head, steps
from comprules.render.markdown import escape


def history_markdown(history: History, lineages: tuple[Lineage, ...]) -> str:
    """The lineages one after the other."""
    return "\n\n".join("\n".join(_lineage(history, each)) for each in lineages) + "\n"


def _lineage(history: History, lineage: Lineage) -> Iterator[str]:
    name, now = head(history, lineage)
    yield f"## {escape(name)}\n\n*{escape(now)}*\n"
    for sentence in doubts(history, lineage):
        yield f"> {escape(sentence)}\n"
    for step in steps(history, lineage):
        yield f"- **{escape(step.when)}** {escape(step.said)}"
        for passage in step.passages:
            yield f"  - {_passage(passage)}"


def _passage(passage: Passage) -> str:
    signs = {"deleted": "~~", "inserted": "**", "same": ""}
    label = "*Example:* " if passage.part == "example" else ""
    whole = len(passage.runs) == 1
    return label + "".join(
        _signed(run.text, "" if whole and run.op == "inserted" else signs[run.op]) for run in passage.runs
    )


def _signed(text: str, sign: str) -> str:
    """A run between its signs, which Markdown wants right beside the words: blanks stay outside."""
    words = escape(text.replace("\n", " "))
    plain = words.strip()
    if not sign or not plain:
        return words
    start = words.index(plain)
    return words[:start] + sign + plain + sign + words[start + len(plain) :]


def blame_markdown(rules: tuple[Blamed, ...]) -> str:
    """A table, one row a rule."""
    rows = ["| rule | reads so since | edits | exists since | as |", "| --- | --- | --: | --- | --- |"]
    for each in rules:
        cells = (each.number, each.changed or each.since, str(each.changes), each.since, each.as_)
        rows.append(f"| {' | '.join(map(escape, cells))} |")
    return "\n".join(rows) + "\n"
