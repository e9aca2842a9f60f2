"""The inverse of a comparison: a diff and the old document give the new one.

Nothing but the old document and what the diff says of changes is used, so that a diff that applies is complete.
"""

from __future__ import annotations

from collections import Counter

from comprules.diff.glossary import entries_by_key
from comprules.diff.model import Diff
from comprules.diff.parts import parts
from comprules.document.model import ContentsEntry, Document, Entry, Heading, Rule
from comprules.document.parser import make_entry, with_aliases
from comprules.tables.index import index
from comprules.wording.fold import fold


def apply(diff: Diff, old: Document) -> Document:
    """The new document, places aside: every line number is 0."""
    around = _around(diff, old)
    return Document(
        family=old.family,
        title=around["title"][0] if around["title"] else None,
        effective=around["effective"][0] if around["effective"] else None,
        front=around["front"],
        introduction=around["introduction"],
        contents=tuple(_contents_entry(line) for line in around["contents"]),
        rules=_rules(diff, old),
        glossary=_glossary(diff, old, around["terms"]),
        index=around["index"],
        credits=around["credits"],
        headings=tuple(Heading(*line.split(" ", 1)) for line in around["headings"]),
    )


def _around(diff: Diff, old: Document) -> dict[str, tuple[str, ...]]:
    """The parts around the rules, changed paragraphs replaced from the last to the first."""
    found = dict(parts(old))
    for change in reversed(diff.parts):
        first, last = change.old
        found[change.part] = found[change.part][:first] + change.added + found[change.part][last:]
    return found


def _contents_entry(line: str) -> ContentsEntry:
    number, _, title = line.partition(" ")
    return ContentsEntry(None if number == "-" else number, title)


def _rules(diff: Diff, old: Document) -> tuple[Rule, ...]:
    """Every rule that was paired as it was, but for its change; added rules from theirs; nested as the diff says."""
    nodes = index(old).nodes
    changed = {change.new_at: change.new for change in diff.changes if change.new}
    unchanged = {pair.new: nodes[pair.old].rule for pair in diff.pairs}
    children: dict[int, list[Rule]] = {}
    for at in range(len(diff.parents) - 1, -1, -1):
        words = changed.get(at) or unchanged[at]
        below = tuple(reversed(children.get(at, [])))
        rule = Rule(words.number, words.title, words.text, words.examples, 0, below)
        children.setdefault(diff.parents[at], []).append(rule)
    return tuple(reversed(children.get(-1, [])))


def _glossary(diff: Diff, old: Document, terms: tuple[str, ...]) -> tuple[Entry, ...]:
    """Every entry as it was, but for its change; entries of one term are told apart by their order."""
    texts = {key: entry.text for key, entry in entries_by_key(old).items()}
    texts.update(
        {
            (fold(each.new_term or each.term), each.occurrence): each.new
            for each in diff.glossary
            if each.new is not None
        }
    )
    counts: Counter[str] = Counter()
    found = []
    for term in terms:
        key = fold(term)
        found.append(make_entry(term, texts[key, counts[key]].split("\n"), 0))
        counts[key] += 1
    return with_aliases(tuple(found))
