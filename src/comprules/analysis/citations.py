"""Where a text cites rules, and what each citation says: the numbers, ranges and quoted titles, unresolved.

Takes a text and the family of its document, gives `Citation` values with offsets into it. Every citation holds a
number, so the search goes from number to number and looks at the word before it; how far the citation reaches, and
which of its numbers belong together, the family's `reference.lark` says. A text of n characters takes time in
proportion to n.

    >>> [citation.raw for citation in cite("See rules 601.2b and 601.2f–h, not 100 cards.", family)]
    ['rules 601.2b and 601.2f–h']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import Literal, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput

from comprules.families.family import Family
from comprules.families.grammars import load, patterns, plain

# Characters: the longest word that opens a citation, with a few blanks; in files it may be the rest of a tag.
_REACH = {"reference": 16, "citation": 96}
_SHAPES = 8192  # of citations that are remembered: a document has a few hundred
_NAME = 48  # characters: the longest name of another document
_LONGEST = 400  # characters of a citation: lists of rules are shorter
_COUNTED = re.compile(r"[\s\xa0]+[a-z]+s\b")
_CLOSING = " \xa0,.;:!?”’\"'"
_QUOTED = re.compile(r"“[^”\n]*”|\"[^\"\n]*\"|‘[^’\n]*’")
# What a terminal asks of the text after it; looking back from a number, there is none.
_AHEAD = re.compile(r"\(\?=(?:\[[^\]]*\]|\([^()]*\)|[^()\[\]])*\)")
# A semicolon, or the quote that ends the address in a tag, leads to a citation only from another.
_GOES_ON = ";\"'"
_BEFORE_NAME = (" ", "\xa0", ")")
# Terminals that are no part of the citation: what leads to it, and what follows or closes it.
_AROUND = frozenset({"CUE", "CUE_WORD", "OPEN", "CLOSE", "AFTER"})
_SURROUNDING = ("CANDIDATE", "ELSEWHERE")
_OPENERS = ("WORD", "CUE", "OPEN")
_NO_NUMBERS = frozenset({"TITLE", "SEPARATOR", "AGAIN", "DASH", "WIDE_DASH", "END", "AFTER"})


GrammarName = Literal["reference", "citation"]


class Member(NamedTuple):
    """One member of a citation: a number, the last number or last part of a range as written, and a quoted title.

    Its numbers stand at the characters `start` to `end` of the text, half-open, its title at `title_start` to
    `title_end`.
    """

    first: str
    last: str | None
    title: str | None
    start: int
    end: int
    title_start: int = 0
    title_end: int = 0


class Citation(NamedTuple):
    """A place in a text that cites rules: offsets in characters, half-open, and what it cites, in order."""

    start: int
    end: int
    raw: str
    members: tuple[Member, ...]


def cite(text: str, family: Family) -> tuple[Citation, ...]:
    """The citations of `text`, a text of a document of `family`, in order and without overlap."""
    return citer(family)(text)


@cache
def citer(family: Family, grammar: GrammarName = "reference") -> Callable[[str], tuple[Citation, ...]]:
    """`cite` for the many texts of one family; `citation` is the grammar of citations in other people's files."""
    reader = _Reader(family, grammar)
    candidates = reader.candidate.finditer

    def cite_text(text: str) -> tuple[Citation, ...]:
        found = list(candidates(text))
        return tuple(reader.citations(text, found)) if found else ()

    return cite_text


def _is_inside(text: str, start: int) -> bool:
    """Whether the number at `start` goes on something larger: a price, an address, another number."""
    return start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_.,/\\$€£@#+~=:-")


class _Reader:
    """A grammar of citations of a family, and the patterns of its terminals."""

    def __init__(self, family: Family, grammar: GrammarName) -> None:
        self.family = family
        self.grammar: Lark = load(family, grammar, ("citation", "surrounding"))
        self.reach = _REACH[grammar]
        known = patterns(self.grammar)
        self.candidate = known["CANDIDATE"]
        ordered = sorted(self.grammar.terminals, key=lambda terminal: -terminal.priority)
        names = [plain(terminal.name) for terminal in ordered]
        names = [name for name in names if not name.startswith(_SURROUNDING)]
        openers = [name for name in names if name.startswith(_OPENERS) or name.endswith("_WORD")]
        run = [name for name in names if name not in openers]
        before = "|".join(_AHEAD.sub("", known[name].pattern) for name in openers)
        self.opening = re.compile(rf"(?:(?<![A-Za-z0-9])(?=[A-Za-z])|(?=[^A-Za-z]))(?:{before})$")
        self.run = re.compile(f"(?:{'|'.join(known[name].pattern for name in run)})+")
        first = {plain(name) for name in self.grammar.parse_interactive("", start="citation").accepts()}
        alone = [known[name].pattern for name in run if name in first]
        self._alone = re.compile("|".join(alone)) if alone else None
        self.before = re.compile(f"(?:{known['ELSEWHERE_BEFORE'].pattern})$")
        self.after = known["ELSEWHERE_AFTER"]
        self.structure = lru_cache(maxsize=_SHAPES)(partial(_structure, self.grammar))

    def citations(self, text: str, candidates: list[re.Match[str]]) -> Iterator[Citation]:
        """The citations of `text`, from candidate to candidate."""
        end = 0
        opening, alone = self.opening.search, self._alone.match if self._alone else None
        for match in candidates:
            start = match.start()
            if start < end:
                continue
            opened = opening(text, max(end, start - self.reach), start)
            if opened and opened.group()[0] in _GOES_ON and opened.start() != end:
                opened = None
            if opened is None and (alone is None or not alone(text, start) or _is_inside(text, start)):
                continue
            found = self.read(text, opened.start() if opened else start, start)
            if found:
                end = found.end
                yield found

    def read(self, text: str, start: int, number: int) -> Citation | None:
        """The citation that begins at `start` and whose first number stands at `number`; None if there is none."""
        run = self.run.match(text, number, number + _LONGEST)
        if run is None:
            return None
        rows = self.structure(_normal(text[start : run.end()]))
        if not rows:
            return None
        members = [_member(text, start, row) for row in rows.members]
        end = start + rows.end
        if len(members) > 1:
            if _is_count(text, members):
                members.pop()
                end = max(members[-1].end, members[-1].title_end)
            members = _completed(members)
        begin = start + rows.start
        if self._is_elsewhere(text, begin, end):
            return None
        return Citation(begin, end, text[begin:end], tuple(members))

    def _is_elsewhere(self, text: str, start: int, end: int) -> bool:
        """Whether the citation names a rule of another document."""
        word = text.rfind(" ", 0, max(0, start - 1)) + 1
        if text[word : word + 1].isupper() and self.before.search(text, max(0, start - _NAME), start):
            return True
        return text[end : end + 1] in _BEFORE_NAME and self.after.match(text, end) is not None


