"""Play on from here, in a page that asks: both futures are the games that the parameters produce."""

from dataclasses import replace

import numpy as np
import pytest

from bot import changed, preset
from experiments.arena.arena import Arena
from experiments.recordings.watched import Watched
from tests.support.asking import TURN
from tests.support.watching import game
from viewer.bundle import script

V26, V17 = preset("v26"), preset("v17")
ALPHA = 0.6
CHANGED = changed(V26, {"alpha": ALPHA})
SEEDS = 4
DIRECTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]

CURVES = """[...document.querySelectorAll(".future svg")].map((graph) =>
    [...graph.querySelectorAll("polyline:not(.over), polygon")].map((curve) =>
        [curve.tagName, [...curve.points].map(({x, y}) => [x, y])]))"""

HEADLINE = """async ([code, future]) => {
    const { headline } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    document.body.append(headline(future, { players: ["us", "them"] }));
    return document.body.innerText;
}"""


@pytest.fixture(scope="module")
def rests():
    """(without, with) the change for each seed: the rest of the game, played here."""
    recorded, memories = game(), [Watched(game()).memory(TURN, seat) for seat in (1, 2)]
    arena = Arena(*recorded.production.shape)

    def rest(first, seed):
        players = [replace(player, seed=seed) for player in (first, V17)]
        return arena.play(players, recorded.state(TURN), record=True, turn=TURN, memories=memories)

    return [(rest(V26, seed), rest(CHANGED, seed)) for seed in range(SEEDS)]


def play_on(asked, seeds=SEEDS):
    """Press the button and wait for the result; a result that another test left does not count."""
    asked.js("document.querySelector('.future-result').replaceChildren()")
    asked.page.locator(".panel.future select").select_option(str(seeds))
    asked.page.get_by_role("button", name=f"Play on from turn {TURN}").click()
    asked.page.wait_for_selector(".future-result > .gain")


def headline(browser, future):
    """What the panel says of this answer, about a game of us and them."""
    page = browser.new_page()
    said = page.evaluate(HEADLINE, [script("think/rollout_panel.js"), future])
    page.close()
    return said


def territory(outcomes, frames):
    """(seeds, frames, players) squares; a game that has ended keeps its last frame."""
    return np.array(
        [np.concatenate([one.territory, np.repeat(one.territory[-1:], frames, 0)])[:frames] for one in outcomes]
    )


def parting(one, other):
    """The first turn on which moves differ, and on which squares."""
    turns = min(one.turns, other.turns)
    differs = one.replay.moves[:turns] != other.replay.moves[:turns]
    turn = int(np.flatnonzero(differs.any(axis=(1, 2)))[0])
    return turn, np.flatnonzero(differs[turn]).tolist()


