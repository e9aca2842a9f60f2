"""Pages: their size against the text, making them against the parse, and a keystroke in the viewer's search box."""

from __future__ import annotations

import tempfile
from pathlib import Path

from comprules import parse, read
from comprules.diff.compare import diff
from comprules.render.html.comparison import comparison
from comprules.render.html.indices import indices
from comprules.render.html.viewer import viewer
from tests.benchmarks.measure import CORPUS, head, newest, row, seconds

_FRAME = 16.0  # milliseconds of work that a keystroke may take
_TYPED = ("t", "th", "the", "the a", "the at", "attacking creature", '"static ability"', "702.1", "zone -card", "e")
_KEYSTROKE = """(typed) => {
  const box = document.getElementById("query");
  box.value = typed;
  const begin = performance.now();
  box.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.offsetHeight;
  return performance.now() - begin;
}"""


def run() -> None:
    """Print the figures."""
    path = newest()
    data = path.read_bytes()
    release = parse(data, path.name)
    whole = seconds(lambda: parse(data).diagnostics)
    html = viewer(release)  # with this every table is made
    listed = indices(release)
    head(f"Pages of {path.name}, {len(data):,} bytes; its parse with checks: {whole * 1e3:.0f} ms")
    row("size of the viewer", len(html.encode()) / len(data), "times the text", 3.5)
    row("size of the indices", len(listed.encode()) / len(data), "times the text", 1)
    row("making the viewer, tables at hand", seconds(lambda: viewer(release)) / whole, "parses", 3)
    row("making the indices, tables at hand", seconds(lambda: indices(release)) / whole, "parses", 3)
    _comparing(whole)
    _reading(html)


def _comparing(whole: float) -> None:
    """The comparison of two neighbours."""
    old, new = (CORPUS / "magic" / f"{date}.txt" for date in ("2026-02-27", "2026-04-17"))
    if not old.exists() or not new.exists():
        return
    found = diff(read(old), read(new))
    html = comparison(found)
    head(f"The comparison of {old.name} and {new.name}")
    row("size of the page", len(html.encode()) / 1000, "kB", 400)
    row("making the page, comparison at hand", seconds(lambda: comparison(found)) / whole, "parses", 1)
    row("the same with all of the new release", seconds(lambda: comparison(found, full=True)) / whole, "parses", 3)


def _reading(html: str) -> None:
    """What a reader waits for, in a real browser; left out where there is none."""
    from tests.browser import CHROMIUM, launched

    if CHROMIUM is None:
        return
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        file = Path(folder) / "viewer.html"
        file.write_text(html, encoding="utf-8")
        page = browser.new_page()
        page.goto(file.as_uri())
        painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        page.focus("#query")
        page.wait_for_timeout(1500)  # the text is folded meanwhile
        took = sorted(page.evaluate(_KEYSTROKE, typed) for typed in _TYPED for _ in range(5))
        head("The viewer in Chromium")
        row("first paint", painted, "ms", 1000)
        row("a keystroke in the search box, layout included, median", took[len(took) // 2], "ms", _FRAME)
        row("the slowest of 50", took[-1], "ms", 2 * _FRAME)
