"""The nodes of a tree by position, as a comparison needs them: parents, children, and keys of their words.

All of it is told by one release alone, so that a release which is compared twice is prepared once.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import cached_property

from comprules.analysis.citations import Citation, cite
from comprules.analysis.index import Index, Node
from comprules.analysis.keywords import Keyword
from comprules.analysis.masks import masked, numbers
from comprules.analysis.references import Reference
from comprules.wording.fold import fold
from comprules.wording.tokens import Token, words

_WORD = re.compile(r"\w+")
RawKey = tuple[str | None, str | None, tuple[str, ...]]
Phrase = str  # words with a blank between them: a string remembers its hash, which a tuple does not
ROOT = -1
SAMPLE = 150  # rules: enough to tell common words from rare ones
PHRASE = 3  # words: two follow each other by chance in any two rules of one document, four are broken by every edit


class Positions:
    """The nodes of a release in document order; a position is an index into them, `ROOT` stands above them all.

    `numbers`, `raw` (the words as written) and `parents` are by position.
    """

    def __init__(self, index: Index, references: tuple[Reference, ...], keywords: tuple[Keyword, ...]) -> None:
        self.index = index
        self._references, self._keywords = references, keywords
        self.nodes: tuple[Node, ...] = index.nodes
        self.numbers = [node.rule.number for node in self.nodes]
        self.raw: list[RawKey] = [(each.rule.title, each.rule.text, each.rule.examples) for each in self.nodes]
        places = {id(node.rule): at for at, node in enumerate(self.nodes)}
        self.parents = [places[id(node.path[-1])] if node.path else ROOT for node in self.nodes]
        self._masked: dict[int, tuple[str, ...]] = {}
        self._words: dict[int, frozenset[str]] = {}
        self._sentences: dict[int, tuple[str, ...]] = {}
        self._bags: dict[int, frozenset[str]] = {}
        self._masks: dict[str, str] = {}
        self._cited: dict[str, tuple[Citation, ...]] = {}
        self._tokens: dict[int, list[Token]] = {}
        self._phrases: dict[int, frozenset[Phrase]] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The nodes right under each node that has any, in order."""
        found: dict[int, list[int]] = {}
        for at, parent in enumerate(self.parents):
            found.setdefault(parent, []).append(at)
        return found

    @cached_property
    def by_words(self) -> dict[RawKey, list[int]]:
        """The nodes of the same words as written, in order."""
        found: dict[RawKey, list[int]] = {}
        for at, key in enumerate(self.raw):
            found.setdefault(key, []).append(at)
        return found

    def level(self, at: int) -> str:
        """The name of the level of a node."""
        return self.index.family.level(self.numbers[at])

    def beside(self, at: int) -> list[int]:
        """The siblings right before and after a node."""
        siblings = self.children[self.parents[at]]
        place = bisect_left(siblings, at)
        return [*siblings[max(0, place - 1) : place], *siblings[place + 1 : place + 2]]

    def own_part(self, at: int) -> str:
        """What the number of a node adds to that of the node above it: `b` of 702.19b."""
        parent = self.parents[at]
        return self.numbers[at].removeprefix(self.numbers[parent]) if parent != ROOT else self.numbers[at]

    def is_heading(self, at: int) -> bool:
        """Whether a node has a title."""
        return at != ROOT and self.nodes[at].rule.title is not None

    def title(self, at: int) -> str | None:
        """The title of a heading as it is compared; None for a sentence."""
        title = self.nodes[at].rule.title
        return title.casefold() if title else None

    def texts(self, at: int) -> tuple[str, ...]:
        """Title, text and examples of a node."""
        rule = self.nodes[at].rule
        return tuple(text for text in (rule.title, rule.text, *rule.examples) if text)

    def folded(self, at: int) -> tuple[str, ...]:
        """The words of a node folded."""
        return tuple(map(fold, self.texts(at)))

    def masked(self, at: int) -> tuple[str, ...]:
        """The words of a node folded, citations masked."""
        if at not in self._masked:
            self._masked[at] = tuple(map(self.mask, self.texts(at)))
        return self._masked[at]

    def words(self, at: int) -> frozenset[str]:
        """The words of a node in lower case."""
        if at not in self._words:
            self._words[at] = frozenset(word for text in self.texts(at) for word in _WORD.findall(fold(text).lower()))
        return self._words[at]

    def sentence(self, at: int) -> tuple[str, ...]:
        """The words of the text of a node in order, of its title if it has no text; citations and examples aside."""
        if at not in self._sentences:
            rule = self.nodes[at].rule
            text = self.masked(at)[1 if rule.title and rule.text else 0] if rule.title or rule.text else ""
            self._sentences[at] = tuple(_WORD.findall(text.lower()))
        return self._sentences[at]

    def bag(self, at: int) -> frozenset[str]:
        """The words of the sentence of a node, whatever their order."""
        if at not in self._bags:
            self._bags[at] = frozenset(self.sentence(at))
        return self._bags[at]

    def phrases(self, at: int) -> frozenset[Phrase]:
        """The runs of three words in the sentence of a node; all of a shorter one is one run."""
        if at not in self._phrases:
            words = self.sentence(at)
            following = zip(words, words[1:], words[2:], strict=False)
            self._phrases[at] = frozenset(map(" ".join, following) if len(words) >= PHRASE else [" ".join(words)])
        return self._phrases[at]

    def tokens(self, at: int) -> list[Token]:
        """The words of the text of a node with their places in it."""
        if at not in self._tokens:
            self._tokens[at] = words(self.nodes[at].rule.text or "")
        return self._tokens[at]

    @cached_property
    def frequency(self) -> Counter[str]:
        """In how many nodes of a sample each word stands."""
        found: Counter[str] = Counter()
        for at in range(0, len(self), 1 + len(self) // SAMPLE):
            found.update(set(_WORD.findall(" ".join(self.texts(at)).lower())))
        return found

    @cached_property
    def keyword_headings(self) -> frozenset[str]:
        """The numbers of the headings that define a keyword ability or action."""
        return frozenset(each.number for each in self._keywords if each.kind != "ability word")

    def mask(self, text: str) -> str:
        """A text of a rule or an entry folded, citations masked."""
        if text not in self._masks:
            self._masks[text] = masked(text, self._citations(text), self.index.family, self.index.title)
        return self._masks[text]

    def named(self, text: str) -> tuple[str, ...]:
        """The numbers that a text of a rule or an entry names, in order."""
        return numbers(self._citations(text), self.index.family)

    def _citations(self, text: str) -> tuple[Citation, ...]:
        if text not in self._cited:
            self._cited[text] = tuple(cite(text, self.index.family))
        return self._cited[text]

    @cached_property
    def first(self) -> dict[str, int]:
        """The first node of each number."""
        return dict(zip(reversed(self.numbers), range(len(self) - 1, -1, -1), strict=True))

    @cached_property
    def cited(self) -> dict[int, tuple[str, ...]]:
        """The numbers that each rule cites as they are written, of those rules that cite any."""
        named: dict[str, tuple[str, ...]] = {}
        for reference in self._references:
            if reference.number:
                named[reference.number] = named.get(reference.number, ()) + reference.named
        found = {at: named[number] for at, number in enumerate(self.numbers) if number in named}
        # Of two rules of one number, each has what it cites itself.
        if len(self.first) < len(self):
            counts = Counter(self.numbers)
            for at in found:
                if counts[self.numbers[at]] > 1:
                    found[at] = tuple(each for text in self.texts(at) for each in self.named(text))
        return found
