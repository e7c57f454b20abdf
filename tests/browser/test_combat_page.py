"""The combat database as a page: places, choices, and examples that open on the board."""

from itertools import product

import pytest

from engine.replay import read
from experiments.recordings.combat.page import page as made
from experiments.recordings.combat.places import moved
from tests.support.pages import opened
from tests.support.recordings import GOLDEN


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page of a recorded game that was played twice; it holds the first."""
    replays = 2 * [read(GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz")]
    path = tmp_path_factory.mktemp("combat") / "combat.html"
    games = [each for number, replay in enumerate(replays) for each in moved(replay, number)]
    path.write_text(made(games, replays[:1]), encoding="utf-8")
    return path


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (390, "dark")])
def test_an_example_opens_at_its_turn_and_square(browser, file, width, theme):
    """The square is the player's own, the address leads there again, and nothing is wider than the window."""
    with opened(browser, width, color_scheme=theme) as tab:
        page = tab.page
        page.goto(file.as_uri())
        page.locator("#radius").select_option("3")
        page.locator("#strengths").select_option("yes")
        assert page.locator(".place i").first.evaluate("(it) => it.parentNode.children.length") == 25
        button = page.locator(".examples button").first
        said = button.get_attribute("title")
        button.click()
        page.wait_for_function("() => window.viewer?.session?.selected")
        assert page.locator("#shows").inner_text() == f"{said}."
        turn, x, y = (tab.js(f"viewer.{each}") for each in ("turn", "session.selected.x", "session.selected.y"))
        assert said.endswith(f", turn {turn}, square ({x}, {y})")
        assert tab.js("document.documentElement.scrollWidth") <= width
        hint = page.locator(".why .hint:visible").inner_text()
        assert hint.startswith("To see why squares move, open an explanation file"), "no bot can be asked here"
        address = page.url
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_function("() => window.viewer?.session?.selected")
        assert [tab.js("viewer.turn"), tab.js("viewer.session.selected.x")] == [turn, x]


def test_no_column_is_cut_and_a_player_is_shown_alone(browser, file):
    """Moves of two names pushed the examples out of a card. A player alone has its own shares, of 100 % together."""
    with opened(browser, 1440) as tab:
        page = tab.page
        page.goto(file.as_uri())
        assert page.get_by_text("EAST or WEST").count()
        for radius, strengths in product("132", ("yes", "no")):
            page.locator("#radius").select_option(radius)
            page.locator("#strengths").select_option(strengths)
            cards = "[...document.querySelectorAll('article > div')]"
            assert tab.js(f"{cards}.every((one) => one.scrollWidth <= one.clientWidth)"), (radius, strengths)
            legend = page.locator("#legend").inner_text()
            assert ("at least as strong" in legend, "the square that moves" in legend) == (strengths == "yes", True)
        everyone = page.locator("#places").inner_text()
        name = page.locator("#player option").nth(1).get_attribute("value")
        page.locator("#player").select_option(name)
        assert page.locator("#places").inner_text() != everyone
        first = page.locator("#places article").first.locator("tbody tr")
        shares = [float(each.split("\t")[1].split("\u00a0%")[0]) for each in first.all_inner_texts()]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(100, abs=1)
