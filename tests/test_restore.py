"""Numbers put back on a copied passage."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comprules import NotFoundError, Release, decode
from comprules.diff import diff
from comprules.restore import Restoration, Wear
from comprules.restore import restore as put_back
from tests.conftest import CORPUS, SAMPLES, magic, needs_corpus, release
from tests.test_reading_commands import run


def stripped(got: Release) -> list[tuple[str, str]]:
    """Every paragraph of a release with the number of its rule, in order."""
    found = []
    for node in got.index.nodes:
        rule = node.rule
        texts = [rule.title or "", *(rule.text or "").split("\n")]
        texts += [line for example in rule.examples for line in example.split("\n")]
        found += [(rule.number, text) for text in texts if text]
    return found


def restored(paragraphs: list[tuple[str, str]], *releases: Release) -> Restoration:
    content = "\n\n".join(text for _, text in paragraphs)
    return put_back(decode(content.encode(), "passage"), releases)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_a_release_without_numbers_gets_every_number_back(path: Path) -> None:
    wanted = stripped(release(path))
    got = restored(wanted, *map(release, SAMPLES))
    assert [each.number for each in got.paragraphs] == [number for number, _ in wanted]
    assert all(each.certain for each in got.paragraphs)
    assert got.best == (release(path).document.effective,)


def worn(paragraphs: list[tuple[str, str]], dice: random.Random) -> list[tuple[str, str]]:
    """A stretch of a passage with a tenth of the lines dropped and a twentieth of the words changed."""
    first = dice.randrange(max(1, len(paragraphs) - 60))
    kept = [each for each in paragraphs[first : first + dice.randint(60, 400)] if dice.random() > 0.1]
    words = [word for _, text in paragraphs for word in text.split()]
    return [
        (number, " ".join(dice.choice(words) if dice.random() < 0.05 else word for word in text.split()))
        for number, text in kept
    ]


def check_worn(got: Release, seed: int, share: float) -> None:
    passage = worn(stripped(got), random.Random(seed))
    found = restored(passage, got).paragraphs
    right = sum(each.number == number for each, (number, _) in zip(found, passage, strict=True))
    assert right >= share * len(passage)
    assert [
        (number, each.number)
        for each, (number, text) in zip(found, passage, strict=True)
        if each.certain and each.number != number and len(text.split()) > 3
    ] == []


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_worn_passages(seed: int) -> None:
    check_worn(release(SAMPLES[0]), seed, 0.9)  # its titles and sentences are short: one word is a third of some


@needs_corpus
@pytest.mark.parametrize("seed", range(5))
def test_worn_passages_of_a_real_release(seed: int) -> None:
    check_worn(release(magic()[-1]), seed, 0.95)


@needs_corpus
@pytest.mark.parametrize("path", magic("2015")[::12], ids=lambda path: str(path.stem))
def test_real_releases_from_themselves(path: Path) -> None:
    wanted = stripped(release(path))
    assert [each.number for each in restored(wanted, release(path)).paragraphs] == [number for number, _ in wanted]


@needs_corpus
def test_a_real_release_from_its_neighbour() -> None:
    old, new = map(release, magic()[-2:])
    got = diff(old, new)
    became = {old.index.nodes[pair.old].rule.number: new.index.nodes[pair.new].rule.number for pair in got.pairs}
    wanted = stripped(old)
    found = restored(wanted, new).paragraphs
    right = sum(each.number == became.get(number) for each, (number, _) in zip(found, wanted, strict=True))
    assert right >= 0.98 * len(wanted)


@needs_corpus
def test_the_passage_without_numbers() -> None:
    passage = next((CORPUS / "excerpts").glob("001_*"))
    got = put_back(decode(passage.read_bytes(), passage.name), [release(path) for path in magic("2024")])
    assert got.best == ("2025-11-14", "2026-02-27", "2026-04-17")
    fits = {fit.effective: fit.exact for fit in got.fits}
    assert [fits[date] for date in (*got.best, "2025-09-19")] == [200, 200, 200, 199]
    assert len(got.paragraphs) == 200
    assert all(each.number and each.exact for each in got.paragraphs)
    astray = [each for each in got.paragraphs if not each.in_order]
    assert [(each.line, each.part, each.number) for each in astray] == [(1, "title", "701.23")]


@needs_corpus
def test_the_worn_passage() -> None:
    passage = next((CORPUS / "excerpts").glob("000_*"))
    got = put_back(decode(passage.read_bytes(), passage.name), [release(path) for path in magic("2016")])
    assert got.best == ("2017-09-29", "2018-01-19")
    assert [each.line for each in got.paragraphs if each.number is None] == [479]
    assert all(each.printed == each.number for each in got.paragraphs if each.number)
    wear = {each.number: each.wear for each in got.paragraphs if each.wear}
    assert wear["702.1b"] == (Wear("joined", "ability based", "abilitybased"),)
    assert Wear("lost", "{3}", "") in wear["702.36a"]


def test_the_command(tmp_path: Path) -> None:
    passage = tmp_path / "passage.txt"
    number, words = stripped(release(SAMPLES[0]))[30]
    passage.write_text(f"{words}\n\nNobody has ever written this sentence about any harbor at all.\n", encoding="utf-8")
    files = [str(path) for path in SAMPLES]
    code, out, err = run("restore", str(passage), "--from", *files)
    assert code == 0
    assert out.splitlines()[0].startswith(number)
    assert out.splitlines()[2].startswith("[?] Nobody")
    assert err.splitlines()[0].startswith("2 paragraphs; fits best: ")
    assert "line 3 fits nowhere" in err
    record = json.loads(run("restore", str(passage), "--from", files[0], "-f", "json")[1])
    assert [each["number"] for each in record["paragraphs"]] == [number, None]
    passage.write_text("Nothing of this is known.\n")
    code, out, err = run("restore", str(passage), "--from", files[0])
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_passage_that_stands_nowhere() -> None:
    with pytest.raises(NotFoundError, match="no paragraph of it stands in any of the 1 releases"):
        restored([("", "Quite another story.")], release(SAMPLES[0]))
