"""Templates of users: what they are given, the three examples, and what the sandbox refuses."""

from __future__ import annotations

import json
from pathlib import Path

import html5lib
import pytest

from comprules import walk
from comprules.export.exporters import ExportError
from comprules.export.shelf import Shelf
from comprules.export.templates import render
from comprules.render.json import encode
from comprules.render.records import document_record
from tests.conftest import ROOT, SAMPLES, compared, release
from tests.test_reading_commands import run

NAMES = [str(path) for path in SAMPLES]


def rendered(template: str, *files: str, name: str = "mine.txt") -> str:
    return render(template, name, Shelf(files or NAMES[:1]))


def test_a_release_is_given_as_its_json() -> None:
    given = json.loads(rendered("{{ document | tojson }}"))
    assert given == json.loads(encode(document_record(release(SAMPLES[0]))))
    count = rendered("{{ document.rules | walk | list | length }}")
    assert int(count) == len(list(walk(release(SAMPLES[0]).document.rules)))


def test_a_comparison_and_a_history_are_given() -> None:
    assert rendered("{{ diff is none }} {{ history is none }}") == "True True"
    summary = json.loads(rendered("{{ diff.summary | tojson }}", *NAMES))
    assert summary == compared(*SAMPLES[1:]).summary
    template = (
        "{% for each in history.lineages if each.id == '2025-01-17:302.3' %}{{ each.numbers | join(' ') }}{% endfor %}"
    )
    assert rendered(template, *NAMES) == "302.3 302.3 302.3"
    assert rendered("{{ documents | length }} {{ documents[0].effective }}", *NAMES) == "3 2025-01-17"


def test_texts_are_escaped_where_the_file_is_markup() -> None:
    template = "{{ '<b>' }}"
    assert rendered(template, name="card.html.j2") == "&lt;b&gt;"
    assert rendered(template, name="card.svg") == "&lt;b&gt;"
    assert rendered(template, name="card.md.j2") == "<b>"
    assert rendered("{{ '*a* [b](c)' | markdown }}") == r"\*a\* \[b\](c)"
    assert rendered("{{ '[b]' | bbcode }}") == "&#91;b]"


REFUSED = [
    "{{ ''.__class__ }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ document.__class__ }}",
    "{{ document['__class__'].mro() }}{{ document | attr('__class__') }}",
    "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
    "{{ lipsum.__globals__['os'] }}",
    "{{ self.__init__.__globals__ }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ (walk | default(1)).__globals__ }}",
    "{{ document.update({'title': 'mine'}) }}",
    "{{ document.rules.append(1) }}",
    "{% include '/etc/passwd' %}",
    "{% import '/etc/passwd' as x %}",
    "{% extends '/etc/passwd' %}",
    "{{ open('/etc/passwd') }}",
    "{{ range(1000000000) | list }}",
]


@pytest.mark.parametrize("template", REFUSED)
def test_what_reaches_out_is_refused(template: str) -> None:
    with pytest.raises(ExportError, match=r"^mine\.txt: "):
        rendered(template)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("one\n{% for %}", "mine.txt:2: "),
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{{ document.nothing }}", "has no attribute 'nothing'"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ diff.summary }}", "mine.txt: "),
    ],
)
def test_a_mistake_is_one_line(template: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(template)
    code, out, err = run("export", NAMES[0], "--template", str(path))
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_a_template_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(b"a\xff")
    assert "a template is UTF-8; byte 1 is not" in run("export", NAMES[0], "--template", str(path))[2]
    assert "no such file" in run("export", NAMES[0], "--template", str(tmp_path / "none"))[2]


def example(name: str, *files: str) -> str:
    code, out, err = run("export", *files, "--template", str(ROOT / "data" / name))
    assert (code, err) == (0, "")
    return out


def test_the_release_notes_name_every_change_of_words() -> None:
    notes = example("release-notes.md.j2", *NAMES)
    assert notes.startswith("# Slackwater Comprehensive Rules: 2025-07-25\n\nCompared with 2025-04-04.\n")
    found = compared(*SAMPLES[1:])
    for kind in ("added", "removed", "edited", "split", "merged", "moved"):
        for change in found.changes:
            side = change.new or change.old
            if change.kind == kind and side:
                assert f"- **{side.number}** " in notes
        assert (f"## {kind.capitalize()} ({found.summary[kind]})" in notes) == bool(found.summary[kind])
    assert "name two releases" in example("release-notes.md.j2", NAMES[0])


def test_the_forum_post_counts_edits() -> None:
    post = example("forum-post.txt.j2", *NAMES)
    assert post.startswith("[b]3 releases, 2025-01-17 to 2025-07-25[/b]\n")
    assert post.count("[*]") == 10
    assert "many releases" in example("forum-post.txt.j2", NAMES[0])


def test_the_index_cards_are_a_page_with_a_card_for_each_keyword() -> None:
    page = example("index-card.html.j2", NAMES[0])
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree = parser.parse(page)
    keywords = [each for each in release(SAMPLES[0]).keywords if each.kind != "ability word"]
    assert [each.text for each in tree.iter("h2")] == [each.name for each in keywords]
