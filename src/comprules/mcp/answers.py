"""What the tools answer, as JSON texts below a length: rules, finds, terms, keywords, comparisons, traces, citations.

Takes a `Shelf`; every answer names the release that it is of. `as_of` is a date: the release in force then is asked, by
default the newest. Raises NotFoundError, naming what is near, for what there is not.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import date
from typing import Any

from comprules.analysis.citations import Member, cite
from comprules.analysis.index import Node
from comprules.analysis.references import is_titled
from comprules.archive.kept import compare
from comprules.document.model import Entry, walk
from comprules.errors import NotFoundError
from comprules.export.shelf import Shelf
from comprules.history.find import find as find_lineages
from comprules.mcp.fitting import fit
from comprules.mcp.looking import look_up, search
from comprules.release import Release

_MOST_HITS = 50


class Answers:
    """The answers about the releases of a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._dates = [each.effective or "" for each in shelf]

    def rule(self, number: str, as_of: str | None, subrules: bool) -> str:
        """The rules that a number, range or title names, those below them too if `subrules`, with who cites them."""
        release = self._release(as_of)
        _, nodes = look_up(release, number)
        if not nodes:
            raise NotFoundError(f"no rule “{number}” in this document; it is a glossary term")
        below: dict[str, Node] = {}
        for node in nodes:
            for rule in walk([node.rule]) if subrules else (node.rule,):
                below.setdefault(rule.number, release.index.by_number[rule.number])
        return fit(_head(release), "rules", [_rule(release, each) for each in below.values()])

    def found(self, query: str, as_of: str | None, most: int) -> str:
        """What a search finds, the best first."""
        release = self._release(as_of)
        items = [
            {"number": hit.node.rule.number if hit.node else None, "term": hit.term, "part": hit.part, "text": hit.text}
            for hit in search(release, query)
        ]
        return fit({**_head(release), "query": query, "found": len(items)}, "hits", items, min(most, _MOST_HITS))

    def term(self, term: str, as_of: str | None) -> str:
        """The glossary entries of a term."""
        release = self._release(as_of)
        entries, nodes = look_up(release, term)
        if not entries:
            numbers = ", ".join(node.rule.number for node in nodes)
            raise NotFoundError(f"no glossary entry “{term}”; the name is that of {numbers}")
        return fit(_head(release), "entries", list(map(_entry, entries)))

    def keywords(self, kind: str | None, as_of: str | None) -> str:
        """The keywords, of one kind or all, with their numbers."""
        release = self._release(as_of)
        items = [
            {"name": each.name, "kind": each.kind, "number": each.number}
            for each in release.keywords
            if kind in (None, each.kind)
        ]
        return fit({**_head(release), "count": len(items)}, "keywords", items)

    def comparison(self, old: str | None, new: str | None, within: str | None) -> str:
        """What changed between the releases in force on two dates, by default the newest two."""
        if len(self._shelf) < 2:
            raise NotFoundError("there is one release only; a comparison needs two")
        at = self._position(new)
        before = self._position(old) if old is not None else at - 1
        if before < 0 or before == at:
            raise NotFoundError(f"no release before {self._shelf.label(at)} to compare it with")
        older, newer = self._shelf[before], self._shelf[at]
        diff = compare(older, newer)
        family = newer.index.family
        items: list[dict[str, Any]] = [
            {
                "kind": each.kind,
                "old": each.old and {"number": each.old.number, "title": each.old.title, "text": each.old.text},
                "new": each.new and {"number": each.new.number, "title": each.new.title, "text": each.new.text},
            }
            for each in diff.changes
            if within is None or any(side and within in _upward(family, side.number) for side in (each.old, each.new))
        ]
        items += [
            {"kind": each.kind, "term": each.term, "new_term": each.new_term, "old": each.old, "new": each.new}
            for each in (diff.glossary if within is None else ())
        ]
        head = {"old": _named(older), "new": _named(newer), "summary": diff.summary}
        return fit(head, "changes", items)

    def trace(self, query: str, as_of: str | None) -> str:
        """What became of the rules or terms that a query means, through all releases, newest event first."""
        history = self._shelf.history
        at = self._position(as_of) if as_of else None
        lineages = find_lineages(history, query, lambda each: self._shelf[each], at)
        items = [
            {
                "id": each.id,
                "now": {"number": each.numbers[-1], "title": each.now.title, "text": each.now.text},
                "events": [
                    {
                        "release": history.releases[event.release].label,
                        "kind": event.kind,
                        "number": event.number,
                        "was": event.was,
                        "old": event.old.text if event.old and event.kind == "edited" else None,
                    }
                    for event in reversed(each.events)
                ],
            }
            for each in lineages
        ]
        first, last = history.releases[0].label, history.releases[-1].label
        return fit({"releases": len(history.releases), "from": first, "to": last, "query": query}, "lineages", items)

    def citations(self, text: str, as_of: str | None) -> str:
        """Whether the rules that a text cites are there and have the titles that it quotes, and what they say."""
        release = self._release(as_of)
        items: list[dict[str, Any]] = [
            {
                "start": each.start,
                "end": each.end,
                "raw": each.raw,
                "cited": [_cited(release, one) for one in each.members],
            }
            for each in cite(text, release.index.family)
        ]
        wrong = sum(any(one["status"] != "ok" for one in each["cited"]) for each in items)
        return fit({**_head(release), "count": len(items), "wrong": wrong}, "citations", items)

    def _release(self, as_of: str | None) -> Release:
        return self._shelf[self._position(as_of)]

    def _position(self, as_of: str | None) -> int:
        """Where the release stands that is in force on a date, the newest without one."""
        if as_of is None:
            return len(self._shelf) - 1
        try:
            wanted = date.fromisoformat(as_of).isoformat()
        except ValueError:
            raise NotFoundError(f"{as_of} is no date; write it as 2026-04-17") from None
        at = bisect_right(self._dates, wanted) - 1
        if at < 0:
            raise NotFoundError(f"no release was in force on {wanted}; the oldest is {self._shelf.label(0)}")
        return at


