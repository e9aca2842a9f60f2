"""A split or merger as one block: the old texts once, what they became under each other, every word kept, gone or new.

The block is a row of the comparison, `div.r`, with the texts of the old release in `.befores` and those of the new
one in `.afters`; each rule in it that has an address of its own is a `div.one`. Where words of several rules alternate,
a `.tag` says which of them has what follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from comprules.diff.model import Part, Side
from comprules.render.html.divided import Piece, Relation, shares
from comprules.render.html.prose import Place, escape, markup
from comprules.render.html.rows import Writer, head
from comprules.render.marks import Mark, cited, flatten, symbols

_COUNTS = ("none", "one", "two", "three", "four", "five", "six")
_APART = "\n"  # between the parts of a rule


class Texts:
    """The title, text and examples of a rule in a row, and where each begins."""

    def __init__(self, rule: Side) -> None:
        self.rule = rule
        parts: list[tuple[Part, int, str | None]] = [("title", 0, rule.title), ("text", 0, rule.text)]
        parts += [("example", at, text) for at, text in enumerate(rule.examples)]
        self.parts = [(part, at, text) for part, at, text in parts if text]
        self.whole = _APART.join(text for _, _, text in self.parts)


def block(relation: Relation, ids: dict[int, str], writer: Writer, level: int) -> str:
    """A relation as a row; `ids` are those of its changes, by `id`."""
    olds = [Texts(change.old) for change in relation.olds if change.old]
    news = [Texts(change.new) for change in relation.news if change.new]
    before, after = shares([each.whole for each in olds], [each.whole for each in news])
    old_numbers, new_numbers = [each.rule.number for each in olds], [each.rule.number for each in news]
    own = relation.news[0] if relation.kind == "merged" else relation.olds[0]
    name = ids[id(own)]
    title = f"{' + '.join(old_numbers)} → {' + '.join(new_numbers)}"
    said = f"{_count(old_numbers).capitalize()} to {_count(new_numbers)}"
    left = "".join(
        _one(texts, pieces, new_numbers, True, writer, _own_id(ids[id(change)], name))
        for texts, pieces, change in zip(olds, before, relation.olds, strict=True)
    )
    right = "".join(
        _one(texts, pieces, old_numbers, False, writer, _own_id(ids[id(change)], name))
        for texts, pieces, change in zip(news, after, relation.news, strict=True)
    )
    return (
        f'<div class="r {relation.kind}" id="{name}">{head(name, title, relation.kind, level)} <em>{said}</em>'
        f'<div class="nm"><div class="befores" role="group" aria-label="old">{left}</div>'
        f'<div class="afters" role="group" aria-label="new">{right}</div></div></div>\n'
    )


def _own_id(own: str, block_id: str) -> str:
    return "" if own == block_id else f' id="{own}"'


def _count(numbers: list[str]) -> str:
    return _COUNTS[len(numbers)] if len(numbers) < len(_COUNTS) else str(len(numbers))


def _one(texts: Texts, pieces: list[Piece], others: list[str], old: bool, writer: Writer, own: str) -> str:
    """A rule of one side, its number a link into its release."""
    number = texts.rule.number
    to = writer.links.pages[old].number(number)
    shown = f'<a href="{to}">{escape(number)}</a>' if to else escape(number)
    body = "".join(_paragraphs(texts, pieces, others, old, writer))
    return f'<div class="one"{own}><p class="whose">{shown}</p>{body}</div>'


def _paragraphs(texts: Texts, pieces: list[Piece], others: list[str], old: bool, writer: Writer) -> Iterator[str]:
    start = 0
    for part, at, text in texts.parts:
        end = start + len(text)
        within = [
            Piece(max(each.start, start) - start, min(each.end, end) - start, "", each.kept)
            for each in pieces
            if each.start < end and each.end > start
        ]
        place: Place = (texts.rule.number, None, part, at)
        html = _told(text, place, within, others, old, writer)
        example = f"<b>{escape(writer.diff.new.index.family.example)}</b>"
        style, label = {"title": (' class="t"', ""), "text": ("", ""), "example": (' class="e"', example)}[part]
        yield f"<p{style}>{label}{html}</p>"
        start = end + len(_APART)


def _told(text: str, place: Place, pieces: list[Piece], others: list[str], old: bool, writer: Writer) -> str:
    """A paragraph, piece by piece, with its citations and symbols."""
    marks = symbols(text)
    for reference in (writer.tracked.old if old else writer.tracked.new).references(text, place):
        for mark in cited(reference):
            to = "" if mark.kind == "broken" else writer.links.target(mark, old)
            if to or mark.kind == "broken":
                marks.append(mark._replace(value=to))
    for piece in pieces:
        words = text[piece.start : piece.end]
        start, end = piece.start + len(words) - len(words.lstrip()), piece.start + len(words.rstrip())
        if not piece.kept and start < end:
            marks.append(Mark(start, end, "delete" if old else "insert"))
    if len(others) < 2:
        return markup(flatten(text, marks), lambda mark: mark.value)
    html = ""
    last: tuple[int, ...] = ()
    for piece in pieces:
        inside = [mark._replace(start=mark.start - piece.start, end=mark.end - piece.start) for mark in marks]
        if piece.kept and piece.kept != last:
            named = ", ".join(escape(others[each]) for each in piece.kept)
            html += f'<span class="tag">{named}</span>'
            last = piece.kept
        html += markup(flatten(text[piece.start : piece.end], inside), lambda mark: mark.value)
    return html
