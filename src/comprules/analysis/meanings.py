"""What the form of a keyword means, and the variants of a keyword."""

from __future__ import annotations

import msgspec

from comprules.analysis.parameters import Parameter


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """What a form of a keyword means: the text, the number of the rule that says so, and what limits it, if anything.

    The text is that of one ability where the rule quotes it; of a keyword action, what a player does.
    """

    form: str
    text: str
    number: str
    condition: str | None = None


class Variant(msgspec.Struct, frozen=True, gc=False):
    """A variant of a keyword: the rule that names it, how it is written, what it means."""

    name: str
    number: str
    forms: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    meanings: tuple[Meaning, ...] = ()
