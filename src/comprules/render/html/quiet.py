"""Changes that say nothing new, folded: numbers, typography, references that follow.

In a page of what changed, a rule whose words are the same is one word, its number (`.qs a`), under a line that says for
all of its neighbours what happened: `“ → "`. A page of the whole release has them as rows between the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from comprules.diff.kinds import KINDS
from comprules.diff.model import Change, EntryChange
from comprules.render.changes import numbers
from comprules.render.html.linking import Links
from comprules.render.html.prose import escape

_SIGNS = 3  # characters: longer replacements are not spelled out
_SHOWN = 4  # replacements that are spelled out for one line


class Quiet:
    """The quiet changes under one heading, gathered one after another and written at its end."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.counts: Counter[str] = Counter()
        self._rows: list[str] = []
        self._lines: dict[tuple[str, str], list[str]] = {}

    def add_row(self, kind: str, html: str) -> None:
        """A change that is shown as a row."""
        self.counts[kind] += 1
        self._rows.append(html)

    def add_rule(self, name: str, change: Change) -> None:
        """A rule that is shown by its number."""
        assert change.new
        said = _signs((change.old and change.old.text) or "", change.new.text or "", change)
        to = self.links.pages[False].number(change.new.number) or f"#{name}"
        self._add(change.kind, said, f'<a id="{name}" href="{to}">{escape(numbers(change))}</a>')

    def add_entry(self, name: str, change: EntryChange) -> None:
        """A glossary entry that is shown by its term."""
        to = self.links.pages[False].term(change.term) or f"#{name}"
        said = _signs(change.old or "", change.new or "", change)
        shown = f'<a id="{name}" href="{to}">{escape(change.term)}</a>'
        self._add("glossary-quiet", said, shown)

    def _add(self, key: str, said: str, shown: str) -> None:
        self.counts[key] += 1
        self._lines.setdefault((key, said), []).append(shown)

    def html(self) -> str:
        """All of it in one fold; empty if there is none."""
        if not self.counts:
            return ""
        lines = "".join(
            f'<p class="qs" data-kind="{kind}">{f"<i>{escape(said)}</i> " if said else ""}{" ".join(shown)}</p>\n'
            for (kind, said), shown in self._lines.items()
        )
        return (
            f'<details class="fold"><summary>{summary(self.counts)}</summary>\n{"".join(self._rows)}{lines}</details>\n'
        )


def summary(counts: Counter[str]) -> str:
    """“3 renumbered alone, 1 with typography alone”."""
    names = {kind: facts.label for kind, facts in KINDS.items()}
    names |= {"glossary-quiet": "with references or typography", "same": "unchanged"}
    return ", ".join(f"{count:,} {names[kind]}" for kind, count in counts.items())


def _signs(old: str, new: str, change: Change | EntryChange) -> str:
    """What was written instead of what, if it is short: `“ → "`."""
    if change.kind != "typography":
        return ""
    found = dict.fromkeys(
        f"{_sign(old[slice(*edit.old)])} → {_sign(new[slice(*edit.new)])}"
        for edit in change.edits
        if getattr(edit, "part", "text") == "text"
        and edit.old[1] - edit.old[0] <= _SIGNS
        and edit.new[1] - edit.new[0] <= _SIGNS
    )
    return ", ".join(sorted(found)) if len(found) <= _SHOWN else ""


def _sign(text: str) -> str:
    return {"": "nothing", " ": "blank", "\xa0": "fixed blank"}.get(text, text)


def folded(rows: Iterable[str], counts: Counter[str]) -> str:
    """Rows of a whole release that say nothing new, in one fold."""
    return f'<details class="fold"><summary>{summary(counts)}</summary>\n{"".join(rows)}</details>\n'
