"""The combat database as a page: a chart and a table."""

import pytest

from engine.replay import read
from experiments.recordings.combat import squares
from experiments.recordings.combat.page import page
from tests.support.pages import expect, opened
from tests.support.recordings import GOLDEN


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page of a recorded game that was played twice."""
    replay = read(GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz")
    path = tmp_path_factory.mktemp("combat") / "combat.html"
    path.write_text(page([squares(replay, name) for name in ("one", "other")]), encoding="utf-8")
    return path


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (390, "dark")])
def test_the_chart_is_drawn_and_nothing_is_wider_than_the_window(browser, file, width, theme):
    """A table that is wider scrolls by itself; a row names its players beside one another."""
    with opened(browser, width, color_scheme=theme) as tab:
        tab.page.goto(file.as_uri())
        tab.page.wait_for_selector("#chart svg .mark-symbol path")
        assert tab.js("document.documentElement.scrollWidth") <= width
        heads = tab.page.locator("thead th").all_inner_texts()
        assert heads == ["place", "went", "all players", "v17", "v26", "example"]
        expect(tab.page.locator("tbody .place").first.locator("i")).to_have_count(13)
        assert tab.page.locator("#chart svg").bounding_box()["width"] <= width
