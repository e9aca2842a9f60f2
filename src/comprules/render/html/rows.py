"""The rows of a comparison as HTML: one change, or one unchanged rule, with its number, kind, remarks and text.

A row is `div.r` with its kind as a further class (a glossary entry has `g` too). It begins with a heading `.h` that
names it: its number `.n`, a permalink, and its kind `b`; remarks `em`, the link into the rules `a.o`, and then the
title `p.t`, paragraphs and examples `p.e`, in which `ins` and `del` are what changed. An example that only one side has
is `p.in` or `p.out`. `p.m` are the members of a list, `p.rest` examples that did not change, which stand there only
with the whole release. The script of the page reads these to write a row as Markdown or side by side, so that no text
is in the page twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from comprules.diff.kinds import QUIET
from comprules.diff.model import Change, Diff, Edit, EntryChange, Part, Side, side
from comprules.render.changes import Passage, Run, astray, numbers, passages, remarks, runs
from comprules.render.html.arranging import EntryRow, Row
from comprules.render.html.linking import Links
from comprules.render.html.prose import Place, escape
from comprules.render.html.tracked import Followed, Tracked, Written, nothing_follows

_REST = -1  # the place in the old release of an example that did not change: it is not asked for
_JOINING = {"and", "or", "the", "a", "an"}


class Writer:
    """Rows of one comparison, one after another."""

    def __init__(self, diff: Diff, links: Links, full: bool = False) -> None:
        self.diff = diff
        self.full = full
        self.links = links
        self.tracked = Tracked(diff, links)

    def row(self, row: Row, level: int = 4) -> str:
        """A changed or unchanged rule; `level` is that of its heading."""
        change = row.change
        if change is None:
            return self._same(row, level)
        said = "".join(f" <em>{escape(note)}</em>" for note in remarks(change))
        body = "".join(self.passages(change))
        if change.added or change.removed:
            body = _members(change, body)
        style = change.kind + _only(change.old is not None, change.new is not None)
        link = (
            self.links.rules(change.new.number)
            if change.new
            else self.links.rules(change.old.number if change.old else None, True)
        )
        name = head(row.id, numbers(change), change.kind, level)
        return f'<div class="r {style}" id="{row.id}">{name}{said}{link}{body}</div>\n'

    def entry(self, row: EntryRow, level: int = 3) -> str:
        """A changed or unchanged entry of the glossary."""
        change = row.change
        if change is None:
            entry = row.entry
            assert entry
            body = self.definition(entry.term, None, entry.text, ())
            name = head(row.id, entry.term, "", level)
            return f'<div class="r same g" id="{row.id}">{name}{self.links.entry(entry.term)}{body}</div>\n'
        key = "glossary-quiet" if change.kind in QUIET else "glossary"
        term = change.new_term or change.term
        body = self.definition(term, change.old, change.new, change.edits, _followed(change))
        said = "".join(f" <em>{escape(note)}</em>" for note in astray(change.references))
        style = f"{key} g {change.kind}{_only(change.old is not None, change.new is not None)}"
        shown = f"{change.term} → {term}" if change.new_term else term
        name = head(row.id, shown, change.kind, level)
        link = self.links.entry(term, change.new is None)
        return f'<div class="r {style}" id="{row.id}">{name}{said}{link}{body}</div>\n'

    def _same(self, row: Row, level: int) -> str:
        rule = side(self.diff.new.index.nodes[row.at].rule)
        body = "".join(self.whole(None, rule))
        name = head(row.id, rule.number, "", level)
        return f'<div class="r same" id="{row.id}">{name}{self.links.rules(rule.number)}{body}</div>\n'

    def passages(self, change: Change) -> Iterator[str]:
        """The texts of a change, one after another."""
        if change.old is None or change.new is None:
            yield from self.whole(change.old, change.new)
            return
        shown = passages(change)
        followed = _followed(change)
        for passage in shown if not self.full else _with_rest(shown, change.new):
            yield self._block(passage, change.old, change.new, followed)

    def whole(self, old: Side | None, new: Side | None) -> Iterator[str]:
        """A rule that is shown as it stands in one release."""
        rule = new or old
        assert rule
        parts: tuple[tuple[Part, tuple[str | None, ...]], ...]
        parts = (("title", (rule.title,)), ("text", (rule.text,)), ("example", rule.examples))
        for part, texts in parts:
            for at, text in enumerate(texts):
                if text:
                    yield self._block(Passage(part, [Run("same", text)], at, at), old, new)

    def _block(self, passage: Passage, old: Side | None, new: Side | None, followed: Followed = nothing_follows) -> str:
        """A title, paragraph or example."""
        if passage.part == "title":
            return f'<p class="t">{self.tracked.text(passage)}</p>'
        text = self.tracked.text(
            passage,
            _written(old, passage.part, passage.old_index),
            _written(new, passage.part, passage.new_index),
            followed,
        )
        if passage.part != "example":
            return f"<p>{text}</p>"
        style = "e"
        if old and new:
            style += {_REST: " rest", None: " in"}.get(passage.old_index, "") + (
                " out" if passage.new_index is None else ""
            )
        return f'<p class="{style}"><b>{escape(self.diff.new.index.family.example)}</b>{text}</p>'

    def definition(
        self, term: str, old: str | None, new: str | None, edits: tuple[Edit, ...], followed: Followed = nothing_follows
    ) -> str:
        """The text of an entry."""
        place: Place = (None, term, "glossary", 0)
        pieces = [Run("same", new or old or "")] if old is None or new is None else runs(old, new, edits)
        before = None if old is None else Written(place, old)
        after = None if new is None else Written(place, new)
        text = self.tracked.text(Passage("text", pieces), before, after, followed)
        return f"<p>{text}</p>" if text else ""


def head(row: str, name: str, kind: str, level: int) -> str:
    """The heading of a row: its number or term, a permalink, and what happened to it."""
    said = f" <b>{kind}</b>" if kind else ""
    return f'<h{level} class="h"><a class="n" href="#{row}"><bdi>{escape(name)}</bdi></a>{said}</h{level}>'


def _followed(change: Change | EntryChange) -> Followed:
    """Which edits of a change only write a reference anew: all if nothing else changed, else those of its numbers."""
    if change.kind == "references":
        return lambda old, new: True
    pairs = {(each.old, each.new) for each in change.references if each.verdict == "follows"}
    return lambda old, new: (old, new) in pairs


def _with_rest(shown: list[Passage], new: Side) -> Iterator[Passage]:
    """The passages of a change with the examples that did not change among them."""
    placed = {each.new_index: each for each in shown if each.part == "example" and each.new_index is not None}
    yield from (each for each in shown if each.part != "example" or each.new_index is None)
    for at, text in enumerate(new.examples):
        yield placed.get(at) or Passage("example", [Run("same", text)], at, _REST)


def _only(is_old: bool, is_new: bool) -> str:
    """The class of a row that only one release has."""
    return "" if is_old and is_new else " came" if is_new else " went"


def _written(side: Side | None, part: Part, index: int | None) -> Written | None:
    """The text of a side that a passage shows."""
    if side is None or index is None or index == _REST:
        return None
    text = side.examples[index] if part == "example" else side.text
    return Written((side.number, None, part, index), text or "")


def _members(change: Change, body: str) -> str:
    """A list that changed: its members first, all of it one click away; open if there is more to see than members."""
    signed = [f"<ins>+ {escape(name)}</ins>" for name in change.added]
    signed += [f"<del>− {escape(name)}</del>" for name in change.removed]
    opened = "" if _only_members(change) else " open"
    return (
        f'<p class="m">{" ".join(signed)}</p><details class="full"{opened}><summary>full text</summary>{body}</details>'
    )


def _only_members(change: Change) -> bool:
    """Whether nothing was edited but the members."""
    assert change.old
    assert change.new
    if any(edit.part != "text" for edit in change.edits):
        return False
    gone, came = Counter[str](), Counter[str]()
    for edit in change.edits:
        gone.update(_words((change.old.text or "")[slice(*edit.old)]))
        came.update(_words((change.new.text or "")[slice(*edit.new)]))
    members = {word for name in (*change.added, *change.removed) for word in _words(name)}
    return set((gone - came) + (came - gone)) <= members | _JOINING | {""}


def _words(text: str) -> list[str]:
    return ["".join(letter for letter in word if letter.isalnum()).casefold() for word in text.split()]
