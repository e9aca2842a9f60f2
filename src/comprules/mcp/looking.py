"""How the tools look things up: the one place that knows what look-up and search take and give."""

from __future__ import annotations

from comprules.analysis.index import Node
from comprules.document.model import Entry
from comprules.errors import NotFoundError
from comprules.lookup.find import find
from comprules.lookup.search import Hit
from comprules.lookup.search import search as find_words
from comprules.release import Release


def look_up(release: Release, wanted: str) -> tuple[tuple[Entry, ...], tuple[Node, ...]]:
    """The glossary entries and the rules that a number, range or name means. Raises NotFoundError.

    Also for a name that may mean several things: a model is told which, and asks again.
    """
    found = find(release, wanted)
    if not found.sure:
        near = tuple(answer.name for answer in found.answers)
        raise NotFoundError(f"“{wanted}” may mean several things", near)
    return found.entries, found.nodes


def search(release: Release, query: str) -> tuple[Hit, ...]:
    """What holds the words of a query, the best first. Raises NotFoundError for a query without words."""
    return find_words(release, query).hits
