"""What a proofreader marks in the prose: quotes, brackets, full stops, words, the order of the glossary, lists.

Takes a release's tables, gives diagnostics in document order. Every check is for slips of print: what could be meant as
it stands is left alone, and a habit of the whole document is no slip.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from comprules.analysis.index import Index
from comprules.analysis.references import Reference
from comprules.analysis.vocabularies import Vocabulary
from comprules.document.model import Document, Entry, Rule
from comprules.errors import Diagnostic, diagnose
from comprules.stems import stem

_BEGINNING = 40  # characters by which a paragraph is found again in the source
_LINES = 40  # lines after its number in which a paragraph of a rule is looked for
_AROUND = 28  # characters on either side of a fault that a message shows
_MARK = re.compile(r"[“”\"()\[\]{}]")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_ENUMERATED = re.compile(r"(?:^|[\s(])(?:[a-z]|[ivx]{1,4}|\d{1,2})$")  # “a)”, “2)”: a bracket that needs no partner
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_DOUBLED = re.compile(r"(?<![\w’'-])([^\W\d_]{2,})[ \xa0]+\1(?![\w’'-])")
_MAY_DOUBLE = frozenset({"that", "had", "in", "is", "on"})  # “what it is is told below”
_AFTER_COMMA = re.compile(r"(?<=[a-z], )[A-Z][a-z]{3,}(?![\w-]| [A-Z])")
_INSIDE = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}")
_BEGINS = re.compile(r"(?:(?<=[.:] )|(?<=[.][”)] )|(?<=“)|^)[A-Z][a-z]{3,}(?![\w-])", re.MULTILINE)
_RULE_WORD = re.compile(r"(?:sub)?(?:rule|section)s?\b", re.IGNORECASE)
_BARE_SHARE = 0.1  # of all citations: a document that often leaves the word out has a habit
_UNSORTED_SHARE = 0.02  # of all entries: a glossary with more out of order is not sorted by letters
_LETTERS = 8  # letters: shorter words have too many neighbours
_FREQUENT = 5  # times: a word that occurs so often is no slip
_KNOWN = 1  # sentence that begins with a word: names that stand once begin none


class Text(NamedTuple):
    """A paragraph to read: where it stands, and what to call it. Titles are read for their marks alone."""

    text: str
    line: int
    number: str | None
    name: str
    is_title: bool


def texts(document: Document, index: Index, lines: list[str]) -> list[Text]:
    """Every paragraph of the rules and the glossary, in order, each with the line it begins on."""
    found: list[Text] = []
    for node in index.nodes:
        rule = node.rule
        if rule.title:
            found.append(Text(rule.title, rule.line, rule.number, rule.number, True))
        for text in (rule.text, *rule.examples):
            if text:
                for each in text.split("\n"):
                    found.append(Text(each, _line(lines, rule.line, each), rule.number, rule.number, False))
    for entry in document.glossary:
        name = f"“{entry.term}”"
        found.append(Text(entry.term, entry.line, None, name, True))
        for each in filter(None, entry.text.split("\n")):
            found.append(Text(each, _line(lines, entry.line, each), None, name, False))
    return found


def _line(lines: list[str], start: int, text: str) -> int:
    """The line, from `start` on, that holds the beginning of `text`; `start` if it is broken over lines."""
    beginning = text[:_BEGINNING]
    numbers = range(start, min(start + _LINES, len(lines) + 1))
    return next((number for number in numbers if beginning in lines[number - 1]), start)


def proof(
    document: Document,
    index: Index,
    references: tuple[Reference, ...],
    vocabularies: list[Vocabulary],
    lines: list[str],
) -> tuple[Diagnostic, ...]:
    """Everything odd about the prose of a document, in the order of its lines; `lines` are those of the source."""
    paragraphs = texts(document, index, lines)
    found = [
        *marks(paragraphs),
        *_words(paragraphs, document, index, vocabularies),
        *_order(document),
        *_bare(document, index, references),
        *_disagreeing(index, vocabularies),
    ]
    return tuple(sorted(found, key=lambda diagnostic: diagnostic.line))


def marks(paragraphs: Iterable[Text]) -> Iterator[Diagnostic]:
    """Quotation marks and brackets without a partner in their paragraph."""
    for each in paragraphs:
        fault = _unpaired(each.text)
        if fault:
            at, what = fault
            code = "unpaired-quote" if each.text[at] in '“”"' else "unpaired-bracket"
            yield diagnose(code, f"{each.name}: {what} near “{_near(each.text, at)}”", each.line, each.number)


def _unpaired(text: str) -> tuple[int, str] | None:
    """The first mark without a partner, and what is wrong with it."""
    open_quote: int | None = None
    brackets: list[tuple[str, int]] = []
    for match in _MARK.finditer(text):
        mark, at = match.group(), match.start()
        if mark == '"':
            mark = "“" if open_quote is None else "”"
        if mark == "“":
            if open_quote is not None:
                return at, "a quotation is opened twice"
            open_quote = at
        elif mark == "”":
            if open_quote is None:
                return at, "a quotation is closed that was not opened"
            open_quote = None
        elif mark in _PAIRS:
            if brackets and brackets[-1][0] == _PAIRS[mark]:
                brackets.pop()
            elif not (mark == ")" and _ENUMERATED.search(text, max(0, at - 6), at)):
                return at, f"{mark} has no partner"
        else:
            brackets.append((mark, at))
    if open_quote is not None:
        return open_quote, "a quotation is not closed"
    return (brackets[-1][1], f"{brackets[-1][0]} has no partner") if brackets else None


def _near(text: str, at: int) -> str:
    start, end = max(0, at - _AROUND), min(len(text), at + _AROUND)
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def _words(
    paragraphs: list[Text], document: Document, index: Index, vocabularies: list[Vocabulary]
) -> Iterator[Diagnostic]:
    whole = "\n".join(each.text for each in paragraphs)
    names = _names(document, index, vocabularies)
    misspelt = _misspelt(Counter(_WORD.findall(whole)), names)
    common = _common(whole, names)
    for each in paragraphs:
        for match in _DOUBLED.finditer(each.text):
            if match[1] not in _MAY_DOUBLE:
                near = _near(each.text, match.start())
                yield diagnose("doubled-word", f"{each.name}: “{match.group()}” in “{near}”", each.line, each.number)
        for match in _AFTER_COMMA.finditer(each.text) if not each.is_title else ():
            quoted = each.text.count("“", 0, match.start()) > each.text.count("”", 0, match.start())
            if match.group() in common and not quoted:  # a quoted text may list costs, each with a capital
                near = _near(each.text, match.start())
                shown = f"{each.name}: “{match.group()}” after a comma in “{near}”"
                yield diagnose("capital", shown, each.line, each.number)
        for word, other in misspelt.items():
            if word in each.text:
                shown = f"{each.name}: “{word}” stands here alone; “{other}”?"
                yield diagnose("misspelt", shown, each.line, each.number)


def _names(document: Document, index: Index, vocabularies: list[Vocabulary]) -> set[str]:
    """The words of titles, terms and members of lists: they may be rare and have capitals."""
    named = [node.rule.title for node in index.nodes if node.rule.title]
    named += [name for entry in document.glossary for name in (entry.term, *entry.aliases)]
    named += [member for vocabulary in vocabularies for member in vocabulary.members]
    return {word.lower() for name in named for word in _WORD.findall(name)}


def _common(whole: str, names: set[str]) -> set[str]:
    """Words that have a capital only where sentences begin, but for one place."""
    inside = Counter(_INSIDE.findall(whole))
    begins = Counter(_BEGINS.findall(whole))
    return {
        word for word, count in inside.items() if count == 1 and begins[word] >= _KNOWN and word.lower() not in names
    }


def _misspelt(counts: Counter[str], names: set[str]) -> dict[str, str]:
    """Words that stand once, have no other form there, and are one letter from a frequent word."""
    folded: Counter[str] = Counter()
    for word, count in counts.items():
        folded[word.lower()] += count
    rare = {word for word, count in folded.items() if count == 1 and len(word) >= _LETTERS and word.isalpha()}
    rare = {word for word in rare if word in counts and word not in names}
    known: dict[str, list[str]] = {}
    for word, count in folded.items():
        if count >= _FREQUENT and len(word) >= _LETTERS - 1:
            for form in (word, *_shortened(word)):
                known.setdefault(form, []).append(word)
    found: dict[str, str] = {}
    for word in sorted(rare):
        for form in (word, *_shortened(word)):
            for other in known.get(form, ()):
                if abs(len(other) - len(word)) < 2 and not _is_related(word, other):
                    found.setdefault(word, other)
    stems = Counter(map(stem, folded)) if found else Counter()
    return {word: other for word, other in found.items() if stems[stem(word)] == 1}


def _shortened(word: str) -> list[str]:
    """The word with each of its letters left out, but for the first and the last."""
    return [word[:at] + word[at + 1 :] for at in range(1, len(word) - 1)]


def _is_related(word: str, other: str) -> bool:
    """Whether two words differ as words do: in their ending, their beginning or their stem."""
    return stem(word) == stem(other) or word[:-2] == other[:-2] or word[2:] == other[2:] or word[-4:] != other[-4:]


def _order(document: Document) -> Iterator[Diagnostic]:
    """Entries that do not stand where the alphabet has them."""
    entries = document.glossary
    misplaced = min((_out_of_order(list(map(key, entries))) for key in (_as_printed, _by_letters)), key=len)
    if len(misplaced) > max(1, _UNSORTED_SHARE * len(entries)):
        return
    for at in misplaced:
        before = f"after “{entries[at - 1].term}”" if at else "first"
        after = f" and before “{entries[at + 1].term}”" if at + 1 < len(entries) else ""
        yield diagnose("glossary-order", f"“{entries[at].term}” stands {before}{after}", entries[at].line)


def _as_printed(entry: Entry) -> str:
    """What sorts an entry: its first name, small, without quotation marks and a leading article."""
    name = re.split(r",[”\"]?(?:\s|$)", entry.term.casefold())[0]
    return re.sub(r"^the |[“”\"’']", "", name)


def _by_letters(entry: Entry) -> str:
    return re.sub(r"[\W_]", "", _as_printed(entry))


def _out_of_order(keys: list[str]) -> list[int]:
    """The fewest places without which the others are in order: all that are in no longest rising run."""
    tails: list[str] = []
    ends: list[int] = []
    before: list[int] = []
    for at, value in enumerate(keys):
        place = bisect_right(tails, value)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(value)
            ends.append(at)
        else:
            tails[place], ends[place] = value, at
    kept: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        kept.add(at)
        at = before[at]
    return [at for at in range(len(keys)) if at not in kept]


def _bare(document: Document, index: Index, references: tuple[Reference, ...]) -> Iterator[Diagnostic]:
    """“See 601.2b” in a document whose other citations have the word `rule`."""
    cited = [each for each in references if each.named]
    if sum(not _RULE_WORD.match(each.raw) for each in cited) > _BARE_SHARE * len(cited):
        return
    entries = {entry.term: entry for entry in document.glossary}
    for each in cited:
        if _RULE_WORD.match(each.raw):
            continue
        home = index.by_number[each.number].rule if each.number else entries[each.term or ""]
        texts = home.examples if isinstance(home, Rule) and each.part == "example" else (home.text or "",)
        before = texts[each.index][max(0, each.start - 4) : each.start] if each.index < len(texts) else ""
        if before.lower() == "see ":
            where = each.number or f"“{each.term}”"
            shown = f"{where} says “{before}{each.raw.split(',')[0]}” without the word “rule”"
            yield diagnose("bare-number", shown, home.line, each.number)


def _disagreeing(index: Index, vocabularies: list[Vocabulary]) -> Iterator[Diagnostic]:
    """Lists of one name that two rules state differently."""
    first: dict[str, Vocabulary] = {}
    for each in vocabularies:
        other = first.setdefault(each.name.casefold(), each)
        mine, theirs = (({member.casefold() for member in one.members}) for one in (each, other))
        if mine != theirs:
            missing = sorted(theirs - mine)
            extra = sorted(mine - theirs)
            told = [f"without {', '.join(missing)}"] if missing else []
            told += [f"with {', '.join(extra)}"] if extra else []
            line = index.by_number[each.number].rule.line
            shown = f"{each.number} lists the {each.name} {' and '.join(told)}, unlike {other.number}"
            yield diagnose("list-mismatch", shown, line, each.number)
