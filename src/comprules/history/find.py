"""Which lineages a person means: by a number, in some release, by a title or keyword, by a glossary term.

Rules that are gone are found as well: a number that the newest release does not have means the rule that had it last,
and a title or term may be one of the past.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from comprules.analysis.index import fold_name
from comprules.errors import NotFoundError
from comprules.families.family import Family
from comprules.history.model import History, Lineage
from comprules.release import Release


def find(
    history: History, query: str, release_in: Callable[[int], Release], as_of: int | None = None
) -> tuple[Lineage, ...]:
    """The lineages that `query` means, the rule first, the rules below a heading that has no text of its own after it.

    `as_of` is the index of the release whose numbers and words count, by default the newest that knows the query;
    `release_in` gives the release of an index. Raises NotFoundError, naming what is nearest.
    """
    found = _by_number(history, query, as_of) or _by_name(history, query, as_of)
    found = found or _by_lookup(history, query, release_in, as_of)
    family = release_in(len(history.releases) - 1).index.family
    below = [each for main in found for each in _below(history, main, family, as_of) if each not in found]
    return (*found, *below)


def _by_number(history: History, query: str, as_of: int | None) -> list[Lineage]:
    number = query.strip().removeprefix("rule ").rstrip(".").lower()
    for at in _releases(history, as_of):
        found = [each for each in history.lineages if each.of == "rule" and each.numbers[at] == number]
        if found:
            return found
    return []


def _releases(history: History, as_of: int | None) -> Iterator[int]:
    """The releases in which a number is looked up, the newest first."""
    return iter(range(len(history.releases) - 1, -1, -1)) if as_of is None else iter((as_of,))


def _by_name(history: History, query: str, as_of: int | None) -> list[Lineage]:
    """The lineages that have the title or term at that time, else those that ever had it."""
    name = fold_name(query)
    ever = [each for each in history.lineages if any(fold_name(title) == name for title in _titles(each))]
    at = len(history.releases) - 1 if as_of is None else as_of
    now = [each for each in ever if each.numbers[at] is not None and fold_name(_title_in(each, at)) == name]
    return now or ever


def _titles(lineage: Lineage) -> Iterator[str]:
    for event in lineage.events:
        for side in (event.old, event.new):
            if side and side.title:
                yield side.title


def _title_in(lineage: Lineage, release: int) -> str:
    """The title that a lineage has in the release of this index."""
    sides = (event.new for event in reversed(lineage.events) if event.release <= release and event.new)
    return next((side.title or "" for side in sides), "")


def _by_lookup(history: History, query: str, release_in: Callable[[int], Release], as_of: int | None) -> list[Lineage]:
    """What a look-up in one release gives, which knows more forms of words. Raises NotFoundError."""
    from comprules.lookup.find import find as look_up

    at = len(history.releases) - 1 if as_of is None else as_of
    try:
        found = look_up(release_in(at), query)
    except NotFoundError as error:
        raise NotFoundError(f"no rule or term “{query.strip()}” in any of these releases", error.near) from None
    numbers = {node.rule.number for node in found.nodes}
    term = found.entries[0].term if found.entries else None
    return [each for each in history.lineages if each.numbers[at] in (numbers if each.of == "rule" else {term})]


def _below(history: History, main: Lineage, family: Family, as_of: int | None) -> Iterator[Lineage]:
    """The sentences that stand under a heading without a text, in the last release that has it or that of `as_of`."""
    if main.of != "rule" or main.now.text:
        return
    at = as_of if as_of is not None else max(at for at, number in enumerate(main.numbers) if number)
    number = main.numbers[at]
    found = [
        each
        for each in history.lineages
        if each.of == "rule" and (own := each.numbers[at]) and family.parent(own) == number
    ]
    if not any(each.now.title for each in found):
        yield from found
