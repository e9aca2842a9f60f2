"""The cache: what is kept equals what would be made; what was tampered with, or belongs to others, is not believed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import comprules
from comprules import cache as caches
from comprules.archive import kept
from comprules.cache import Cache, entry_name, use
from comprules.diff import diff
from tests.conftest import ROOT, SAMPLES, magic

TABLES = ["document", "source", "slips", "references", "vocabularies", "keywords", "terms", "diagnostics"]
MAIN = (sys.executable, "-c", "from comprules.cli import main; main()")


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    """An empty cache in use."""
    made = Cache(str(tmp_path / "cache"))
    use(made)
    yield made
    use(None)


def entries(cache: Cache) -> list[Path]:
    return sorted(path for path in Path(cache.folder).iterdir() if path.name != "secret")


def never(*arguments: object) -> None:
    raise AssertionError("made anew")


# What is kept


@given(data=st.binary(max_size=300), key=st.tuples(st.text(max_size=5), st.text(max_size=5)))
def test_what_was_put_comes_back_for_its_kind_and_key_alone(
    data: bytes, key: tuple[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache = Cache(str(tmp_path_factory.mktemp("cache") / "made"))
    assert cache.get("kind", key) is None
    cache.put("kind", key, data)
    assert cache.get("kind", key) == data == Cache(cache.folder).get("kind", key)
    assert cache.get("other", key) is None
    assert cache.get("kind", (*key, "")) is None
    cache.put("kind", key, b"later")
    assert cache.get("kind", key) == b"later"


@pytest.mark.parametrize("path", [*SAMPLES, *magic()[-1:]], ids=lambda path: path.stem)
def test_a_kept_release_equals_the_release(path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = comprules.read(path)
    first = kept.read(path)
    for table in TABLES:
        assert getattr(first, table) == getattr(fresh, table)
    monkeypatch.setattr(kept, "parse", never)
    second = kept.read(path)
    for table in (*TABLES, "index", "cited_by", "sha256"):
        assert getattr(second, table) == getattr(fresh, table)


def test_a_kept_comparison_equals_the_comparison(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = diff(comprules.read(SAMPLES[0]), comprules.read(SAMPLES[1]))
    for _ in range(2):
        found = kept.compare(kept.read(SAMPLES[0]), kept.read(SAMPLES[1]))
        for field in type(fresh).__struct_fields__:
            if field not in ("old", "new"):
                assert getattr(found, field) == getattr(fresh, field)
        monkeypatch.setattr("comprules.diff.compare.diff", never)


def test_the_name_is_that_of_the_file_at_hand(cache: Cache, tmp_path: Path) -> None:
    kept.read(SAMPLES[0])
    copy = tmp_path / "copy.txt"
    shutil.copy(SAMPLES[0], copy)
    assert kept.read(copy).source.name == "copy.txt"
    assert kept.read(SAMPLES[0]).source.name == "sample-1.txt"


def test_without_a_cache_in_use_nothing_is_kept(tmp_path: Path) -> None:
    use(None)
    assert kept.read(SAMPLES[0]).document == comprules.read(SAMPLES[0]).document
    assert type(kept.read(SAMPLES[0])) is comprules.Release


# What is not believed


def test_no_changed_byte_is_believed(cache: Cache) -> None:
    cache.put("kind", ("key",), b"the tide turns")
    (entry,) = entries(cache)
    whole = entry.read_bytes()
    for at in range(len(whole)):
        for changed in (
            whole[:at],
            whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :],
            whole[:at] + whole[at + 1 :],
        ):
            entry.write_bytes(changed)
            assert cache.get("kind", ("key",)) is None
    entry.write_bytes(whole + b"\0")
    assert cache.get("kind", ("key",)) is None
    entry.write_bytes(whole)
    assert cache.get("kind", ("key",)) == b"the tide turns"


def test_an_entry_under_another_name_or_from_another_folder_is_not_believed(cache: Cache, tmp_path: Path) -> None:
    cache.put("kind", ("one",), b"one")
    name = entry_name("kind", ("two",))
    shutil.copy(Path(cache.folder) / entry_name("kind", ("one",)), Path(cache.folder) / name)
    assert cache.get("kind", ("two",)) is None
    foreign = Cache(str(tmp_path / "foreign"))
    foreign.put("kind", ("two",), b"foreign")
    shutil.copy(Path(foreign.folder) / name, Path(cache.folder) / name)
    assert Cache(cache.folder).get("kind", ("two",)) is None


def test_what_another_version_of_the_program_kept_is_not_seen(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.put("kind", ("key",), b"data")
    monkeypatch.setattr(caches, "program", lambda: "another")
    assert cache.get("kind", ("key",)) is None


def test_a_tampered_release_is_made_anew_and_replaced(cache: Cache) -> None:
    fresh = kept.read(SAMPLES[0])
    path = Path(cache.folder) / entry_name("document", (fresh.sha256,))
    whole = path.read_bytes()
    assert b"two to five captains" in whole
    path.write_bytes(whole.replace(b"two to five captains", b"six to nine captains"))
    assert kept.read(SAMPLES[0]).document == comprules.read(SAMPLES[0]).document
    assert path.read_bytes() == whole


def test_an_entry_of_another_shape_is_made_anew(cache: Cache) -> None:
    sha256 = kept.read(SAMPLES[0]).sha256
    cache.put("references", (sha256,), kept.encode(["no", "references"]))
    assert kept.read(SAMPLES[0]).references == comprules.read(SAMPLES[0]).references


def test_the_key_of_the_folder_may_be_lost_or_broken(cache: Cache) -> None:
    cache.put("kind", ("key",), b"data")
    secret = Path(cache.folder) / "secret"
    for broken in (None, b"", b"short", b"x" * 1000):
        secret.unlink() if broken is None else secret.write_bytes(broken)
        again = Cache(cache.folder)
        assert again.get("kind", ("key",)) is None
        again.put("kind", ("key",), b"data")
        assert again.get("kind", ("key",)) == b"data"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no permissions as POSIX has them")
def test_the_folder_is_private(cache: Cache) -> None:
    cache.put("kind", ("key",), b"data")
    assert Path(cache.folder).stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in Path(cache.folder).iterdir())
    os.chmod(cache.folder, 0o770)
    again = Cache(cache.folder)
    assert again.get("kind", ("key",)) is None
    again.put("kind", ("other",), b"data")
    assert len(entries(cache)) == 1


@pytest.mark.parametrize("place", ["file/cache", "file"])
def test_a_folder_that_cannot_be_made_only_forgets(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = Cache(str(tmp_path / place))
    cache.put("kind", ("key",), b"data")
    assert cache.get("kind", ("key",)) is None
    assert (*cache.usage(), *cache.clear()) == (0, 0, 0, 0)
    assert not cache.is_usable()


# How much is kept


def test_the_least_used_go_when_it_is_too_much(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path / "cache"), limit=10_000)
    for at in range(30):
        cache.put("kind", (str(at),), b"x" * 1000)
        os.utime(Path(cache.folder) / entry_name("kind", (str(at),)), (at, at))
        assert cache.usage().size <= 10_000 + 10_000 / 16 + 2000
    assert cache.get("kind", ("29",)) is not None
    assert cache.get("kind", ("0",)) is None


def test_what_is_read_again_stays(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path / "cache"), limit=10_000)
    for at in range(9):
        cache.put("kind", (str(at),), b"x" * 1000)
        os.utime(Path(cache.folder) / entry_name("kind", (str(at),)), (at, at))
    assert cache.get("kind", ("0",)) is not None
    cache.put("kind", ("more",), b"x" * 4000)
    assert cache.get("kind", ("0",)) is not None
    assert cache.get("kind", ("1",)) is None


def test_what_is_larger_than_the_limit_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path / "cache"), limit=100)
    cache.put("kind", ("key",), b"x" * 101)
    assert cache.usage() == (0, 0)


def test_drafts_of_processes_that_were_stopped_go(cache: Cache) -> None:
    cache.put("kind", ("key",), b"data")
    old, new = (Path(cache.folder) / f"{entry_name('kind', ('key',))}.{name}.draft" for name in ("1.old", "2.new"))
    old.write_bytes(b"half")
    new.write_bytes(b"half")
    os.utime(old, (0, 0))
    cache.trim()
    assert not old.exists()
    assert new.exists()
    cache.clear()
    assert entries(cache) == []


# Commands


def command(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "COMPRULES_CACHE": str(folder), "COMPRULES_ARCHIVE": str(folder.parent / "archive")}
    return subprocess.Popen(
        [*MAIN, *arguments], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def output(folder: Path, *arguments: str) -> bytes:
    done = command(folder, *arguments)
    out, err = done.communicate()
    assert (done.returncode, err) == (0, b"")
    return out


COMMANDS = (
    ("show", "302.5", "data/sample-1.txt"),
    ("parse", "data/sample-3.txt", "-f", "json"),
    ("diff", "data/sample-1.txt", "data/sample-2.txt", "-f", "json"),
    ("check", "data/sample-2.txt", "-f", "json"),
    ("index", "data/sample-1.txt", "--kind", "terms"),
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_outputs_are_the_same_with_a_cache_and_without(arguments: tuple[str, ...], tmp_path: Path) -> None:
    without = output(tmp_path / "none", *arguments, "--no-cache")
    assert not (tmp_path / "none").exists()
    assert output(tmp_path / "cache", *arguments) == without
    assert any((tmp_path / "cache").iterdir())
    assert output(tmp_path / "cache", *arguments) == without


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (("show", "302.5", "data/sample-1.txt"), {"lark", "jinja2", "rapidfuzz", "rich", "comprules.document.parser"}),
        (("diff", "data/sample-1.txt", "data/sample-2.txt"), {"lark", "jinja2", "rapidfuzz", "rich"}),
        (("--help",), {"lark", "jinja2", "rapidfuzz", "rich", "msgspec", "platformdirs"}),
    ],
    ids=["show", "diff", "help"],
)
def test_a_second_time_nothing_is_loaded_that_parses(
    arguments: tuple[str, ...], unwanted: set[str], tmp_path: Path
) -> None:
    code = (
        "import sys\nfrom comprules.cli import main\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)\n"
    )
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=ROOT,
            env={**os.environ, "COMPRULES_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            check=True,
            text=True,
        )
    assert unwanted.isdisjoint(done.stderr.split())


def test_cache_info_and_clear(tmp_path: Path) -> None:
    output(tmp_path / "cache", "show", "302.5", "data/sample-1.txt")
    assert b"\n6 entries, 0.3 of at most 512 MB\n" in output(tmp_path / "cache", "cache", "info")
    cleared = command(tmp_path / "cache", "cache", "clear")
    assert b"6 entries removed" in cleared.communicate()[1]
    assert b"\n0 entries, 0.0 of at most 512 MB\n" in output(tmp_path / "cache", "cache", "info")
    environment = {**os.environ, "COMPRULES_CACHE": ""}
    done = subprocess.run([*MAIN, "cache", "info"], env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"COMPRULES_CACHE is empty" in done.stderr


# Many processes


def test_eight_processes_at_once_give_what_one_gives(tmp_path: Path) -> None:
    expected = {arguments: output(tmp_path / "one", *arguments) for arguments in COMMANDS}
    dice = random.Random(8)
    for _ in range(3):
        running = []
        for _ in range(8):
            arguments = dice.choice(COMMANDS)
            running.append((arguments, command(tmp_path / "shared", *arguments)))
        clearing = command(tmp_path / "shared", "cache", "clear")
        for arguments, process in running:
            out, err = process.communicate()
            assert (process.returncode, err, out) == (0, b"", expected[arguments])
        clearing.communicate()


def test_writers_killed_at_random_leave_nothing_that_is_believed_and_wrong(tmp_path: Path) -> None:
    expected = {arguments: output(tmp_path / "one", *arguments) for arguments in COMMANDS}
    folder = tmp_path / "killed"
    dice = random.Random(40)
    # One process that writes all the time, since a command writes for a moment only.
    code = (
        "import sys, itertools\nfrom comprules.cache import Cache, use\nfrom comprules.archive import kept\n"
        "for at in itertools.count():\n"
        "    cache = Cache(sys.argv[1])\n    cache.put('kind', (str(at % 5),), str(at % 5).encode() * 300_000)\n"
        "    use(cache)\n    release = kept.KeptRelease(open(sys.argv[2], 'rb').read(), 'x', cache)\n"
        "    for name in ('_parsed', 'references', 'keywords'): getattr(release, name)\n"
        "    if at % 7 == 6: cache.clear()\n"
    )
    for _ in range(40):
        writer = subprocess.Popen([sys.executable, "-c", code, str(folder), str(SAMPLES[0])])
        time.sleep(dice.uniform(0.08, 0.4))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        cache = Cache(str(folder))
        for at in range(5):
            assert cache.get("kind", (str(at),)) in (None, str(at).encode() * 300_000)
    for arguments in COMMANDS:
        assert output(folder, *arguments) == expected[arguments]
    assert len([path for path in folder.iterdir() if path.suffix == ".draft"]) <= 40
