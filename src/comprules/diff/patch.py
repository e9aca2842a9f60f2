"""The inverse of a comparison: a diff and the old document give the new one.

Nothing but the old document and what the diff says of changes is used, so that a diff that applies is complete. The
published JSON alone is enough: it has which nodes were paired (`paired_runs`) and where the others stand (`placed`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from comprules.analysis.index import index
from comprules.diff.glossary import entries_by_key
from comprules.diff.model import Change, Diff, EntryChange, PartChange
from comprules.diff.parts import parts
from comprules.document.glossary import make_entry, with_aliases
from comprules.document.model import ContentsEntry, Document, Entry, Heading, Rule
from comprules.errors import NotFoundError
from comprules.wording.fold import fold

PairedRun = tuple[int, int, int]  # the first old and the first new position of pairs in a row, and how many they are
Placed = tuple[int, int]  # a position in the new release, and that of the node it stands under, -1 for none


class Patch(NamedTuple):
    """What of a comparison turns the old document into the new one."""

    pairs: tuple[PairedRun, ...]
    parents: tuple[Placed, ...]
    changes: tuple[Change, ...]
    glossary: tuple[EntryChange, ...]
    parts: tuple[PartChange, ...]


def patch_of(diff: Diff) -> Patch:
    """The patch that a comparison is."""
    return Patch(paired_runs(diff), placed(diff), diff.changes, diff.glossary, diff.parts)


def apply(diff: Diff, old: Document) -> Document:
    """The new document, places aside: every line number is 0."""
    return patched(patch_of(diff), old)


def patched(patch: Patch, old: Document) -> Document:
    """The new document, places aside. Raises NotFoundError if the patch was not made from `old`."""
    try:
        return _patched(patch, old)
    except (IndexError, KeyError) as error:
        raise NotFoundError("the comparison was not made from this document") from error


def paired_runs(diff: Diff) -> tuple[PairedRun, ...]:
    """The pairs as runs of neighbours on both sides."""
    found: list[PairedRun] = []
    for pair in diff.pairs:
        if found and (found[-1][0] + found[-1][2], found[-1][1] + found[-1][2]) == (pair.old, pair.new):
            found[-1] = (*found[-1][:2], found[-1][2] + 1)
        else:
            found.append((pair.old, pair.new, 1))
    return tuple(found)


def placed(diff: Diff) -> tuple[Placed, ...]:
    """Where nodes of the new release stand that are not under what the node above their partner became."""
    became = {pair.old: pair.new for pair in diff.pairs}
    expected = _expected({pair.new: pair.old for pair in diff.pairs}, became, diff.old.document)
    return tuple((at, parent) for at, parent in enumerate(diff.parents) if expected.get(at) != parent)


def _expected(was: dict[int, int], became: dict[int, int], old: Document) -> dict[int, int]:
    """Of each paired node of the new release the position it stands under if nothing moved."""
    nodes = index(old).nodes
    at = {id(node.rule): place for place, node in enumerate(nodes)}
    above = [at[id(node.path[-1])] if node.path else -1 for node in nodes]
    return {new: became.get(above[before], -1) if above[before] >= 0 else -1 for new, before in was.items()}


def _patched(patch: Patch, old: Document) -> Document:
    around = _around(patch.parts, old)
    return Document(
        family=old.family,
        title=around["title"][0] if around["title"] else None,
        effective=around["effective"][0] if around["effective"] else None,
        front=around["front"],
        introduction=around["introduction"],
        contents=tuple(_contents_entry(line) for line in around["contents"]),
        rules=_rules(patch, old),
        glossary=_glossary(patch.glossary, old, around["terms"]),
        index=around["index"],
        credits=around["credits"],
        headings=tuple(Heading(*line.split(" ", 1)) for line in around["headings"]),
        preface=around["preface"],
        shape=old.shape,
    )


def _around(changes: Iterable[PartChange], old: Document) -> dict[str, tuple[str, ...]]:
    """The parts around the rules, changed paragraphs replaced from the last to the first."""
    found = dict(parts(old))
    for change in reversed(tuple(changes)):
        first, last = change.old
        found[change.part] = found[change.part][:first] + change.added + found[change.part][last:]
    return found


def _contents_entry(line: str) -> ContentsEntry:
    number, _, title = line.partition(" ")
    return ContentsEntry(None if number == "-" else number, title)


def _rules(patch: Patch, old: Document) -> tuple[Rule, ...]:
    """Every rule that was paired as it was, but for its change; added rules from theirs; nested as the patch says."""
    nodes = index(old).nodes
    was = {new + step: before + step for before, new, count in patch.pairs for step in range(count)}
    changed = {change.new_at: change.new for change in patch.changes if change.new}
    parents = _expected(was, {before: new for new, before in was.items()}, old)
    parents.update(patch.parents)
    children: dict[int, list[Rule]] = {}
    for at in range(len({*was, *changed}) - 1, -1, -1):
        words = changed.get(at) or nodes[was[at]].rule
        below = tuple(reversed(children.get(at, [])))
        rule = Rule(words.number, words.title, words.text, words.examples, 0, below)
        children.setdefault(parents[at], []).append(rule)
    return tuple(reversed(children.get(-1, [])))


def _glossary(changes: Iterable[EntryChange], old: Document, terms: tuple[str, ...]) -> tuple[Entry, ...]:
    """Every entry as it was, but for its change; entries of one term are told apart by their order."""
    texts = {key: entry.text for key, entry in entries_by_key(old).items()}
    for each in changes:
        if each.new is not None:
            texts[fold(each.new_term or each.term), each.occurrence] = each.new
    counts: Counter[str] = Counter()
    found = []
    for term in terms:
        key = fold(term)
        found.append(make_entry(term, texts[key, counts[key]].split("\n"), 0))
        counts[key] += 1
    return with_aliases(tuple(found))
