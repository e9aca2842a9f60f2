"""WFDF Rules of Ultimate."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="ultimate-wfdf",
    title="WFDF Rules of Ultimate",
    told_by=("WFDF",),
    number=r"[1-9]\d?(?:\.\d{1,2}){0,4}",
    levels=(Level("section"), Level("rule"), Level("subrule"), Level("item"), Level("subitem")),
    cited_as="rule",
    expected=frozenset({"unfinished", "glued-term"}),
)
