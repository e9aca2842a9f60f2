"""What `show` and `search` print for a person: rules with where they stand, glossary entries, hits.

The headline with the date stands once; a breadcrumb is said again only where it changes. Texts are folded to the width
of the terminal; None leaves them as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from click import style

from comprules.document.model import walk
from comprules.render.terminal import plural
from comprules.render.wrapping import cut, wrap

if TYPE_CHECKING:
    from comprules.analysis.index import Node
    from comprules.analysis.references import Reference
    from comprules.document.model import Entry, Rule
    from comprules.lookup.find import Answer, Found
    from comprules.lookup.search import Hit, Hits
    from comprules.release import Release

_HEADINGS = 12  # rules: a glossary entry points to no more than these by title
_SNIPPET = 320  # characters of a hit
_CITED = 40  # rules: more that are cited or cite are counted


def answer(release: Release, found: Found, alone: bool, width: int | None) -> str:
    """What was found: the one thing meant, or what to choose from."""
    if not found.sure:
        return _choice(release, found, width)
    first, *others = found.answers
    blocks = [_head(release) + "\n", *(_entry(entry, width) for entry in first.entries)]
    if first.of and not first.entries:
        kind = "a variant of" if "variant" in first.kinds else "one of the"
        blocks.append(wrap(f"{style(first.name, bold=True)}: {kind} {first.of}", width) + "\n")
    pointed = first.pointed
    whole = first.nodes or (pointed if len(pointed) == 1 and pointed[0].path else ())
    crumb = None
    for node in whole:
        own = _breadcrumb(release, node)
        blocks.append(_rule(release, node, alone, own if own != crumb else None, width))
        crumb = own
    if pointed and not set(pointed) <= set(whole):
        blocks.append(_pointed(release, pointed, width))
    if others:
        names = ", ".join(f"“{other.name}”" for other in others)
        blocks.append(style(wrap(f"see also: {names}", width), dim=True) + "\n")
    return "\n".join(blocks)


def _head(release: Release) -> str:
    title = release.document.title or release.source.name
    dated = f"effective {release.document.effective}" if release.document.effective else release.source.name
    return style(f"{title} · {dated}" if title != dated else title, dim=True)


def _choice(release: Release, found: Found, width: int | None) -> str:
    """The answers with what each is, one a line."""
    lines = [_head(release), "", f"“{found.query}” may be:"]
    wide = min(max(len(each.name) for each in found.answers), 32)
    for each in found.answers:
        what = _what(release, each)
        lines.append(wrap(f"{style(each.name.ljust(wide), bold=True)}  {what}", width, "  ", " " * (wide + 4)))
    return "\n".join([*lines, ""])


def _what(release: Release, each: Answer) -> str:
    parts = ["glossary"] if each.entries else []
    parts += [f"{node.rule.number} {node.rule.title or ''}".strip() for node in (*each.nodes, *each.pointed)][:3]
    if each.of:
        parts.append(f"of the {each.of}" if "member" in each.kinds else f"of {each.of}")
    return "; ".join(parts)


def _pointed(release: Release, nodes: tuple[Node, ...], width: int | None) -> str:
    """The rules that an entry points to, where they are too many to print."""
    heading = release.index.family.heading
    lines = [style("rules:", dim=True)]
    for node in nodes[:_HEADINGS]:
        told = node.rule.title or cut((node.rule.text or "").split("\n")[0], 72)
        lines.append(wrap(f"{style(heading(node.rule.number), bold=True)} {told}", width, "  ", "    "))
    return "\n".join(lines) + "\n"


def _breadcrumb(release: Release, node: Node) -> str:
    return " › ".join(f"{rule.number} {rule.title or ''}".strip() for rule in node.path)


def _rule(release: Release, node: Node, alone: bool, crumb: str | None, width: int | None) -> str:
    """A node and, unless `alone`, every node below it, with what it cites and who cites it."""
    nodes = [node.rule] if alone else list(walk([node.rule]))
    shown = {each.number for each in nodes}
    cites = {target for each in release.references if each.number in shown for target in each.targets} - shown
    citing = [each for number in shown for each in release.cited_by[number] if each.number not in shown]
    order = release.index.family.order
    strips = [
        _strip("cites", [_titled(release, number) for number in sorted(cites, key=order)], width),
        _strip("cited by", _citers(release, citing, node.rule.number), width),
    ]
    above = [style(wrap(crumb, width), dim=True), ""] if crumb else []
    return "\n".join([*above, *(_one(release, each, width) for each in nodes), *filter(None, strips)])


def _titled(release: Release, number: str) -> str:
    title = release.index.title(number)
    return f"{number} {title}" if title else number


def _citers(release: Release, references: list[Reference], whole: str) -> list[str]:
    """The rules, then the glossary entries that references stand in; which rule below is cited stands in brackets."""
    named: dict[tuple[str | None, str | None], list[str]] = {}
    for each in references:
        named.setdefault((each.number, each.term), []).extend(t for t in each.targets if t.startswith(whole))
    order = release.index.family.order
    rules = sorted((number for number, _ in named if number), key=order)
    terms = sorted((term for _, term in named if term), key=str.casefold)

    def below(number: str | None, term: str | None) -> str:
        cited = [each for each in dict.fromkeys(named[number, term]) if each != whole]
        return f" ({', '.join(cited)})" if cited else ""

    return [f"{number}{below(number, None)}" for number in rules] + [f"“{term}”{below(None, term)}" for term in terms]


def _strip(name: str, places: list[str], width: int | None) -> str:
    more = f" … {len(places)} in all" if len(places) > _CITED else ""
    shown = f"{name}: {', '.join(places[:_CITED])}{more}"
    return style(wrap(shown, width, hang="    "), dim=True) + "\n" if places else ""


def _one(release: Release, rule: Rule, width: int | None) -> str:
    number = style(release.index.family.heading(rule.number), bold=True)
    if rule.title is not None:
        first = [f"{number} {style(rule.title, bold=True)}"]
        paragraphs = (rule.text or "").split("\n") if rule.text else []
    else:
        head, *paragraphs = (rule.text or "").split("\n")
        first = [wrap(f"{number} {head}", width)]
    lines = [*first, *(wrap(paragraph, width, "    ") for paragraph in paragraphs)]
    lines += [wrap(f"{style('Example:', italic=True)} {example}", width, "    ") for example in rule.examples]
    return "\n".join(lines) + "\n"


def _entry(found: Entry, width: int | None) -> str:
    """A glossary entry."""
    lines = [f"{style(found.term, bold=True)} {style('(glossary)', dim=True)}"]
    lines += [wrap(line, width, "    ") for line in found.text.split("\n")]
    return "\n".join(lines) + "\n"


def hits(release: Release, found: Hits, limit: int, width: int | None) -> str:
    """The best hits of a search: where each stands, then the text with the matching words marked."""
    if not found.hits:
        return _nothing(found)
    blocks = [_head(release)]
    crumb = None
    for hit in found.hits[:limit]:
        above = _breadcrumb(release, hit.node) if hit.node else "Glossary"
        lines = [] if above == crumb else [style(wrap(above, width), dim=True)]
        crumb = above
        blocks.append("\n".join([*lines, _hit(release, hit, width)]))
    more = f", the best {limit} shown; -n {len(found)} shows all" if len(found) > limit else ""
    return "\n\n".join([*blocks, f"{plural(len(found), 'hit')}{more}"]) + "\n"


def _nothing(found: Hits) -> str:
    missing = ", ".join(f"“{word}”" for word in found.missing)
    told = f"; the document does not have {missing}" if missing else ""
    near = f"; did you mean {', '.join(found.suggestions)}?" if found.suggestions else ""
    return f"0 hits{told}{near}\n"


def _hit(release: Release, hit: Hit, width: int | None) -> str:
    text, start = hit.text, hit.start
    if hit.node:
        number = release.index.family.heading(hit.node.rule.number)
        label = style(number + (" Example:" if hit.part == "example" else ""), bold=True)
    else:
        label = style(text.split("\n")[0], bold=True) + ":"
        start = max(start, len(text.split("\n")[0]) + 1)
    end = len(text) if len(text) - start <= _SNIPPET else max(text.rfind(" ", start, start + _SNIPPET), start + 1)
    shown = ("… " if start and hit.node else "") + _marked(hit, start, end) + (" …" if end < len(text) else "")
    return wrap(f"{label} {shown}", width, hang="    ")


def _marked(hit: Hit, start: int, end: int) -> str:
    """The characters from `start` to `end` with the matching words marked."""
    pieces, at = [], start
    for first, last in hit.spans:
        if at <= first and last <= end:
            pieces += [hit.text[at:first], style(hit.text[first:last], fg="yellow", bold=True)]
            at = last
    return "".join([*pieces, hit.text[at:end]]).replace("\n", " ")
