"""Riftbound."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="riftbound",
    title="Riftbound",
    told_by=("Riftbound",),
    number=r"\d{3}(?:\.\d{1,2}(?:\.[a-z]{1,2}(?:\.\d{1,2}(?:\.[a-z]{1,2})?)?)?)?",
    levels=(Level("section"), Level("rule"), Level("subrule"), Level("item"), Level("subitem"), Level("detail")),
    grouping="hundreds",
    keyword_chapters=(("ability", r"keyword glossary"),),
    cited_as="rule",
    expected=frozenset({"gap", "unfinished"}),
)
