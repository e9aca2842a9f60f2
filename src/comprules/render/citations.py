"""What `comprules cite` prints: for a person, for code scanning (SARIF 2.1.0), for a pull request, and as a patch."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from click import style

from comprules.cite.codes import CODES
from comprules.render.cited import CitationRecord, MigratedFile
from comprules.render.terminal import plural

_CONTEXT = 3  # unchanged lines around a change of a patch
_LONGEST = 100  # characters of a line that is shown below its finding

# How grave each code is, and what it says of any citation.
_MEANINGS: dict[str, tuple[str, str]] = {
    "unknown": ("error", "The release has no rule of this number."),
    "taken-over": ("error", "The number names another rule than when it was cited."),
    "removed": ("error", "The rule was removed."),
    "split": ("warning", "The rule was split into several."),
    "merged": ("warning", "The rule was merged with another."),
    "title-mismatch": ("error", "The title or keyword beside the number is another rule's."),
    "quote-mismatch": ("error", "The words quoted beside the number are not the rule's."),
    "moved": ("warning", "The rule has another number now."),
    "edited": ("info", "The words of the rule changed since it was cited."),
}
_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}
_GITHUB = {"error": "error", "warning": "warning", "info": "notice"}
_SARIF = {"error": "error", "warning": "warning", "info": "note"}


def severity(code: str) -> str:
    """`error`, `warning` or `info`."""
    return _MEANINGS[code][0]


def listing(records: Sequence[CitationRecord]) -> str:
    """Every citation with its place and the numbers it names."""
    lines = [
        f"{_where(each)}: {' '.join(each.raw.split())} → {', '.join(each.targets) or 'nothing'}" for each in records
    ]
    return "\n".join([*lines, _counted(records)]) + "\n"


def findings(records: Sequence[CitationRecord]) -> str:
    """Every flaw with its place, then how many there are of each kind."""
    lines = []
    for each in records:
        for flaw in each.flaws:
            code = style(flaw.code, fg=_COLOURS[severity(flaw.code)])
            lines.append(f"{_where(each)}: {code}: {flaw.message}")
        if each.flaws:
            raw = " ".join(each.raw.split())
            lines.append(style("    " + (raw if len(raw) <= _LONGEST else raw[: _LONGEST - 1] + "…"), dim=True))
    counts = Counter(flaw.code for each in records for flaw in each.flaws)
    told = ", ".join(f"{counts[code]} {code}" for code in CODES if counts[code])
    return "\n".join([*lines, f"{_counted(records)}: {told or 'all as they should be'}"]) + "\n"


def _where(each: CitationRecord) -> str:
    return f"{each.file}:{each.line}:{each.column}"


def _counted(records: Sequence[CitationRecord]) -> str:
    return f"{plural(len(records), 'citation')} in {plural(len({each.file for each in records}), 'file')}"


def github(records: Sequence[CitationRecord]) -> str:
    """Every flaw as a workflow command of GitHub, which annotates the line of a pull request."""
    return "".join(
        f"::{_GITHUB[severity(flaw.code)]} file={_escaped(each.file, ':,')},line={each.line},col={each.column}"
        f"{f',endColumn={each.end}' if _is_on_one_line(each) else ''},title={flaw.code}::{_escaped(flaw.message)}\n"
        for each in records
        for flaw in each.flaws
    )


def _is_on_one_line(each: CitationRecord) -> bool:
    return "\n" not in each.raw and "\r" not in each.raw


def _escaped(text: str, also: str = "") -> str:
    for char in "%\r\n" + also:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def sarif(records: Sequence[CitationRecord], version: str) -> str:
    """Every flaw as a result of SARIF 2.1.0; `version` is that of this program."""
    used = [code for code in CODES if any(flaw.code == code for each in records for flaw in each.flaws)]
    rules = [
        {
            "id": code,
            "shortDescription": {"text": _MEANINGS[code][1]},
            "defaultConfiguration": {"level": _SARIF[severity(code)]},
        }
        for code in used
    ]
    results = [_result(each, flaw.code, flaw.message, used) for each in records for flaw in each.flaws]
    run = {
        "tool": {"driver": {"name": "comprules", "version": version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


def _result(each: CitationRecord, code: str, message: str, used: Sequence[str]) -> dict[str, object]:
    from urllib.parse import quote

    region = {"startLine": each.line, "startColumn": each.column}
    if _is_on_one_line(each):
        region["endColumn"] = each.end
    location = {"physicalLocation": {"artifactLocation": {"uri": quote(each.file)}, "region": region}}
    return {
        "ruleId": code,
        "ruleIndex": used.index(code),
        "level": _SARIF[severity(code)],
        "message": {"text": message},
        "locations": [location],
    }


def patch(file: str, old: str, new: str) -> str:
    """The unified diff of a text whose lines were rewritten one by one; it has as many as before."""
    before, after = old.split("\n"), new.split("\n")
    changed = [at for at, (one, two) in enumerate(zip(before, after, strict=True)) if one != two]
    if not changed:
        return ""
    hunks: list[list[int]] = []
    for at in changed:
        if hunks and at - hunks[-1][-1] <= 2 * _CONTEXT:
            hunks[-1].append(at)
        else:
            hunks.append([at])
    count = len(before) - (before[-1] == "")
    lines = [f"--- a/{file}", f"+++ b/{file}"]
    for hunk in hunks:
        first, last = max(0, hunk[0] - _CONTEXT), min(count, hunk[-1] + _CONTEXT + 1)
        lines.append(f"@@ -{first + 1},{last - first} +{first + 1},{last - first} @@")
        lines += _hunk(before, after, first, last)
    return "\n".join(lines) + "\n"


def _hunk(before: list[str], after: list[str], first: int, last: int) -> list[str]:
    """The lines of a hunk: of each run of changed lines all old ones, then all new ones."""
    lines: list[str] = []
    olds: list[str] = []
    news: list[str] = []

    def unended(at: int, line: str) -> str:
        return line + ("\n\\ No newline at end of file" if at == len(before) - 1 else "")

    for at in range(first, last):
        if before[at] == after[at]:
            lines += [*olds, *news, unended(at, " " + before[at])]
            olds, news = [], []
        else:
            olds.append(unended(at, "-" + before[at]))
            news.append(unended(at, "+" + after[at]))
    return [*lines, *olds, *news]


def left(files: Sequence[MigratedFile]) -> str:
    """What a migration left for a person, and how much it rewrote."""
    lines = [
        f"{each.file}:{one.line}:{one.column}: left: {' '.join(one.raw.split())}: {one.message}"
        for each in files
        for one in each.left
    ]
    rewritten = sum(len(each.rewrites) for each in files)
    where = sum(bool(each.rewrites) for each in files)
    kept = sum(len(each.left) for each in files)
    told = (
        f"{rewritten:,} number{'s' * (rewritten != 1)} in {where:,} file{'s' * (where != 1)} rewritten, {kept:,} left"
    )
    return "\n".join([*lines, told]) + "\n"
