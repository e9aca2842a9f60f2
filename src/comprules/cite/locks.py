"""What citations meant when they were written: the release, and of each cited rule a hash of its words.

A lock holds no text of the rules. With it a later check needs no older release: a rule whose words stand under another
number now has moved, one whose words are nowhere was edited. Citations that a migration left are kept as `open`, since
their numbers are still those of the release before.
"""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable

import msgspec

from comprules.analysis.citations import cite
from comprules.analysis.index import Index, Node, fold_name
from comprules.cite.codes import Code
from comprules.cite.messages import listed, shown
from comprules.cite.opened import Open, short_hash
from comprules.errors import UnreadableError
from comprules.release import Release

NAME = ".comprules.lock"
_SCHEMA = "comprules/lock/1"


class Locked(msgspec.Struct, frozen=True):
    """The hashes of a cited rule: of its words, with the numbers they cite left out, and of the titles above it."""

    words: str
    under: str


class Lock(msgspec.Struct, frozen=True):
    """The release that citations follow, and what the cited rules said."""

    family: str
    title: str
    effective: str
    sha256: str
    rules: dict[str, Locked]
    open: tuple[Open, ...] = ()


def lock(numbers: Iterable[str], release: Release, left: tuple[Open, ...] = ()) -> Lock:
    """The lock of the cited `numbers` that `release` has."""
    index = release.index
    document = release.document
    cited = sorted({number for number in numbers if number in index}, key=index.family.order)
    rules = {number: _locked(index.by_number[number], index) for number in cited}
    return Lock(
        document.family, document.title or "", document.effective or "", release.source.sha256, rules, tuple(left)
    )


def _locked(node: Node, index: Index) -> Locked:
    rule = node.rule
    texts = [rule.title or "", rule.text or "", *rule.examples]
    return Locked(
        short_hash("\n".join(fold_name(_without_numbers(text, index)) for text in texts)),
        short_hash("\n".join(fold_name(above.title or "") for above in node.path)),
    )


def _without_numbers(text: str, index: Index) -> str:
    pieces, at = [], 0
    for citation in cite(text, index.family):
        for member in citation.members:
            pieces.append(text[at : member.start])
            at = max(at, member.end)
    return "".join([*pieces, text[at:]])


class Remembered:
    """A lock against a release: where the locked rules are now."""

    def __init__(self, was: Lock, release: Release) -> None:
        self._was, self._index = was, release.index
        self._same = was.sha256 == release.source.sha256
        self._now: dict[str, Locked] = {}
        self._by_words: dict[str, list[str]] = defaultdict(list)
        if not self._same:
            self._now = {number: _locked(node, release.index) for number, node in release.index.by_number.items()}
            for number, each in self._now.items():
                self._by_words[each.words].append(number)

    def __contains__(self, number: str) -> bool:
        return number in self._was.rules

    def flaws(self, number: str) -> list[tuple[Code, tuple[str, ...], str]]:
        """What became of the rule that `number` named: nothing, or a code, the numbers it has now, and a message."""
        was = self._was.rules.get(number)
        if self._same or was is None:
            return []
        places = self._by_words.get(was.words, [])
        under = [each for each in places if self._now[each].under == was.under]
        if number in under or places == [number]:
            return []
        found = under if len(under) == 1 else places if len(places) == 1 else []
        dated = self._was.effective or "the lock"
        if found:
            code: Code = "taken-over" if number in self._now else "moved"
            other = f"; {number} is now {shown(number, self._index)}" if number in self._now else ""
            return [(code, tuple(found), f"{number} of {dated} is {found[0]} now{other}")]
        if number not in self._now:
            return [("removed", (), f"{number} of {dated} is gone, or was edited and moved; give --was to know")]
        if places:
            return [("moved", tuple(places), f"the words of {number} of {dated} stand in {listed(places)} now")]
        return [("edited", (number,), f"{number} does not read as it did in {dated}; give --was to see the words")]


def encode(value: Lock) -> str:
    """A lock as TOML."""
    lines = [
        "# Which rules this project cites, and what they said: hashes, no text. Written by `comprules cite lock`.",
        f"schema = {_string(_SCHEMA)}",
        f"family = {_string(value.family)}",
        "",
        "[release]",
        f"title = {_string(value.title)}",
        f"effective = {_string(value.effective)}",
        f"sha256 = {_string(value.sha256)}",
        "",
        "[rules]",
    ]
    for number, each in value.rules.items():
        lines.append(f"{_string(number)} = {{ words = {_string(each.words)}, under = {_string(each.under)} }}")
    for left in value.open:
        now = ", ".join(map(_string, left.now))
        lines += ["", "[[open]]", f"file = {_string(left.file)}", f"line = {_string(left.line)}"]
        lines += [f"column = {left.column}", f"number = {_string(left.number)}", f"of = {_string(left.of)}"]
        lines += [f"code = {_string(left.code)}", f"now = [{now}]"]
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    """A basic string of TOML, which escapes as JSON does but for the sign of deletion."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def decode(text: str, name: str) -> Lock:
    """The lock that `encode` wrote; `name` is what an error calls it. Raises UnreadableError for any other text."""
    try:
        data = tomllib.loads(text)
        if data.get("schema") != _SCHEMA:
            raise ValueError(f"its schema is not {_SCHEMA}")
        return msgspec.convert({"family": data["family"], **data["release"], **_tables(data)}, Lock)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError, KeyError, TypeError) as error:
        raise UnreadableError(f"{name}: this is no lock ({error}); write it anew with comprules cite lock") from None


def _tables(data: dict[str, object]) -> dict[str, object]:
    return {"rules": data["rules"], "open": data.get("open", [])}
