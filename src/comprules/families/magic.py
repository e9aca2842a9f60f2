"""Magic: The Gathering, and every document that is numbered like its comprehensive rules."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="magic",
    title="Magic: The Gathering",
    number=r"[1-9]\d\d(?:\.\d{1,3}(?:[a-z]{1,2})?|\.[a-z]{1,2})?|[1-9]\d?",
    levels=(Level("section"), Level("chapter"), Level("rule"), Level("subrule", after="")),
    grouping="prefix",
    lettered=3,
    rules_from=2,
    skipped_letters="lo",
    keyword_chapters=(("action", r"keyword actions?"), ("ability", r"keyword abilit(?:y|ies)")),
    cited_as="rule",
)