def _completed(members: list[Member]) -> list[Member]:
    """The members, letters with the number that they belong to: “rules 100.1a, b, and c”, “rule 100.1(a)”."""
    found: list[Member] = []
    for member in members:
        letter = member.first.strip("()")
        if found and letter != member.first:
            above = found.pop()
            found.append(above._replace(first=above.first + letter, end=member.end))
        elif found and len(letter) == 1 and letter.isalpha():
            found.append(member._replace(first=re.sub("[a-z]+$", "", found[-1].first) + letter))
        else:
            found.append(member)
    return found


def _is_count(text: str, members: list[Member]) -> bool:
    """“rule 302.4 and 100 cards”: after a decimal number, a whole number before a plural noun counts things."""
    if len(members) < 2 or members[-1].last or members[-1].title or not members[-1].first.isdigit():
        return False
    return not members[-2].first.isdigit() and _COUNTED.match(text, members[-1].end) is not None


class _Piece(NamedTuple):
    kind: str
    start: int
    end: int


class _Rows(NamedTuple):
    """How a run of characters is read: where the citation begins and ends in it, and the pieces of each member."""

    start: int
    end: int
    members: tuple[tuple[_Piece, ...], ...]


def _member(text: str, start: int, row: tuple[_Piece, ...]) -> Member:
    if len(row) == 1:
        first, last = start + row[0].start, start + row[0].end
        return Member(text[first:last], None, None, first, last)
    numbers = [piece for piece in row if piece.kind not in _NO_NUMBERS]
    title = next((piece for piece in row if piece.kind == "TITLE"), None)
    written = [text[start + piece.start : start + piece.end] for piece in numbers]
    span = start + numbers[0].start, start + numbers[-1].end
    second = written[1] if len(written) > 1 else None
    if title is None:
        return Member(written[0], second, None, *span)
    whole = text[start + title.start : start + title.end]
    lead = len(whole) - len(whole.lstrip(" \xa0,."))
    named = whole.strip(_CLOSING + "“‘")
    named = named[1:-1] if named[0] == "(" else named
    return Member(written[0], second, named, *span, start + title.start + lead, start + title.end)


def _normal(run: str) -> str:
    """`run` with every digit alike and every quoted title blanked: what is read alike is read once."""
    if "“" in run or '"' in run or "‘" in run:
        run = _QUOTED.sub(_blanked, run)
    return run.translate(_DIGITS)


_DIGITS = str.maketrans("023456789", "111111111")


def _blanked(quoted: re.Match[str]) -> str:
    found = quoted.group()
    return found[0] + "x" * (len(found) - 3) + found[-2:] if len(found) > 3 else found


def _structure(grammar: Lark, run: str) -> _Rows | None:
    """How `grammar` reads the longest beginning of `run` that is a citation; None if none is."""
    reading = grammar.parse_interactive(run, start="citation")
    longest = None
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):
            reading.feed_token(token)
            if "$END" in reading.accepts():
                longest = reading.copy(deepcopy_values=False)
    except UnexpectedInput:
        pass  # what follows the longest beginning that is a citation is prose
    if longest is None:
        return None
    tree: Tree[Token] = longest.feed_eof()
    tokens = tree.scan_values(lambda value: isinstance(value, Token))
    shown = [token for token in tokens if plain(token.type) not in _AROUND]
    members = [each for each in tree.iter_subtrees_topdown() if plain(str(each.data)) in ("member", "letters")]
    rows = tuple(
        tuple(
            _Piece(plain(token.type), token.start_pos or 0, token.end_pos or 0)
            for token in each.children
            if isinstance(token, Token)
        )
        for each in members
    )
    while plain(shown[-1].type) == "END":
        shown.pop()
    return _Rows(shown[0].start_pos or 0, shown[-1].end_pos or 0, rows)
