"""The page of a rule in a browser: what it finds and misses, and a click on a missed position."""

from io import BytesIO

import pytest
from PIL import Image

from tests.support.pages import expect
from tests.support.tagged import of_game


def test_a_missed_position_opens_in_the_viewer(blank, rule_page):
    """The share by theme stands on the page; the link shows the frame, its square chosen."""
    blank.page.goto(rule_page.as_uri())
    expect(blank.page.locator("table").first).to_contain_text("0 right (0 %), 1 wrong")
    expect(blank.page.locator("body")).to_contain_text("East closes up behind the 217.")
    (square,) = of_game().square
    blank.page.click("text=breakthrough-20x20")
    blank.wait_for("window.viewer?.session.selected", {"x": square.x, "y": square.y})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_has_the_theme_of_the_system(blank, rule_page, theme):
    """On a dark system its links were pale on white."""
    blank.page.emulate_media(color_scheme=theme)
    blank.page.goto(rule_page.as_uri())
    with Image.open(BytesIO(blank.page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1}))) as corner:
        assert (max(corner.getpixel((0, 0))[:3]) < 64) == (theme == "dark")
