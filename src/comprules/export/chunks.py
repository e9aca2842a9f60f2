"""Passages for retrieval: JSON Lines, one for each rule and each glossary entry, in document order.

Of several releases the newest is exported, and every `id` is that of a lineage: it stays when the number changes. Of
one release alone the `id` is the number, or `term:` and the term. `comprules schema chunk` has the shape of a line.

With an older release (`--since`), the lines are what turns the older release's chunks into the newer's; their shape is
`comprules schema chunk-change`:

1. take out every chunk whose id is in a `delete`, or is the `was` of a `rename`;
2. put in the chunk of every `rename`, with what was made of the text of the chunk `was`, since the text is the same;
3. put in the chunk of every `upsert`, in the place of the one of the same id, if there is one.

Chunks that no line names stay, as part of the newer release.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from comprules.analysis.index import Node
from comprules.export.exporters import Exporter, ExportError
from comprules.export.lineages import place
from comprules.export.shelf import Shelf
from comprules.history.model import History
from comprules.release import Release
from comprules.render.json import encode_lines

_TOKEN = 4  # characters: what tokenizers of English come to on average; an estimate, for budgets
# What a sentence begins with that leans on the one before it: it says nothing to who has not read that.
_LEANING = re.compile(
    r"(?:[a-z]|(?:This|That|These|Those|It|Its|They|Them|Their|He|She|Otherwise|However|Instead|Then|Also|Likewise|Such"
    r"|Each of (?:these|those)|If (?:so|not|it|they|this|that|those|these)|In (?:this|that|these|those) cases?"
    r"|(?:Any|All|None) of (?:these|those))\b)"
)
_ANNOUNCES = re.compile(r"(?:[:—]|\b(?:as follows|following)[^.]{0,80}\.)\s*$")  # the end of what leads a list


class Chunk(msgspec.Struct, frozen=True):
    """A rule or glossary entry as a passage that can be found and read by itself.

    `text` is what to index; where a subrule leans on its parent, the parent's sentence comes first, on a line of its
    own. `breadcrumb` are the headings above, outermost first. `references` are the numbers that it cites, `terms` the
    glossary entries. `sha256` is that of the text and the examples, each followed by a line end, in UTF-8. `tokens` is
    an estimate for text and examples.
    """

    id: str
    kind: Literal["rule", "term"]
    number: str | None
    term: str | None
    breadcrumb: tuple[str, ...]
    text: str
    examples: tuple[str, ...]
    references: tuple[str, ...]
    terms: tuple[str, ...]
    release: str
    sha256: str
    tokens: int


class ChunkChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of an export of what is new: `upsert` and `rename` have a chunk, `rename` the id that it `was`."""

    op: Literal["delete", "rename", "upsert"]
    id: str
    was: str | None = None
    chunk: Chunk | None = None


def write(shelf: Shelf, path: Path) -> None:
    """Write the chunks of the newest release, or what is new in them, to `path`."""
    if shelf.since is None:
        ids = _lasting_ids(shelf, len(shelf)) if len(shelf) > 1 else _plain_ids(shelf.newest)
        path.write_bytes(encode_lines(chunks(shelf.newest, ids)))
    else:
        path.write_bytes(encode_lines(list(_news(shelf))))


def chunks(release: Release, ids: list[str]) -> list[Chunk]:
    """The chunks of a release; `ids` are those of its nodes and then of its glossary entries."""
    label = release.effective or release.name
    cited, terms = _cited(release)
    made = []
    for at, node in enumerate(release.index.nodes):
        rule = node.rule
        breadcrumb = tuple(f"{above.number} {above.title}" if above.title else above.number for above in node.path)
        key = ("rule", at)
        made.append(
            _chunk(ids[at], rule.number, None, breadcrumb, passage(node), rule.examples, cited[key], terms[key], label)
        )
    for at, entry in enumerate(release.document.glossary):
        key, text = ("term", at), f"{entry.term}\n{entry.text}"
        name = ids[len(release.index.nodes) + at]
        made.append(_chunk(name, None, entry.term, ("Glossary",), text, (), cited[key], terms[key], label))
    return made


def passage(node: Node) -> str:
    """What to index of a rule: its title and text, after its parent's sentence where it makes no sense without."""
    rule = node.rule
    own = "\n".join(each for each in (rule.title, rule.text) if each)
    above = node.path[-1].text if node.path else None
    if above and not rule.title and (_LEANING.match(own) or _ANNOUNCES.search(above)):
        return f"{above}\n{own}"
    return own


