"""A game in the league, served and exported: it opens where players meet, fits its window, and asks a bot."""

import pytest

from experiments.league import exporting
from tests.support.leagues import Site, ask
from tests.support.pages import opened


def test_a_game_opens_in_the_viewer_at_its_turn(league_tab, league_address):
    """From the records; it is played again, for no recording was kept, and a bot says why it would move."""
    page = league_tab.show(league_address, "records")
    page.locator("tbody th a").first.click()
    page.wait_for_function("() => window.viewer?.session?.game")
    assert league_tab.js("viewer.turn") > 0
    assert page.locator(".halite canvas").count() > 0
    board = page.locator(".halite .stage").bounding_box()
    play = page.locator(".halite").get_by_role("button", name="Play", exact=True).bounding_box()
    assert board["y"] + board["height"] <= play["y"]  # a style of the league once made the board cover the buttons
    ask(page)
    page.go_back()
    page.locator("tbody th a").nth(1).click()
    page.wait_for_function("() => viewer.session.game && !viewer.session.explanation")
    ask(page)
    switches = page.locator("[data-layer]").all_inner_texts()
    assert len(set(switches)) == len(switches) > 0  # those of the game before are replaced


@pytest.fixture(scope="module")
def game_page(league_database, tmp_path_factory):
    """The address of an exported game's page."""
    folder = tmp_path_factory.mktemp("exported") / "site"
    exporting.export(league_database, folder, None, 1)
    (recorded,) = (folder / "data" / "replay").iterdir()
    return (folder / "index.html").as_uri(), f"game/{recorded.stem}"


SCROLLS = "getComputedStyle(document.querySelector('.league-game')).overflowY"


class TestTheGameOfATablet:
    """On 820 pixels panels lay over the buttons; the game opened grey on turn 0 and knew no light or dark."""

    @pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1440, 900)])
    def test_buttons_lie_under_the_board_and_panels_under_the_buttons(self, browser, game_page, width, height):
        """Upright, the page scrolls and the board stays in sight; across, panels stand beside it."""
        with opened(browser, width, height, kind=Site, offline=True) as tab:
            page = tab.show(*game_page)
            box = {
                name: page.locator(f".league-game .{name}").bounding_box() for name in ("stage", "transport", "side")
            }
            assert box["stage"]["y"] + box["stage"]["height"] <= box["transport"]["y"]
            if width > height:
                assert box["side"]["x"] >= box["stage"]["x"] + box["stage"]["width"]
                return
            assert box["transport"]["y"] + box["transport"]["height"] <= box["side"]["y"]
            assert tab.js(SCROLLS) == "visible"
            page.locator(".charts").scroll_into_view_if_needed()
            assert page.locator("canvas.board").bounding_box()["y"] >= 0

    def test_it_opens_where_players_meet_and_turns_with_the_page(self, browser, game_page):
        """Its key turns the page around it, and the choice is kept."""
        with opened(browser, kind=Site, color_scheme="dark", offline=True) as tab:
            page = tab.show(*game_page)
            assert tab.js("viewer.turn") > 0
            page.get_by_role("button", name="Light or dark").click()
            assert tab.js("[viewer.theme, league.page && document.documentElement.dataset.theme]") == ["light", "light"]
            page.locator("canvas.board").click()
            page.keyboard.press("t")
            page.wait_for_function("() => document.documentElement.dataset.theme === 'dark' && viewer.theme === 'dark'")
            page.emulate_media(color_scheme="light")
            page.wait_for_function("() => matchMedia('(prefers-color-scheme: light)').matches")
            assert tab.js("[viewer.theme, document.documentElement.dataset.theme]") == ["dark", "dark"]
