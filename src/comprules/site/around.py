"""The pages of a site that look at all of it: the start, the list of releases, histories, any two, 404, the feed."""

from __future__ import annotations

import json
from datetime import date
from urllib.parse import urlsplit
from xml.sax.saxutils import escape, quoteattr

from comprules.release import Release
from comprules.render import json as records
from comprules.render.html import sitepages
from comprules.render.html.beside import Step
from comprules.render.html.sitepages import Frame, Row
from comprules.render.published import ListedRelease, ReleasesRecord
from comprules.site import layout
from comprules.site.facts import Facts, Member
from comprules.site.histories import Histories
from comprules.site.newest import chapters
from comprules.site.releases import Files

_MACHINES = (Step("JSON interface", layout.API), Step("Feed", layout.FEED))


def make(
    files: Files,
    members: list[Member],
    facts: list[Facts],
    histories: Histories,
    release: Release,
    notice: str | None,
    only_changes: bool,
    url: str | None,
) -> None:
    """Write all of them."""
    rows = _rows(members, facts, only_changes)
    title = members[-1].title

    def frame(page: str) -> Frame:
        names = (("Start", layout.HOME), ("Releases", layout.RELEASES), ("Compare any two", layout.COMPARE))
        steps = [Step(name, layout.to(target, page)) for name, target in names if target != page]
        feed = layout.to(layout.FEED, page)
        return Frame(title, notice, layout.to(layout.ASSETS, page) + "/", steps, release.index.family, feed)

    start = sitepages.Start(
        newest=rows[-1],
        parts=[(layout.part_page(each.part), each.number, each.title, each.depth) for each in chapters(release)],
        more=_more(release, len(members) > 1),
        total=len(members),
    )
    files.write(layout.HOME, sitepages.home(frame(layout.HOME), start))
    files.write(layout.RELEASES, sitepages.releases(frame(layout.RELEASES), rows))
    for page in histories.pages:
        name = layout.history_page(page.part)
        files.write(name, sitepages.history(frame(name), page.name, page.blocks))
    name = layout.HISTORIES
    listed = [Step(page.name, layout.to(layout.history_page(page.part), name)) for page in histories.pages]
    files.write(name, sitepages.listing(frame(name), "Histories", listed))
    files.write(layout.COMPARE, sitepages.compare(frame(layout.COMPARE), rows))
    files.write(layout.API, sitepages.api(frame(layout.API), rows[-1], list(records.OUTPUTS)))
    for name in ("document", "linked-rule", "diff", "releases"):
        files.write(f"api/schema/{name}.json", records.encode(records.schema(name)))
    files.write(layout.MISSING, sitepages.missing(frame(layout.MISSING), _numbers(release, histories, url)))
    for member, own in zip(members, histories.of_node, strict=True):
        data = json.dumps(own, separators=(",", ":"))
        files.write(layout.lineage_file(member.name), f"comprulesLineages({json.dumps(member.name)},{data});\n")
    files.write("api/releases.json", records.encode(_listed(members, facts, only_changes)))
    files.write(layout.FEED, feed(members, facts, url))


def _rows(members: list[Member], facts: list[Facts], only_changes: bool) -> list[Row]:
    rows = []
    for at, (member, each) in enumerate(zip(members, facts, strict=True)):
        has_page = not only_changes or at == len(members) - 1
        rows.append(
            Row(
                name=member.name,
                date=member.effective or member.name,
                page=layout.release_page(member.name) if has_page else None,
                changes=layout.changes_page(member.name) if at else None,
                rules=len(each.numbers),
                words=each.words,
                keywords=each.keywords,
                summary=each.summary,
                news=each.news,
            )
        )
    return rows


def _more(release: Release, has_changes: bool) -> list[Step]:
    found = [Step("Around the rules", layout.part_page("introduction"))]
    if release.document.glossary:
        found.insert(0, Step("Glossary", layout.part_page("glossary")))
    return [
        *found,
        Step("Indices", layout.INDICES),
        Step("Histories", layout.HISTORIES),
        *_MACHINES,
    ]


def _numbers(release: Release, histories: Histories, url: str | None) -> dict[str, object]:
    """What the page for missing addresses knows: where numbers are now, and where the site is."""
    nodes = release.index.nodes
    pages = {layout.part_page(each.part): [nodes[at].rule.number for at in each.nodes] for each in chapters(release)}
    root = f"{urlsplit(url).path.rstrip('/')}/" if url else None
    return {"pages": pages, "now": histories.now(), "root": root}


def _listed(members: list[Member], facts: list[Facts], only_changes: bool) -> ReleasesRecord:
    rows = _rows(members, facts, only_changes)
    return ReleasesRecord(
        "comprules/releases/1",
        members[-1].name,
        tuple(
            ListedRelease(
                member.name,
                member.effective,
                member.title,
                member.sha256,
                f"{member.name}/document.json",
                f"{member.name}/diff.json" if row.changes else None,
                f"../{row.page}" if row.page else None,
                f"../{row.changes}" if row.changes else None,
            )
            for member, row in zip(members, rows, strict=True)
        ),
    )


def feed(members: list[Member], facts: list[Facts], url: str | None) -> str:
    """An Atom feed of the releases, the newest first; `url` is where the site is, if that is known."""
    base = f"{url.rstrip('/')}/" if url else ""
    entries = []
    for at in range(len(members) - 1, -1, -1):
        member, each = members[at], facts[at]
        target = layout.changes_page(member.name) if at else layout.HOME
        counts = ", ".join(f"{count} {kind}" for kind, count in each.summary.items() if count)
        said = "; ".join((*each.news, *([f"rules: {counts}"] if counts else []))) or "The first release."
        entries.append(
            f"<entry><id>urn:sha256:{member.sha256}</id><title>{escape(member.effective or member.name)}</title>"
            f"<updated>{_moment(member)}</updated><link href={quoteattr(base + target)}/>"
            f"<summary>{escape(said)}</summary></entry>\n"
        )
    newest = members[-1]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>urn:sha256:{members[0].sha256}</id><title>{escape(newest.title)}: what changed</title>\n"
        f"<updated>{_moment(newest)}</updated><author><name>comprules</name></author>\n"
        f'<link rel="self" href={quoteattr(base + layout.FEED)}/>\n{"".join(entries)}</feed>\n'
    )


def _moment(member: Member) -> str:
    """The date of a release as a moment; the first day there is for one without a date."""
    try:
        return f"{date.fromisoformat(member.effective or '').isoformat()}T00:00:00Z"
    except ValueError:
        return "1970-01-01T00:00:00Z"
