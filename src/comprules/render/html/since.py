"""What the viewer shows of the release before: which rules changed, how, and their old words on demand.

A changed rule has the class `ch`, which draws a bar beside it, and `details.w` with the edited passages. A rule whose
words are the same but whose number is not says only what it was.
"""

from __future__ import annotations

from comprules.diff.kinds import KINDS, QUIET
from comprules.diff.model import Change, Diff, EntryChange
from comprules.document.model import Entry
from comprules.render.html.beside import Beside, address
from comprules.render.html.linking import Links
from comprules.render.html.prose import escape
from comprules.render.html.rows import Writer


class Since:
    """The changes of one comparison, by what they became."""

    def __init__(self, diff: Diff, beside: Beside, viewer: str = "") -> None:
        """`viewer` is the address of the page that has all of the new release, empty for the page itself."""
        self.before = diff.old.document.effective or diff.old.source.name
        self.comparison = None if beside.comparison is None else address(beside.comparison)
        self.writer = Writer(diff, Links(diff, beside=Beside(viewer=viewer, old_viewer=beside.old_viewer)))
        self._changes = {change.new_at: change for change in diff.changes if change.new_at is not None}
        self._renumbered = {pair.new for pair in diff.renumbered}
        self._nodes = diff.new.index.nodes
        self._entries = {
            (change.new_term or change.term, change.new): change for change in diff.glossary if change.new is not None
        }

    def style(self, at: int) -> list[str]:
        """The classes of the node at a position."""
        change = self._changes.get(at)
        return ["ch", change.kind] if change and change.kind not in QUIET else []

    def entry_style(self, entry: Entry) -> list[str]:
        """The classes of a glossary entry."""
        change = self._entries.get((entry.term, entry.text))
        return ["ch", change.kind] if change and change.kind not in QUIET else []

    def block(self, at: int) -> str:
        """What is said of the node at a position; empty if nothing happened to it."""
        change = self._changes.get(at)
        if change is None:
            return ""
        was = change.old.number if change.old and change.new and change.old.number != change.new.number else None
        if change.kind in QUIET:
            above = self._nodes[at].path[-1:]
            if was is None or any(rule.number in self._renumbered for rule in above):
                return ""  # what stands above says it for all below
            return f'<p class="w k">was {escape(was)} before</p>'
        said = f"{KINDS[change.kind].label} since {self.before}" + (f", was {was}" if was else "")
        return self._said(said, self._old_words(change), f"c-{change.new.number if change.new else ''}")

    def entry_block(self, entry: Entry) -> str:
        """The same for a glossary entry."""
        change = self._entries.get((entry.term, entry.text))
        if change is None or change.kind in QUIET:
            return ""
        words = self._definition(change) if change.old is not None else ""
        return self._said(f"{change.kind} since {self.before}", words, "glossary")

    def _said(self, said: str, words: str, anchor: str) -> str:
        link = f'<p><a href="{self.comparison}#{escape(anchor)}">in the comparison</a></p>' if self.comparison else ""
        if not words and not link:
            return f'<p class="w k">{escape(said)}</p>'
        return f'<details class="w"><summary>{escape(said)}</summary>{words}{link}</details>'

    def _old_words(self, change: Change) -> str:
        if change.old is None:
            return ""
        return "".join(self.writer.passages(change))

    def _definition(self, change: EntryChange) -> str:
        return self.writer.definition(change.new_term or change.term, change.old, change.new, change.edits)
