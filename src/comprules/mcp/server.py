"""The tools over the official SDK: what each takes, and how what goes wrong is told. What they answer: `answers`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from comprules.errors import CompRulesError, NotFoundError
from comprules.export.shelf import Shelf
from comprules.mcp.answers import Answers
from comprules.mcp.fitting import LENGTH, NOTE

_QUERY = 1_000  # characters: nobody types more to look something up
_TEXT = 50_000  # characters of a text whose citations are checked: a long article
_READING = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

AsOf = Annotated[str | None, Field(description="A date such as 2026-04-17: asks the release in force then.")]
Words = Annotated[str, Field(min_length=1, max_length=_QUERY)]


def serve(shelf: Shelf) -> None:
    """Answer requests on the standard input until it ends."""
    server(Answers(shelf), shelf).run("stdio")


@contextmanager
def _telling() -> Iterator[None]:
    """Turn the library's failures into errors that a model reads."""
    try:
        yield
    except NotFoundError as error:
        near = f"; did you mean {', '.join(error.near)}?" if error.near else ""
        raise ToolError(f"{error}{near}") from None
    except CompRulesError as error:
        raise ToolError(str(error)) from None


def server(answers: Answers, shelf: Shelf) -> MCPServer:
    """The server of these answers. Its tools run one after the other: the releases are read by one hand."""
    # Nothing of a document stands in the instructions: its title is its author's, the family's is this program's.
    title = shelf.newest.index.family.title
    dates = [each.effective or "undated" for each in shelf]
    spans = f"{len(shelf)} releases, {dates[0]} to {dates[-1]}" if len(shelf) > 1 else dates[0]
    made = MCPServer(
        "comprules",
        version=version("comprules"),
        instructions=f"Looks up rules: {title} ({spans}). Each answer names its release and has at most {LENGTH:,}"
        f" characters; left_out counts what did not fit. {NOTE}",
        log_level="ERROR",
    )
    tool = made.tool(annotations=_READING, structured_output=False)

    @tool
    async def get_rule(
        number: Annotated[Words, Field(description="A number of any level (7, 702, 702.19b), a range, or a title.")],
        as_of: AsOf = None,
        subrules: Annotated[bool, Field(description="With the rules below it.")] = True,
    ) -> str:
        """Give a rule with the rules below it: texts, examples, headings above, and who cites each."""
        with _telling():
            return answers.rule(number, as_of, subrules)

    @tool
    async def search_rules(
        query: Annotated[Words, Field(description='Words; "a phrase", -without, in:702, in:glossary, has:example.')],
        as_of: AsOf = None,
        limit: Annotated[int, Field(ge=1, le=50)] = 10,
    ) -> str:
        """Find rules, examples and glossary entries by their words, the best first."""
        with _telling():
            return answers.found(query, as_of, limit)

    @tool
    async def get_glossary_term(term: Words, as_of: AsOf = None) -> str:
        """Give the glossary entry of a term, in any case."""
        with _telling():
            return answers.term(term, as_of)

    @tool
    async def list_keywords(
        kind: Literal["ability", "action", "ability word"] | None = None, as_of: AsOf = None
    ) -> str:
        """List keyword abilities, keyword actions and ability words with the numbers of their rules."""
        with _telling():
            return answers.keywords(kind, as_of)

    @tool
    async def compare_releases(
        old: AsOf = None,
        new: AsOf = None,
        within: Annotated[str | None, Field(description="Only what stands under this number.")] = None,
    ) -> str:
        """Tell what changed between two releases, by default the newest two, whatever happened to the numbers."""
        with _telling():
            return answers.comparison(old, new, within)

    @tool
    async def trace_rule(
        query: Annotated[Words, Field(description="A number, a title, a keyword or a glossary term.")],
        as_of: AsOf = None,
    ) -> str:
        """Follow a rule or term through all releases: when it came, changed, moved, went."""
        with _telling():
            return answers.trace(query, as_of)

    @tool
    async def check_citations(text: Annotated[str, Field(max_length=_TEXT)], as_of: AsOf = None) -> str:
        """Check the rule numbers that a text cites: whether each exists, has the title quoted, and what it says."""
        with _telling():
            return answers.citations(text, as_of)

    return made
