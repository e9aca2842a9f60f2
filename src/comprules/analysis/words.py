"""The words of a document: how often each stands there, and the forms of each stem.

Takes an `Index`, gives `Words`. Titles, texts, examples and the glossary count.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from comprules.analysis.index import Index
from comprules.document.model import Document
from comprules.stems import TOKEN, fold, stem


class Words(NamedTuple):
    """`counts` has the folded words of a document, `forms` of each stem the words that have it."""

    counts: Counter[str]
    forms: dict[str, list[str]]


def words(document: Document, index: Index) -> Words:
    """Every word of `document`, symbols and numbers included."""
    pieces = [
        piece for node in index.nodes for piece in (node.rule.title, node.rule.text, *node.rule.examples) if piece
    ]
    pieces += [piece for entry in document.glossary for piece in (entry.term, entry.text)]
    counts = Counter(TOKEN.findall(fold("\n".join(pieces))))
    forms: dict[str, list[str]] = {}
    for word in counts:
        forms.setdefault(stem(word), []).append(word)
    return Words(counts, forms)
