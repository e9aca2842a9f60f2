"""The archive: releases known by content, and named by date, latest and previous wherever a FILE is asked for."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

from comprules import NotFoundError, UnreadableError
from comprules.archive.checking import check
from comprules.archive.folder import Archive
from comprules.archive.many import Reader, Workers, workers_for
from comprules.archive.names import is_name
from comprules.cache import Cache, use
from comprules.render import json as records
from tests.conftest import ROOT, SAMPLES
from tests.test_reading_commands import run

DATES = ("2025-01-17", "2025-04-04", "2025-07-25")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """The three samples under names that say nothing, added in the wrong order."""
    folder = Archive(str(tmp_path / "releases"))
    for at in (1, 2, 0):
        folder.add(SAMPLES[at].read_bytes(), SAMPLES[at].name)
    for name, path in zip("zyx", sorted(Path(folder.folder).iterdir()), strict=True):
        path.rename(path.with_name(name))
    return folder


def edited(at: int, old: str, new: str) -> bytes:
    """A sample with other words."""
    encoding = ("cp1252", "utf-8-sig", "utf-16")[at]
    text = SAMPLES[at].read_bytes().decode(encoding)
    assert old in text
    return text.replace(old, new).encode(encoding)


def test_releases_are_known_by_content_oldest_first(archive: Archive) -> None:
    assert [each.effective for each in archive.editions()] == list(DATES)
    assert [each.file for each in archive.editions()] == ["z", "y", "x"]
    assert {each.family for each in archive.editions()} == {"magic"}


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("latest", 2),
        ("previous", 1),
        ("2025-01-17", 0),
        ("magic:latest", 2),
        ("magic:2025-04-04", 1),
        ("2025-04-04/a9", 1),
    ],
)
def test_a_name_leads_to_its_release(name: str, at: int, archive: Archive) -> None:
    assert is_name(name)
    assert Path(archive.find(name)).read_bytes() == SAMPLES[at].read_bytes()


@pytest.mark.parametrize("name", ["rules.txt", "2025", "2025-4-4", "-", "Latest", "latest.txt", "702.19", ""])
def test_other_words_are_no_names(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize(
    ("name", "near"), [("2025-04-05", DATES), ("2025-04-04/ff", DATES), ("fab:latest", ()), ("1999-01-01", DATES)]
)
def test_what_the_archive_does_not_have_is_told(name: str, near: tuple[str, ...], archive: Archive) -> None:
    with pytest.raises(
        NotFoundError, match=r"the archive .* has no such release|no such release in the archive"
    ) as failure:
        archive.find(name)
    assert failure.value.near == near


def test_an_archive_of_one_date_has_no_previous(tmp_path: Path) -> None:
    folder = Archive(str(tmp_path / "new"))
    with pytest.raises(NotFoundError, match="has no such release"):
        folder.find("latest")
    folder.add(SAMPLES[0].read_bytes(), "a")
    with pytest.raises(NotFoundError, match="has one date only, 2025-01-17"):
        folder.find("previous")


def test_a_release_is_kept_once(archive: Archive) -> None:
    edition, new = archive.add(SAMPLES[0].read_bytes(), "again.txt")
    assert (edition.file, new) == ("z", False)
    edition, new = archive.add(edited(0, "two to five captains", "two to six captains"), "other.txt")
    assert new
    assert edition.file == f"magic-2025-01-17-{edition.sha256[:8]}.txt"
    assert Path(archive.path(edition)).read_bytes().startswith(b"Slackwater")


def test_of_several_editions_of_a_date_the_one_added_last_counts(archive: Archive) -> None:
    other = edited(2, "two to five captains", "two to six captains")
    edition, _ = archive.add(other, "other.txt")
    assert Path(archive.find("latest")).read_bytes() == other
    assert Path(archive.find(f"2025-07-25/{edition.sha256[:6]}")).read_bytes() == other
    first = next(each for each in archive.editions() if each.file == "x")
    assert Path(archive.find(f"2025-07-25/{first.sha256[:6]}")).read_bytes() == SAMPLES[2].read_bytes()


def test_what_is_odd_is_told(archive: Archive) -> None:
    assert check(archive) == ()
    folder = Path(archive.folder)
    (folder / "copy").write_bytes(SAMPLES[0].read_bytes())
    (folder / "in-utf-8").write_text(SAMPLES[2].read_bytes().decode("utf-16"), "utf-8")
    archive.add(edited(1, "two to five captains", "two to six captains"), "other.txt")
    (folder / "undated").write_text("1. Sea\n\n100. Sea\n\n100.1. The tide turns.\n")
    (folder / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 100)
    found = {each.code: each for each in check(archive)}
    assert set(found) == {"duplicate", "same-words", "editions", "undated", "unreadable"}
    assert set(found["duplicate"].files) == {"copy", "z"}
    assert set(found["same-words"].files) == {"in-utf-8", "x"}
    assert len(found["editions"].files) == 2
    assert found["undated"].files == ("undated",)
    assert found["unreadable"].files == ("picture",)


def test_what_was_read_once_is_read_again_only_when_it_changed(archive: Archive, tmp_path: Path) -> None:
    use(Cache(str(tmp_path / "cache")))
    try:
        for path in Path(archive.folder).iterdir():
            os.utime(path, (1e9, 1e9))
        assert len(archive.releases()) == 3
        reading = archive._read
        archive._read = lambda *arguments: pytest.fail("read again")  # type: ignore[method-assign]
        assert len(archive.releases()) == 3
        archive._read = reading  # type: ignore[method-assign]
        (Path(archive.folder) / "x").write_bytes(b"1. Sea\n\n100. Sea\n\n100.1. The tide turns.\n")
        assert [each.effective for each in archive.releases()] == [None, *DATES[:2]]
        (Path(archive.folder) / "y").unlink()
        assert [each.effective for each in archive.releases()] == [None, DATES[0]]
    finally:
        use(None)


def test_drafts_and_hidden_files_are_no_releases(archive: Archive) -> None:
    for name in (".draft", ".magic-2025.txt.1.draft"):
        (Path(archive.folder) / name).write_bytes(SAMPLES[0].read_bytes()[:5000])
    assert [each.file for each in archive.editions()] == ["z", "y", "x"]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UnreadableError, match="Not a directory"):
        Archive(str(tmp_path / "file" / "releases")).add(SAMPLES[0].read_bytes(), "a")


# Many at once


@pytest.mark.parametrize(
    ("sizes", "cores", "count"),
    [
        ([], 8, 1),
        ([900_000], 8, 1),
        ([299_999, 300_000], 8, 1),
        ([300_000, 300_000], 8, 2),
        ([900_000] * 5, 4, 4),
        ([10_000] * 50, 8, 1),
    ],
)
def test_processes_are_started_where_they_are_worth_it(sizes: list[int], cores: int, count: int) -> None:
    assert workers_for(sizes, cores) == count


def test_workers_leave_what_is_read_next_in_the_cache(tmp_path: Path) -> None:
    use(Cache(str(tmp_path / "cache")))
    try:
        told: list[tuple[str, int, int]] = []
        paths = [str(path) for path in SAMPLES]
        with Workers(2, lambda *progress: told.append(progress)) as workers:
            workers.read([*paths, "none.txt", "-"], comparing=True)
            workers.compare([(paths[0], paths[1]), (paths[1], "none.txt")])
        assert told == [("reading", 1, 3), ("reading", 2, 3), ("reading", 3, 3), ("comparing", 1, 1)]
        with Workers(2, lambda *progress: told.append(progress)) as workers:
            workers.read(paths)
            workers.compare([(paths[0], paths[1])])
        assert len(told) == 4
        assert Reader().read(paths[0]).effective == DATES[0]
    finally:
        use(None)


def test_without_a_cache_workers_use_a_temporary_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    use(None)
    with Workers(2) as workers:
        workers.read([str(path) for path in SAMPLES])
        assert len(list(tmp_path.glob("comprules-*/*"))) > 3
    assert list(tmp_path.iterdir()) == []


def die(paths: list[str]) -> None:
    os._exit(1)


def test_workers_that_are_stopped_are_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(Cache(str(tmp_path / "cache")))
    try:
        monkeypatch.setattr("comprules.archive.many._parse", die)
        with Workers(2) as workers:
            workers.read([str(path) for path in SAMPLES])
        assert [Reader().read(str(path)).effective for path in SAMPLES] == list(DATES)
    finally:
        use(None)


def test_writers_killed_at_random_leave_whole_releases_alone(tmp_path: Path) -> None:
    code = (
        "import sys, itertools, os\nfrom comprules.archive.folder import Archive\n"
        "archive = Archive(sys.argv[1])\ncontent = open(sys.argv[2], 'rb').read()\n"
        "for at in itertools.count():\n"
        "    archive.add(content.replace(b'five captains', b'five captains' + b' more' * (at % 9)), 'x')\n"
        "    for each in archive.editions():\n        os.unlink(archive.path(each)) if at % 9 == 8 else None\n"
    )
    dice = random.Random(30)
    folder = Archive(str(tmp_path / "releases"))
    whole = {
        SAMPLES[0].read_bytes().replace(b"two to five captains", b"two to five captains" + b" more" * at)
        for at in range(9)
    }
    for _ in range(30):
        writer = subprocess.Popen(
            [sys.executable, "-c", code, folder.folder, str(SAMPLES[0])], stderr=subprocess.DEVNULL
        )
        time.sleep(dice.uniform(0.25, 0.6))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        for each in folder.editions():
            assert Path(folder.path(each)).read_bytes() in whole


def test_eight_writers_at_once_keep_each_release_once(tmp_path: Path) -> None:
    arguments = ["archive", "add", "--archive", str(tmp_path / "releases"), *(str(path) for path in SAMPLES)]
    code = "from comprules.cli import main; main()"
    running = [subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE) for _ in range(8)]
    for each in running:
        each.communicate()
        assert each.returncode == 0
    folder = Archive(str(tmp_path / "releases"))
    assert [Path(folder.path(each)).read_bytes() for each in folder.editions()] == [
        path.read_bytes() for path in SAMPLES
    ]
    assert len(os.listdir(folder.folder)) == 3


# The commands


def test_add_list_and_check(tmp_path: Path) -> None:
    folder = str(tmp_path / "releases")
    code, out, err = run("archive", "list", "--archive", folder)
    assert (code, err) == (0, "")
    assert out == f"no releases in {folder}; add some with `comprules archive add FILE…`\n"
    code, out, err = run("archive", "add", "--archive", folder, "data/sample-2.txt", "Makefile", "data/sample-1.txt")
    assert (code, out) == (2, "")
    assert err.splitlines()[0] == "data/sample-2.txt: 2025-04-04, kept as magic-2025-04-04-a9ddf819.txt"
    assert err.splitlines()[1].startswith("comprules: Makefile: ")
    code, out, err = run("archive", "add", "--archive", folder, "data/sample-2.txt")
    assert (code, err) == (0, "data/sample-2.txt: 2025-04-04, is here already: magic-2025-04-04-a9ddf819.txt\n")
    out = run("archive", "list", "--archive", folder)[1]
    assert out.splitlines() == [
        "2025-01-17  magic         d0d8f000  magic-2025-01-17-d0d8f000.txt",
        "2025-04-04  magic         a9ddf819  magic-2025-04-04-a9ddf819.txt",
    ]
    record = json.loads(run("archive", "list", "--archive", folder, "-f", "json")[1])
    jsonschema.validate(record, records.schema("archive"))
    assert [each["effective"] for each in record["editions"]] == list(DATES[:2])
    assert run("archive", "check", "--strict", "--archive", folder)[:2] == (0, f"{folder}: nothing odd\n")
    (tmp_path / "releases" / "notes.txt").write_text("nothing")
    code, out, _ = run("archive", "check", "--strict", "--archive", folder)
    assert (code, out.partition(":")[0]) == (1, "unreadable")
    record = json.loads(run("archive", "check", "--archive", folder, "-f", "json")[1])
    jsonschema.validate(record, records.schema("archive-check"))
    assert record["oddities"][0]["files"] == ["notes.txt"]


def test_a_name_stands_where_a_file_could(archive: Archive) -> None:
    by_name = run("diff", "previous", "latest", "--archive", archive.folder, "-f", "json")
    assert by_name[0] == 0
    by_file = json.loads(run("diff", "data/sample-2.txt", "data/sample-3.txt", "-f", "json")[1])
    found = json.loads(by_name[1])
    assert (found["old"]["source"]["name"], found["new"]["source"]["name"]) == ("y", "x")
    assert found["changes"] == by_file["changes"]
    assert run("show", "302.9", "2025-07-25", "--archive", archive.folder)[1].endswith(
        run("show", "302.9", "data/sample-3.txt")[1]
    )
    assert run("history", "302.9", "--archive", archive.folder)[1] == run("history", "302.9", *map(str, SAMPLES))[1]
    code, _, err = run("show", "302.9", "2025-07-24", "--archive", archive.folder)
    assert code == 2
    assert "did you mean 2025-01-17, 2025-04-04, 2025-07-25?" in err


def test_the_archive_names_the_releases_of_a_passage(archive: Archive, tmp_path: Path) -> None:
    passage = tmp_path / "passage.txt"
    passage.write_text(
        "Ironbound is a static ability. A ship with ironbound ignores the first point of damage in each bell.\n"
    )
    for extra in ((), ("--no-cache",)):
        record = json.loads(run("restore", str(passage), "--archive", archive.folder, "-f", "json", *extra)[1])
        assert record["best"] == ["2025-01-17", "2025-04-04"]
        assert record["paragraphs"][0]["number"] == "302.9a"
    code, out, err = run("restore", str(passage), "--archive", str(tmp_path / "none"))
    assert (code, out) == (2, "")
    assert err.startswith(f"comprules: no releases in {tmp_path / 'none'}; name one with --from")


def test_a_file_goes_before_a_name(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "latest").write_bytes(SAMPLES[0].read_bytes())
    code = "from comprules.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "parse", "latest", "--archive", archive.folder],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "effective 2025-01-17" in done.stdout


def test_the_folder_may_come_from_the_environment(archive: Archive) -> None:
    code = "from comprules.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "archive", "list"],
        cwd=ROOT,
        env={**os.environ, "COMPRULES_ARCHIVE": archive.folder},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("\n") == 3
