"""An editor of rules: changes a document as a rules manager would, and remembers which rule became which.

Citations hold on to the rule they name, so that numbers and references follow every insertion, removal and move.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

import msgspec

from comprules import Release, text, walk
from comprules.analysis.citations import cite
from comprules.document.model import Document, Rule
from comprules.families.magic import FAMILY as MAGIC

_NUMBER = re.compile(r"[1-9]\d\d\.\d+[a-z]*|[1-9]\d\d(?![\d.])")
_LINK = re.compile("\x01(\\d+)\x02")
_NEW_WORDS = (
    *("anchor", "bosun", "capstan", "davit", "ensign", "fathom", "gunwale", "halyard"),
    *("jib", "keelson", "lanyard", "mizzen", "oakum", "pennant"),
)


@dataclass
class Piece:
    """A rule while it is edited: its texts hold links where they cite; `share` is how much of its words are the old."""

    ident: int
    title: str | None
    text: str | None
    examples: list[str]
    below: list[Piece] = field(default_factory=list)
    share: float = 1.0


class Editor:
    """A document taken apart; `edit` changes it, `written` writes it down with the numbers it has then."""

    def __init__(self, release: Release, seed: int) -> None:
        self.random = random.Random(seed)
        self.document = release.document
        self.idents = {rule.number: ident for ident, rule in enumerate(walk(self.document.rules))}
        self.numbers = {ident: number for number, ident in self.idents.items()}
        self.next = len(self.idents)
        self.merged: dict[int, int] = {}
        self.top = [self._piece(rule) for rule in self.document.rules]
        self.glossary = [(entry, self._linked(entry.text)) for entry in self.document.glossary]

    def _piece(self, rule: Rule) -> Piece:
        linked = self._linked(rule.text) if rule.text else rule.text
        return Piece(
            self.idents[rule.number],
            rule.title,
            linked,
            [self._linked(example) for example in rule.examples],
            [self._piece(each) for each in rule.rules],
        )

    def _linked(self, words: str) -> str:
        """`words` with a link for each number that is cited in full; ranges keep their last part and go stale."""
        found, at = [], 0
        for citation in cite(words, MAGIC):
            if any(cited.last for cited in citation.members):
                continue
            link = _NUMBER.sub(lambda match: self._link(match.group()), citation.raw)
            found += [words[at : citation.start], link]
            at = citation.end
        return "".join([*found, words[at:]])

    def _link(self, number: str) -> str:
        return f"\x01{self.idents[number]}\x02" if number in self.idents else number

    def all(self) -> list[tuple[list[Piece], int]]:
        """Every rule below the chapters, as its list and its place in it."""
        found = []
        for section in self.top:
            for chapter in section.below:
                for at, rule in enumerate(chapter.below):
                    found.append((chapter.below, at))
                    found += [(rule.below, place) for place in range(len(rule.below))]
        return found

    def pick(self) -> tuple[list[Piece], int]:
        """A rule anywhere."""
        return self.random.choice(self.all())

    def sentence(self) -> str:
        """A sentence that no document has."""
        words = [self.random.choice(_NEW_WORDS) for _ in range(self.random.randint(8, 20))]
        return f"The {' '.join(words)} number {self.random.randint(10**6, 10**7)}."

    def fresh(self, words: str, title: str | None = None) -> Piece:
        """A rule that the old document does not have."""
        self.next += 1
        return Piece(self.next, title, None if title else words, [])

    def insert(self) -> None:
        """Put a new rule before another."""
        home, at = self.pick()
        home.insert(at, self.fresh(self.sentence()))

    def delete(self) -> None:
        """Take a rule out, with all below it."""
        home, at = self.pick()
        del home[at]

    def move(self) -> None:
        """Move a rule without subrules to another place."""
        home, at = self.pick()
        if not home[at].below and home[at].title is None:
            piece = home.pop(at)
            chapters = [chapter for section in self.top for chapter in section.below]
            target = self.random.choice(chapters).below
            target.insert(self.random.randint(0, len(target)), piece)

    def swap(self) -> None:
        """Exchange two neighbours."""
        home, at = self.pick()
        if at + 1 < len(home):
            home[at], home[at + 1] = home[at + 1], home[at]

    def reword(self) -> None:
        """Replace up to two fifths of the words of a rule."""
        home, at = self.pick()
        piece = home[at]
        words = (piece.text or "").split(" ")
        places = [place for place, word in enumerate(words) if word.isalpha()]
        if len(places) >= 8 and piece.share == 1.0:
            chosen = self.random.sample(places, self.random.randint(1, 2 * len(places) // 5))
            for place in chosen:
                words[place] = self.random.choice(_NEW_WORDS)
            piece.text = " ".join(words)
            piece.share = 1 - len(chosen) / len(words)

    def split(self) -> None:
        """Make a rule's first sentence a rule of its own, before the rest."""
        home, at = self.pick()
        piece = home[at]
        first, _, rest = (piece.text or "").partition(". ")
        if rest and piece.share == 1.0 and len(first) > 30 and len(rest) > len(first):
            home.insert(at, self.fresh(first + "."))
            piece.share = len(rest) / len(piece.text or " ")
            piece.text = rest

    def split_off(self) -> None:
        """Make what follows a rule's first sentence a rule of its own, after it: the head keeps the number."""
        home, at = self.pick()
        piece = home[at]
        first, _, rest = (piece.text or "").partition(". ")
        if rest and piece.share == 1.0 and len(first) > 30 and len(rest) > 30:
            home.insert(at + 1, self.fresh(rest))
            piece.share = len(first) / len(piece.text or " ")
            piece.text = first + "."

    def merge(self) -> None:
        """Join a rule to the one before it, under whose number both are found then."""
        home, at = self.pick()
        if at + 1 < len(home):
            piece, other = home[at], home[at + 1]
            plain = piece.text and other.text and not other.below and not piece.title and not other.title
            if plain and piece.share == other.share == 1.0:
                piece.text = f"{piece.text} {other.text}"
                piece.share = len(piece.text) / len(f"{piece.text} {other.text}")
                piece.examples += other.examples
                self.merged[other.ident] = piece.ident
                del home[at + 1]

    def rewrite(self) -> None:
        """Replace half of the words of a rule by words of another rule of the document."""
        (home, at), (others, place) = self.pick(), self.pick()
        piece = home[at]
        words, source = (piece.text or "").split(" "), (others[place].text or "").split(" ")
        if len(words) >= 10 and len(source) >= 10 and piece.share == 1.0:
            chosen = self.random.sample(range(len(words)), len(words) // 2)
            for index in chosen:
                if "\x01" not in words[index]:
                    words[index] = self.random.choice(source).strip("\x01\x02")
            piece.text = " ".join(words)
            piece.share = 0.5

    def imitate(self) -> None:
        """Put a new rule, written after the pattern of another with a quarter of its words changed, somewhere else."""
        (home, at), (others, place) = self.pick(), self.pick()
        words = (home[at].text or "").split(" ")
        if len(words) >= 8 and not home[at].title:
            for index in self.random.sample(range(len(words)), len(words) // 4):
                if "\x01" not in words[index]:
                    words[index] = self.random.choice(_NEW_WORDS)
            others.insert(place, self.fresh(" ".join(words)))

    def rename(self) -> None:
        """Give a word that documents use as a term another name throughout."""
        old, new = self.random.choice(["harbor", "rival", "quay", "flag"]), self.random.choice(_NEW_WORDS)

        def renamed(words: str) -> str:
            return re.sub(rf"\b{old}\b", new, words)

        for section in self.top:
            for piece in self._below(section):
                if piece.text and renamed(piece.text) != piece.text:
                    shorter = len(piece.text.split())
                    piece.share = min(piece.share, 1 - len(re.findall(rf"\b{old}\b", piece.text)) / shorter)
                    piece.text = renamed(piece.text)
                piece.examples = [renamed(example) for example in piece.examples]

    def _below(self, piece: Piece) -> list[Piece]:
        return [piece, *(each for below in piece.below for each in self._below(below))]

    def written(self) -> tuple[str, dict[str, str], dict[str, float]]:
        """The new document as text, what each old number became, and how much of each old rule's words is left."""
        numbers: dict[int, str] = {}
        shares: dict[str, float] = {}
        for section in self.top:
            numbers[section.ident] = self.numbers[section.ident]
            for chapter in section.below:
                numbers[chapter.ident] = self.numbers[chapter.ident]
                self._count(chapter, numbers)
            for piece in self._below(section):
                if piece.ident in self.numbers:
                    shares[self.numbers[piece.ident]] = piece.share
        became = {self.numbers[ident]: number for ident, number in numbers.items() if ident in self.numbers}
        for ident, into in self.merged.items():
            while into in self.merged:
                into = self.merged[into]
            if into in numbers:
                became[self.numbers[ident]] = numbers[into]
        return text(self._document(numbers)), became, shares

    def _count(self, chapter: Piece, numbers: dict[int, str]) -> None:
        for at, rule in enumerate(chapter.below, 1):
            numbers[rule.ident] = f"{numbers[chapter.ident]}.{at}"
            letter = "a"
            for below in rule.below:
                numbers[below.ident] = numbers[rule.ident] + letter
                letter = MAGIC.next_number(numbers[below.ident])[len(numbers[rule.ident]) :]

    def _document(self, numbers: dict[int, str]) -> Document:
        def follow(words: str) -> str:
            return _LINK.sub(lambda match: numbers.get(int(match[1]), self.numbers[int(match[1])]), words)

        def rule(piece: Piece) -> Rule:
            return Rule(
                numbers[piece.ident],
                piece.title,
                follow(piece.text) if piece.text else None,
                tuple(map(follow, piece.examples)),
                0,
                tuple(map(rule, piece.below)),
            )

        glossary = tuple(msgspec.structs.replace(entry, text=follow(words)) for entry, words in self.glossary)
        return msgspec.structs.replace(self.document, rules=tuple(map(rule, self.top)), glossary=glossary)


EDITS = ("insert", "delete", "move", "swap", "reword", "split", "rename")
