"""What the commands that read one document print for a person: outline, rule, glossary entry, findings.

Everything here gives text with click's colour codes; the command line strips them where no terminal reads.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING

from click import style

from comprules.document.model import Entry, Rule, walk
from comprules.families.shape import sort_key

if TYPE_CHECKING:
    from comprules.release import Release
    from comprules.search import Hit
    from comprules.tables.index import Node
    from comprules.tables.references import Reference

_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


def plural(count: int, thing: str) -> str:
    """`1 rule`, `2 rules`, `2 entries`."""
    many = thing[:-1] + "ies" if thing.endswith("y") else thing + "s"
    return f"{count:,} {thing if count == 1 else many}"


def outline(release: Release) -> str:
    """Sections and chapters with what they hold, and a summary of the diagnostics."""
    document, source, family = release.document, release.source, release.index.family
    counts = Counter(family.level(node.rule.number) for node in release.index.nodes)
    examples = sum(len(node.rule.examples) for node in release.index.nodes)
    levels = [level.name for level in family.levels]
    held = [plural(counts[level], level) for level in levels if counts[level]]
    held += [plural(examples, "example"), plural(len(document.glossary), "glossary entry")]
    lines = [
        style(document.title or source.name, bold=True),
        f"effective {document.effective or '(no date found)'}",
        ", ".join(held),
        f"{source.name}: {source.encoding}, {source.newlines}, {plural(source.lines, 'line')}, {source.bytes:,} bytes",
        "",
    ]
    headings = [(node.rule, len(node.path)) for node in release.index.nodes if node.rule.title and len(node.path) < 2]
    names = ["  " * depth + f"{family.heading(rule.number)} {rule.title}" for rule, depth in headings]
    width = max([len(name) for name in names if len(name) <= 60], default=0)
    for name, (rule, depth) in zip(names, headings, strict=True):
        below = list(walk(rule.rules))
        counted = Counter(family.level(node.number) for node in below)
        cells = [plural(counted[level], level) for level in levels if counted[level]]
        shown = "  ".join(f"{cell:>12}" for cell in cells[-2:])
        lines.append((style(name.ljust(width), bold=True) if depth == 0 else name.ljust(width)) + "  " + shown)
    return "\n".join([*lines, "", summary(release)]) + "\n"


def summary(release: Release) -> str:
    """How many diagnostics of which severity and code, in one line each."""
    if not release.diagnostics:
        return "no diagnostics"
    lines = []
    for severity, colour in _COLOURS.items():
        codes = Counter(found.code for found in release.diagnostics if found.severity == severity)
        if codes:
            shown = ", ".join(f"{code} {count}" for code, count in codes.most_common())
            name = severity if severity == "info" else plural(codes.total(), severity).split()[1]
            lines.append(f"{style(f'{codes.total()} {name}', fg=colour)}: {shown}")
    return "\n".join(lines)


def findings(release: Release) -> str:
    """Every diagnostic: file:line, severity, code, message; below it the line itself."""
    lines = release.source.text.split("\n")
    shown = []
    for found in release.diagnostics:
        place = f"{release.source.name}:{found.line}"
        severity = style(found.severity, fg=_COLOURS[found.severity])
        shown.append(f"{place}: {severity} {found.code}: {found.message}")
        text = lines[found.line - 1].strip()
        shown.append(style("    " + (text if len(text) <= 100 else text[:99] + "…"), dim=True))
    shown.append(f"{release.source.name}: {summary(release)}".replace("\n", f"\n{release.source.name}: "))
    return "\n".join(shown) + "\n"


def github(release: Release, path: str) -> str:
    """Every diagnostic as a GitHub workflow command, for annotations beside the lines of `path`."""
    kinds = {"error": "error", "warning": "warning", "info": "notice"}

    def escape(text: str, also: str = "") -> str:
        for char in "%\r\n" + also:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    return "".join(
        f"::{kinds[found.severity]} file={escape(path, ':,')},line={found.line},title={found.code}::"
        f"{escape(found.message)}\n"
        for found in release.diagnostics
    )


def breadcrumb(release: Release, node: Node) -> str:
    """The headings above a node, and the date of the release."""
    above = " › ".join(f"{rule.number} {rule.title or ''}".strip() for rule in node.path)
    dated = f"effective {release.document.effective}" if release.document.effective else release.source.name
    return style(f"{above} · {dated}" if above else dated, dim=True)


def rule(release: Release, node: Node, alone: bool, width: int | None) -> str:
    """A node with its breadcrumb and, unless `alone`, every node below it; `width` wraps lines, None does not."""
    nodes = [node.rule] if alone else list(walk([node.rule]))
    blocks = [_rule(release, each, width) for each in nodes]
    shown = {each.number for each in nodes}
    cited = [each for each in release.references if each.number in shown]
    citing = [each for number in shown for each in release.cited_by.get(number, ()) if each.number not in shown]
    strip = [
        _strip("cites", sorted({target for each in cited for target in each.targets} - shown, key=sort_key), width),
        _strip("cited by", _places(citing), width),
    ]
    return "\n".join([breadcrumb(release, node), "", *blocks, *filter(None, strip)])


def _strip(name: str, places: list[str], width: int | None) -> str:
    return style(wrap(f"{name}: {', '.join(places)}", width), dim=True) + "\n" if places else ""


def _places(references: list[Reference]) -> list[str]:
    """The rules, then the glossary entries that references stand in, each once, in document order."""
    numbers = sorted({each.number for each in references if each.number}, key=sort_key)
    return [*numbers, *dict.fromkeys(f"“{each.term}”" for each in references if each.term)]


def _rule(release: Release, rule: Rule, width: int | None) -> str:
    number = style(release.index.family.heading(rule.number), bold=True)
    if rule.title is not None:
        first = [f"{number} {style(rule.title, bold=True)}"]
        paragraphs = (rule.text or "").split("\n") if rule.text else []
    else:
        head, *paragraphs = (rule.text or "").split("\n")
        first = [wrap(f"{number} {head}", width)]
    lines = [*first, *(wrap(paragraph, width, "    ") for paragraph in paragraphs)]
    lines += [wrap(f"{style('Example:', italic=True)} {example}", width, "    ") for example in rule.examples]
    return "\n".join(lines) + "\n"


def entry(release: Release, found: Entry, width: int | None) -> str:
    """A glossary entry."""
    dated = f"effective {release.document.effective}" if release.document.effective else release.source.name
    lines = [style(f"Glossary · {dated}", dim=True), "", style(found.term, bold=True)]
    lines += [wrap(line, width, "    ") for line in found.text.split("\n")]
    return "\n".join(lines) + "\n"


def hits(release: Release, found: tuple[Hit, ...], limit: int) -> str:
    """The best hits of a search: the breadcrumb, then the text with the matching words marked."""
    blocks = []
    for hit in found[:limit]:
        if hit.node:
            number = release.index.family.heading(hit.node.rule.number)
            label = {"title": number, "text": number, "example": f"{number} Example:"}[hit.part]
            blocks.append(f"{breadcrumb(release, hit.node)}\n{style(label, bold=True)} {_marked(hit)}")
        else:
            blocks.append(f"{style('Glossary', dim=True)}\n{_marked(hit)}")
    more = f", the best {limit} shown" if len(found) > limit else ""
    return "\n\n".join([*blocks, f"{plural(len(found), 'hit')}{more}"]) + "\n"


def _marked(hit: Hit) -> str:
    pieces, at = [], 0
    for start, end in hit.spans:
        if start >= at:
            pieces += [hit.text[at:start], style(hit.text[start:end], fg="yellow", bold=True)]
            at = end
    return "".join([*pieces, hit.text[at:]])


def wrap(text: str, width: int | None, indent: str = "") -> str:
    """`text` folded to `width` columns, each line of it indented."""
    if width is None:
        return "\n".join(indent + line for line in text.split("\n"))
    return "\n".join(
        textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent) for line in text.split("\n")
    )
