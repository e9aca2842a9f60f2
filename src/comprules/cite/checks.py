"""Which citations of a text are wrong: numbers that do not exist, that mean another rule now, that mean another rule
than the words beside them.

Takes texts, a release and, where they are known, the fates of the numbers of the release they were written for or a
lock; gives every citation with its flaws.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache, partial
from typing import Literal, Protocol

import msgspec

from comprules.analysis.citations import Citation, Member
from comprules.cite.became import became, edited
from comprules.cite.beside import Beside, Mismatch
from comprules.cite.codes import CODES, Code
from comprules.cite.fates import Fate, Fates
from comprules.cite.likely import likely
from comprules.cite.locks import Lock, Remembered
from comprules.cite.messages import listed
from comprules.cite.migration import follow
from comprules.cite.opened import Open, OpenAt, opened_in, told
from comprules.cite.scanner import named, scan, targets
from comprules.release import Release


class Flaw(msgspec.Struct, frozen=True, gc=False):
    """What is wrong with member `member` of a citation; `now` are the numbers that are likely meant."""

    member: int
    code: Code
    now: tuple[str, ...]
    message: str


class Checked(msgspec.Struct, frozen=True, gc=False):
    """A citation, the numbers it names that exist, and its flaws, those of a member after those of the one before."""

    citation: Citation
    targets: tuple[str, ...]
    flaws: tuple[Flaw, ...]

    @property
    def code(self) -> Code | Literal["ok"]:
        """The gravest flaw, `ok` if there is none."""
        return min((flaw.code for flaw in self.flaws), key=CODES.index, default="ok")


class Check(Protocol):
    """The check of a text: its citations in order. `still_open` are those of its file that a migration left."""

    def __call__(self, text: str, still_open: Sequence[Open] = ()) -> tuple[Checked, ...]:
        """The citations of `text`, each with its flaws."""
        ...


def checker(release: Release, was: Fates | Lock | None = None, known: Container[str] | None = None) -> Check:
    """The check of texts against `release`: a function from a text to its citations.

    `was` is what the numbers meant when they were written: the fates of an older release's numbers, or a lock. `known`
    lets numbers without a cue count, as for `scan`.
    """
    made = _Checker(release, was)

    def check(text: str, still_open: Sequence[Open] = ()) -> tuple[Checked, ...]:
        opened = opened_in(text, still_open)
        return tuple(made.check(text, each, opened) for each in scan(text, release.index.family, known))

    return check


class _Checker:
    def __init__(self, release: Release, was: Fates | Lock | None) -> None:
        self.index = release.index
        self.fates = was if isinstance(was, Fates) else None
        self.remembered = Remembered(was, release) if isinstance(was, Lock) else None
        self.beside = Beside(release.index)
        self.likely = lru_cache(maxsize=None)(partial(likely, index=release.index))

    def check(self, text: str, citation: Citation, opened: OpenAt) -> Checked:
        mismatches, fitting = self._mismatches(text, citation)
        flaws: list[Flaw] = []
        for at, member in enumerate(citation.members):
            left = opened(member)
            if left is not None:
                flaws.append(Flaw(at, left.code, left.now, told(left)))
                continue
            if at in fitting:
                continue
            wrong = mismatches.get(at)
            flaws += [Flaw(at, *found) for found in self._number(member)]
            if wrong:
                now = tuple(number for each in wrong.now for number in self._now(each))
                flaws.append(Flaw(at, wrong.code, now, wrong.message))
        return Checked(citation, targets(citation, self.index), tuple(flaws))

    def _mismatches(self, text: str, citation: Citation) -> tuple[dict[int, Mismatch], frozenset[int]]:
        if self.fates is not None:
            return self.fates.mismatches(text, citation)
        return {each.member: each for each in self.beside.mismatches(text, citation)}, frozenset()

    def _now(self, number: str) -> tuple[str, ...]:
        """What a number of the release that was cited is in the one that counts."""
        if self.fates is None:
            return (number,)
        return self.fates.by_number[number].now

    def _number(self, member: Member) -> list[tuple[Code, tuple[str, ...], str]]:
        if self.fates is not None and member.first in self.fates.by_number:
            return self._followed(member, self.fates)
        missing = [end for end in (member.first, member.last) if end and end not in self.index]
        if self.remembered is not None and any(end in self.remembered for end in missing):
            return [each for end in missing for each in self.remembered.flaws(end)]
        if missing:
            near = self.likely(missing[0])
            hint = f"; did you mean {listed(near)}?" if near else ""
            return [("unknown", near, f"{listed(missing)} does not exist{hint}")]
        if member.last and not named(member, self.index):
            return [("unknown", (), f"{member.first} to {member.last} is no range of rules")]
        if self.remembered is not None:
            return [each for number in named(member, self.index) for each in self.remembered.flaws(number)]
        return []

    def _followed(self, member: Member, to: Fates) -> list[tuple[Code, tuple[str, ...], str]]:
        outcome = follow(member, to)
        if isinstance(outcome, Fate):
            return [self._fate(outcome, to)]
        first, last = outcome
        if member.last is None:
            return self._plain(to.by_number[member.first], to)
        numbers = to.old.index.family.between(member.first, member.last)
        if not numbers or member.last not in to.by_number:
            return [("unknown", (), f"{member.first} to {member.last} is no range of rules")]
        found: list[tuple[Code, tuple[str, ...], str]] = []
        if (first, last) != (member.first, member.last):
            taken = member.first in self.index and member.first != first
            said = f"{member.first} to {member.last} is {first} to {last} now"
            found.append(("taken-over" if taken else "moved", (first, last or first), said))
        for number in numbers:
            fate = to.by_number.get(number)
            if fate and fate.change and fate.kind in ("kept", "renumbered"):
                found.append(("edited", fate.now, f"{number} {edited(fate.change)}"))
        return found

    def _plain(self, fate: Fate, to: Fates) -> list[tuple[Code, tuple[str, ...], str]]:
        found = [self._fate(fate, to)] if fate.kind != "kept" else []
        if fate.change and fate.kind in ("kept", "renumbered"):
            found.append(("edited", fate.now, f"{fate.now[0]} {edited(fate.change)}"))
        return found

    def _fate(self, fate: Fate, to: Fates) -> tuple[Code, tuple[str, ...], str]:
        said = became(fate, to) + (f" (doubtful: {fate.doubtful})" if fate.doubtful else "")
        taken = fate.number in self.index and fate.number not in fate.now
        if fate.kind in ("split", "merged"):
            return fate.kind, fate.now, said
        if fate.kind == "removed":
            return "taken-over" if taken else "removed", fate.now, said
        return "taken-over" if taken else "moved", fate.now, said
