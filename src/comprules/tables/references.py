"""Every reference of a document, and whether it finds what it names.

Takes the tree and its index, gives one `Reference` a citation in document order: rule texts with their examples, then
the glossary. A glossary entry may also refer to other entries (“See Keel.”). A reference is dangling if one of the
numbers or terms it names does not exist, and a title mismatch if it quotes a title that its target does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from comprules.document.model import Document, Entry, Rule
from comprules.errors import Diagnostic, diagnose
from comprules.numbering import parts, sort_key
from comprules.tables.citations import Citation, Cited, cite
from comprules.tables.index import Index, fold_name

Status = Literal["resolved", "dangling", "title-mismatch"]

# “See Keel.”, “See also Keel, Hull and Rudder.”: capitalised terms up to the full stop that ends a line or sentence.
_SEE = re.compile(
    r"See (?:also )?"
    r"(?P<terms>[“\"]?[A-Z0-9][^\n.]{0,120}?)(?=[.,]?[”\"]?(?:\.|\)|$|\n))"
)
_TERM_SEPARATOR = re.compile(r"(,? and (?:also )?|, )")


class Reference(msgspec.Struct, frozen=True, gc=False, rename={"number": "from"}):
    """A place in a text that names rules or glossary entries.

    It stands in the rule `number` or the entry `term`; in its text, example `index` or glossary text, at the characters
    `start` to `end`, half-open. `targets` are the numbers it names that exist, a range as its members; `title` the
    first title it quotes; `to` the glossary entries it names; `named` the numbers it writes, of a range the first and
    the last, whether or not they exist.
    """

    number: str | None
    term: str | None
    part: Literal["text", "example", "glossary"]
    index: int
    start: int
    end: int
    raw: str
    targets: tuple[str, ...]
    title: str | None
    status: Status
    to: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


def resolve(document: Document, index: Index) -> tuple[Reference, ...]:
    """All references of `document`."""
    found: list[Reference] = []
    for node in index.nodes:
        rule = node.rule
        if rule.text:
            found.extend(_numbers(index, rule.text, rule.number, None, "text", 0))
        for at, example in enumerate(rule.examples):
            found.extend(_numbers(index, example, rule.number, None, "example", at))
    for entry in document.glossary:
        cited = [*_numbers(index, entry.text, None, entry.term, "glossary", 0), *_terms(index, entry)]
        found.extend(sorted(cited, key=lambda reference: reference.start))
    return tuple(found)


def _numbers(
    index: Index, text: str, number: str | None, term: str | None, part: Literal["text", "example", "glossary"], at: int
) -> Iterator[Reference]:
    for citation in cite(text):
        targets: list[str] = []
        numbers: list[str] = []
        status: Status = "resolved"
        for cited in citation.cited:
            named, whole = _named(index, cited)
            targets.extend(target for target in named if target not in targets)
            last = last_of(cited)
            numbers.extend((cited.first, last) if last else (cited.first,))
            if not whole:
                status = "dangling"
            elif cited.title and status == "resolved" and not _titled(index, named[-1], cited.title):
                status = "title-mismatch"
        title = next((cited.title for cited in citation.cited if cited.title), None)
        yield Reference(
            *(number, term, part, at, citation.start, citation.end, citation.raw),
            *(tuple(targets), title, status, (), tuple(numbers)),
        )


def _named(index: Index, cited: Cited) -> tuple[list[str], bool]:
    """The existing numbers that `cited` names, and whether none is missing: of a range, its two ends must exist."""
    last = last_of(cited)
    if last is None:
        return ([cited.first], True) if cited.first in index else ([], False)
    members = [number for number in index.family.between(cited.first, last) if number in index]
    return members, cited.first in members and last in members


def last_of(cited: Cited) -> str | None:
    """The last number of a range in full: `510.1c–d` ends with 510.1d, `712.9–10` with 712.10; None for no range."""
    first, last = cited.first, cited.last
    if last is None or "." in last or first.isdigit():
        return last
    return first[: len(first) - len(parts(first)[-1])] + last


def _titled(index: Index, number: str, title: str) -> bool:
    rule = index.by_number[number].rule
    return fold_name(rule.title or rule.text or "") == fold_name(title)


def _terms(index: Index, entry: Entry) -> Iterator[Reference]:
    """The references of an entry to other entries."""
    for see in _SEE.finditer(entry.text):
        if entry.text[max(0, see.start() - 1) : see.start()] not in ("", " ", "\n", "("):
            continue
        raw = see["terms"].rstrip(' ,”"')
        if re.match(r"(?:rules?|sections?)\b", raw, re.IGNORECASE) or any(char.isdigit() for char in raw):
            continue
        to, whole = _split(index, raw.strip('“"'))
        if to or whole or _is_term_like(raw):
            yield Reference(
                None,
                entry.term,
                "glossary",
                0,
                see.start("terms"),
                see.start("terms") + len(raw),
                raw,
                (),
                None,
                "resolved" if whole else "dangling",
                tuple(to),
            )


def _is_term_like(raw: str) -> bool:
    """Whether `raw` is written as terms are, in capitals, so that its absence is a fault."""
    return all(word[:1].isupper() or len(word) <= 3 for word in re.split(r"[\s,]+", raw) if word)


def _split(index: Index, raw: str) -> tuple[list[str], bool]:
    """The entries that `raw` lists: longest names first, since a term may hold commas itself."""
    pieces = _TERM_SEPARATOR.split(raw)
    names, separators = pieces[::2], pieces[1::2]
    to: list[str] = []
    at, whole = 0, True
    while at < len(names):
        for end in range(len(names), at, -1):
            name = "".join(
                piece for pair in zip(names[at:end], [*separators[at : end - 1], ""], strict=True) for piece in pair
            )
            entry = _entry(index, name.strip('“”" '))
            if entry:
                to.append(entry.term)
                break
        else:
            end, whole = at + 1, False
        at = end
    return to, whole


def _entry(index: Index, name: str) -> Entry | None:
    """The entry of `name`; a plural finds the entry of its singular."""
    return index.entry(name) or (index.entry(name[:-1]) if name.endswith("s") else None)


def report(
    document: Document, index: Index, references: tuple[Reference, ...], lines: list[str]
) -> Iterator[Diagnostic]:
    """A diagnostic for each reference that is dangling or quotes a wrong title, with the likely target.

    `lines` are those of the source, to name the very line that holds the reference.
    """
    whole = bool(document.contents or document.glossary)  # else it is an excerpt, and much that it cites is elsewhere
    broken = [
        reference
        for reference in references
        if reference.status != "resolved" and (whole or not _is_elsewhere(index, reference))
    ]
    homes = _homes(document, index) if broken else {}
    read: dict[str, dict[int, Citation]] = {}  # of each text its citations by where they begin
    for reference in broken:
        start, text = _home(homes[reference.number, reference.term], reference)
        if text not in read:
            read[text] = {citation.start: citation for citation in cite(text)}
        where = reference.number or f"“{reference.term}”"
        message = f"{where} {_fault(index, reference, read[text].get(reference.start))}"
        yield diagnose(reference.status, message, _line(lines, start, reference.raw), reference.number)


def _is_elsewhere(index: Index, reference: Reference) -> bool:
    """Whether a number that `reference` names belongs to a chapter that the document does not have."""
    chapters = {number.partition(".")[0] for number in reference.named}
    return any(chapter not in index for chapter in chapters)


Homes = dict[tuple[str | None, str | None], list[Rule | Entry]]


def _homes(document: Document, index: Index) -> Homes:
    """The rules of each number and the entries of each term; duplicates make them several."""
    homes: Homes = {}
    for node in index.nodes:
        homes.setdefault((node.rule.number, None), []).append(node.rule)
    for entry in document.glossary:
        homes.setdefault((None, entry.term), []).append(entry)
    return homes


def _home(homes: list[Rule | Entry], reference: Reference) -> tuple[int, str]:
    """The line of the rule or entry that holds `reference`, and the text that its offsets count in."""
    for home in homes:
        texts = home.examples if isinstance(home, Rule) and reference.part == "example" else (home.text or "",)
        text = texts[reference.index] if reference.index < len(texts) else ""
        if text[reference.start : reference.end] == reference.raw:
            return home.line, text
    raise KeyError(reference.raw)


def _line(lines: list[str], start: int, raw: str) -> int:
    """The 1-based line, from `start` on, that holds `raw`; `start` if it is broken over lines."""
    for number in range(start, min(start + 40, len(lines) + 1)):
        if raw in lines[number - 1]:
            return number
    return start


def _fault(index: Index, reference: Reference, citation: Citation | None) -> str:
    if citation is None:
        return f"refers to “{reference.raw}”, which has no glossary entry"
    for cited in citation.cited:
        named, whole = _named(index, cited)
        if not whole:
            ends = [end for end in (cited.first, last_of(cited)) if end and end not in index] or [cited.first]
            hint = _by_title(index, cited.title) or _nearest(index, ends[0])
            return f"cites {' and '.join(ends)}, which does not exist{hint}"
        if cited.title and not _titled(index, named[-1], cited.title):
            title = index.title(named[-1])
            actual = f"but its title is “{title}”" if title else "which has no title"
            return f"cites {named[-1]} as “{cited.title}”, {actual}{_by_title(index, cited.title)}"
    return f"cites {reference.raw}"


def _by_title(index: Index, title: str | None) -> str:
    """“; “Keel” is 203.4” for a quoted title that another number has."""
    wanted = fold_name(title or "")
    for node in index.nodes:
        if wanted and node.rule.title and fold_name(node.rule.title) == wanted:
            return f"; “{node.rule.title}” is {node.rule.number}"
    return ""


def _nearest(index: Index, number: str) -> str:
    """The existing number that comes before `number` under the nearest parent that exists."""
    above = index.family.parent(number)
    while above and above not in index:
        above = index.family.parent(above)
    if not above:
        return ""
    before = [rule.number for rule in index.by_number[above].rule.rules if sort_key(rule.number) < sort_key(number)]
    return f"; the last before it is {max(before, key=sort_key)}" if before else f"; {above} exists"
