"""Markdown and HTML around the lines of a document: the signs of headings and items are no part of the text.

Left out are the signs of headings and lists before a line, bold around the number that begins it, tags, line-break
tags, the address of a link in a heading or in the contents, and backslashes before punctuation. Text within a line
stays as it is, since a link there may be a reference. A heading that is a number alone goes on with the line after
it.
"""

from __future__ import annotations

import re

from comprules.errors import Diagnostic, diagnose
from comprules.prepare.lines import Line

_FEW = 3  # lines: fewer that begin like this may be anything
_SET = re.compile(r"(?:(?:#{1,6}|[-*+])[ \t]+)+|<h[1-6]>[ \t]*")
_NUMBERED = re.compile(
    r"(?:(?:(?:#{1,6}|[-*+])[ \t]+)+(?:<[^<>]{1,80}>)*\**|\*\*|<h[1-6]>\s*)(?:[A-Z][a-z]+ )?(?:\d|[A-Z]\d)"
)
_BOLD = re.compile(r"\*\*([^*\n]{1,40})\*\*[ \t]*")
# A heading may carry anchors of any name; elsewhere a word in such brackets may be a game's own sign.
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?: [^<>]{0,200})?/?>")
_HTML = re.compile(r"</?(?:a|b|br|div|em|h[1-6]|hr|i|li|ol|p|span|strong|table|td|th|tr|u|ul)(?: [^<>]{0,200})?/?>")
_BREAK = re.compile(r"(?:[ \t]*<br ?/?>)+$")
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^()\s]{1,200}\)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!\"'-])")
_NUMBER_ALONE = re.compile(r"\d+(?:[.\-]\w+)+[.):]?")


def without_markup(lines: list[Line]) -> tuple[list[Line], list[Diagnostic]]:
    """`lines` without the signs of Markdown and HTML around them, and a diagnostic if there were any."""
    marked = [line for line in lines if _is_marked(line.text)]
    if len(marked) < _FEW:
        return lines, []
    kept: list[Line] = []
    awaiting = False  # a heading that is a number of several parts alone waits for its text
    for line in lines:
        plain = _plain(line)
        if not plain.text:
            continue
        if awaiting and not _SET.match(line.text):
            kept[-1] = kept[-1]._replace(text=f"{kept[-1].text} {plain.text}")
            awaiting = False
            continue
        kept.append(plain)
        awaiting = line.text[0] == "#" and _NUMBER_ALONE.fullmatch(plain.text) is not None
    return kept, [
        diagnose(
            "markup",
            f"signs of Markdown or HTML around {len(marked)} lines or more, left out",
            marked[0].number,
        )
    ]


def _is_marked(text: str) -> bool:
    """Whether a line wears signs around its number, or ends with a tag that breaks it."""
    return (text[0] in "#-*+<" and _NUMBERED.match(text) is not None) or (text[-1] == ">" and bool(_BREAK.search(text)))


def _plain(line: Line) -> Line:
    text = _BREAK.sub("", line.text).replace("** **", "")
    sign = _SET.match(text)
    heading = sign is not None and "#" in sign.group()
    listed = sign is not None or _NUMBERED.match(text) is not None
    if sign:
        text = text[sign.end() :]
    bold = _BOLD.match(text) if listed else None
    if bold:
        text = f"{bold[1].rstrip()} {text[bold.end() :]}".rstrip()
    if "<" in text:
        text = (_TAG if heading else _HTML).sub("", text).strip()
    if heading or (_LINK.search(text) and re.fullmatch(r"\d+\. \[[^\[\]]+\]\([^()]+\)", text)):
        text = _LINK.sub(r"\1", text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return line._replace(text=text, indent=0 if listed else line.indent)
