"""What a site has of one release: its page, its comparison with the one before, its JSON, the texts to compare.

`make` is independent of all other releases but the one before, runs in a process of its own, and gives the files it
wrote and the facts that the pages about many releases need.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import msgspec

from comprules.diff.compare import diff
from comprules.diff.kinds import QUIET
from comprules.diff.model import Diff
from comprules.document.model import Rule
from comprules.loader import read
from comprules.release import Release
from comprules.render import json as records
from comprules.render.changes import numbers
from comprules.render.headlines import news
from comprules.render.html.beside import Beside, Step
from comprules.render.html.comparison import comparison
from comprules.render.html.linking import Links
from comprules.render.html.rows import Writer
from comprules.render.html.viewer import viewer
from comprules.render.published import LinkedRule, encode_short
from comprules.render.records import document_record, rule_records
from comprules.site import layout
from comprules.site.facts import Event, Facts, Member, TermEvent

_WORDS = str.split
_SHARED = ("level", "parent", "previous", "next", "path", "title", "text", "examples", "line", "cites")


class Task(NamedTuple):
    """One release to make: `before` and `after` are its neighbours.

    `page` and `old_page` tell whether this release and the one before have a page of their own, `older_changes` whether
    the one before is compared too.
    """

    member: Member
    before: Member | None
    after: Member | None
    page: bool
    old_page: bool
    older_changes: bool
    notice: str | None


class Files:
    """Writes files below a folder, and knows which."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.names: list[str] = []
        self._folders: set[Path] = set()

    def write(self, name: str, content: str | bytes) -> None:
        """Write one file, `name` being its address from the root."""
        path = self.root / name
        if path.parent not in self._folders:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._folders.add(path.parent)
        data = content.encode() if isinstance(content, str) else content
        try:
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:  # perhaps a link to a file of the site that is there, which must stay as it is
            path.unlink()
            path.write_bytes(data)
        self.names.append(name)


def make(task: Task, root: str) -> tuple[list[str], Facts]:
    """Write all of one release below `root`; gives the names of the files and the facts."""
    files = Files(Path(root))
    release = read(task.member.path)
    found = diff(read(task.before.path), release) if task.before else None
    if task.page:
        page = layout.release_page(task.member.name)
        files.write(page, viewer(release, task.notice, found, _beside(task, page)))
    if found:
        page = layout.changes_page(task.member.name)
        files.write(page, comparison(found, False, task.notice, _beside(task, page)))
        files.write(layout.api_file(task.member.name, "diff"), encode_short(records.diff_record(found)))
    _write_data(files, task.member.name, release)
    return files.names, _facts(task, release, found)


def _beside(task: Task, page: str) -> Beside:
    """The pages beside one of the two that a release has."""

    def step(name: str, target: str) -> Step:
        return Step(name, layout.to(target, page))

    steps = [step("Releases", layout.RELEASES)]
    if task.older_changes and task.before:
        steps.append(step("← Older changes", layout.changes_page(task.before.name)))
    if task.after:
        newer = layout.changes_page(task.after.name)
        steps.append(step("Newer changes →", newer))
    own = layout.release_page(task.member.name)
    old = layout.release_page(task.before.name) if task.before and task.old_page else None
    return Beside(
        viewer=layout.to(own, page) if task.page else None,
        old_viewer=layout.to(old, page) if old else None,
        comparison=layout.to(layout.changes_page(task.member.name), page) if task.before else None,
        indices=layout.to(layout.INDICES, page) if task.after is None else None,
        steps=tuple(steps),
        shared=layout.to(layout.ASSETS, page) + "/",
    )


def _write_data(files: Files, name: str, release: Release) -> None:
    files.write(layout.api_file(name, "document"), encode_short(document_record(release)))
    done: set[str] = set()
    for record in linked_rules(release):
        if record.number not in done:
            done.add(record.number)
            files.write(layout.rule_file(name, record.number), encode_short(record))
    rows = [[node.rule.number, _told(node.rule, release.index.family.example)] for node in release.index.nodes]
    entries = [[entry.term, entry.text] for entry in release.document.glossary]
    data = json.dumps([rows, entries], ensure_ascii=False, separators=(",", ":"))
    files.write(layout.data_file(name), f"comprulesTexts({json.dumps(name)},{data});\n")


def linked_rules(release: Release) -> list[LinkedRule]:
    """One record a rule with what it cites and who cites it, in document order."""
    found = []
    for node, record in zip(release.index.nodes, rule_records(release), strict=False):  # entries come after the rules
        number = node.rule.number
        citing = (each.number for each in release.cited_by.get(number, ()))
        found.append(
            LinkedRule(
                schema="comprules/linked-rule/1",
                number=number,
                rules=tuple(rule.number for rule in node.rule.rules),
                cited_by=tuple(dict.fromkeys(each for each in citing if each)),
                **{field: getattr(record, field) for field in _SHARED},
            )
        )
    return found


def _told(rule: Rule, label: str) -> str:
    """The words of a rule as one text; `label` stands before examples."""
    return "\n".join(filter(None, (rule.title, rule.text, *(f"{label}{example}" for example in rule.examples))))


def _facts(task: Task, release: Release, found: Diff | None) -> Facts:
    nodes = release.index.nodes
    places = {id(node.rule): at for at, node in enumerate(nodes)}
    chains = [(*node.path, node.rule) for node in nodes]
    homes = [chain[1] if len(chain) > 1 and chain[1].title else chain[0] for chain in chains]
    return Facts(
        numbers=tuple(node.rule.number for node in nodes),
        titles=tuple(node.rule.title for node in nodes),
        chapters=tuple(places[id(home)] for home in homes),
        terms=tuple(entry.term for entry in release.document.glossary),
        words=sum(len(_WORDS(text)) for node in nodes for text in (node.rule.text or "", *node.rule.examples)),
        keywords=len(release.keywords),
        pairs=tuple((pair.old, pair.new) for pair in found.pairs) if found else (),
        events=tuple(_events(found)) if found else (),
        term_events=tuple(_term_events(found)) if found else (),
        news=tuple(news(found)) if found else (),
        summary=dict(found.summary) if found else {},
    )


def _events(found: Diff) -> list[Event]:
    writer = Writer(found, Links(found))
    events = []
    for change in found.changes:
        if change.kind in QUIET:
            continue
        label: str = change.kind
        words = "".join(writer.passages(change))
        if change.old and change.new and change.old.number != change.new.number:
            label += f" {numbers(change)}"
        elif change.related:
            label += f" with {', '.join(change.related)}"
        events.append(Event(label, change.old_at, change.new_at, words))
    return events


def _term_events(found: Diff) -> list[TermEvent]:
    writer = Writer(found, Links(found))
    return [
        TermEvent(
            change.kind,
            change.new_term or change.term,
            writer.definition(change.term, change.old, change.new, change.edits),
        )
        for change in found.glossary
        if change.kind not in QUIET
    ]


def load(data: bytes) -> Facts:
    """Facts as they were kept. Raises msgspec.ValidationError or DecodeError for anything else."""
    return msgspec.msgpack.decode(data, type=Facts)


def dump(facts: Facts) -> bytes:
    """Facts as they are kept."""
    return msgspec.msgpack.encode(facts)
