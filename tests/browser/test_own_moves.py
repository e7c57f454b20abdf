"""A square of a page that asks is given another move by hand: counted, framed, played on, linked and taken back."""

import numpy as np
import pytest

from tests.support.asking import TURN, Asked
from tests.support.pages import opened
from tests.support.watching import SIDE, game

ORDERS = "asking.orders.map(({turn, square, move}) => [turn, square, move])"
NORTH, EAST, STILL = 1, 2, 0


@pytest.fixture
def square(asked):
    """A square of the first player that the bot moves to neither side of the keys below, selected."""
    moves, ours = asked.thought("move"), game().owner[TURN].ravel() == 1
    found = int(np.flatnonzero(ours & ~np.isin(moves, [NORTH, EAST]) & (game().strength[TURN].ravel() > 0))[0])
    asked.js("viewer.select(it)", {"x": found % SIDE, "y": found // SIDE})
    yield found
    asked.js("(asking.reset(), null)")


def chip(asked, name):
    """The button of a move."""
    return asked.page.locator(".own-move").get_by_role("button", name=name, exact=True)


def test_a_move_by_hand_is_counted_framed_and_explained_and_taken_back(asked, square):
    """By a button, by keys, and by Ctrl+Z; the same button again takes it back too."""
    chip(asked, "NORTH").click()
    asked.answered()
    assert asked.status().startswith("1 move differs from v26")
    assert (asked.marked(), asked.js("viewer.session.thought.move[it]", square)) == ([square], NORTH)
    assert asked.js("viewer.session.marks.map(({move}) => move)") == [NORTH]
    assert "by hand" in asked.page.locator(".inspector .reason").inner_text()
    assert not asked.page.locator(".inspector .warning").count(), "it said that the parameters choose this move"
    assert asked.page.locator(".own-move .given").get_attribute("aria-pressed") == "true"
    assert chip(asked, "NORTH").get_attribute("title") == "Take this move back"
    asked.js("viewer.root.focus()")
    asked.page.keyboard.press("Shift+L")
    asked.answered()
    assert asked.js(ORDERS) == [[TURN, square, EAST]]
    asked.page.keyboard.press("m")
    assert asked.js(ORDERS) == [[TURN, square, STILL]]
    asked.page.keyboard.press("Control+z")
    assert asked.js(ORDERS) == [[TURN, square, EAST]]
    chip(asked, "EAST").click()
    asked.answered()
    assert (asked.js(ORDERS), asked.marked()) == ([], [])
    assert not asked.page.locator(".own-move .given").count()


def test_only_squares_of_the_asked_player_are_given_moves(asked, square):
    """Not an enemy's, and none on the last frame."""
    foe = int(np.flatnonzero(game().owner[TURN].ravel() == 2)[0])
    asked.js("(viewer.select(it), asking.order(1), null)", {"x": foe % SIDE, "y": foe // SIDE})
    assert asked.page.locator(".own-move").is_hidden()
    assert asked.js(ORDERS) == []


def test_a_bot_is_said_to_move_as_it_would_itself(asked, square):
    """Beside a game of somebody else: a move by hand was counted as one of the bot's."""
    asked.js("asking.setPreset('v17')")
    asked.answered()
    before = asked.page.locator(".ask .headline").inner_text()
    for name in ("NORTH", "EAST"):
        chip(asked, name).click()
        asked.answered()
        assert asked.page.locator(".ask .headline").inner_text() == before


def test_the_game_is_played_on_with_the_move(asked, square):
    """Both games part there, on this turn; another replay is asked without it."""
    usual = int(asked.thought("move")[square])
    chip(asked, "NORTH").click()
    asked.answered()
    asked.page.locator(".panel.future select").select_option("1")
    asked.page.get_by_role("button", name=f"Play on from turn {TURN}").click()
    asked.page.wait_for_selector(".future-result > .gain")
    assert asked.js("[shown.parting.turn, shown.parting.squares, shown.parting.moves]") == [
        TURN, [square], [[usual, NORTH]],
    ]  # fmt: skip
    assert "with 1 of its moves chosen by hand in place of v26." in asked.page.locator(".future-result").inner_text()
    assert asked.js("shown.futures.changed.title") == f"v26 and your moves from turn {TURN}"


def test_the_link_has_the_move(asked, square, browser, small_games):
    """Words that are no move are passed over."""
    chip(asked, "NORTH").click()
    asked.js("viewer.writeAddress()")
    move = f"&move={TURN}.{square % SIDE}.{square // SIDE}.north"
    address = asked.js("location.hash")
    assert address.endswith(f"&player=1&as=v26{move}")
    with opened(browser, kind=Asked) as tab:
        tab.begin(small_games / "game.html", f"{address}&move=3.99.0.north&move=up")
        assert tab.js(ORDERS) == [[TURN, square, NORTH]]
        assert tab.marked() == [square]
