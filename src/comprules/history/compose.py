"""Neighbouring comparisons to lineages: each pair lengthens one, the rest begins and ends them.

chain = Chain()
chain.begin(oldest)
chain.step(newer, compare(oldest, newer))    # and so on
"""

from __future__ import annotations

from collections import Counter

import msgspec

from comprules.analysis.index import fold_name
from comprules.diff.model import Change, Diff, EntryChange, Side, side
from comprules.document.model import Document
from comprules.history.model import Event, EventKind, Issue
from comprules.history.strands import Ended, Strand
from comprules.release import Release

_QUIET = ("renumbered", "moved")  # kinds that leave every word as it was

Key = tuple[str, int]


class Chain:
    """The lineages of the releases so far.

    `strands` are in the order in which they began; `rules` and `terms` give of each release which strand each node and
    each glossary entry belongs to, by position.
    """

    def __init__(self) -> None:
        self.issues: list[Issue] = []
        self.strands: list[Strand] = []
        self.rules: list[list[int]] = []
        self.terms: list[list[int]] = []
        self._ended_rules, self._ended_terms = Ended(), Ended()
        self._term_keys: list[Key] = []
        self._ids: Counter[str] = Counter()

    def begin(self, release: Release) -> None:
        """Start with the oldest release."""
        self.issues.append(_issue(release))
        nodes = release.index.nodes
        self.rules.append([self._create(0, side(node.rule)) for node in nodes])
        self.terms.append([self._create(0, _entry(entry.term, entry.text)) for entry in release.document.glossary])
        self._term_keys = _keys(release.document)

    def step(self, release: Release, diff: Diff) -> None:
        """Go on to the next release, `diff` being its comparison with the one before."""
        self.issues.append(_issue(release))
        self._step_rules(release, diff)
        self._step_terms(release.document, diff)

    def _step_rules(self, release: Release, diff: Diff) -> None:
        at = len(self.issues) - 1
        before = self.rules[-1]
        now: list[int] = [-1] * len(release.index.nodes)
        strands = self.strands
        numbers = [node.rule.number for node in release.index.nodes]
        for pair in diff.pairs:
            strand = now[pair.new] = before[pair.old]
            strands[strand].numbers.append(numbers[pair.new])
            if pair.confidence < 1:
                strands[strand].links.append((at, pair.confidence))
        for change in diff.changes:
            if change.new_at is None:
                self._end(before[change.old_at or 0], at, change)
            elif change.old_at is None:
                now[change.new_at] = self._begin(at, change)
            else:
                self._change(strands[now[change.new_at]], at, change)
        self.rules.append(now)

    def _change(self, strand: Strand, at: int, change: Change) -> None:
        old, new = change.old, change.new
        assert old is not None
        assert new is not None
        silent = change.kind in _QUIET and not change.edits
        strand.now = new
        strand.events.append(
            Event(
                release=at,
                kind=change.kind,  # type: ignore[arg-type]  # a pair is never "added"
                number=new.number,
                was=old.number,
                related=change.related,
                edits=change.edits,
                old=None if silent else old,
                new=None if silent else new,
                moved=change.moved,
                confidence=change.confidence,
            )
        )

    def _begin(self, at: int, change: Change) -> int:
        rule = change.new
        assert rule is not None
        if change.kind == "split":
            found = self._create(at, rule)
            self.strands[found].events = [Event(at, "split", rule.number, None, change.related, new=rule)]
            return found
        return self._return(at, rule, self._ended_rules)

    def _end(self, found: int, at: int, change: Change) -> None:
        rule = change.old
        assert rule is not None
        kind: EventKind = "merged" if change.kind == "merged" else "removed"
        self.strands[found].events.append(Event(at, kind, None, rule.number, change.related, old=rule))
        if kind == "removed":
            self._ended_rules.add(found, rule)

    def _step_terms(self, document: Document, diff: Diff) -> None:
        at = len(self.issues) - 1
        changes: dict[Key, EntryChange] = {}
        gone: dict[Key, EntryChange] = {}
        for change in diff.glossary:
            term = getattr(change, "new_term", None) or change.term
            (gone if change.new is None else changes)[fold_name(term), change.occurrence] = change
        olds = dict(zip(self._term_keys, self.terms[-1], strict=True))
        keys = _keys(document)
        now: list[int] = []
        for key, entry in zip(keys, document.glossary, strict=True):
            changed = changes.get(key)
            here = _entry(entry.term, entry.text)
            before = (fold_name(changed.term), changed.occurrence) if changed else key
            if (changed and changed.old is None) or before not in olds:
                now.append(self._return(at, here, self._ended_terms))
                continue
            found = olds.pop(before)
            now.append(found)
            strand = self.strands[found]
            strand.extend(at, entry.term)
            if changed:
                strand.events.append(_term_event(at, strand.now, here, changed))
            strand.now = here
        for found in olds.values():
            strand = self.strands[found]
            strand.events.append(Event(at, "removed", None, strand.now.number, old=strand.now))
            self._ended_terms.add(found, strand.now)
        self.terms.append(now)
        self._term_keys = keys

    def join(self, found: int, other: int, cut: int, confidence: float) -> None:
        """Let a strand go on as `other` does, which began later; from the release of index `cut` on it was wrong.

        What it went on as from there begins there, in the place of the other among the strands.
        """
        strand, taken = self.strands[found], self.strands[other]
        before, now = strand.side_in(cut - 1), strand.now
        numbers, events, links = strand.cut(cut)
        at, begun = taken.first, taken.side_in(taken.first)
        if at == cut:
            edited = Event(at, "edited", begun.number, before.number, old=before, new=begun, confidence=confidence)
            strand.events.append(edited)
        else:
            strand.events.append(Event(cut, "removed", None, before.number, old=before))
            strand.events.append(Event(at, "created", begun.number, None, new=begun, returned=True))
        strand.numbers += [*[None] * (at - cut), *taken.numbers]
        strand.events += taken.events[1:]
        strand.links += [(at, confidence), *taken.links]
        strand.doubts += taken.doubts
        strand.now = taken.now
        self._ended_rules.drop(found)
        self.strands[other] = self._begun_by(cut, numbers, events, links, now)
        for rules in self.rules[cut:]:
            rules[:] = [{found: other, other: found}.get(each, each) for each in rules]

    def _begun_by(
        self, at: int, numbers: list[str | None], events: list[Event], links: list[tuple[int, float]], now: Side
    ) -> Strand:
        """A strand made of the end of another; without numbers if that had ended there, and then it is none."""
        first = next((event.new for event in events if event.release == at and event.new), now)
        if not numbers:
            return Strand(at, "", "", first).emptied()
        strand = self._strand(at, msgspec.structs.replace(first, number=numbers[0]))
        strand.numbers, strand.now = numbers, now
        strand.events += [event for event in events if event.release > at]
        strand.links = [link for link in links if link[0] > at]
        return strand

    def _return(self, at: int, rule: Side, ended: Ended) -> int:
        """The strand that ended with the words of `rule`, taken up again, else a new one."""
        found = ended.take(rule)
        if found is None:
            return self._create(at, rule)
        strand = self.strands[found]
        strand.extend(at, rule.number)
        strand.now = rule
        strand.events.append(Event(at, "created", rule.number, None, new=rule, returned=True))
        return found

    def _create(self, at: int, rule: Side) -> int:
        self.strands.append(self._strand(at, rule))
        return len(self.strands) - 1

    def _strand(self, at: int, rule: Side) -> Strand:
        """A strand that begins in the release of index `at` with `rule`."""
        name = f"{self.issues[at].effective or self.issues[at].sha256[:12]}:{rule.number}"
        self._ids[name] += 1
        strand = Strand(at, name if self._ids[name] == 1 else f"{name}#{self._ids[name]}", rule.number, rule)
        strand.events.append(Event(at, "created", rule.number, None, new=rule))
        return strand


def _term_event(at: int, before: Side, now: Side, change: EntryChange) -> Event:
    kind = "edited" if change.kind not in ("references", "typography") else change.kind
    return Event(at, kind, now.number, before.number, (), change.edits, before, now)


def _entry(term: str, text: str) -> Side:
    return Side(term, term, text, ())


def _keys(document: Document) -> list[Key]:
    """The entries of a glossary by folded term and occurrence, as a comparison names them."""
    counts: Counter[str] = Counter()
    found = []
    for entry in document.glossary:
        term = fold_name(entry.term)
        found.append((term, counts[term]))
        counts[term] += 1
    return found


def _issue(release: Release) -> Issue:
    document = release.document
    return Issue(document.effective, document.title, release.sha256, release.name)
