"""The indices of a release on one page: keywords, terms, vocabularies, most cited rules, broken references, symbols.

Everything is a `div.row` in a `section.list`, so that one box can filter all of it. With the address of the release's
viewer, numbers and terms are links into it; without, they are plain text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup

from comprules.analysis.index import fold_name
from comprules.analysis.references import Reference
from comprules.release import Release
from comprules.render import listing
from comprules.render.html.anchors import anchors, of_number, words_before_numbers
from comprules.render.html.beside import ALONE, Beside, address
from comprules.render.html.notes import notes
from comprules.render.html.page import page
from comprules.render.html.prose import Prose, escape, markup
from comprules.render.marks import cited, flatten

PARTS = ("indices", "filter")
_MOST_CITED = 50
_WORDS = 9  # of a rule without a title, to tell what it is about


class Term(NamedTuple):
    """A glossary entry: where it is defined, and the rules that use it: only `times` for an everyday word."""

    name: Markup
    defined: Markup
    uses: Markup
    times: int
    everyday: bool


class Group(NamedTuple):
    """The terms with one first letter."""

    anchor: str
    letter: str
    terms: list[Term]


class Cited(NamedTuple):
    """A rule that is cited: what it is about, how often, and by which places."""

    number: Markup
    about: str
    times: int
    by: Markup


class _Links:
    """Numbers and terms, linked into the viewer if its address is known."""

    def __init__(self, release: Release, viewer: str | None) -> None:
        self.viewer = None if viewer is None else address(viewer)
        self.terms = anchors(release).terms
        self.prose = Prose(release, anchors(release), lambda anchor: f"{self.viewer}#{anchor}")
        self._cited: dict[str, list[Reference]] = {}
        for reference in release.references:
            self._cited.setdefault(reference.number or fold_name(reference.term or ""), []).append(reference)

    def told(self, text: str, *homes: str) -> Markup:
        """A sentence of one of some rules or entries, by number or name, with the links to what it cites."""
        marks = []
        for reference in (each for home in homes for each in self._cited.get(home, ())):
            at = text.find(reference.raw)
            if at >= 0 and self.viewer is not None:
                by = at - reference.start
                marks += [mark._replace(start=mark.start + by, end=mark.end + by) for mark in cited(reference)]
        return Markup(markup(flatten(text, marks), self.prose.link))

    def number(self, number: str) -> str:
        return escape(number) if self.viewer is None else self._to(of_number(number), escape(number))

    def term(self, term: str) -> str:
        shown = f"<bdi>{escape(term)}</bdi>"
        return self._to(self.terms[term], shown) if self.viewer is not None and term in self.terms else shown

    def numbers(self, numbers: Iterable[str]) -> Markup:
        return Markup(", ".join(map(self.number, dict.fromkeys(numbers))))

    def _to(self, anchor: str, shown: str) -> str:
        return f'<a href="{self.viewer}#{anchor}">{shown}</a>'


def indices(release: Release, notice: str | None = None, beside: Beside = ALONE) -> str:
    """The page of indices of `release` as text.

    `notice` is what the footer says, a default if None; `beside` the addresses of the pages beside it. Raises
    AddressError for an address that no page may link to.
    """
    links = _Links(release, beside.viewer)
    return page(
        "indices",
        PARTS,
        notice,
        beside.shared,
        names=words_before_numbers(release.index.family),
        steps=beside.links("indices"),
        told=links.told,
        fold=fold_name,
        release=release,
        title=release.document.title or release.source.name,
        effective=release.document.effective,
        number=lambda number: Markup(links.number(number)),
        keywords=release.keywords,
        groups=_groups(release, links),
        vocabularies=release.vocabularies,
        cited=_cited(release, links),
        broken=[note for note in notes(release, anchors(release)) if note.found.code in ("dangling", "title-mismatch")],
        symbols=[(symbol[1:-1], count, links.numbers(rules)) for symbol, count, rules in _symbols(release)],
    )


def _symbols(release: Release) -> Iterable[tuple[str, int, tuple[str, ...]]]:
    for symbol, count, rules in listing.symbols(release).rows:
        if isinstance(symbol, str) and isinstance(count, int) and isinstance(rules, tuple):
            yield symbol, count, rules


def _groups(release: Release, links: _Links) -> list[Group]:
    defined: dict[str, list[str]] = {}
    for reference in release.references:
        if reference.term is not None:
            defined.setdefault(reference.term, []).extend(reference.targets)
    groups: dict[str, list[Term]] = {}
    for use in sorted(release.terms, key=lambda use: (_letter(use.term), use.term.casefold())):
        rules = dict.fromkeys(place.number for place in use.places)
        homes = defined.get(use.term, [])
        others = [] if use.everyday else [number for number in rules if number not in homes]
        term = Term(Markup(links.term(use.term)), links.numbers(homes), links.numbers(others), len(rules), use.everyday)
        groups.setdefault(_letter(use.term), []).append(term)
    return [Group(f"letter-{letter.strip('#').lower() or '0'}", letter, terms) for letter, terms in groups.items()]


def _letter(term: str) -> str:
    first = term.lstrip("“\"‘'")[:1].upper()
    return first if "A" <= first <= "Z" else "#"


def _cited(release: Release, links: _Links) -> list[Cited]:
    most = sorted(release.cited_by.items(), key=lambda item: -len(item[1]))[:_MOST_CITED]
    found: list[Cited] = []
    for number, references in most:
        rule = release.index.by_number[number].rule
        words = (rule.text or "").split()
        about = rule.title or " ".join(words[:_WORDS]) + (" …" if len(words) > _WORDS else "")
        by = dict.fromkeys(
            links.number(each.number) if each.number else links.term(each.term or "") for each in references
        )
        found.append(Cited(Markup(links.number(number)), about, len(references), Markup(", ".join(by))))
    return found
