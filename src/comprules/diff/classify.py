"""What happened to each pair of rules: its kind, its edits, its citations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from comprules.analysis.positions import ROOT, Positions
from comprules.diff.became import Became
from comprules.diff.lists import gained_and_lost
from comprules.diff.model import Broken, Change, Citation, Division, Edit, Kind, Pair, side
from comprules.diff.verdicts import verdicts
from comprules.document.model import Rule
from comprules.wording.edits import Between, edits, typography
from comprules.wording.examples import example_edits


class Comparison:
    """Two releases and the pairs between them, as the questions of a comparison need them."""

    def __init__(
        self, old: Positions, new: Positions, pairs: tuple[Pair, ...], divisions: tuple[Division, ...]
    ) -> None:
        self.old, self.new, self.pairs = old, new, pairs
        self.forward = {ROOT: ROOT, **{pair.old: pair.new for pair in pairs}}
        self.backward = {after: before for before, after in self.forward.items()}
        self.became = Became(old, new, pairs, divisions)
        # Numbers that no longer name the same rule, and the rules that cite them: all that unchanged rules can tell.
        stray = self.became.stray()
        self._old_cited, self._new_cited = old.cited, new.cited
        self._citing_stray = {at for at, cited in self._old_cited.items() if not stray.isdisjoint(cited)}
        # Of a pair, the numbers its rule was split into or merged from; of a rule left over, those of its pair.
        self._related: dict[tuple[str, int], tuple[str, ...]] = {}
        self._split_from: dict[int, tuple[str, ...]] = {}
        self._merged_into: dict[int, tuple[str, ...]] = {}
        # Of each rule of the new release the position of the one whose words it has, and the other way.
        self.was, self.into = dict(self.backward), dict(self.forward)
        self._relate(divisions)

    def renumbered(self) -> Iterator[tuple[str, str]]:
        """The numbers of every pair that has two."""
        for pair in self.pairs:
            numbers = self.old.numbers[pair.old], self.new.numbers[pair.new]
            if numbers[0] != numbers[1]:
                yield numbers

    def changes(self) -> tuple[Change, ...]:
        """Every change, in the order of the new release, removals where the old one had them."""
        placed: list[tuple[float, int, Change]] = []
        for pair in self._touched():
            if change := self._pair(pair):
                placed.append((pair.new, 1, change))
        placed.extend((at, 2, self._added(at)) for at in range(len(self.new)) if at not in self.backward)
        placed.extend((place, 3, self._removed(at)) for place, at in self._places())
        placed.sort(key=lambda item: item[:2])
        return tuple(change for _, _, change in placed)

    def broken(self) -> tuple[Broken, ...]:
        """References of rules that read the same as before, whose target is gone."""
        gone = set(self.old.numbers).difference(self.new.numbers)
        citing = {at: cited for at, cited in self._new_cited.items() if not gone.isdisjoint(cited)}
        return tuple(
            Broken(self.new.numbers[pair.new], None, target)
            for pair in (self.pairs if citing else ())
            if pair.new in citing and self.old.raw[pair.old] == self.new.raw[pair.new]
            for target in dict.fromkeys(citing[pair.new])
            if target in gone
        )

    def _places(self) -> Iterator[tuple[float, int]]:
        """Removed rules, and where they would stand in the new release: after what the rule before them became."""
        place = -0.5
        for at in range(len(self.old)):
            if at in self.forward:
                place = self.forward[at] + 0.5
            else:
                yield place, at

    def _relate(self, divisions: tuple[Division, ...]) -> None:
        """Keep of each rule that was split or merged, and of each part, the numbers it belongs with."""
        for division in divisions:
            primary = division.parts_at[division.primary]
            others = [each for at, each in enumerate(division.parts) if at != division.primary]
            if division.kind == "split":
                self._related["split", division.whole_at] = tuple(others)
                self._split_from.update(dict.fromkeys(division.parts_at, (division.whole,)))
                self.was.update(dict.fromkeys(division.parts_at, division.whole_at))
            else:
                self._related["merged", primary] = tuple(others)
                self._merged_into.update(dict.fromkeys(division.parts_at, (division.whole,)))
                self.into.update(dict.fromkeys(division.parts_at, division.whole_at))

    def _touched(self) -> Iterator[Pair]:
        """The pairs of which number, words or parent differ, or that cite a number which names another rule: few do."""
        old, new, forward = self.old, self.new, self.forward
        for pair in self.pairs:
            at, to = pair.old, pair.new
            if (
                old.numbers[at] != new.numbers[to]
                or old.raw[at] != new.raw[to]
                or forward.get(old.parents[at]) != new.parents[to]
                or at in self._citing_stray
            ):
                yield pair

    def _added(self, at: int) -> Change:
        """A rule that only the new release has."""
        related = self._split_from.get(at, ())
        rule = side(self.new.nodes[at].rule)
        return Change("split" if related else "added", None, rule, False, related, 1.0, (), (), "rest", new_at=at)

    def _removed(self, at: int) -> Change:
        """A rule that only the old release has."""
        related = self._merged_into.get(at, ())
        rule = side(self.old.nodes[at].rule)
        return Change("merged" if related else "removed", rule, None, False, related, 1.0, (), (), "rest", old_at=at)

    def _pair(self, pair: Pair) -> Change | None:
        """What happened to a pair; None if nothing did."""
        same = self.old.raw[pair.old] == self.new.raw[pair.new]
        moved = self.forward.get(self.old.parents[pair.old]) != self.new.parents[pair.new]
        references = self._references(pair)
        kind = self._kind(pair, same, moved, references)
        if kind is None:
            return None
        before, after = self.old.nodes[pair.old].rule, self.new.nodes[pair.new].rule
        edits = () if same else _edits(before, after, typography if kind == "typography" else _following(references))
        listing = kind == "edited" and before.text and after.text and before.text != after.text
        gained, gone = gained_and_lost(after.number, before.text or "", after.text or "") if listing else ((), ())
        return Change(
            kind=kind,
            old=side(before),
            new=side(after),
            moved=moved,
            related=self._related.get((kind, pair.old), ()),
            confidence=pair.confidence,
            edits=edits,
            references=references,
            by=pair.by,
            added=gained,
            removed=gone,
            old_at=pair.old,
            new_at=pair.new,
        )

    def _kind(self, pair: Pair, same: bool, moved: bool, references: tuple[Citation, ...]) -> Kind | None:
        """The first kind that applies to a pair, None if nothing happened to it."""
        divisions: tuple[Kind, Kind] = ("split", "merged")
        for division in divisions:
            if (division, pair.old) in self._related:
                return division
        plain = same or self.old.folded(pair.old) == self.new.folded(pair.new)
        if any(map(_is_edit, references)) or not (plain or self.old.masked(pair.old) == self.new.masked(pair.new)):
            return "edited"
        if moved:
            return "moved"
        if not same:
            return "typography" if plain else "references"
        return "renumbered" if self.old.numbers[pair.old] != self.new.numbers[pair.new] else None

    def _references(self, pair: Pair) -> tuple[Citation, ...]:
        olds, news = self._old_cited.get(pair.old, ()), self._new_cited.get(pair.new, ())
        if not olds or not news:
            return ()
        return verdicts(olds, news, self.became)


def _is_edit(citation: Citation) -> bool:
    """Whether a citation says something else than before; one that stayed while its target went does not."""
    return citation.verdict == "retargeted" or (citation.verdict == "dangling" and citation.old != citation.new)


def _following(references: tuple[Citation, ...]) -> Between:
    """The edits between two texts, numbers that only follow their rules being marked."""
    followed = [(each.old, each.new) for each in references if each.verdict == "follows" and each.old and each.new]
    return partial(edits, followed=followed)


def _edits(before: Rule, after: Rule, between: Between) -> tuple[Edit, ...]:
    found: list[Edit] = []
    if before.title != after.title:
        found.extend(between(before.title or "", after.title or "", "title", 0))
    if before.text != after.text:
        found.extend(between(before.text or "", after.text or "", "text", 0))
    if before.examples != after.examples:
        found.extend(example_edits(before.examples, after.examples, between))
    return tuple(found)
