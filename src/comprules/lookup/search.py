"""Find rules and glossary entries by their words, in any form, the best first.

What bears the name that was typed comes first: its glossary entry and its rules, then what stands below those rules.
Then come titles and terms that hold all words, texts that hold them as a phrase, and texts that hold them scattered.
One hit is one rule, with its title, text and examples, or one entry.

Takes a `Release` and a query (`comprules.lookup.query`), gives `Hits`. Raises NotFoundError for a query that cannot be
meant. A document of n characters takes time in proportion to n.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from comprules.analysis.index import Node
from comprules.document.model import Entry
from comprules.errors import NotFoundError
from comprules.lookup.find import Answer, by_name
from comprules.lookup.near import near_words
from comprules.lookup.numbers import read_numbers
from comprules.lookup.query import Query, Sought, read_query
from comprules.release import Release
from comprules.stems import ARTICLES, TOKEN, fold, key, singular

# How good a match is, the best first; the table of cases in the tests holds them to this order.
NUMBER, ENTRY, NAMED, BELOW, TITLED, PHRASE, SCATTERED = range(7)

_ARTICLE = re.compile(r"(?:(?:An?|The) )?[“\"]?")  # what may stand before the words that a text defines
_VERB = re.compile(r"[”\"]? (?:is|are|means?|represents?|refers? to|consists? of)\b")
_SENTENCE = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][”\"’')]))\s+|\n")


class Hit(NamedTuple):
    """A rule or glossary entry that matches.

    `part` is the title, text, example or glossary text that matches best, `text` that text; `spans` are the matching
    characters in it, half-open, and `start` the character at which the sentence begins that matches first.
    """

    node: Node | None
    term: str | None
    part: str
    text: str
    spans: tuple[tuple[int, int], ...]
    start: int
    rank: tuple[float, ...]


class Hits(NamedTuple):
    """What was found for `query`, the best first; words that stand nowhere, and what may be meant by them."""

    query: str
    hits: tuple[Hit, ...]
    missing: tuple[str, ...]
    suggestions: tuple[str, ...]

    def __iter__(self) -> Iterator[Hit]:  # type: ignore[override]
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)


def search(release: Release, query: str) -> Hits:
    """Everything that matches `query`, the best first. Raises NotFoundError for a query without words or filters."""
    asked = read_query(release, query)
    finder = _Finder(release, asked)
    filters = asked.within is not None or asked.in_glossary or asked.with_example
    if not asked.wanted and not filters and not finder.named:
        raise NotFoundError("the query has no words to search for")
    hits = tuple(sorted([*finder.rules(), *finder.entries()], key=lambda hit: hit.rank))
    missing = finder.missing() if not hits else ()
    return Hits(query, hits, missing, near_words(release, missing) if missing else ())


class _Finder:
    """One query against one release: the names it hits, and the patterns of its words."""

    def __init__(self, release: Release, asked: Query) -> None:
        self.release, self.asked = release, asked
        answers = by_name(release, asked.text)[0][:1] if asked.text and not asked.unwanted else ()
        exact = answers if answers and _is_named(release, answers[0], asked) else ()
        self.numbers = {node.rule.number for node in read_numbers(release.index, asked.text)} if asked.text else set()
        self.named_entries = {id(entry): at for answer in exact for at, entry in enumerate(answer.entries)}
        named = [node for answer in exact for node in (*answer.nodes, *answer.pointed)]
        self.named = {node.rule.number: at for at, node in enumerate(named)}
        self.patterns = [(each, _pattern(release, each)) for each in asked.wanted]
        self.unwanted = [_pattern(release, each) for each in asked.unwanted]

    def missing(self) -> tuple[str, ...]:
        """The words typed that the document does not have in any form."""
        return tuple(each.typed for each, pattern in self.patterns if pattern is None)

    def rules(self) -> Iterator[Hit]:
        if self.asked.in_glossary and self.asked.within is None:
            return
        for at, node in enumerate(self.release.index.nodes):
            above = [rule.number for rule in node.path]
            number = node.rule.number
            if self.asked.within is not None and self.asked.within.isdisjoint([number, *above]):
                continue
            if self.asked.with_example and not node.rule.examples:
                continue
            hit = self._rule(node, above, at)
            if hit:
                yield hit

    def _rule(self, node: Node, above: list[str], at: int) -> Hit | None:
        rule = node.rule
        number = rule.number
        parts = [("title", rule.title), ("text", rule.text), *(("example", example) for example in rule.examples)]
        texts = [(part, text) for part, text in parts if text]
        if number in self.numbers:
            return Hit(node, None, *texts[0], (), 0, (NUMBER, at))
        best = self._best(texts)
        if number in self.named:
            part, text, spans = best[:3] if best else (*texts[0], ())
            return Hit(node, None, part, text, spans, _begin(text, spans), (NAMED, self.named[number], at))
        if best is None:
            return None
        part, text, spans, closeness = best
        tier = PHRASE if closeness == 0 else SCATTERED
        if part == "title":
            tier = TITLED
        elif not self.named.keys().isdisjoint(above):
            tier = BELOW
        if tier == BELOW:  # in the order of the document, as whoever reads on from the heading
            return Hit(node, None, part, text, spans, _begin(text, spans), (tier, at))
        lead = (
            closeness
            + (0.5 if part == "example" else 0.0)
            - (0.5 if _defines(text, spans, len(self.patterns)) else 0.0)
        )
        return Hit(node, None, part, text, spans, _begin(text, spans), (tier, lead, _share(spans, text), at))

    def entries(self) -> Iterator[Hit]:
        if self.asked.with_example or (self.asked.within is not None and not self.asked.in_glossary):
            return
        for at, entry in enumerate(self.release.document.glossary):
            hit = self._entry(entry, at)
            if hit:
                yield hit

    def _entry(self, entry: Entry, at: int) -> Hit | None:
        text = f"{entry.term}\n{entry.text}"
        best = self._best([("glossary", text)])
        if id(entry) in self.named_entries:
            return Hit(
                None, entry.term, "glossary", text, best[2] if best else (), 0, (ENTRY, self.named_entries[id(entry)])
            )
        if best is None:
            return None
        spans, closeness = best[2:]
        heads = [span for span in spans if span[1] <= len(entry.term)]
        tier = TITLED if len(heads) >= len(self.asked.wanted) > 0 else PHRASE if closeness == 0 else SCATTERED
        return Hit(None, entry.term, "glossary", text, spans, 0, (tier, closeness, _share(spans, text), at))

    def _best(self, texts: list[tuple[str, str]]) -> tuple[str, str, tuple[tuple[int, int], ...], float] | None:
        """The part that matches best with its spans and how scattered they are; None if a word stands in no part."""
        if any(pattern is None for _, pattern in self.patterns):
            return None
        folded = [fold(text) for _, text in texts]
        if any(pattern and pattern.search(text) for pattern in self.unwanted for text in folded):
            return None
        if not self.patterns:
            return None if self.asked.text else (*texts[0], (), 0.0)
        found = [
            [[match.span() for match in pattern.finditer(text)] for _, pattern in self.patterns if pattern]
            for text in folded
        ]
        if not all(any(spans[at] for spans in found) for at in range(len(self.patterns))):
            return None
        at = max(range(len(texts)), key=lambda at: (sum(bool(spans) for spans in found[at]), -at))
        whole = all(found[at])
        closeness = _closeness(found[at], folded[at]) if whole else 2.0
        spans = tuple(sorted({span for spans in found[at] for span in spans}))
        return (*texts[at], spans, closeness)


def _is_named(release: Release, answer: Answer, asked: Query) -> bool:
    """Whether the words typed are a whole name, not a part of one or more than one."""
    names = [answer.name, *(name for entry in answer.entries for name in (entry.term, *entry.aliases))]
    known = {release.names.keys.get(name, ()) for name in names}
    letters = "".join(singular(asked.text))
    if letters in {"".join(singular(name)) for name in names}:
        return True
    return (
        key(asked.text) in known or answer.kinds[:1] in (("abbreviation",), ("symbol",)) or _is_initials(asked, answer)
    )


def _is_initials(asked: Query, answer: Answer) -> bool:
    letters = "".join(asked.text.split()).replace(".", "").replace("/", "")
    words = re.findall(r"[^\W_]+", answer.name)
    return len(words) > 1 and letters == "".join(word[0].lower() for word in words)


def _pattern(release: Release, sought: Sought) -> re.Pattern[str] | None:
    """What matches the words in any of their forms that the document has; None if it has none of one word."""
    forms = release.words.forms
    alternatives = [forms.get(each) for each in sought.stems]
    if any(not each for each in alternatives):
        return None
    parts = ["(?:" + "|".join(map(re.escape, sorted(each or (), key=len, reverse=True))) + ")" for each in alternatives]
    joined = r"[\s\-—_/]{0,3}".join(parts)
    before = r"(?<![^\W_])" if sought.stems[0][0].isalnum() else r""
    after = r"(?![^\W_])" if sought.stems[-1][-1].isalnum() else ""
    return re.compile(before + joined + after)


def _closeness(found: list[list[tuple[int, int]]], text: str) -> float:
    """0 where all words stand next to each other in the order typed; else up to 1, by how far they are apart."""
    if len(found) == 1:
        return 0.0
    for _, end in found[0]:
        reached = end
        for spans in found[1:]:
            after = next((span for span in spans if span[0] >= reached), None)
            if after is None or not ARTICLES.issuperset(TOKEN.findall(text, reached, after[0])):
                break
            reached = after[1]
        else:
            return 0.0
    firsts = [spans[0][0] for spans in found]
    window = min(
        max(min(spans, key=lambda span: abs(span[0] - start))[1] for spans in found)
        - min(min(spans, key=lambda span: abs(span[0] - start))[0] for spans in found)
        for start in firsts
    )
    return 0.1 + 0.9 * min(1.0, window / 1000)


def _defines(text: str, spans: tuple[tuple[int, int], ...], count: int) -> bool:
    """Whether a text begins by saying what the words are: “The command zone is …”."""
    if not 0 < count <= len(spans) or not _ARTICLE.fullmatch(text, 0, spans[0][0]):
        return False
    gaps = [(spans[at][1], spans[at + 1][0]) for at in range(count - 1)]
    return not any(TOKEN.search(text, *gap) for gap in gaps) and bool(_VERB.match(text, spans[count - 1][1]))


def _share(spans: tuple[tuple[int, int], ...], text: str) -> float:
    """How little of a text matches and how late, 0 to 1, to rank what is otherwise alike."""
    if not spans:
        return 1.0
    covered = sum(end - start for start, end in spans) / len(text)
    return 1 - 0.6 * min(1.0, 4 * covered) - 0.4 * (1 - spans[0][0] / len(text))


def _begin(text: str, spans: tuple[tuple[int, int], ...]) -> int:
    """Where the sentence begins that holds the first match."""
    if not spans:
        return 0
    return max((match.end() for match in _SENTENCE.finditer(text, 0, spans[0][0])), default=0)
