"""Where links of a comparison lead: to the row of a number or term, else into the page of its release."""

from __future__ import annotations

from collections.abc import Iterable

from comprules.diff.model import Diff
from comprules.release import Release
from comprules.render.html.anchors import Anchors, anchors
from comprules.render.html.arranging import EntryRow, Row
from comprules.render.html.beside import ALONE, Beside, address
from comprules.render.html.prose import escape
from comprules.render.marks import Mark


class _Page:
    """The page of one release: its address and the places in it; leads nowhere if there is none."""

    def __init__(self, release: Release, href: str | None) -> None:
        self.href = None if href is None else address(href)
        self.places: Anchors | None = None if href is None else anchors(release)

    def number(self, number: str) -> str:
        """The address of a number, empty if it has none."""
        return self._to(self.places and self.places.numbers.get(number))

    def term(self, term: str) -> str:
        """The address of a glossary entry, empty if it has none."""
        return self._to(self.places and self.places.terms.get(term))

    def _to(self, anchor: str | None) -> str:
        return f"{self.href}#{anchor}" if anchor else ""


class Links:
    """Addresses by numbers and terms of both releases; `beside` tells where the pages of the two are."""

    def __init__(
        self, diff: Diff, rows: Iterable[Row] = (), entries: Iterable[EntryRow] = (), beside: Beside = ALONE
    ) -> None:
        self.pages = {False: _Page(diff.new, beside.viewer), True: _Page(diff.old, beside.old_viewer)}
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
            change_of = entry.change
            before = change_of.term if change_of else entry.entry.term if entry.entry else ""
            after = (change_of.new_term if change_of else None) or before
            for old, term in ((False, after), (True, before)):
                self._terms[old].setdefault(term, entry.id)

    def target(self, mark: Mark, old: bool) -> str:
        """Where a citation leads, empty if nowhere."""
        if mark.kind == "see":
            return self.of_term(mark.value, old)
        return self.of_number(mark.value, old)

    def of_term(self, term: str, old: bool = False) -> str:
        """The address of a glossary entry, empty if it has none."""
        row = self._terms[old].get(term)
        return f"#{row}" if row else self.pages[old].term(term)

    def of_number(self, number: str, old: bool = False) -> str:
        """The address of a number of one release, empty if it has none."""
        row = self._numbers[old].get(number)
        return f"#{row}" if row else self.pages[old].number(number)

    def number(self, number: str, old: bool = False) -> str:
        """A number as a link, if there is where to."""
        to = self.of_number(number, old)
        return f'<a href="{to}">{escape(number)}</a>' if to else escape(number)

    def rules(self, number: str | None, old: bool = False) -> str:
        """The link from a row into the page of its release."""
        return self._out(self.pages[old].number(number) if number else "", old)

    def entry(self, term: str, old: bool = False) -> str:
        """The same for a glossary entry."""
        return self._out(self.pages[old].term(term), old)

    def _out(self, to: str, old: bool) -> str:
        said = "old rules" if old else "rules"
        return f' <a class="o" href="{to}">{said} ↗</a>' if to else ""
