"""The citations of a text rewritten for another release: every number by the map, all at once, in the form it had.

Takes a text and the fates of its numbers; gives the new text, what was rewritten and what was left. Rules that were
split, merged or removed are left, and so is whatever nobody should rewrite unseen; of each it is said what it became.
A text without citations comes back as it is.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec

from comprules.analysis.citations import Citation, Member
from comprules.cite.became import became
from comprules.cite.codes import Code
from comprules.cite.fates import Fate, Fates
from comprules.cite.opened import Open, OpenAt, opened_in, told
from comprules.cite.scanner import scan
from comprules.families.family import Family
from comprules.families.shape import parts


class Rewrite(msgspec.Struct, frozen=True, gc=False):
    """Characters `start` to `end` of the old text, half-open, which were `old` and are `new` now."""

    start: int
    end: int
    old: str
    new: str


class Left(msgspec.Struct, frozen=True, gc=False):
    """A citation that was left: its place, how it reads, what became of it, and the numbers that are meant now.

    `of` is the SHA-256 of the release that its number is of, empty for the old one.
    """

    start: int
    end: int
    raw: str
    number: str
    code: Code
    now: tuple[str, ...]
    message: str
    of: str = ""


class Migration(msgspec.Struct, frozen=True):
    """A text with its citations rewritten; rewrites and what was left are in the order of the text."""

    text: str
    rewrites: tuple[Rewrite, ...]
    left: tuple[Left, ...]


def migrate(text: str, to: Fates, known: Container[str] | None = None, still_open: Sequence[Open] = ()) -> Migration:
    """Rewrite the citations of `text` for the new release of `to`.

    `known` lets numbers without a cue count, as for `scan`. `still_open` are citations that an earlier migration left:
    their numbers are of a release before the old one, and they are left again.
    """
    opened = opened_in(text, still_open)
    rewrites: list[Rewrite] = []
    left: list[Left] = []
    for citation in scan(text, to.old.index.family, known):
        _rewrite(text, citation, to, opened, rewrites, left)
    pieces, at = [], 0
    for each in rewrites:
        pieces += [text[at : each.start], each.new]
        at = each.end
    return Migration("".join([*pieces, text[at:]]), tuple(rewrites), tuple(left))


def _rewrite(
    text: str, citation: Citation, to: Fates, opened: OpenAt, rewrites: list[Rewrite], left: list[Left]
) -> None:
    _, fitting = to.mismatches(text, citation)  # members that were written for the new release already
    before: Member | None = None
    after = ""  # what the member before was written for
    for at, member in enumerate(citation.members):
        raw = text[member.start : member.end]
        known = opened(member)
        outcome = None if known else (member.first, member.last) if at in fitting else follow(member, to)
        if known is not None or isinstance(outcome, Fate):
            if known is None or known.of != to.new.source.sha256:  # else its number is right again
                left.append(_left(member, raw, known, outcome, to))
            after = before_number = member.last or member.first
        elif outcome is not None:
            first, last = outcome
            new = written(raw, member, first, last, before, after, to.new.index.family)
            if new != raw:
                rewrites.append(Rewrite(member.start, member.end, raw, new))
            after = before_number = last or first
        before = member._replace(last=None, first=before_number)


def _left(member: Member, raw: str, known: Open | None, fate: object, to: Fates) -> Left:
    if known is not None:
        return Left(member.start, member.end, raw, known.number, known.code, known.now, told(known), known.of)
    assert isinstance(fate, Fate)
    message = f"doubtful: {fate.doubtful}" if fate.doubtful else became(fate, to)
    code: Code = "moved" if fate.kind == "kept" or fate.kind == "renumbered" else fate.kind
    return Left(member.start, member.end, raw, fate.number, code, fate.now, message)


def follow(member: Member, to: Fates) -> tuple[str, str | None] | Fate:
    """The first and last number that a member has in the new release, or the fate for which it is to be left.

    A number that the old release does not have stays. A range follows its ends: they must be sure, stand under one
    parent again, and what was between them and is still there must be between them.
    """
    first = to.by_number.get(member.first)
    if member.last is None:
        if first is None:
            return member.first, None
        return first if _is_left(first) else (first.now[0], None)
    last = to.by_number.get(member.last)
    if first is None or last is None:
        return member.first, member.last
    for end in (first, last):
        if _is_left(end):
            return end
    family = to.new.index.family
    ends = first.now[0], last.now[0]
    inside = set(family.between(*ends))
    between = [to.by_number[number] for number in family.between(member.first, member.last) if number in to.by_number]
    stray = [each for each in between if each.kind in ("kept", "renumbered") and each.now[0] not in inside]
    if not between or not inside or stray:
        return Fate(
            member.first, "renumbered", ends, doubtful=f"{member.first} to {member.last} no longer stand together"
        )
    return ends


def _is_left(fate: Fate) -> bool:
    return fate.kind not in ("kept", "renumbered") or bool(fate.doubtful and fate.kind == "renumbered")


def written(
    raw: str, member: Member, first: str, last: str | None, before: Member | None, after: str, family: Family
) -> str:
    """`first`, to `last`, in the form in which `raw` has the numbers of `member`.

    `before` is the member before it in the list, and `after` the number that one has now: a letter alone, “601.2b
    and c”, stays one where it still belongs to the number before it.
    """
    if member.last is not None and last is not None:
        begin, end = member.first, _end(raw, member)
        dash = raw[len(begin) : len(raw) - len(end)]
        short = end != member.last and family.completed(first, parts(last)[-1]) == last
        return first + dash + (parts(last)[-1] if short else last)
    if raw == member.first:
        return first
    if raw.isalnum() and len(raw) < len(_plain(member.first)):
        alone = parts(first)[-1]
        return alone if before is not None and _stem(first) == _stem(after) and alone.isalpha() else first
    if raw.isalnum():
        return _plain(first)
    letter = parts(first)[-1]
    return f"{first[: -len(letter)]}({letter})" if letter.isalpha() else first


def _end(raw: str, member: Member) -> str:
    """The end of a range as it is written: in full, or its last part alone."""
    last = member.last or ""
    return last if raw.endswith(last) else parts(last)[-1]


def _stem(number: str) -> str:
    return number[: len(number) - len(parts(number)[-1])]


def _plain(number: str) -> str:
    return "".join(filter(str.isalnum, number))