def test_the_futures_part_where_the_games_do(asked, rests):
    """Turn, square and both moves of the first difference, as these two games have it when they are played here."""
    asked.type("alpha", ALPHA)
    play_on(asked)
    turn, squares = parting(*rests[0])
    result = asked.page.locator(".future-result")
    assert f"First different move on turn {TURN + turn}," in result.inner_text()
    before, after = (outcome.replay.moves[turn].ravel()[squares[0]] for outcome in rests[0])
    place = f"({squares[0] % 16}, {squares[0] // 16})"
    chip = result.locator(".chip").first
    assert chip.inner_text() == f"{place} {DIRECTIONS[before]} → {DIRECTIONS[after]}"
    chip.click()
    asked.page.wait_for_function("() => viewer.session.game === shown.futures.changed && viewer.session.selected")
    asked.answered()
    assert asked.js("viewer.turn") == TURN + turn
    assert asked.js("viewer.session.selected") == {"x": squares[0] % 16, "y": squares[0] // 16}
    assert set(squares) <= set(asked.marked())


def test_curves_and_headline_are_those_of_the_games(asked, rests):
    """Every point of both graphs, on one scale; who came first, and in how many."""
    asked.type("alpha", ALPHA)
    play_on(asked)
    frames = max(len(outcome.territory) for pair in rests for outcome in pair)
    sides = [territory([pair[side] for pair in rests], frames) for side in (0, 1)]
    reach = [3.182446 * side.std(axis=0, ddof=1) / np.sqrt(SEEDS) for side in sides]  # Student's t, 3 degrees, 95 %
    most = max((side.mean(axis=0) + wide).max() for side, wide in zip(sides, reach, strict=True))
    for drawn, side, wide in zip(asked.js(CURVES), sides, reach, strict=True):
        mean = side.mean(axis=0)
        lines = [np.array(points) for tag, points in drawn if tag == "polyline"]
        bands = [np.array(points) for tag, points in drawn if tag == "polygon"]
        for seat in (0, 1):
            height = 1000 * (1 - mean[:, seat] / most)
            np.testing.assert_allclose(lines[seat][:, 1], height, atol=0.06)
            top = 1000 * (1 - (mean + wide)[:, seat] / most)
            np.testing.assert_allclose(bands[seat][:frames, 1], top, atol=0.06)
    wins = [sum(pair[side].ranks[0] == 1 for pair in rests) for side in (0, 1)]
    said = asked.page.locator(".gain").inner_text()
    words = f"{wins[1]} of {SEEDS} games"
    expected = f"Wins {words} with the change, {wins[0]} without." if wins[0] != wins[1] else f"Wins {words}, with"
    assert expected in said


def test_seeds_that_change_nothing_count_as_one_pair_and_land_has_its_range(browser):
    """Eight seeds of one game name no chance."""
    squares = {"mean": 11.6, "low": -2.114, "high": 21.06, "games": 1}
    verdict = {"better": 1, "worse": 0, "same": 0, "chance": 1.0, "squares": squares}
    sides = {"unchanged": {"wins": 0}, "changed": {"wins": 8}}
    said = headline(browser, {"player": 1, "seeds": 8, "different": 1, "confidence": 0.95, "verdict": verdict, **sides})
    assert "Wins 8 of 8 games with the change, 0 without." in said
    assert "+11.6 squares on the last turn (−2.11 to +21.1)." in said
    assert "Luck changed nothing: all 8 pairs are the same two games, and count as one." in said


def test_a_parameter_that_decides_nothing_parts_nothing(asked):
    """What counts on crowded boards only, on a board that is not: the futures are the same to the end."""
    asked.type("crowd_hold_until", 30)
    play_on(asked)
    text = asked.page.locator(".future-result").inner_text()
    assert "The moves of the first pair are the same to the end." in text
    assert text.count("First different move") == 0
    assert asked.page.locator(".gain strong").inner_text().split() == ["No", "difference", "for", "v26"]
    assert "Better in 0, worse in 0, the same in 4 of 4 pairs of games." in text


def test_one_seed_has_no_interval(asked):
    """The page names the missing interval instead of drawing one."""
    asked.type("alpha", ALPHA)
    play_on(asked, seeds=1)
    assert "One game says nothing about luck" in asked.page.locator(".gain").inner_text()
    assert asked.page.locator(".future polygon").count() == 0
    assert asked.page.locator(".future polyline:not(.over)").count() == 4


def test_one_key_flips_between_the_game_with_the_change_and_without(asked, rests):
    """Recorded turns before the played ones; moment, square, camera, layers and the question stay."""
    asked.js("(shown.futures = null, viewer.root.focus())")
    asked.page.keyboard.press("f")
    assert "Press Play on first" in asked.message
    asked.type("alpha", ALPHA)
    play_on(asked)
    asked.js("(viewer.setLayer('potential'), viewer.zoom(2), viewer.select({x: 3, y: 4}), viewer.root.focus())")
    look = "[viewer.turn, viewer.session.selected, viewer.camera.zoom, viewer.camera.x, [...viewer.session.layers]]"
    before = asked.js(look)
    names = f"v26?alpha={ALPHA} from turn {TURN}", f"v26 from turn {TURN}"
    for name, outcome, chip in zip(names, reversed(rests[0]), ("with the change", "without"), strict=True):
        asked.page.keyboard.press("f")
        asked.answered()
        assert asked.page.locator(".top .file").inner_text() == name
        assert asked.page.locator(".watching [aria-pressed=true]").inner_text() == chip
        owner = np.array(asked.js("[...viewer.session.game.owner]"), np.uint8)
        np.testing.assert_array_equal(owner, np.concatenate([game().owner[:TURN], outcome.replay.owner]).ravel())
        assert asked.js(look) == before
        assert asked.js("[asking.player, asking.preset, asking.changes]") == [1, "v26", {"alpha": ALPHA}]
        assert asked.page.locator(".future-result .gain").count() == 1
    asked.page.get_by_role("button", name="as recorded").click()
    assert asked.js("viewer.session.game === first.game")


def test_after_the_last_turn_there_is_nothing_to_play(asked):
    """The button is disabled and says that this is the last frame."""
    asked.js("viewer.seek(viewer.session.lastTurn)")
    button = asked.page.locator(".panel.future .primary")
    assert button.is_disabled()
    assert button.inner_text() == "This is the last frame"
