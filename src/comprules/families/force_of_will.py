"""Force of Will."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="force-of-will",
    title="Force of Will",
    told_by=("Force of Will",),
    number=r"[1-9]\d{2,3}(?:\.\d{1,3}(?:[a-z]{1,2}(?:-[ivx]{1,5})?)?)?",
    levels=(Level("group"), Level("chapter"), Level("rule"), Level("subrule"), Level("item")),
    grouping="hundreds",
    roman=4,
    rules_from=2,
    keyword_chapters=(("ability", r"keyword and keyword skill"), ("action", r"action by rules")),
)
