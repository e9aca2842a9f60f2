"""Releases and comparisons that are made once and kept in the cache in use (`comprules.cache`).

    use(Cache(folder))
    release = read("rules.txt")      # parsed, or as it was kept
    compare(older, release)          # matched, or as it was kept

What comes from the cache equals what would be made, value for value. Every table of a release is kept by itself when
it is first made and read again only when it is asked for. Without a cache in use everything is made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import msgspec

from comprules.cache import Cache, in_use
from comprules.document.model import Document
from comprules.errors import Diagnostic
from comprules.loader import name_of, read_bytes
from comprules.release import Release, parse

if TYPE_CHECKING:
    from pathlib import Path

    from comprules.analysis.keywords import Keyword
    from comprules.analysis.references import Reference
    from comprules.analysis.terms import TermUse
    from comprules.analysis.vocabularies import Vocabulary
    from comprules.diff.model import Diff
    from comprules.source import Source

Value = TypeVar("Value")


class KeptRelease(Release):
    """A release whose tables come from the cache where it has them, and go there where they had to be made."""

    def __init__(self, content: bytes, name: str, cache: Cache) -> None:
        self._content, self._name, self._cache = content, name, cache
        self._digest = hashlib.sha256(content).hexdigest()

    @property
    def name(self) -> str:
        """What messages and outputs call it."""
        return self._name

    @property
    def sha256(self) -> str:
        """The digest of the bytes that were read, in hexadecimal digits."""
        return self._digest

    @cached_property
    def _parsed(self) -> Release:
        """The release as the parser gives it, its tree and source kept."""
        made = parse(self._content, self._name)
        self._cache.put("document", (self._digest,), encode(made.document))
        self._cache.put("source", (self._digest,), encode((made.source, made.slips)))
        return made

    @cached_property
    def _source(self) -> tuple[Source, tuple[Diagnostic, ...]]:
        from comprules.source import Source

        def make() -> tuple[Source, tuple[Diagnostic, ...]]:
            return self._parsed.source, self._parsed.slips

        source, slips = self._kept("source", tuple[Source, tuple[Diagnostic, ...]], make)
        return msgspec.structs.replace(source, name=self._name), slips

    @cached_property
    def source(self) -> Source:
        """The text and what was found about its bytes."""
        return self._source[0]

    @cached_property
    def slips(self) -> tuple[Diagnostic, ...]:
        """What the parser noticed of how lines are written."""
        return self._source[1]

    @cached_property
    def effective(self) -> str | None:
        """The date that the document states, as YYYY-MM-DD."""
        return self._kept("date", str | None, lambda: self._parsed.document.effective)

    @cached_property
    def document(self) -> Document:
        """The tree."""
        return self._kept("document", Document, lambda: self._parsed.document)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every place that names other rules or glossary entries, in document order."""
        from comprules.analysis.references import Reference

        return self._kept("references", tuple[Reference, ...], lambda: super(KeptRelease, self).references)

    @cached_property
    def vocabularies(self) -> tuple[Vocabulary, ...]:
        """The lists that rules state in a sentence."""
        from comprules.analysis.vocabularies import Vocabulary

        return self._kept("vocabularies", tuple[Vocabulary, ...], lambda: super(KeptRelease, self).vocabularies)

    @cached_property
    def keywords(self) -> tuple[Keyword, ...]:
        """Keyword actions, keyword abilities and ability words."""
        from comprules.analysis.keywords import Keyword

        return self._kept("keywords", tuple[Keyword, ...], lambda: super(KeptRelease, self).keywords)

    @cached_property
    def terms(self) -> tuple[TermUse, ...]:
        """Where glossary terms are used in rules."""
        from comprules.analysis.terms import TermUse

        return self._kept("terms", tuple[TermUse, ...], lambda: super(KeptRelease, self).terms)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything odd about the document, in the order of its lines."""
        return self._kept("diagnostics", tuple[Diagnostic, ...], lambda: super(KeptRelease, self).diagnostics)

    def _kept(self, kind: str, shape: Any, make: Callable[[], Value]) -> Value:
        return kept(self._cache, kind, (self._digest,), shape, make)


def kept(cache: Cache, kind: str, key: tuple[str, ...], shape: Any, make: Callable[[], Value]) -> Value:
    """The value of type `shape` that `cache` keeps for `key`, else the one that `make` gives, kept from then on."""
    data = cache.get(kind, key)
    if data is not None:
        try:
            found: Value = msgspec.msgpack.decode(data, type=shape)
            return found
        except msgspec.MsgspecError:
            pass  # of another shape: made anew and replaced, as any entry that is not believed
    value = make()
    cache.put(kind, key, encode(value))
    return value


def encode(value: Any) -> bytes:
    """The value as the cache keeps it: plain data, in MessagePack."""
    return msgspec.msgpack.encode(value)


def read(path: str | Path) -> Release:
    """The release at `path`, `-` being the standard input; parsed only if the cache in use does not have it.

    Raises UnreadableError and NotRulesError as `comprules.read` does.
    """
    return release_of(read_bytes(path), name_of(path))


def release_of(content: bytes, name: str) -> Release:
    """The release of these bytes, called `name` in messages and outputs. Raises as `comprules.parse` does."""
    cache = in_use()
    if cache is None:
        return parse(content, name)
    release = KeptRelease(content, name, cache)
    _ = release.effective  # read now, so that what is no rules document fails here
    return release


def compare(old: Release, new: Release) -> Diff:
    """The comparison of two releases, made only if the cache in use does not have it."""
    from comprules.diff.model import Diff

    types = {name: shape for name, shape in get_type_hints(Diff).items() if shape is not Release}

    def make() -> tuple[Any, ...]:
        from comprules.diff.compare import diff

        made.append(diff(old, new))
        return tuple(getattr(made[0], name) for name in types)

    made: list[Diff] = []
    # A release that was read in another way than its bytes tell, as of a named family, is not known by its bytes.
    cache = in_use() if isinstance(old, KeptRelease) and isinstance(new, KeptRelease) else None
    key = (old.sha256, new.sha256)
    values = kept(cache, "comparison", key, tuple[tuple(types.values())], make) if cache else make()  # type: ignore[misc]
    return made[0] if made else Diff(old=old, new=new, **dict(zip(types, values, strict=True)))
