"""What stands beside a citation, and whether its rule says so: a title, a sentence, the name of a keyword.

A number that exists passes every check of numbers for ever, though it names another rule than its author meant. What
the author wrote next to it tells: “scry (CR 701.18)” where 701.18 is another keyword, or a sentence in quotes that
stands under another number.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from comprules.analysis.citations import Citation
from comprules.analysis.index import Index, fold_name
from comprules.cite.messages import listed, shown

_SENTENCE = 5  # words: fewer in quotes may be anybody's own
_BEGINNING = 6  # words after a number, without quotes, that tell which rule they are copied from
_NAME_WORDS = 5  # of the longest title that is looked for beside a number
_REACH = 4000  # characters after a citation in which a quoted sentence ends
_MOST = 4  # numbers that are named where several rules have the words

# Between a citation and what is said of it: signs, and the end of a line with what begins the next line of a comment.
_LINE = r"\r?\n[ \t]*(?:///?!?|\*|#+|--|;+|>|%)[ \t]*"
_LEAD = rf"\.?[ \t]*(?:[:,—–=-]+|says|reads)?[ \t]*(?:{_LINE})?"
_QUOTED = re.compile(rf"{_LEAD}(?:“([^”]+)”|\"(?=\w)([^\"]+)\"|«([^»]+)»|‘([^’]+)’)")
_SAID = re.compile(rf"\.?(?:[ \t]*[:—–-]+[ \t]*|[ \t]+)(?:{_LINE})?(?=[A-Z])([^\"“”]+)")
_WRAPPED = re.compile(_LINE)
_ELLIPSIS = re.compile(r"\s*(?:\[?(?:…|\.\.\.)\]?)\s*")
_NAMED_BEFORE = re.compile(r"([A-Za-z][\w’'-]*(?:[ \t]+[A-Za-z][\w’'-]*)*)[ \t!:(\[—–*/#-]*(?:see )?[(\[]?$")
_NAMED_AFTER = re.compile(r"[ \t]*[:(\[—–-]?[ \t]*([A-Za-z][\w’'-]*(?:[ \t]+[A-Za-z][\w’'-]*)*)")


class Mismatch(NamedTuple):
    """What stands beside member `member` of a citation and is another rule's: the numbers that have it."""

    member: int
    code: Literal["title-mismatch", "quote-mismatch"]
    now: tuple[str, ...]
    message: str


