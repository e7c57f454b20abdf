"""The site's navigation, docs/contents.toml, is complete."""

from collections import Counter

from experiments.site.contents import contents
from tests.support.project import ROOT, name_of, tracked

LISTED = [path for group in contents(ROOT) for _, path in group.pages]


def test_every_document_and_every_lesson_is_in_the_navigation_once():
    """Readers find only what is listed, and what is listed is there; decisions have an index of their own."""
    pages = [path for path in tracked() if path.suffix in (".md", ".ipynb")]
    names = {name_of(path) for path in pages if name_of(path).startswith(("docs/", "notebooks/"))}
    assert {name for name in names if not name.startswith("docs/decisions/0")} <= set(LISTED)
    assert [path for path, times in Counter(LISTED).items() if times > 1] == []
    assert set(LISTED) <= set(map(name_of, tracked()))
