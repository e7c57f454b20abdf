"""The hook of mkdocs: the league's own pages stand in the navigation, before the document about them."""

from typing import Any

from mkdocs.structure.nav import Link, Navigation, Section

DOCUMENT, PAGES, TITLE = "docs/21-league.md", "league/index.html", "Leaderboard and games"


def on_nav(nav: Navigation, **_: Any) -> Navigation:
    """Put the link first in the group of the document, so that the group's tab leads there."""
    for group in nav.items:
        if isinstance(group, Section) and any(_is_document(child) for child in group.children):
            link = Link(TITLE, PAGES)  # not a page of mkdocs: a reference in its own list would be refused
            link.parent = group
            group.children.insert(0, link)
    return nav


def _is_document(child: Any) -> bool:
    return bool(getattr(getattr(child, "file", None), "src_uri", None) == DOCUMENT)
