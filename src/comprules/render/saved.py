"""A comparison that was saved as JSON, to be told again as text or Markdown without the two releases.

The JSON has the rules that changed and the outermost headings; the two releases of the comparison that is given back
have these alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from comprules.diff.model import Diff, Side
from comprules.document.model import Document, Rule
from comprules.families.registry import get_family
from comprules.release import Release
from comprules.render.diffjson import DiffRecord, SideRecord
from comprules.source import Source


def told_again(record: DiffRecord) -> Diff:
    """The comparison of a record, as far as text and Markdown tell it: without pairs and unchanged rules."""
    shared = {field: getattr(record, field) for field in Diff.__struct_fields__ if field not in _OWN}
    old = _release(record.old, (change.old for change in record.changes))
    new = _release(record.new, (change.new for change in record.changes))
    return Diff(old=old, new=new, parents=(), pairs=(), **shared)


_OWN = ("old", "new", "parents", "pairs")


def _release(record: SideRecord, sides: Iterable[Side | None]) -> Release:
    """A release of the outermost headings of a side and the rules of it that changed."""
    family = get_family(record.family, record.shape)
    below: dict[str, list[Rule]] = {each.number: [] for each in record.sections}
    rest: list[Rule] = []
    for side in sides:
        if side is None or side.number in below:
            continue
        above = family.parent(side.number)
        while above and above not in below:
            above = family.parent(above)
        rule = Rule(side.number, side.title, side.text, side.examples, 0)
        (below[above] if above else rest).append(rule)
    rules = [Rule(each.number, each.title, None, (), 0, tuple(below[each.number])) for each in record.sections]
    document = Document(
        family=record.family,
        title=record.title,
        effective=record.effective,
        front=(),
        introduction=(),
        contents=(),
        rules=(*rules, *rest),
        glossary=(),
        index=(),
        credits=(),
        shape=record.shape,
    )
    facts = {field: getattr(record.source, field) for field in type(record.source).__struct_fields__}
    return Release(Source(text="", **facts), document, ())
