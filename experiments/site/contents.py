"""The table of contents: README.md has the only one, and the site's navigation is read from it."""

import re
from dataclasses import dataclass

HEADING = "## Contents"
GROUP = re.compile(r"^- \*\*(.+?)\*\*(.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


class ContentsError(ValueError):
    """README.md has no table of contents, or one that cannot be read; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Group:
    """A line of the contents: pages on one subject."""

    title: str
    pages: tuple[tuple[str, str], ...]  # title and path from the root, in reading order


def contents(readme: str) -> list[Group]:
    """The groups of a README's table of contents. Raises ContentsError.

    Each is `- **Title:** [page](path), [page](path)`, over as many lines as it needs.
    """
    _, heading, rest = readme.partition(f"\n{HEADING}\n")
    if not heading:
        raise ContentsError(f"README.md has no heading `{HEADING}`: the site's navigation is read from there")
    section = rest.partition("\n## ")[0]
    groups = [_group(title, text) for title, text in GROUP.findall(section)]
    if not groups:
        raise ContentsError(f"`{HEADING}` in README.md lists nothing; expected lines as `- **Title:** [page](path)`")
    return groups


def _group(title: str, text: str) -> Group:
    pages = tuple((" ".join(name.split()), path) for name, path in LINK.findall(text))
    if not pages:
        raise ContentsError(f"`{title}` in the contents of README.md has no page; expected `[page](path)` behind it")
    return Group(title.removesuffix(":"), pages)
