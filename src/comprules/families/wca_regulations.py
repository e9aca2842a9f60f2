"""WCA Regulations."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="wca-regulations",
    title="WCA Regulations",
    told_by=("WCA Regulations", "World Cube Association"),
    number=r"(?:\d{1,2}|[A-Z])(?:(?<=\d)[a-z]{1,2}|(?<=[A-Za-z])\d{1,2})*",
    levels=(
        Level("article", after=":", before="Article "),
        *(Level(name, after=")") for name in ("regulation", "subregulation", "item", "subitem")),
    ),
    cited_as="Regulation",
    expected=frozenset({"gap", "missing-parent", "unfinished"}),
)
