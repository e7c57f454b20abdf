"""The hook of mkdocs: the league's own pages in the navigation, and a policy in each page."""

from typing import Any

from mkdocs.structure.nav import Link, Navigation, Section

from viewer.frame import in_folder

DOCUMENT, PAGES, TITLE = "docs/21-league.md", "league/index.html", "Leaderboard and games"
INLINE = "'unsafe-inline'"


def on_nav(nav: Navigation, **_: Any) -> Navigation:
    """Put the link first in the group of the document, so that the group's tab leads there."""
    for group in nav.items:
        if isinstance(group, Section) and any(_is_document(child) for child in group.children):
            link = Link(TITLE, PAGES)  # not a page of mkdocs: a reference in its own list would be refused
            link.parent = group
            group.children.insert(0, link)
    return nav


def on_post_page(output: str, **_: Any) -> str:
    """Keep the browser from loading anything from other hosts; the theme has scripts of its own in its pages."""
    head, body = output.split("<head>", 1)
    return f"{head}<head>{in_folder(INLINE)}{body}"


def _is_document(child: Any) -> bool:
    return bool(getattr(getattr(child, "file", None), "src_uri", None) == DOCUMENT)
