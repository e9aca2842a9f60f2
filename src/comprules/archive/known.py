"""The releases that the program knows of, from `data/releases.toml`, where each fact names its source."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class Known(msgspec.Struct, frozen=True):
    """A release that is known to exist. A fact that is not known is None; `…_from` say where a fact comes from."""

    date: str
    date_from: str
    set: str | None = None
    set_from: str | None = None
    file: str | None = None
    url: str | None = None
    url_from: str | None = None
    sha256: str | None = None
    sha256_from: str | None = None


@cache
def known() -> tuple[Known, ...]:
    """Every known release, oldest first."""
    text = (files("comprules.data") / "releases.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(each, Known) for each in tomllib.loads(text)["release"])
