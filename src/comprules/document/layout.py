"""Lines to tokens: which kind of line of `grammars/document.lark` each line of a document is.

Takes the logical lines of a source; gives one token a line, in order, and diagnostics for how lines are written. A
line of the body is told by how it begins, a line of the other parts by its place: the contents repeat the headings of
the body, and a glossary's senses are numbered like its sections. Refuses a text without any numbered rule.
"""

from __future__ import annotations

from bisect import bisect_left

from comprules.document.family import Family
from comprules.document.heads import Head, head, line_patterns
from comprules.document.lines import Line
from comprules.errors import Diagnostic, NotRulesError, diagnose

_TITLE_LENGTH = 100  # characters: the longest title of a document, chapter or glossary entry is about 70
_STRAY = 0.1  # of all rules may seem to stand in the parts after them: lines of prose that begin with a number
_SOME = 0.25  # of all examples: fewer are slips
_PARTS = ("INTRODUCTION", "CONTENTS", "GLOSSARY", "INDEX", "CREDITS")


class LineToken:
    """A line as the grammar sees it: its kind, its number if it has one, and its text without number or label."""

    __slots__ = ("line", "number", "text", "type")
    # What Lark copies from the last token when it closes the input.
    start_pos = column = end_line = end_column = end_pos = None

    def __init__(self, kind: str, text: str, line: int, number: str = "") -> None:
        self.type, self.text, self.line, self.number = kind, text, line, number


def layout(lines: list[Line], name: str, family: Family) -> tuple[list[LineToken], list[Diagnostic]]:
    """The tokens of a document and the oddities of its lines; `name` is what an error calls the document.

    Raises NotRulesError where no line begins like a rule of `family`.
    """
    heads = [head(line.text) for line in lines]
    places = _places(lines, heads, name, family)
    found: list[Diagnostic] = []
    tokens: list[LineToken] = []
    ends = [*[start for start, _ in places[1:]], len(lines)]
    for (start, part), end in zip(places, ends, strict=True):
        if part in _PARTS:
            tokens.append(LineToken(part, lines[start].text, lines[start].number))
            start += 1
        if part == "body":
            found.extend(_body(lines[start:end], heads[start:end], family, tokens))
        elif part == "CONTENTS":
            found.extend(_contents(lines[start:end], heads[start:end], tokens))
        elif part == "GLOSSARY":
            _glossary(lines[start:end], tokens, found)
        elif part == "front":
            _front(lines[start:end], tokens)
        else:
            tokens.extend(LineToken("PARAGRAPH", line.text, line.number) for line in lines[start:end])
    return tokens, found


def _places(lines: list[Line], heads: list[Head | None], name: str, family: Family) -> list[tuple[int, str]]:
    """Where each part of the document begins: indices of lines with the name of the part, in order."""
    body = _body_start(heads, family)
    first_rule = _first_rule(heads)
    if body is None or first_rule is None:
        raise NotRulesError(
            f"{name}: no numbered rules found; looked for lines such as “100.1. …” under “1. …” and “100. …”;"
            " a copy without numbers is for comprules restore"
        )
    known = line_patterns()

    def headings(part: str, start: int, end: int) -> list[int]:
        match = known[part].match
        return [at for at in range(start, end) if len(lines[at].text) < 80 and match(lines[at].text)]

    places = [(0, "front")]
    contents = headings("CONTENTS", 0, body)
    if contents and not any(this and this.number for this in heads[contents[0] : body]):
        body = first_rule  # all headings before the first rule are what the contents list
    introduction = headings("INTRODUCTION", 0, body)
    if contents:
        places.append((contents[0], "CONTENTS"))
    for at in introduction[-1:]:
        if not contents or at < contents[0] or any(heads[contents[0] : at]):
            places.append((at, "INTRODUCTION"))
    places.append((body, "body"))
    rules = [at for at, this in enumerate(heads) if this and this.kind in ("RULE", "SUBRULE")]

    def after_the_rules(part: str, start: int) -> list[int]:
        """The first heading of a part that next to no rules follow; one in their midst is none."""
        found = headings(part, start, len(lines))
        return [at for at in found if len(rules) - bisect_left(rules, at) <= _STRAY * len(rules)][:1]

    for part in ("GLOSSARY", "INDEX", "CREDITS"):
        places.extend((at, part) for at in after_the_rules(part, places[-1][0]))
    return sorted(places, key=lambda place: (place[0], place[1] != "front"))


def _first_rule(heads: list[Head | None]) -> int | None:
    return next((at for at, this in enumerate(heads) if this and this.kind in ("RULE", "SUBRULE")), None)


def _body_start(heads: list[Head | None], family: Family) -> int | None:
    """The index of the first heading of the body: back from the first rule while numbers go on falling.

    The contents end with the highest numbers, so that the first heading of the body stands out after them.
    """
    first = _first_rule(heads)
    if first is None:
        return None
    start, after = first, family.order(heads[first].number)  # type: ignore[union-attr]
    for at in range(first - 1, -1, -1):
        above = heads[at]
        if above and above.number:
            before = family.order(above.number)
            if before >= after:
                break
            start, after = at, before
    return start


def _front(lines: list[Line], tokens: list[LineToken]) -> None:
    known = line_patterns()
    for at, line in enumerate(lines):
        kind = next((kind for kind in ("EFFECTIVE", "DATE") if known[kind].match(line.text)), "PARAGRAPH")
        titled = kind == "PARAGRAPH" or (kind == "DATE" and line.text[0].isalpha())
        if titled and at == 0 and len(line.text) <= _TITLE_LENGTH and line.text[-1] not in ".:;,":
            kind = kind if line.text[0].islower() else "TITLE"
        tokens.append(LineToken(kind, line.text, line.number))


