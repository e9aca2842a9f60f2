"""Put the numbers back on a copied passage: which rule each paragraph is, and of which releases.

Every text of every candidate release is indexed once by its folded words; a paragraph that stands there word for word
is then a look-up, whatever the number of candidates. Paragraphs that share their words with another rule are told apart
by the paragraphs around them; what is worn is looked for by its rarest words, in the releases that fit best. What the
text does not decide is said to be uncertain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from comprules.document.parser import paragraphs_of
from comprules.errors import NotFoundError
from comprules.families.family import Family
from comprules.families.openings import opening
from comprules.placing import Place, Texts, place
from comprules.release import Release
from comprules.source import Source
from comprules.wording.edits import edits
from comprules.wording.fold import fold

_CLOSELY = 3  # releases that fit best are searched for worn paragraphs too


class Wear(msgspec.Struct, frozen=True):
    """A difference between a paragraph and its original: what stands there, and what the original has."""

    kind: Literal["lost", "added", "joined", "changed"]
    original: str
    copied: str


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of the passage: its text without any number, the line it stands on, and what it is.

    `number` is that of its rule, or the term of its glossary entry, None if it fits nowhere; `part` says whether it is
    the title, the text or an example, the term or the glossary text.
    `exact`: word for word. `certain`: the text decides it. `in_order`: it stands where the release has it. `printed` is
    the number that the passage itself gives it.
    """

    text: str
    line: int
    number: str | None
    part: str | None
    exact: bool
    certain: bool
    in_order: bool
    similarity: float
    printed: str | None
    wear: tuple[Wear, ...] = ()


class Fit(msgspec.Struct, frozen=True):
    """How well a release fits: paragraphs found word for word, and nearly."""

    name: str
    effective: str | None
    exact: int
    near: int | None


class Restoration(msgspec.Struct, frozen=True):
    """A passage with its numbers: as the latest of the releases that fit best has them, and how well others fit."""

    best: tuple[str, ...]
    fits: tuple[Fit, ...]
    paragraphs: tuple[Paragraph, ...]


class Piece(msgspec.Struct, frozen=True):
    """A paragraph of a passage before it is placed."""

    text: str
    line: int
    printed: str | None


def passage(source: Source, family: Family) -> tuple[Piece, ...]:
    """The paragraphs of a passage from a document of `family`, their numbers and labels taken off."""
    found = []
    for line in paragraphs_of(source, family)[0]:
        this = opening(line.text, family)
        text = this.rest if this else line.text
        found.append(Piece(text, line.number, this.number or None if this else None))
    return tuple(found)


def restore(source: Source, releases: Sequence[Release]) -> Restoration:
    """Give every paragraph of a passage its number. `releases` are the candidates.

    Raises NotFoundError if no paragraph is found in any of them, even nearly.
    """
    pieces = passage(source, releases[0].index.family)
    texts = Texts(releases)
    exact = texts.counts([fold(piece.text) for piece in pieces])
    ranked = sorted(range(len(releases)), key=lambda at: (-exact[at], _date(releases[at])))
    closely = ranked[:1] + [at for at in ranked[1:] if exact[at] == exact[ranked[0]] or at in ranked[:_CLOSELY]]
    placed = {at: place(texts, at, pieces) for at in closely}
    near = {at: sum(bool(each and not each.exact) for each in placed[at]) for at in closely}
    most = max((exact[at], near[at]) for at in closely)
    best = [at for at in closely if (exact[at], near[at]) == most]
    if most == (0, 0):
        raise NotFoundError(f"{source.name}: no paragraph of it stands in any of the {len(releases)} releases")
    chosen = max(best, key=lambda at: _date(releases[at]))
    fits = [Fit(_name(releases[at]), releases[at].document.effective, exact[at], near.get(at)) for at in ranked]
    return Restoration(
        best=tuple(_name(releases[at]) for at in sorted(best, key=lambda at: _date(releases[at]))),
        fits=tuple(sorted(fits, key=lambda fit: (-fit.exact, -(fit.near or 0)))),
        paragraphs=tuple(map(_paragraph, pieces, placed[chosen])),
    )


def _name(release: Release) -> str:
    return release.document.effective or release.source.name


def _date(release: Release) -> str:
    return release.document.effective or ""


def _paragraph(piece: Piece, found: Place | None) -> Paragraph:
    if found is None:
        return Paragraph(piece.text, piece.line, None, None, False, False, False, 0.0, piece.printed)
    wear = () if found.exact else tuple(_wear(found.text, piece.text))
    return Paragraph(
        text=piece.text,
        line=piece.line,
        number=found.number,
        part=found.part,
        exact=found.exact,
        certain=found.certain,
        in_order=found.in_order,
        similarity=found.similarity,
        printed=piece.printed,
        wear=wear,
    )


def _wear(original: str, copied: str) -> Iterable[Wear]:
    for edit in edits(original, copied, "text"):
        before, after = original[slice(*edit.old)].strip(), copied[slice(*edit.new)].strip()
        if "".join(before.split()) == "".join(after.split()):
            yield Wear("joined", before, after)
        elif not after:
            yield Wear("lost", before, "")
        elif not before:
            yield Wear("added", "", after)
        else:
            yield Wear("changed", before, after)
