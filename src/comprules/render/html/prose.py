"""A text with its marks, as HTML: citations and terms as links, symbols as symbols, edits as insertions and deletions.

This is the only place where text of a document becomes markup; everything passes through `escape`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from markupsafe import escape as _escape

from comprules.analysis.references import Reference
from comprules.analysis.terms import Place as TermPlace
from comprules.release import Release
from comprules.render.html.anchors import Anchors
from comprules.render.marks import Mark, Run, cited, first_uses, paragraphs, symbols

_APART = '<i class="b"> </i>'  # so that a deleted and an inserted word do not run together where they are copied
Place = tuple[str | None, str | None, str, int]  # number, term, part, index: a text of the release


def escape(text: str) -> str:
    """`text` for use in content and in quoted attributes."""
    return str(_escape(text))


def markup(runs: Iterable[Run], link: Callable[[Mark], str | None]) -> str:
    """Flat runs as HTML. `link` gives the address of a reference, see or term mark, None to leave it plain."""
    html = "".join(_run(run, link) if run.marks else escape(run.text) for run in runs)
    # An edit that holds a link or a symbol is one edit; a word that replaces another does not touch it.
    for name in ("ins", "del"):
        html = html.replace(f"</{name}><{name}>", "").replace(f'</{name}><{name} class="f">', "")
    return html.replace("</del><ins", f"</del>{_APART}<ins").replace("</ins><del", f"</ins>{_APART}<del")


def _run(run: Run, link: Callable[[Mark], str | None]) -> str:
    kinds = {mark.kind: mark for mark in run.marks}
    shown = escape(run.text)
    if "symbol" in kinds:
        shown = _symbol(run.text, kinds["symbol"].value)
    for kind, style in (("reference", ""), ("mismatch", ' class="x"'), ("see", ""), ("term", ' class="t"')):
        target = link(kinds[kind]) if kind in kinds else None
        if target:
            shown = f'<a{style} href="{target}">{shown}</a>'
            break
    if "broken" in kinds:
        shown = f'<span class="x">{shown}</span>'
    for kind, name in (("delete", "del"), ("insert", "ins")):
        if kind in kinds and kinds[kind].value == "b":  # a blank, which is of one side alone but is not shown as edited
            shown = f'<i class="b{name[0]}">{shown}</i>'
        elif kind in kinds:
            style = f' class="{kinds[kind].value}"' if kinds[kind].value else ""
            shown = f"<{name}{style}>{shown}</{name}>"
    return shown


def _symbol(text: str, value: str) -> str:
    """A symbol without its braces for the eye, with them for search and copying; plain if an edit cuts it."""
    if text != f"{{{value}}}":
        return f'<span class="y">{escape(text)}</span>'
    return f'<span class="y" role="img" aria-label="symbol {escape(value)}"><i>{{</i>{escape(value)}<i>}}</i></span>'


class Citations:
    """The references of a release by the text that they stand in."""

    def __init__(self, release: Release) -> None:
        self._references: dict[Place, list[Reference]] = defaultdict(list)
        for reference in release.references:
            self._references[reference.number, reference.term, reference.part, reference.index].append(reference)

    def references(self, text: str, place: Place) -> list[Reference]:
        """The references in `text`. Of two rules with one number, each has those that are really in it."""
        found = {
            reference.start: reference
            for reference in self._references.get(place, ())
            if text.startswith(reference.raw, reference.start)
        }
        return list(found.values())


def _is_capital(release: Release, at: TermPlace) -> bool:
    """Whether a use of a term begins with a capital."""
    rule = release.index.by_number[at.number].rule
    text = rule.examples[at.example] if at.part == "example" else rule.text or ""
    return text[at.start].isupper()


def _here(anchor: str) -> str:
    return f"#{anchor}"


class Prose(Citations):
    """The texts of a release with their references, terms and symbols, ready to be written one after another."""

    def __init__(self, release: Release, anchors: Anchors, where: Callable[[str], str] = _here) -> None:
        """`where` tells the address of an anchor, by default within the page itself."""
        super().__init__(release)
        self.anchors = anchors
        self.where = where
        numbers = Counter(node.rule.number for node in release.index.nodes)
        self._uses: dict[Place, list[Mark]] = defaultdict(list)
        obsolete = {entry.term for entry in release.document.glossary if entry.obsolete}
        names = {member for each in release.vocabularies for member in each.members if member[:1].isupper()}
        for use in release.terms:
            for at in use.places if not use.everyday and use.term not in obsolete else ():
                # Offsets do not tell which of two rules they count in; a name is written as its list has it.
                if numbers[at.number] == 1 and (use.term not in names or _is_capital(release, at)):
                    mark = Mark(at.start, at.end, "term", use.term)
                    self._uses[at.number, None, at.part, at.example].append(mark)

    def paragraphs(self, text: str, place: Place) -> list[str]:
        """The lines of `text` as HTML without elements around them."""
        marks = [mark for reference in self.references(text, place) for mark in cited(reference)]
        signs = symbols(text)
        uses = self._uses.get(place, [])
        if signs:  # the letter of a symbol is no word
            uses = [use for use in uses if not any(sign.start <= use.start < sign.end for sign in signs)]
        marks.extend(first_uses(text, sorted(uses)) if len(uses) > 1 else uses)
        marks.extend(signs)
        return [markup(runs, self.link) for runs in paragraphs(text, marks)]

    def link(self, mark: Mark) -> str | None:
        """Where a mark leads within the page."""
        table = self.anchors.numbers if mark.kind in ("reference", "mismatch") else self.anchors.terms
        target = table.get(mark.value)
        return self.where(target) if target else None
