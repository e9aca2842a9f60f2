"""Words as readers compare them: case, typography, hyphens and word forms aside.

Takes texts, gives tokens and stems. Stems are those of the Snowball project's English stemmer (Porter 2), so that
`tramples` and `trampling` are one word, and `state-based actions` is what `State Based Action` is.

    >>> key("State-Based Actions") == key("state based action")
    True
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

_TYPOGRAPHY = str.maketrans("’‘“”–—−\xa0", "''\"\"--- ")
# A symbol in braces, power and toughness, a number with its parts, a word with its apostrophes.
TOKEN = re.compile(
    r"\{[^{}\s][^{}]{0,14}\}|[+-]?[0-9x]+/[+-]?[0-9x]+(?![\w/])|[0-9]+(?:\.[0-9]+[a-z]*)?|[^\W\d_]+(?:'[^\W\d_]+)*"
)
_PARAMETER = re.compile(r"[-\s]*\[[^\[\]]*\][-\s]*")
ARTICLES = frozenset({"a", "an", "the"})


def fold(text: str) -> str:
    """`text` in lower case, with plain quotes and dashes and without accents; character for character."""
    plain = text.translate(_TYPOGRAPHY)
    if plain.isascii():
        return plain.lower()
    return "".join(unicodedata.normalize("NFD", char)[0].lower()[:1] or char for char in plain)


def occurrences(text: str, name: str) -> list[tuple[int, int]]:
    """Where `name` stands in `text` as whole words, in any case: half-open pairs of offsets."""
    lowered, wanted = text.lower(), name.lower()
    if len(lowered) != len(text):  # a letter that becomes two in lower case would shift every offset
        lowered, wanted = text, name
    found: list[tuple[int, int]] = []
    at = lowered.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (lowered[at - 1 : at].isalnum() or lowered[end : end + 1].isalnum()):
            found.append((at, end))
        at = lowered.find(wanted, end)
    return found


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """The stem of one folded token; what is no word is its own stem."""
    return str(_stemmer().stemWord(word)) if word[:1].isalpha() else word


def tokens(text: str) -> list[str]:
    """The folded tokens of `text`: words, numbers, and symbols such as `{t}` and `+1/+1`, each whole."""
    return TOKEN.findall(fold(text))


def key(name: str) -> tuple[str, ...]:
    """What two names have in common if they are forms of one: the stems of their words.

    A leading article, `and`, and a parameter in brackets count for nothing: `Partner with [name]` is looked up as
    `partner with`, `Power/Toughness` as `power and toughness`.
    """
    return tuple(map(stem, _named(name)))


def singular(name: str) -> tuple[str, ...]:
    """The folded words that count of `name`, plural endings aside: a closer likeness than that of `key`."""
    return tuple(map(_singular, _named(name)))


def _named(name: str) -> list[str]:
    """The folded words of a name that count; all of them where none would be left."""
    words = tokens(_PARAMETER.sub(" ", name)) or tokens(name)
    while len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return [word for word in words if word != "and"] or words


def _singular(word: str) -> str:
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word.removesuffix("s").removesuffix("'")
