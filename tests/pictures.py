"""The pictures in the README: the pages of the samples in a browser, written to reports/pictures."""

from __future__ import annotations

import tempfile
from pathlib import Path

from comprules.render.html.beside import Beside
from comprules.render.html.comparison import comparison
from comprules.render.html.viewer import viewer
from tests.browser import launched
from tests.conftest import ROOT, SAMPLES, compared, release

SIZE = {"width": 1280, "height": 720}


def take(folder: Path) -> None:
    """Write both pictures to `folder`."""
    found = compared(*SAMPLES[:2])
    pages = {
        "viewer": (viewer(release(SAMPLES[1]), since=found, beside=Beside(comparison="#")), "#r302.6"),
        "comparison": (comparison(found), "#c-201.6"),
    }
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as made, launched() as browser:
        for name, (html, anchor) in pages.items():
            file = Path(made) / f"{name}.html"
            file.write_text(html, encoding="utf-8")
            page = browser.new_page(viewport=SIZE, color_scheme="light")  # type: ignore[arg-type]
            page.goto(file.as_uri() + anchor)
            page.wait_for_timeout(1000)
            page.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    take(ROOT / "reports" / "pictures")
