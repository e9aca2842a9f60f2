"""A whole file of a template: its styles and scripts inlined, and a policy that lets nothing else load or run.

A page says which styles and scripts it is made of; `base` is part of all. The policy names the two scripts and the
style by their hashes, so that markup in a text could do nothing even if it were not escaped.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

NOTICE = "Unofficial page made with comprules; the text is its publisher’s."

# Code points that HTML does not allow, lone surrogates among them, as no file can hold those.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 17))
    + "]"
)


def page(template: str, parts: tuple[str, ...], notice: str | None = None, **context: Any) -> str:
    """A page as text.

    `template` is the name of a template without its ending; `parts` the styles and scripts it needs beside `base`;
    `notice` what the footer says, `NOTICE` if None; the rest is for the template. Raises jinja2.TemplateError.
    """
    names = ("base", *parts)
    style = "".join(_asset(f"{name}.css") for name in names)
    early = _asset("early.js")
    script = "".join(f"{{\n{source}}}\n" for source in (_asset(f"{name}.js") for name in names) if source)
    html = (
        _environment()
        .get_template(f"{template}.html.j2")
        .render(
            style=Markup(style),
            early=Markup(early),
            script=Markup(script),
            policy=_policy(style, early, script),
            notice=NOTICE if notice is None else notice,
            **context,
        )
    )
    # Nearly every line is printable throughout, which is told much faster.
    return "\n".join(line if line.isprintable() else _FORBIDDEN.sub("\ufffd", line) for line in html.split("\n"))


def _policy(style: str, *scripts: str) -> Markup:
    allowed = " ".join(map(_hash, scripts))
    return Markup(
        f"default-src 'none'; style-src {_hash(style)}; script-src {allowed}; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("comprules.render.html"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


@cache
def _asset(name: str) -> str:
    """A style or script; empty if a part has none."""
    file = files("comprules.render.html") / "templates" / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""
