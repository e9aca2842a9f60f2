"""The parameters of a keyword's forms: `[cost]`, `[quality]`, N, each with its kind.

>>> [(each.name, each.kind) for each in parameters(("Suspend N—[cost]",))]
[('N', 'number'), ('cost', 'cost')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

ParameterKind = Literal["cost", "number", "quality", "type", "name", "object", "text"]

_PARAMETER = re.compile(r"\[([^\]]+)\]|(?<![\w{/+-])([NX])(?![\w}/])")
# What the last word of a parameter's name says of its kind; a name that says nothing is text.
_KINDS: dict[str, ParameterKind] = {
    "cost": "cost",
    "costs": "cost",
    "number": "number",
    "quality": "quality",
    "characteristic": "quality",
    "color": "quality",
    "type": "type",
    "subtype": "type",
    "supertype": "type",
    "name": "name",
    "object": "object",
    "player": "object",
    "permanent": "object",
    "creature": "object",
    "materials": "object",
    "something": "object",
}


class Parameter(msgspec.Struct, frozen=True, gc=False):
    """A variable part of a form: its name as printed, without brackets, and what may stand for it."""

    name: str
    kind: ParameterKind


def parameters(forms: Iterable[str]) -> tuple[Parameter, ...]:
    """The parameters of `forms`, each name once, in order."""
    names = dict.fromkeys(a or b for form in forms for a, b in _PARAMETER.findall(form))
    return tuple(Parameter(name, _kind(name)) for name in names)


def _kind(name: str) -> ParameterKind:
    if name in ("N", "X"):
        return "number"
    words = re.sub(r"\s+(?:[A-Z]|\d+)$", "", name).casefold().split()
    return _KINDS.get(words[-1], "text")