class Beside:
    """The words of a release, to be found by what people quote of them."""

    def __init__(self, index: Index) -> None:
        self.index = index

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The first number of each title, folded."""
        found: dict[str, str] = {}
        for node in self.index.nodes:
            if node.rule.title:
                found.setdefault(fold_name(node.rule.title), node.rule.number)
        return found

    @cached_property
    def _texts(self) -> tuple[str, list[int]]:
        """All words in one text, a rule a line, and where each begins."""
        texts, starts, at = [], [], 0
        for node in self.index.nodes:
            rule = node.rule
            text = fold_name(" ".join(filter(None, [rule.title, rule.text, *rule.examples])))
            texts.append(text)
            starts.append(at)
            at += len(text) + 1
        return "\n".join(texts), starts

    @cached_property
    def _beginnings(self) -> dict[str, tuple[str, ...]]:
        """The numbers of the rules that begin with the same few words."""
        found: dict[str, tuple[str, ...]] = {}
        for node in self.index.nodes:
            words = fold_name(node.rule.text or "").split()
            if len(words) >= _BEGINNING:
                key = " ".join(words[:_BEGINNING])
                found[key] = (*found.get(key, ()), node.rule.number)
        return found

    def mismatches(self, text: str, citation: Citation) -> Iterator[Mismatch]:
        """What stands beside `citation` in `text` and is another rule's than the one it names."""
        last = len(citation.members) - 1
        for at, member in enumerate(citation.members):
            number = member.last or member.first
            if member.title and number in self.index and (found := self._title(at, number, member.title)):
                yield found
        number = citation.members[last].last or citation.members[last].first
        if number not in self.index or citation.members[last].title:
            return
        mismatch = self._quote(last, citation, text) or self._copied(last, citation, text)
        if mismatch is None and last == 0 and citation.members[0].last is None:
            mismatch = self._name(text, citation)
        if mismatch:
            yield mismatch

    def _title(self, at: int, number: str, title: str) -> Mismatch | None:
        """A title in quotes: the rule has it, stands under it, or says it."""
        wanted = fold_name(title)
        if wanted in self._family_titles(number) or self._says(number, [wanted]):
            return None
        if wanted in self._titles:
            other = self._titles[wanted]
            return Mismatch(at, "title-mismatch", (other,), f"“{title}” is {other}; {self._is(number)}")
        if len(wanted.split()) >= _SENTENCE:
            return self._sentence(at, (number,), title)
        return None

    def _quote(self, at: int, citation: Citation, text: str) -> Mismatch | None:
        match = _QUOTED.match(text, citation.end, citation.end + _REACH)
        if match is None:
            return None
        quote = _WRAPPED.sub(" ", next(filter(None, match.groups())))
        if len(quote.split()) < _SENTENCE:
            member = citation.members[at]
            return self._title(at, member.last or member.first, quote)
        return self._sentence(at, self._cited(citation), quote)

    def _copied(self, at: int, citation: Citation, text: str) -> Mismatch | None:
        """The beginning of a rule, without quotes, after the number of another."""
        match = _SAID.match(text, citation.end, citation.end + _REACH)
        words = fold_name(_WRAPPED.sub(" ", match[1])).split()[:_BEGINNING] if match else []
        others = self._beginnings.get(" ".join(words), ())
        cited = self._cited(citation)
        if not others or any(self._is_within(number, other) for number in cited for other in others):
            return None
        if self._says_any(cited, [" ".join(words)]):
            return None
        return Mismatch(at, "quote-mismatch", others[:_MOST], f"these are the words of {listed(others[:_MOST])}")

    def _sentence(self, at: int, cited: tuple[str, ...], quote: str) -> Mismatch | None:
        pieces = [fold_name(piece) for piece in _ELLIPSIS.split(quote) if piece]
        pieces = [piece for piece in pieces if piece]
        if not pieces or self._says_any(cited, pieces):
            return None
        others = [number for number in self._holders(max(pieces, key=len)) if self._says(number, pieces)]
        if others:
            said = f"these are the words of {listed(others[:_MOST])}, not of {listed(cited)}"
            return Mismatch(at, "quote-mismatch", tuple(others[:_MOST]), said)
        return Mismatch(at, "quote-mismatch", (), f"no rule has the words that are quoted here of {listed(cited)}")

    def _name(self, text: str, citation: Citation) -> Mismatch | None:
        """A title just before or after the number that is another's, of the same level."""
        number = citation.members[0].first
        begin = text.rfind("\n", 0, citation.start) + 1
        before = _NAMED_BEFORE.search(text, max(begin, citation.start - 60), citation.start)
        after = _NAMED_AFTER.match(text, citation.end, citation.end + 60)
        words = before[1].split()[-_NAME_WORDS:] if before else []
        names = [" ".join(words[at:]) for at in range(len(words))]
        words = after[1].split()[:_NAME_WORDS] if after else []
        names += [" ".join(words[:count]) for count in range(len(words), 0, -1)]
        own = self._family_titles(number)
        known = [fold_name(name) for name in names if fold_name(name) in self._titles]
        if not known or any(name in own for name in known):
            return None
        for name in known:
            other = self._titles[name]
            here = self._titled_at(number, self.index.family.depth(other))
            if here and here != other and name not in self._below(here):
                return Mismatch(0, "title-mismatch", (other,), f"“{name}” is {other}; {self._is(here)}")
        return None

    def _is(self, number: str) -> str:
        return f"{number} is {shown(number, self.index)}"

    def _cited(self, citation: Citation) -> tuple[str, ...]:
        family = self.index.family
        found: list[str] = []
        for member in citation.members:
            found += family.between(member.first, member.last) if member.last else [member.first]
        return tuple(number for number in found if number in self.index)

    def _family_titles(self, number: str) -> set[str]:
        """The titles of a rule and of all it stands under, folded."""
        node = self.index.by_number[number]
        return {fold_name(rule.title) for rule in (*node.path, node.rule) if rule.title}

    def _titled_at(self, number: str, depth: int) -> str | None:
        """The titled rule of a level that a number is or stands under."""
        node = self.index.by_number[number]
        for rule in (*node.path, node.rule):
            if rule.title and self.index.family.depth(rule.number) == depth:
                return rule.number
        return None

    def _is_within(self, number: str, other: str) -> bool:
        """Whether one of two numbers is the other or stands under it."""
        paths = [
            {rule.number for rule in (*self.index.by_number[each].path, self.index.by_number[each].rule)}
            for each in (number, other)
        ]
        return other in paths[0] or number in paths[1]

    def _holders(self, words: str) -> Iterator[str]:
        """The numbers of the rules whose words hold `words`, in order."""
        text, starts = self._texts
        at = text.find(words)
        while at >= 0:
            node = bisect_right(starts, at) - 1
            yield self.index.nodes[node].rule.number
            at = text.find(words, starts[node + 1]) if node + 1 < len(starts) else -1

    def _says_any(self, numbers: tuple[str, ...], pieces: list[str]) -> bool:
        return any(self._says(number, pieces) for number in numbers)

    def _says(self, number: str, pieces: list[str]) -> bool:
        """Whether a rule, or what stands under it, has all `pieces` in their order."""
        text = self._below(number)
        at = 0
        for piece in pieces:
            at = text.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        return True

    def _below(self, number: str) -> str:
        """The words of a rule and of all that stands under it."""
        nodes = self.index.nodes
        at = self._positions[number]
        end = at + 1
        own = nodes[at].rule
        while end < len(nodes) and any(rule is own for rule in nodes[end].path):
            end += 1
        text, starts = self._texts
        return text[starts[at] : starts[end] if end < len(nodes) else len(text)]

    @cached_property
    def _positions(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for at, node in enumerate(self.index.nodes):
            found.setdefault(node.rule.number, at)
        return found