def _contents(lines: list[Line], heads: list[Head | None], tokens: list[LineToken]) -> list[Diagnostic]:
    leader = line_patterns()["LEADER"]
    led: list[int] = []
    for line, this in zip(lines, heads, strict=True):
        numbered = this is not None and bool(this.number)
        text = line.text[len(this.written) :] if this and numbered else line.text
        trailing = leader.search(text)
        tokens.append(LineToken("ENTRY", text, line.number, this.number if this else ""))
        if trailing and trailing.start():
            tokens[-1].text = text[: trailing.start()]
            tokens.append(LineToken("LEADER", trailing.group(), line.number))
            led.append(line.number)
    if not led:
        return []
    return [diagnose("leaders", f"{len(led)} entries trail off to page numbers, left out", led[0])]


def _body(lines: list[Line], heads: list[Head | None], family: Family, tokens: list[LineToken]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    gaps: list[Diagnostic] = []
    examples = 0
    for line, this in zip(lines, _plausible(heads), strict=True):
        if this is None:
            tokens.append(LineToken("PARAGRAPH", line.text, line.number))
            if line.gap and not line.indent:
                shown = line.text if len(line.text) < 50 else line.text[:49] + "…"
                found.append(diagnose("orphan-line", f"“{shown}” has no number", line.number))
            continue
        kind, number, written = this
        tokens.append(LineToken(kind, line.text[len(written) :], line.number, number))
        if kind == "EXAMPLE":
            examples += 1
            if written != "Example: ":
                found.append(diagnose("example-label", f"the label is written “{written.strip()}”", line.number))
            if line.gap:
                gaps.append(diagnose("example-gap", "a blank line before this example", line.number))
        elif written != family.heading(number) + " ":
            found.extend(_slips(this, line, family))
    # Where many examples are set off by a blank line, that is how the document is set.
    return found + (gaps if len(gaps) <= max(2, _SOME * examples) else [])


def _plausible(heads: list[Head | None]) -> list[Head | None]:
    """The heads of the body, without sections that the number after them does not belong to: those are list items."""
    following = ""
    kept: list[Head | None] = []
    for at, this in zip(range(len(heads) - 1, -1, -1), reversed(heads), strict=True):
        if at and this and this.kind == "SECTION" and following and not following.startswith(this.number):
            this = None
        if this and this.number:
            following = this.number
        kept.append(this)
    return kept[::-1]


def _slips(this: Head, line: Line, family: Family) -> list[Diagnostic]:
    """What differs between a number as written and its plain form. Extra blanks after it are no slip."""
    number, written = this.number, this.written
    found = []
    bare = written.rstrip()
    if " " in bare or "\xa0" in bare or "\t" in bare:
        found.append(diagnose("spaced-number", f"{number} is written “{bare}”", line.number, number))
    wanted, seen = family.heading(number).count("."), bare.count(".")
    if seen < wanted:
        found.append(diagnose("missing-dot", f"no dot after {number}", line.number, number))
    if seen > wanted:
        found.append(diagnose("extra-dot", f"{number} is written “{bare}”", line.number, number))
    if bare == written:
        glued = line.text[len(written) :].split(maxsplit=1)[0]
        found.append(diagnose("missing-space", f"{number} is glued to “{glued}”", line.number, number))
    return found


def _glossary(lines: list[Line], tokens: list[LineToken], found: list[Diagnostic]) -> None:
    """Blocks set off by blank lines are entries: a term, then its definition.

    A block that does not begin with a term goes on with the entry before it; a lone term takes the next block.
    """
    known = line_patterns()
    margin = min((line.indent for line in lines), default=0)
    lines = [line._replace(indent=line.indent - margin) for line in lines] if margin else lines
    starts = [at for at, line in enumerate(lines) if at == 0 or line.gap]
    if len(starts) == 1:  # no blank lines: a short line without a full stop, before one that is none, is a term
        starts = [at for at, line in enumerate(lines[:-1]) if _is_term(line) and not _is_term(lines[at + 1])]
        starts = sorted({0, *starts})
    blocks = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=False)]
    awaiting = False  # a term stands alone and its definition is still to come
    for at, block in enumerate(blocks):
        first = block[0]
        glued = known["GLUED_TERM"].match(first.text)
        following = blocks[at + 1] if at + 1 < len(blocks) else []
        lone = len(block) == 1 and len(following) == 1 and not _is_term(following[0])
        if glued:
            found.append(diagnose("glued-term", f"“{glued.group()}” and its first sense share a line", first.number))
            tokens.append(LineToken("GLUED_TERM", glued.group(), first.number))
            block = [first._replace(text=first.text[glued.end() :]), *block[1:]]
            awaiting = False
        elif at == 0 or (not awaiting and _is_term(first) and (len(block) > 1 or lone)):
            tokens.append(LineToken("TERM", first.text, first.number))
            block = block[1:]
            awaiting = not block
        else:
            awaiting = False
        for line in block:
            sense = known["SENSE"].match(line.text)
            tokens.append(LineToken("SENSE" if sense else "DEFINITION", line.text, line.number))


def _is_term(line: Line) -> bool:
    if line_patterns()["SENSE"].match(line.text):
        return False
    end = line.text.rstrip("”\"’')")[-1:]
    return len(line.text) <= _TITLE_LENGTH and end not in ".:,;" and not line.indent