def _named(release: Release) -> dict[str, Any]:
    document = release.document
    return {"effective": release.effective, "title": document.title, "name": release.name, "sha256": release.sha256}


def _head(release: Release) -> dict[str, Any]:
    return {"release": _named(release)}


def _rule(release: Release, node: Node) -> dict[str, Any]:
    rule = node.rule
    return {
        "number": rule.number,
        "under": [f"{above.number} {above.title or ''}".strip() for above in node.path],
        "title": rule.title,
        "text": rule.text,
        "examples": rule.examples,
        "cited_by": list(dict.fromkeys(each.number or each.term for each in release.cited_by.get(rule.number, ()))),
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {"term": entry.term, "aliases": entry.aliases, "text": entry.text, "obsolete": entry.obsolete}


def _upward(family: Any, number: str) -> list[str]:
    """A number and those that it stands under."""
    chain = [number]
    while above := family.parent(chain[-1]):
        chain.append(above)
    return chain


def _cited(release: Release, member: Member) -> dict[str, Any]:
    """What a citation names: whether it is there, whether a quoted title is its own, and what it says."""
    index = release.index
    last = index.family.completed(member.first, member.last) if member.last else None
    numbers = index.family.between(member.first, last) if last else [member.first]
    there = [number for number in numbers if number in index]
    status = "ok" if there and {member.first, last or member.first} <= set(there) else "unknown"
    if status == "ok" and member.title and not is_titled(index, there[-1], member.title):
        status = "title-mismatch"
    said = [index.by_number[number].rule for number in there]
    return {
        "number": member.first if last is None else f"{member.first}–{last}",
        "quoted": member.title,
        "status": status,
        "rules": [{"number": each.number, "title": each.title, "text": each.text} for each in said],
    }
