"""Rule citations in somebody's own files: source code, Markdown, HTML, plain text.

Functions over text: `scan` finds citations, `checker` tells which are wrong, `migrate` rewrites them for another
release, `lock` remembers what they meant. Reading files is left to `comprules.files`, writing to the command line.

    from comprules.cite import migrate, scan, trace

    scan("// CR 302.4a, but not $302.40", release.index.family)
    migrate("// CR 302.6a", trace(diff(old, new))).text
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comprules.cite.checks import Checked as Checked
    from comprules.cite.checks import Flaw as Flaw
    from comprules.cite.checks import checker as checker
    from comprules.cite.fates import Fate as Fate
    from comprules.cite.fates import Fates as Fates
    from comprules.cite.fates import trace as trace
    from comprules.cite.locks import Lock as Lock
    from comprules.cite.locks import lock as lock
    from comprules.cite.migration import Migration as Migration
    from comprules.cite.migration import migrate as migrate
    from comprules.cite.scanner import scan as scan
    from comprules.cite.scanner import targets as targets

# Loaded when first used.
_HOMES = {
    "Checked": "checks",
    "Flaw": "checks",
    "checker": "checks",
    "Fate": "fates",
    "Fates": "fates",
    "trace": "fates",
    "Lock": "locks",
    "lock": "locks",
    "Migration": "migration",
    "migrate": "migration",
    "scan": "scanner",
    "targets": "scanner",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'comprules.cite' has no attribute {name!r}")
    return getattr(import_module(f"comprules.cite.{_HOMES[name]}"), name)
