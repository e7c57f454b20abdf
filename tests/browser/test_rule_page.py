"""The page of a rule in a browser: what it finds and misses, and a click on a missed position."""

from io import BytesIO

import pytest
from PIL import Image

from experiments.positions import run
from tests.support.pages import opened
from tests.support.tagged import keep, of_game

NOTE = "East closes up behind the 217. West merges 248 with 250, which loses 243."
NAME = "breakthrough-20x20-2p-011c4bf5"


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The page of a rule that misses one position."""
    monkeypatch.chdir(tmp_path)
    keep(of_game(theme="retreat", note=NOTE, name=NAME), tmp_path / "positions")
    (tmp_path / "mine.py").write_text("def move(view, x, y):\n    return 1\n", encoding="utf-8")

    def end(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "sleep", end)
    run.rule(tmp_path / "positions", tmp_path / "mine.py", [], watches=True, opens=False)
    return tmp_path / "mine.pages" / "rule.html"


def test_a_missed_position_opens_in_the_viewer(blank, file):
    """The share by theme stands on the page; the link shows the frame, its square chosen."""
    page = blank.page
    page.goto(file.as_uri())
    assert "0 right (0 %), 1 wrong" in page.inner_text("table >> nth=0")
    (square,) = of_game().square
    page.click(f"text={NAME}")
    page.wait_for_function("() => window.viewer?.session.selected")  # the page's policy allows no text as code
    assert page.evaluate("viewer.session.selected") == {"x": square.x, "y": square.y}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_a_phone_in_both_themes(browser, file, theme):
    """It was laid out for a desk and cut off; on a dark system its links were pale on white."""
    with opened(browser, 390, 844, color_scheme=theme) as tab:
        tab.page.goto(file.as_uri())
        assert NOTE in tab.page.inner_text("body")
        tab.wait_for("document.documentElement.scrollWidth", 390)
        with Image.open(BytesIO(tab.page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1}))) as corner:
            assert (max(corner.getpixel((0, 0))[:3]) < 64) == (theme == "dark")
