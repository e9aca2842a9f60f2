"""Disney Lorcana."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="lorcana",
    title="Disney Lorcana",
    told_by=("Lorcana",),
    number=r"[1-9]\d?(?:\.\d{1,2}){0,4}",
    levels=(Level("section"), Level("chapter"), Level("rule"), Level("subrule"), Level("item")),
    keyword_chapters=(("ability", r"(?i:keywords?)"),),
    cited_as="section",
)
