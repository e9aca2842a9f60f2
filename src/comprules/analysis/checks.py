"""Whether the numbers of a document follow each other, and its contents agree with its body.

Takes a `Document` and its `Index`, gives diagnostics. A document may begin anywhere, so what comes before its first
number is not missing; after that every number must follow the one before it under the same parent.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from comprules.analysis.index import Index
from comprules.document.model import Document
from comprules.errors import Diagnostic, diagnose
from comprules.families.shape import parts

_WORD = re.compile(r"[^\W\d_]+")
_FINISHED = re.compile(r"[.!?:…][)\]”’\"'*]*$")
_CLOSING = 8  # characters: a stop, and the brackets and quotation marks after it
_KNOWN = 3  # times: a word that an excerpt has as often is one
_RARE = 2  # times: a word that it has more often is no slip


def check(document: Document, index: Index) -> tuple[Diagnostic, ...]:
    """Everything odd about numbers, contents, the ends of texts and terms, in the order of these."""
    return (
        *_numbers(index),
        *_contents(document, index),
        *_unfinished(document, index),
        *_terms(document),
    )


def _numbers(index: Index) -> Iterator[Diagnostic]:
    family = index.family
    skipped = set(family.skipped_letters)
    seen: dict[str, int] = {}  # number to line
    last: dict[str | None, str] = {}  # parent number to its latest child
    begun: set[int] = set()  # depths of which a number has been seen
    for node in index.nodes:
        number, line = node.rule.number, node.rule.line
        parent = family.parent(number)
        before = last.get(parent)
        if number in seen:
            yield diagnose("duplicate-number", f"{number} stands already on line {seen[number]}", line, number)
        elif before is None or number != family.next_number(before):
            yield from _order(index, before, number, line, bool(seen))
        if number[-1].isalpha() and not skipped.isdisjoint(number):
            yield diagnose("unexpected-letter", f"{number} uses a letter that is skipped elsewhere", line, number)
        above = node.path[-1].number if node.path else None
        if above != parent and parent is not None and family.depth(parent) in begun:
            if parent in index:
                shown = f"{number} stands under {above or 'no heading'}, not {parent}"
                yield diagnose("misplaced", shown, line, number)
            else:
                shown = f"{number} belongs to {parent}, which does not exist"
                yield diagnose("missing-parent", shown, line, number)
        seen.setdefault(number, line)
        last[parent] = number
        begun.add(family.depth(number))


def _order(index: Index, before: str | None, number: str, line: int, begun: bool) -> Iterator[Diagnostic]:
    """Whether `number` may follow `before`, the sibling that precedes it; None if it is the first of its parent."""
    family = index.family
    last = parts(number)[-1]
    if before is None:
        expected = family.first_child(number, last)
        if not begun or number == expected or len(parts(number)) == 1:
            return
    elif family.order(number) < family.order(before):
        yield diagnose("out-of-order", f"{number} stands after {before}", line, number)
        return
    else:
        expected = family.next_number(before)
    skipped = [missing for missing in family.between(expected, number)[:-1] if missing not in index]
    if skipped:
        shown = skipped[0] if len(skipped) == 1 else f"{skipped[0]} to {skipped[-1]}"
        verb = "is" if len(skipped) == 1 else "are"
        yield diagnose("gap", f"{shown} {verb} missing before {number}", line, number)


def _contents(document: Document, index: Index) -> Iterator[Diagnostic]:
    if not document.contents:
        return
    family = index.family
    listed = {entry.number: entry for entry in document.contents if entry.number}
    depths = {family.level(number) for number in listed}
    for entry in document.contents:
        number = entry.number
        if number is None:
            continue
        if number not in index:
            yield diagnose("contents-extra", f"{number} “{entry.title}” is only in the contents", entry.line, number)
        else:
            title = index.title(number) or ""
            if title.split() != entry.title.split():
                shown = f"{number} is “{entry.title}” in the contents, “{title}” in the body"
                yield diagnose("contents-title", shown, entry.line, number)
    for node in index.nodes:
        rule = node.rule
        if rule.title and rule.number not in listed and family.level(rule.number) in depths:
            yield diagnose(
                "contents-missing",
                f"{rule.number} “{rule.title}” is not in the contents",
                rule.line,
                rule.number,
            )


def _unfinished(document: Document, index: Index) -> Iterator[Diagnostic]:
    """Texts, examples and glossary entries without a full stop at the end."""
    for node in index.nodes:
        rule = node.rule
        for text in (rule.text, *rule.examples):
            if text and text[-1] != "." and not _is_finished(text):
                yield diagnose("unfinished", f"{rule.number} ends “{_end(text)}”", rule.line, rule.number)
    for entry in document.glossary:
        for at, text in enumerate(entry.text.split("\n"), 1):
            if text and text[-1] != "." and not _is_finished(text):
                yield diagnose("unfinished", f"“{entry.term}” ends “{_end(text)}”", entry.line + at)


def _is_finished(text: str) -> bool:
    return bool(_FINISHED.search(text[-_CLOSING:].rstrip()))


def _end(text: str) -> str:
    return text if len(text) < 40 else "…" + text[-38:]


def joined_words(index: Index) -> Iterator[Diagnostic]:
    """Words of an excerpt that are two words of it without the space between: “abilitybased”, “aboutAuras”."""
    counts = Counter(word for node in index.nodes for word in _WORD.findall(node.rule.text or ""))
    known = {word.lower() for word, count in counts.items() if count >= _KNOWN}
    for node in index.nodes:
        for word in _WORD.findall(node.rule.text or ""):
            if counts[word] <= _RARE and word.lower() not in known:
                halves = _halves(word, known)
                if halves:
                    shown = f"{node.rule.number} has “{word}”, perhaps “{halves[0]} {halves[1]}”"
                    yield diagnose("joined-words", shown, node.rule.line, node.rule.number)


def _halves(word: str, known: set[str]) -> tuple[str, str] | None:
    """Two known words that make up `word`; where a capital stands inside, it parts them."""
    inner = [at for at in range(1, len(word)) if word[at].isupper()]
    for at in inner or range(3, len(word) - 2):
        first, second = word[:at], word[at:]
        if first.lower() in known and (second.lower() in known or (inner and len(second) > 3)):
            return first, second
    return None


def _terms(document: Document) -> Iterator[Diagnostic]:
    counts = Counter(entry.term for entry in document.glossary)
    seen: set[str] = set()
    for entry in document.glossary:
        if counts[entry.term] > 1 and entry.term in seen:
            yield diagnose("duplicate-term", f"“{entry.term}” has an entry already", entry.line)
        seen.add(entry.term)