def _chunk(
    name: str,
    number: str | None,
    term: str | None,
    breadcrumb: tuple[str, ...],
    text: str,
    examples: tuple[str, ...],
    cited: Iterable[str],
    terms: Iterable[str],
    label: str,
) -> Chunk:
    content = "".join(f"{each}\n" for each in (text, *examples))
    return Chunk(
        id=name,
        kind="term" if number is None else "rule",
        number=number,
        term=term,
        breadcrumb=breadcrumb,
        text=text,
        examples=examples,
        references=tuple(dict.fromkeys(cited)),
        terms=tuple(dict.fromkeys(terms)),
        release=label,
        sha256=hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest(),
        tokens=-(-len(content) // _TOKEN),
    )


Cited = dict[tuple[str, int], list[str]]


def _cited(release: Release) -> tuple[Cited, Cited]:
    """The numbers and the terms that each node and each entry cites."""
    places = [("rule", at) for at in range(len(release.index.nodes))]
    places += [("term", at) for at in range(len(release.document.glossary))]
    cited: Cited = {key: [] for key in places}
    terms: Cited = {key: [] for key in places}
    for each in release.references:
        key = ("term" if each.part == "glossary" else "rule", each.at)
        cited[key].extend(each.targets)
        terms[key].extend(each.to)
    return cited, terms


def _plain_ids(release: Release) -> list[str]:
    """Ids made of numbers and terms; one that comes again gets a count."""
    names = [node.rule.number for node in release.index.nodes]
    names += [f"term:{entry.term}" for entry in release.document.glossary]
    counts: Counter[str] = Counter()
    for at, name in enumerate(names):
        counts[name] += 1
        if counts[name] > 1:
            names[at] = f"{name}#{counts[name]}"
    return names


def _lineage_of(history: History, at: int, release: Release) -> list[int]:
    places = place(history, at, release)
    return [*places.rules, *places.terms]


def _lasting_ids(shelf: Shelf, count: int) -> list[str]:
    """The ids of the lineages of the last of the first `count` releases, as they were known then."""
    history = shelf.history if count == len(shelf) else shelf.history_up_to(count)
    return [history.lineages[each].id for each in _lineage_of(history, count - 1, shelf[count - 1])]


def _news(shelf: Shelf) -> Iterator[ChunkChange]:
    """What turns the chunks of the older release into those of the newest: deletes, renames, upserts."""
    older = shelf.older()
    at = shelf.position(str(shelf.since))
    if len(shelf) == 1:  # without an archive: the ids are numbers, and the two releases are all that is known
        pair = Shelf([str(shelf.since), *shelf.paths])
        if len(pair) == 1 or pair.newest.sha256 != shelf.newest.sha256:
            raise ExportError(f"--since {older.name}: this is not older than {shelf.newest.name}")
        before, after = chunks(older, _plain_ids(older)), chunks(shelf.newest, _plain_ids(shelf.newest))
        history, at = pair.history, 0
    elif at is None:
        raise ExportError(f"--since {older.name}: this is none of the releases; the ids of its chunks are not known")
    else:
        before, after = (
            chunks(older, _lasting_ids(shelf, at + 1)),
            chunks(shelf.newest, _lasting_ids(shelf, len(shelf))),
        )
        history = shelf.history
    then = dict(zip(_lineage_of(history, at, older), before, strict=True))
    now = list(zip(_lineage_of(history, len(history.releases) - 1, shelf.newest), after, strict=True))
    yield from _changes(then, now)


def _changes(then: dict[int, Chunk], now: list[tuple[int, Chunk]]) -> Iterator[ChunkChange]:
    """The changes between chunks by lineage."""
    renames: list[ChunkChange] = []
    upserts: list[ChunkChange] = []
    for lineage, chunk in now:
        old = then.pop(lineage, None)
        if old is None or old.sha256 != chunk.sha256:
            upserts.append(ChunkChange("upsert", chunk.id, chunk=chunk))
            if old is not None and old.id != chunk.id:
                then[lineage] = old
        elif msgspec.structs.replace(old, release=chunk.release) != chunk:
            renames.append(ChunkChange("rename", chunk.id, old.id, chunk))
    put = {each.id for each in upserts}
    yield from (ChunkChange("delete", old.id) for old in then.values() if old.id not in put)
    yield from renames
    yield from upserts


EXPORTERS = {
    "chunks": Exporter(
        write, "passages for retrieval, one a line, with ids that last", "text", several=True, since=True
    )
}
