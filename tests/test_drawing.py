"""How changes are drawn: splits and mergers as one block, edits without stray blanks, both columns honest."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from comprules import parse
from comprules.diff.compare import diff
from comprules.render.html.comparison import comparison
from comprules.render.html.divided import find_relations, shares
from tests.browser import visit
from tests.conftest import SAMPLES, compared, magic, needs_corpus, release

WIDE = {"width": 1440, "height": 900}
TEXTS = st.lists(st.text("ab c.,", max_size=30), min_size=1, max_size=3)


def fates(old: list[str], new: list[str]) -> tuple[list[list[tuple[str, tuple[int, ...]]]], ...]:
    return tuple([[(each.text, each.kept) for each in text] for text in side] for side in shares(old, new))


@pytest.mark.parametrize(
    ("old", "new", "left", "right"),
    [
        (
            ["Ships sail home. Crews row the boat home."],
            ["Ships sail home.", "Crews row the boat home, singing."],
            [[("Ships sail home. ", (0,)), ("Crews row the boat home", (1,)), (".", ())]],
            [[("Ships sail home.", (0,))], [("Crews row the boat home", (0,)), (", singing.", ())]],
        ),
        (  # two words in a row are not enough to call them kept, three are
            ["the mast breaks", "cut red sails"],
            ["the mast stands", "mend red sails", "old red sails tear", "cut red sails off"],
            [[("the mast breaks", ())], [("cut red sails", (3,))]],
            [
                [("the mast stands", ())],
                [("mend red sails", ())],
                [("old red sails tear", ())],
                [("cut red sails ", (1,)), ("off", ())],
            ],
        ),
        (  # sentences may change their places
            ["One two three. Four five six."],
            ["Four five six. One two three."],
            [[("One two three. Four five six.", (0,))]],
            [[("Four five six. One two three.", (0,))]],
        ),
        (
            ["Stop"],
            ["Stop", "Stop here now"],
            [[("Stop", (0, 1))]],
            [[("Stop", (0,))], [("Stop ", (0,)), ("here now", ())]],
        ),
    ],
)
def test_every_word_is_kept_gone_or_new(old: list[str], new: list[str], left: object, right: object) -> None:
    found = fates(old, new)
    assert found == (left, right)


@given(TEXTS, TEXTS)
def test_pieces_give_the_texts_back(old: list[str], new: list[str]) -> None:
    before, after = shares(old, new)
    assert ["".join(piece.text for piece in text) for text in before] == old
    assert ["".join(piece.text for piece in text) for text in after] == new
    assert all(
        piece.text == text[piece.start : piece.end]
        for text, pieces in zip(old, before, strict=True)
        for piece in pieces
    )


def blocks(html: str) -> list[str]:
    return re.findall(r'<div class="r (?:split|merged)".*?</div></div></div>\n', html, re.DOTALL)


def test_the_split_of_the_sample_is_one_block() -> None:
    html = comparison(compared(*SAMPLES[:2]))
    (block,) = blocks(html)
    assert "<bdi>201.6 → 201.6 + 201.7</bdi></a> <b>split</b>" in block
    assert block.count('<div class="one"') == 3
    assert 'id="c-201.6"' in block
    assert 'id="c-201.7"' in block
    assert "<del>" not in block
    assert "<ins>" not in block
    assert re.findall('<span class="tag">(.*?)</span>', block) == ["201.6", "201.7"]
    assert "One to two" in block


@needs_corpus
def test_a_rule_that_was_split_is_not_struck_out() -> None:
    found = compared(*(path for path in magic() if path.stem in ("2015-01-23", "2026-04-17")))
    html = comparison(found)
    made = [block for block in blocks(html) if 'id="c-108.2"' in block]
    assert len(made) == 1
    deleted = " ".join(re.findall(r"<del>(.*?)</del>", made[0]))
    for number in ("108.2a", "108.2b"):
        text = found.new.index.by_number[number].rule.text or ""
        shared = [
            words for words in trigrams(text) if words in trigrams(found.old.index.by_number["108.2"].rule.text or "")
        ]
        assert not [words for words in shared if words in deleted]


def trigrams(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[at : at + 3]) for at in range(len(words) - 2)]


def assert_truly_drawn(old: Path, new: Path) -> None:
    """Red only what no part has, green only what no source has, by runs of three words."""
    for relation in find_relations(compared(old, new)):
        olds = [change.old.text or "" for change in relation.olds if change.old]
        news = [change.new.text or "" for change in relation.news if change.new]
        before, after = shares(olds, news)
        for texts, pieces, others in ((olds, before, news), (news, after, olds)):
            theirs = {run for text in others for run in trigrams(text)}
            for whole, cut in zip(texts, pieces, strict=True):
                assert "".join(piece.text for piece in cut) == whole
                lost = [run for piece in cut if not piece.kept for run in trigrams(piece.text)]
                assert [run for run in lost if run in theirs] == []


@needs_corpus
@pytest.mark.slow
def test_splits_and_mergers_of_the_corpus_are_truly_drawn() -> None:
    for old, new in pairwise(magic()):
        assert_truly_drawn(old, new)


def edited(html: str) -> list[str]:
    return re.findall(r"<(?:ins|del)[^>]*>(.*?)</(?:ins|del)>", html, re.DOTALL)


@needs_corpus
def test_no_edit_begins_or_ends_with_a_blank() -> None:
    for dates in (("2026-02-27", "2026-04-17"), ("2015-01-23", "2026-04-17")):
        old, new = (path for path in magic() if path.stem in dates)
        html = comparison(compared(old, new))
        stray = [each for each in edited(html) if each and (each[0].isspace() or each[-1].isspace())]
        assert [each for each in stray if each.strip()] == []
        assert len(edited(html)) > 40


def test_a_blank_alone_is_marked_where_nothing_else_changed() -> None:
    before = parse("1. Ships\n\n100. Sails\n\n100.1. A mast stands upright.\n\n100.2. A sail hangs.")
    after = parse("1. Ships\n\n100. Sails\n\n100.1. A  mast stands upright.\n\n100.2. A sail hangs.")
    assert " " in edited(comparison(diff(before, after), full=True))


def test_a_followed_number_is_marked_apart_from_an_edit() -> None:
    html = comparison(compared(*SAMPLES[:2]))
    assert re.search(
        r'<del class="f"><a[^>]*>104.5</a></del><i class="b"> </i><ins class="f"><a[^>]*>202.6</a></ins>', html
    )
    row = html[html.index('id="c-203.2"') :]
    assert "<del>204.1</del>" in row[: row.index("</div>")] or ">204.1</a></del>" in row[: row.index("</div>")]


SIDES = """() => {
  document.querySelectorAll("#changes details").forEach((each) => { each.open = true; });
  document.querySelectorAll("#changes .r").forEach((each) => window.comprules.dress(each));
  const groups = [...document.querySelectorAll(".pair > div")];
  const texts = groups.map((each) => each.textContent.trim());
  return {
    pairs: groups.length / 2,
    empty: texts.filter((text) => text === "Example:" || text === "").length,
    alone: document.querySelectorAll("#changes :is(.same, .moved):not(:has(.pair))").length,
  };
}"""


def test_both_columns_are_honest(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "23-full.html", viewport=WIDE) as visited:
        found = visited.page.evaluate(SIDES)
        assert found["pairs"] > 20
        assert found["empty"] == found["alone"] == 0


@needs_corpus
def test_no_example_is_empty_in_a_long_comparison(browser: Browser, real: Path) -> None:
    with visit(browser, real / "large.html", viewport=WIDE) as visited:
        found = visited.page.evaluate(SIDES)
        assert found["pairs"] > 500
        assert found["empty"] == 0


@needs_corpus
@pytest.mark.parametrize("name", ["near", "mid", "large"])
def test_a_change_is_on_the_first_screen(browser: Browser, real: Path, name: str) -> None:
    first = (
        "[...document.querySelectorAll('#changes .r')].find((row) => row.offsetHeight > 0).getBoundingClientRect().top"
    )
    for size, most in ((WIDE, 700), ({"width": 390, "height": 844}, 844)):
        with visit(browser, real / f"{name}.html", viewport=size) as visited:
            assert 0 < visited.page.evaluate(first) < most


@needs_corpus
def test_doubt_is_said_in_words_and_only_where_there_is_some(real: Path) -> None:
    for name in ("near", "mid", "large"):
        html = (real / f"{name}.html").read_text(encoding="utf-8")
        assert "% sure" not in html
        assert "confidence" not in re.sub(r"<p>.*?</p>", "", html)
    near = (real / "near.html").read_text(encoding="utf-8")
    assert near.count("a doubtful pair") <= 4


@needs_corpus
def test_pages_are_no_larger_than_what_is_read(real: Path) -> None:
    for name, most in (("near", 250_000), ("mid", 260_000), ("large", 1_750_000)):
        assert (real / f"{name}.html").stat().st_size < most


OBSERVED = """
const keep = (kept) => (list) => list.getEntries().forEach((each) => kept.push(each.duration));
const watch = (type, kept) => new PerformanceObserver(keep(kept)).observe({ type, buffered: true });
watch("longtask", window.long = []);
watch("event", window.keys = []);
"""


@needs_corpus
def test_a_long_comparison_is_usable_on_a_slow_phone(browser: Browser, real: Path) -> None:
    """Four times slower than this machine: bounded by what the page does at once, with room for a busy machine."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(OBSERVED)
    page.goto((real / "large.html").as_uri())
    page.wait_for_timeout(1500)
    loading = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    longest = max(page.evaluate("window.long"), default=0)
    page.focus("#query")
    page.keyboard.type("trample", delay=150)
    page.wait_for_timeout(1500)
    key = max(page.evaluate("window.keys"), default=0)
    typing = max(page.evaluate("window.long"), default=0)
    print(f"load {loading:.0f} ms, longest task {longest:.0f} ms, key to paint {key:.0f} ms, typing {typing:.0f} ms")
    assert page.locator(".pair").count() == 0
    assert loading < 6000
    assert max(longest, typing) < 1000
    assert key < 400
    context.close()
    assert release(magic()[-1])
