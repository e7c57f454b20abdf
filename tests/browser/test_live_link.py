"""The address of the live window holds the game, the player, the preset and the slider values."""

import pytest

from tests.support.live_window import TOKEN, Live, games_in, served


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A window over three games."""
    with served(games_in(tmp_path_factory.mktemp("games")), TOKEN) as address:
        yield address


@pytest.fixture
def opened(browser, address):
    """Opens the window with a link."""
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    live = Live(page, address=address)

    def at(link):
        page.goto(f"{address}#token={TOKEN}{link}")
        page.wait_for_function("() => window.asking?.game && viewer.session.thought")
        live.js("viewer.ready")  # with a game comes an answer; what the address asks is asked a little later
        return live

    yield at
    live.check()
    page.context.close()


def test_the_address_has_player_preset_and_slider_values(opened):
    """The address, opened again, asks the same question."""
    live = opened("&turn=70")
    live.js("(asking.put(2, 'v17', {alpha: 0.3, dodge: false}), viewer.setLayer('moves'))")
    live.answered()
    end = "game=game.hlt&player=2&as=v17&alpha=0.3&dodge=off"
    live.page.wait_for_function(f"() => location.hash === '#turn=70&layers=potential,moves&{end}'")
    link = live.js("location.hash.slice(1)")
    live.page.goto("about:blank")
    again = opened(f"&{link}")
    again.answered()
    assert again.js("[asking.player, asking.preset, asking.changes]") == [2, "v17", {"alpha": 0.3, "dodge": False}]
    assert again.js("[viewer.turn, [...viewer.session.layers]]") == [70, ["potential", "moves"]]


def test_the_address_chooses_the_game(opened):
    """One of the folder's; the one that the window was started with for any other name."""
    live = opened("&game=other.hlt&turn=7")
    assert live.js("[asking.game, viewer.turn]") == ["other.hlt", 7]
    live.page.goto("about:blank")
    assert opened("&game=../secret.hlt").js("asking.game") == "game.hlt"


def test_words_that_make_no_question_are_passed_over(opened):
    """Invalid words in the address are ignored."""
    live = opened("&player=9&as=v99&alpha=x&nonsense=3&red_green=maybe")
    assert live.js("[asking.player, asking.preset, asking.changes]") == [1, "v26", {}]


def test_words_that_every_object_of_javascript_has_are_passed_over(opened):
    """`#constructor=1` broke the page, `as=toString` named a preset, and `dodge=constructor` was a value."""
    live = opened("&as=toString&constructor=1&__proto__=2&dodge=constructor&toString=on")
    assert live.js("[asking.player, asking.preset, asking.changes]") == [1, "v26", {}]
