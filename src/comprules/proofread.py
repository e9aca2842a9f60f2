"""Proofreading: what is odd about a release, the gravest first, and what of that an earlier release had already.

Takes a `Release`, gives its diagnostics with those of its prose (`comprules.analysis.proof`), which need a reading of
every word and so are no part of `Release.diagnostics`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from comprules.analysis.proof import proof
from comprules.analysis.vocabularies import collect_all
from comprules.errors import CODES, Diagnostic
from comprules.release import Release

_SEVERITIES = ("error", "warning", "info")
_GRAVITY = {code: (_SEVERITIES.index(severity), at) for at, (code, (severity, _)) in enumerate(CODES.items())}
_LINE = re.compile(r"\bline \d+")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+[a-z]*)?")


def proofread(release: Release) -> tuple[Diagnostic, ...]:
    """Everything odd about `release`: by severity, then by what it breaks, then in the order of the lines."""
    lines = release.source.text.split("\n")
    prose = proof(release.document, release.index, release.references, collect_all(release.index), lines)
    return tuple(sorted([*release.diagnostics, *prose], key=lambda found: (_GRAVITY[found.code], found.line)))


def unknown(found: Iterable[Diagnostic], known: Iterable[tuple[str, str]]) -> list[bool]:
    """Of each finding whether it is new: not among `known`, pairs of code and message of an earlier reading.

    A finding is the same if its message is, lines aside; else if it is numbers aside, since rules are renumbered.
    """
    findings = list(found)
    exact = Counter((code, _LINE.sub("", message)) for code, message in known)
    new = [True] * len(findings)
    for at, each in enumerate(findings):
        key = (each.code, _LINE.sub("", each.message))
        if exact[key]:
            exact[key] -= 1
            new[at] = False
    alike = Counter((code, _NUMBER.sub("#", message)) for code, message in exact.elements())
    for at, each in enumerate(findings):
        key = (each.code, _NUMBER.sub("#", _LINE.sub("", each.message)))
        if new[at] and alike[key]:
            alike[key] -= 1
            new[at] = False
    return new
