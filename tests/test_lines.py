"""A page loses no line of its source: each stands in its text once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest

from comprules import Release
from comprules.render.html.viewer import viewer
from tests.conftest import SAMPLES, compared, magic, needs_corpus, release

BLOCKS = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "div")
BESIDE = {"k", "w", "d", "letters", "cite", "beside", "since", "brand", "tools", "walk", "option", "narrow"}


def folded(text: str) -> str:
    """A line as it is compared: signs that a page shows as links or symbols are in it, blanks are all alike."""
    return re.sub(r"[\s\xa0]+", " ", text).strip()


def texts(element: Element) -> list[str]:
    """The blocks of a page that hold words of the document, as text."""
    found: list[str] = []

    def walk(node: Element) -> str:
        if not isinstance(node.tag, str):  # a comment
            return node.tail or ""
        classes = set((node.get("class") or "").split())
        own = ""
        skipped = classes & BESIDE or node.tag in ("script", "style", "button", "summary", "details", "table")
        if not skipped:
            parts = [node.text or "", *(walk(child) for child in node)]
            own = "".join(parts)
        if node.tag in BLOCKS:
            if folded(own):
                found.append(folded(own))
            own = ""
        return own + (node.tail or "")

    walk(element)
    return found


def lost(given: Release, html: str) -> list[str]:
    """Lines of the source that do not stand in the page as often as there."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    body = tree.find("body")
    assert body is not None
    shown = Counter[str]()
    for text in [text for part in ("nav", "main") for node in body.iter(part) for text in texts(node)]:
        shown[bare(text)] += 1
    odd = {found.line for found in given.diagnostics}  # repaired where they were read
    source = enumerate(given.source.text.split("\n"), start=1)
    lines = Counter(bare(folded(line)) for at, line in source if line.strip() and at not in odd)
    return [line for line, count in lines.items() if shown[line] < count]


def bare(line: str) -> str:
    """Without the marks that belong to the line and not to its words: the dot after a number, blanks."""
    return re.sub(r"[\s.]+", "", line)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_the_viewer_has_every_line(path: Path) -> None:
    given = release(path)
    assert lost(given, viewer(given)) == []


def test_marking_what_changed_loses_no_line() -> None:
    given = release(SAMPLES[1])
    assert lost(given, viewer(given, since=compared(*SAMPLES[:2]))) == []


@needs_corpus
def test_the_viewers_of_real_releases_have_every_line() -> None:
    """Since 2003; those before are wrapped, so that their lines are joined."""
    for path in (*magic("2003")[:60:15], magic()[-1]):
        given = release(path)
        assert lost(given, viewer(given)) == []
