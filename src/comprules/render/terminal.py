"""What the commands that read one document print for a person: outline and findings.

Everything here gives text with click's colour codes; the command line strips them where no terminal reads.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from click import style

from comprules.document.model import walk
from comprules.render.wrapping import cut, wrap

if TYPE_CHECKING:
    from comprules.errors import Diagnostic
    from comprules.release import Release

_TOLD = re.compile(r"“([^”]+)”|((?<![\w.])\d+(?:\.\d+[a-z]*)?(?![\w.]\w))")  # what a message quotes or cites
_COUNT_WIDTH = 12  # characters: “760 subrules”
_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


def plural(count: int, thing: str) -> str:
    """`1 rule`, `2 rules`, `2 entries`."""
    many = thing[:-1] + "ies" if thing.endswith("y") else thing + "s"
    return f"{count:,} {thing if count == 1 else many}"


def outline(release: Release, width: int | None = None) -> str:
    """Sections and chapters with what they hold, and a summary of the diagnostics; `width` is that of the terminal."""
    document, source, family = release.document, release.source, release.index.family
    counts = Counter(family.level(node.rule.number) for node in release.index.nodes)
    examples = sum(len(node.rule.examples) for node in release.index.nodes)
    levels = [level.name for level in family.levels]
    held = [plural(counts[level], level) for level in levels if counts[level]]
    held += [plural(examples, "example"), plural(len(document.glossary), "glossary entry")]
    lines = [
        style(document.title or source.name, bold=True),
        f"effective {document.effective or '(no date found)'}",
        wrap(", ".join(held), width),
        wrap(
            f"{source.name}: read as {family.name}; {source.encoding}, {source.newlines},"
            f" {plural(source.lines, 'line')}, {source.bytes:,} bytes",
            width,
        ),
        "",
    ]
    headings = [(node.rule, len(node.path)) for node in release.index.nodes if node.rule.title and len(node.path) < 2]
    names = ["  " * depth + f"{family.heading(rule.number)} {rule.title}" for rule, depth in headings]
    room = 60 if width is None else max(20, width - 2 * _COUNT_WIDTH - 4)
    aligned = max([len(name) for name in names if len(name) <= room], default=0)
    for name, (rule, depth) in zip(names, headings, strict=True):
        counted = Counter(family.level(node.number) for node in walk(rule.rules))
        cells = [plural(counted[level], level) for level in levels if counted[level]]
        told = "  ".join(f"{cell:>{_COUNT_WIDTH}}" for cell in cells[-2:])
        shown = (name if width is None else cut(name, room)).ljust(aligned)
        lines.append((style(shown, bold=True) if depth == 0 else shown) + "  " + told)
    return "\n".join([*lines, "", summary(release.diagnostics, width)]) + "\n"


def summary(found: tuple[Diagnostic, ...], width: int | None = None) -> str:
    """How many diagnostics of which severity and code, in one line each."""
    if not found:
        return "no diagnostics"
    lines = []
    for severity, colour in _COLOURS.items():
        codes = Counter(each.code for each in found if each.severity == severity)
        if codes:
            shown = ", ".join(f"{code} {count}" for code, count in codes.most_common())
            name = severity if severity == "info" else plural(codes.total(), severity).split()[1]
            lines.append(wrap(f"{style(f'{codes.total()} {name}', fg=colour)}: {shown}", width, hang="    "))
    return "\n".join(lines)


def findings(release: Release, found: tuple[Diagnostic, ...], width: int | None = None, hidden: int = 0) -> str:
    """Each of `found`: file:line, severity, code, message; below it the line around the fault.

    `hidden` is how many others are known already.
    """
    lines = release.source.text.split("\n")
    shown = []
    for each in found:
        place = f"{release.source.name}:{each.line}"
        severity = style(each.severity, fg=_COLOURS[each.severity])
        shown.append(wrap(f"{place}: {severity} {each.code}: {each.message}", width, hang="    "))
        around = excerpt(lines[each.line - 1].strip(), each.message, (width or 100) - 4)
        shown.append(style("    " + around, dim=True))
    known = f" ({hidden} known already)" if hidden else ""
    for line in f"{summary(found)}{known}".split("\n"):
        shown.append(wrap(f"{release.source.name}: {line}", width, hang="    "))
    return "\n".join(shown) + "\n"


def excerpt(line: str, message: str, width: int) -> str:
    """What of a long line stands around the fault: around the last quotation or number of the message that it holds."""
    if len(line) <= width:
        return line
    told = [match.group(1) or match.group(2) for match in _TOLD.finditer(message)]
    places = [line.rfind(each.strip("…")) for each in reversed(told)]
    at = next((place for place in places if place > 0), 0)
    start = max(0, min(at - width // 3, len(line) - width))
    start = line.find(" ", start) + 1 if start else 0
    shown = line[start : start + width - 2 * bool(start)]
    return ("… " if start else "") + (shown if start + len(shown) >= len(line) else shown[:-1].rstrip() + "…")


def github(found: tuple[Diagnostic, ...], path: str) -> str:
    """Each of `found` as a GitHub workflow command, for annotations beside the lines of `path`."""
    kinds = {"error": "error", "warning": "warning", "info": "notice"}

    def escape(text: str, also: str = "") -> str:
        for char in "%\r\n" + also:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    return "".join(
        f"::{kinds[each.severity]} file={escape(path, ':,')},line={each.line},title={each.code}::"
        f"{escape(each.message)}\n"
        for each in found
    )
