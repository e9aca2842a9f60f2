"""Comparison of two releases: `diff(old, new)` gives a `Diff`, `apply(diff, old)` the new document again."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comprules.diff.compare import diff as diff
    from comprules.diff.patch import apply as apply

# Loaded when first used: who reads the model alone does not pay for the matching.
_HOMES = {"diff": "compare", "apply": "patch"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'comprules.diff' has no attribute {name!r}")
    return getattr(import_module(f"comprules.diff.{_HOMES[name]}"), name)
