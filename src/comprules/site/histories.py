"""The histories of all rules and terms that ever changed, gathered to pages that are neither many nor large.

The rules of the newest release stand under its chapters, those that are gone under the chapter they were last in, terms
under their first letters. `Histories` knows where each is, so that other pages can link there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from comprules.render.html.anchors import of_term
from comprules.render.html.prose import escape
from comprules.site import layout
from comprules.site.facts import Facts, Member
from comprules.site.lineages import Lineage, follow

_LARGEST = 700_000  # characters of a page: what a phone still opens at once
_GONE = "gone"


class Told(NamedTuple):
    """One line of a history: the release, what happened, the address of its comparison, the words."""

    member: Member
    kind: str
    words: str


class Page(NamedTuple):
    """A page of histories: its part of the address, its title, and the blocks with their ids and names."""

    part: str
    title: str
    blocks: list[tuple[str, str, str]]
    place: int = 1  # among the pages with that title

    @property
    def name(self) -> str:
        """Its title, and for all but the first of several where it begins."""
        return self.title if self.place == 1 else f"{self.title}, from {self.blocks[0][1]}"


class Histories:
    """What happened to every rule and term of `members`, whose facts are `facts`, the oldest first."""

    def __init__(self, members: list[Member], facts: list[Facts]) -> None:
        self.members, self.facts = members, facts
        self.lineages, self.of_node = follow(facts)
        self._events = self._gather()
        self._terms = self._gather_terms()
        self.pages = self._pages()
        self._where = {anchor: page.part for page in self.pages for anchor, _, _ in page.blocks}

    def step(self, number: str, is_term: bool) -> tuple[str, str] | None:
        """In a few words the history of a number or term of the newest release, and its address from the root."""
        anchor = of_term(number) if is_term else f"r{number}"
        part = self._where.get(anchor)
        if part is None:
            return None
        told = self._terms[number] if is_term else self._events[self._newest[number].id]
        changed = [each for each in told if not each.kind.startswith(("added", "since"))]
        first = told[0].member if is_term else self.members[self._newest[number].first]
        since = first.effective or first.name
        count = f", {len(changed)} change{'s' * (len(changed) != 1)}" if changed else ""
        return f"since {since}{count}", f"{layout.history_page(part)}#{anchor}"

    def now(self) -> dict[str, str]:
        """Of every number that ever was and is no more, the number that its rule has now; empty if it is gone."""
        newest = set(self.facts[-1].numbers)
        found: dict[str, str] = {}
        for lineage in self.lineages:
            at = lineage.places[-1]
            current = "" if at is None else self.facts[-1].numbers[at]
            for release, place in enumerate(lineage.places):
                if place is not None:
                    number = self.facts[release].numbers[place]
                    if number not in newest and (current or number not in found):
                        found[number] = current
        return dict(sorted(found.items()))

    def _gather(self) -> dict[int, list[Told]]:
        events: dict[int, list[Told]] = {each.id: [] for each in self.lineages}
        for release, facts in enumerate(self.facts):
            member = self.members[release]
            for event in facts.events:
                at, of = (release, event.new) if event.new is not None else (release - 1, event.old)
                if of is not None:
                    events[self.of_node[at][of]].append(Told(member, event.kind, event.html))
        return events

    def _gather_terms(self) -> dict[str, list[Told]]:
        terms: dict[str, list[Told]] = {}
        for member, facts in zip(self.members, self.facts, strict=True):
            for event in facts.term_events:
                terms.setdefault(event.term, []).append(Told(member, event.kind, event.html))
        return terms

    def _pages(self) -> list[Page]:
        newest = self.facts[-1]
        self._newest: dict[str, Lineage] = {}
        groups: dict[str, list[tuple[str, str, str]]] = {}
        titles: dict[str, str] = {}
        for node, number in enumerate(newest.numbers):
            lineage = self.lineages[self.of_node[-1][node]]
            if number in self._newest or not self._is_told(lineage):
                continue
            self._newest[number] = lineage
            chapter = newest.numbers[newest.chapters[node]]
            titles.setdefault(chapter, f"{chapter} {newest.titles[newest.chapters[node]] or ''}".strip())
            name = f"{number} {newest.titles[node] or ''}".strip()
            here = layout.to(layout.part_page(chapter), layout.history_page(chapter))
            block = f'<p><a href="{here}#r{number}">as it is now</a></p>{self._block(lineage)}'
            groups.setdefault(chapter, []).append((f"r{number}", name, block))
        for lineage in self.lineages:
            if lineage.places[-1] is None and lineage.last >= 0:
                facts, place = self.facts[lineage.last], lineage.places[lineage.last]
                assert place is not None
                home = f"{_GONE}-{facts.numbers[facts.chapters[place]]}"
                titles.setdefault(home, f"Rules that are gone, last under {home.removeprefix(f'{_GONE}-')}")
                title = facts.titles[place] or ""
                name = f"{facts.numbers[place]} {title}".strip() + f", until {_date(self.members[lineage.last])}"
                groups.setdefault(home, []).append((f"gone-{lineage.id}", name, self._block(lineage)))
        for term in sorted(self._terms, key=str.casefold):
            letter = term.lstrip("“\"‘'")[:1].lower()
            home = f"terms-{letter if 'a' <= letter <= 'z' else '0'}"
            titles.setdefault(home, f"Terms, {letter.upper()}")
            anchor = of_term(term)
            if all(anchor != each for each, _, _ in groups.get(home, ())):
                groups.setdefault(home, []).append((anchor, term, _lines(self._terms[term])))
        return [page for part, blocks in groups.items() for page in _cut(part, titles[part], blocks)]

    def _is_told(self, lineage: Lineage) -> bool:
        """Whether there is more to say of a rule than that it has always been there."""
        return bool(self._events[lineage.id]) or len(set(self._numbers(lineage))) > 1

    def _numbers(self, lineage: Lineage) -> Iterator[str]:
        for release, place in enumerate(lineage.places):
            if place is not None:
                yield self.facts[release].numbers[place]

    def _block(self, lineage: Lineage) -> str:
        """A history as HTML: its numbers, then what happened, the newest first."""
        named: list[tuple[str, Member]] = []
        for release, place in enumerate(lineage.places):
            number = None if place is None else self.facts[release].numbers[place]
            if number is not None and (not named or named[-1][0] != number):
                named.append((number, self.members[release]))
        numbers = ", ".join(f"{escape(number)} from {_date(member)}" for number, member in named)
        return f'<p class="was">{numbers}</p>{_lines(self._events[lineage.id])}'


def _lines(told: list[Told]) -> str:
    found = []
    for each in reversed(told):
        to = layout.to(layout.changes_page(each.member.name), "history/x.html")
        found.append(f'<li><a href="{to}">{_date(each.member)}</a> <b>{escape(each.kind)}</b>{each.words}</li>')
    return f'<ol class="events">{"".join(found)}</ol>' if found else ""


def _date(member: Member) -> str:
    return escape(member.effective or member.name)


def _cut(part: str, title: str, blocks: list[tuple[str, str, str]]) -> Iterator[Page]:
    """Pages that are not too large: the first bears the name of the part, the others are numbered."""
    size, count = 0, 1
    own: list[tuple[str, str, str]] = []
    for block in blocks:
        if own and size + len(block[2]) > _LARGEST:
            yield _page(part, title, own, count)
            size, own, count = 0, [], count + 1
        size += len(block[2])
        own.append(block)
    yield _page(part, title, own, count)


def _page(part: str, title: str, blocks: list[tuple[str, str, str]], count: int) -> Page:
    return Page(part if count == 1 else f"{part}-{count}", title, blocks, count)
