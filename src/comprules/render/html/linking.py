"""Where links of a comparison lead: to the row of a number or term, else into the viewer of the new release."""

from __future__ import annotations

from comprules.diff.model import Diff
from comprules.render.html.anchors import Anchors, anchors
from comprules.render.html.arranging import EntryRow, Row
from comprules.render.html.prose import escape
from comprules.render.marks import Mark


class Links:
    """Addresses by numbers and terms of both releases; `viewer` is the address of the page of the new one."""

    def __init__(self, diff: Diff, rows: list[Row], entries: list[EntryRow], viewer: str | None) -> None:
        self.viewer = None if viewer is None else escape(viewer.partition("#")[0])
        self.places: Anchors | None = None if viewer is None else anchors(diff.new)
        self._numbers: dict[bool, dict[str, str]] = {False: {}, True: {}}
        self._terms: dict[bool, dict[str, str]] = {False: {}, True: {}}
        for row in rows:
            change = row.change
            if change is None:
                number = diff.new.index.nodes[row.at].rule.number
                self._numbers[False].setdefault(number, row.id)
                self._numbers[True].setdefault(number, row.id)
                continue
            for old, side in ((False, change.new), (True, change.old)):
                if side:
                    self._numbers[old].setdefault(side.number, row.id)
        for entry in entries:
            term = entry.change.term if entry.change else entry.entry.term if entry.entry else ""
            for old in (False, True):
                self._terms[old].setdefault(term, entry.id)

    def target(self, mark: Mark, old: bool) -> str:
        """Where a citation leads, empty if nowhere."""
        if mark.kind == "see":
            return self.of_term(mark.value, old)
        return self.of_number(mark.value, old)

    def of_term(self, term: str, old: bool = False) -> str:
        """The address of a glossary entry, empty if it has none."""
        return self._to(self._terms[old].get(term), self.places and self.places.terms.get(term), old)

    def of_number(self, number: str, old: bool = False) -> str:
        """The address of a number of one release, empty if it has none."""
        return self._to(self._numbers[old].get(number), self.places and self.places.numbers.get(number), old)

    def number(self, number: str, old: bool = False) -> str:
        """A number as a link, if there is where to."""
        to = self.of_number(number, old)
        return f'<a href="{to}">{escape(number)}</a>' if to else escape(number)

    def own(self, row: str, shown: str, at: int | None) -> str:
        """The number of a row: a permalink, or a link into the viewer with a permalink beside it."""
        if self.places is None or at is None:
            return f'<a class="n" href="#{row}">{escape(shown)}</a>'
        return self._beside(row, shown, self.places.nodes[at])

    def own_term(self, row: str, term: str, is_new: bool, was: str | None = None) -> str:
        """The same for a glossary entry; `was` is the term it had before it was renamed."""
        anchor = self.places.terms.get(term) if self.places and is_new else None
        shown = f"{was} → {term}" if was else term
        if anchor is None:
            return f'<a class="n" href="#{row}"><bdi>{escape(shown)}</bdi></a>'
        return self._beside(row, shown, anchor)

    def _beside(self, row: str, shown: str, anchor: str) -> str:
        before, arrow, number = shown.rpartition(" → ") if anchor.startswith("r") else ("", "", shown)
        link = f'<a href="{self.viewer}#{anchor}"><bdi>{escape(number)}</bdi></a>'
        here = f'<a class="k" href="#{row}" aria-label="Permalink {escape(number)}">#</a>'
        return f'<span class="n">{escape(before)}{arrow}{link}</span> {here}'

    def _to(self, row: str | None, anchor: str | None, old: bool) -> str:
        if row:
            return f"#{row}"
        return f"{self.viewer}#{anchor}" if anchor and not old else ""
