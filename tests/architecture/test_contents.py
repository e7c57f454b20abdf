"""The site's navigation, `nav` in experiments/site/mkdocs.yml, is complete."""

import re
from collections import Counter

from tests.support.project import ROOT, name_of, tracked

NAVIGATION = (ROOT / "experiments" / "site" / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
LISTED = re.findall(r"^ +- .+: (\S+\.(?:md|ipynb))$", NAVIGATION, re.MULTILINE)


def test_every_document_and_every_lesson_is_in_the_navigation_once():
    pages = [path for path in tracked() if path.suffix in (".md", ".ipynb")]
    names = {name_of(path) for path in pages if name_of(path).startswith(("docs/", "notebooks/"))}
    assert names <= set(LISTED)
    assert [path for path, times in Counter(LISTED).items() if times > 1] == []
    assert set(LISTED) <= set(map(name_of, tracked()))
