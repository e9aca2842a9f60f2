"""The pages beside one that is made: their addresses, and the links to them that every page has.

An address is relative or of http(s); anything else is refused, since a link must never run anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from comprules.errors import CompRulesError
from comprules.render.html.prose import escape

_SCHEME = re.compile(r"\s*([^/?#\s]*?)\s*:")
_ALLOWED = ("http", "https")


class AddressError(CompRulesError):
    """An address that a page must not link to."""


class Step(NamedTuple):
    """A link to a page: what it is called and where it is."""

    name: str
    href: str


class Beside(NamedTuple):
    """Addresses, None where there is no such page.

    `viewer` is the page of the release (of a comparison: the new one), `old_viewer` that of the old one, `comparison`
    what changed since the release before, `indices` the indices. `steps` are further links, in order; `shared` is the
    folder of shared styles and scripts; `history` tells of a rule, by its number, or an entry, by its term, where its
    history is, and in a few words what it is.
    """

    viewer: str | None = None
    old_viewer: str | None = None
    comparison: str | None = None
    indices: str | None = None
    steps: tuple[Step, ...] = ()
    shared: str | None = None
    history: Callable[[str, bool], Step | None] | None = None

    def links(self, *leave: str) -> list[Step]:
        """The links of the page's head; `leave` are names of fields that lead to the page itself.

        Raises AddressError for an address that no page may link to.
        """
        named = (
            ("viewer", "Rules", self.viewer),
            ("comparison", "What changed", self.comparison),
            ("indices", "Indices", self.indices),
        )
        found = [Step(name, href) for field, name, href in named if href is not None and field not in leave]
        return [Step(name, Markup(address(href))) for name, href in (*found, *self.steps)]


ALONE = Beside()


def address(href: str) -> str:
    """`href`, escaped for an attribute, without its fragment.

    Raises AddressError if it is neither relative nor of http(s).
    """
    cleaned = "".join(char for char in href if char.isprintable())
    scheme = _SCHEME.match(cleaned)
    if scheme and scheme[1].lower() not in _ALLOWED:
        raise AddressError(f"{href}: no address of a page; give a relative one, or one that begins with http(s)")
    return escape(href.partition("#")[0])
