"""A whole file of a template: its styles and scripts inlined or shared, and a policy that lets nothing else run.

A page says which styles and scripts it is made of; `base` is part of all. A page made alone carries them and names
them by their hashes, so that markup in a text could do nothing even if it were not escaped. Pages of a site share them
as files named by their content: there the policy allows the site's own files (a browser that opens a page from disk
cannot check their hashes), and nothing inline but the script that sets the theme.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

NOTICE = "Unofficial page made with comprules; the text is its publisher’s."

# Code points that HTML does not allow, lone surrogates among them, as no file can hold those.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 17))
    + "]"
)
# What turns the direction of writing; a title of a window cannot be isolated from what stands beside it.
_TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Asset(NamedTuple):
    """A file that pages share: its name, which changes with its content, and the content."""

    name: str
    content: str


class Bundle(NamedTuple):
    """The style and the script of the pages of one kind."""

    style: Asset
    script: Asset


def page(
    template: str,
    parts: tuple[str, ...],
    notice: str | None = None,
    shared: str | None = None,
    names: str = "",
    steps: Sequence[tuple[str, str]] = (),
    **context: Any,
) -> str:
    """A page as text.

    `template` is the name of a template without its ending; `parts` the styles and scripts it needs beside `base`;
    `notice` what the footer says, `NOTICE` if None; `shared` the address of the folder with the files of `bundle`, None
    to have all in the page; `names` what readers write before a number; `steps` names and addresses of the pages beside
    it; the rest is for the template. Raises jinja2.TemplateError.
    """
    made = bundle(parts)
    early = _asset("early.js")
    html = (
        _environment()
        .get_template(f"{template}.html.j2")
        .render(
            style=Markup(made.style.content),
            early=Markup(early),
            script=Markup(made.script.content),
            names=names,
            steps=steps,
            linked=None if shared is None else (shared + made.style.name, shared + made.script.name),
            policy=_policy(made, early) if shared is None else _shared_policy(early),
            notice=NOTICE if notice is None else notice,
            **context,
        )
    )
    # Nearly every line is printable throughout, which is told much faster.
    return "\n".join(line if line.isprintable() else _FORBIDDEN.sub("\ufffd", line) for line in html.split("\n"))


@cache
def bundle(parts: tuple[str, ...]) -> Bundle:
    """The style and the script of pages made of `parts`, as files to share."""
    names = ("base", *parts)
    style = "".join(_asset(f"{name}.css") for name in names)
    script = "".join(f"{{\n{source}}}\n" for source in (_asset(f"{name}.js") for name in names) if source)
    return Bundle(
        Asset(f"{parts[0]}.{_digest(style).hex()[:12]}.css", style),
        Asset(f"{parts[0]}.{_digest(script).hex()[:12]}.js", script),
    )


def plain(title: str) -> str:
    """A title for the bar of a window: without what turns the direction of writing."""
    return type(title)(_TURNING.sub("", title))


def _policy(made: Bundle, early: str) -> Markup:
    scripts = f"{_hash(early)} {_hash(made.script.content)}"
    return Markup(
        f"default-src 'none'; style-src {_hash(made.style.content)}; script-src {scripts}; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _shared_policy(early: str) -> Markup:
    return Markup(
        f"default-src 'none'; style-src 'self'; script-src 'self' {_hash(early)}; img-src 'self' data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _digest(content: str) -> bytes:
    return hashlib.sha256(content.encode()).digest()


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(_digest(content)).decode()}'"


@cache
def _environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("comprules.render.html"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters["plain"] = plain
    return made


@cache
def _asset(name: str) -> str:
    """A style or script; empty if a part has none."""
    file = files("comprules.render.html") / "templates" / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""
