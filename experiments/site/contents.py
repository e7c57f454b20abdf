"""The site's navigation: docs/contents.toml, a table for each group with a page on each line."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from engine.errors import UserError

FILE = "docs/contents.toml"


@dataclass(frozen=True, slots=True)
class Group:
    """Pages on one subject."""

    title: str
    pages: tuple[tuple[str, str], ...]  # title and path from the root, in reading order


def contents(root: Path) -> list[Group]:
    """Return the groups of a project's navigation, in reading order. Raises UserError."""
    try:
        text = (root / FILE).read_text(encoding="utf-8")
        groups = msgspec.toml.decode(text, type=dict[str, dict[str, str]])
    except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise UserError(f'{FILE}: {error}; expected tables of lines such as "Speed" = "docs/2-speed.md"') from None
    empty = [title for title, pages in groups.items() if not pages]
    if empty or not groups:
        raise UserError(f"{FILE}: {', '.join(empty) or 'the file'} lists no page")
    return [Group(title, tuple(pages.items())) for title, pages in groups.items()]
