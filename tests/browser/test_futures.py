"""Play on from here, in a page that asks: both futures are the games that the parameters produce."""

import re
from dataclasses import replace

import numpy as np
import pytest

from bot import changed, preset
from tests.support.asking import TURN
from tests.support.futures import played_on
from tests.support.pages import expect
from tests.support.watching import SIDE, game
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

    def rest(first, seed):
        return played_on(game(), TURN, [V26, V17], [replace(player, seed=seed) for player in (first, V17)])

    return [(rest(V26, seed), rest(CHANGED, seed)) for seed in range(SEEDS)]


def press(asked, seeds):
    asked.page.locator(".panel.future select").select_option(str(seeds))
    asked.page.locator(".panel.future .primary").click()


def play_on(asked, seeds=SEEDS):
    """Play on, and wait for the result; a result that another test left does not count."""
    asked.js("document.querySelector('.future-result').replaceChildren()")
    press(asked, seeds)
    result = asked.page.locator(".future-result")
    result.locator("> .gain").wait_for()
    return result


def place(square):
    return {"x": square % SIDE, "y": square // SIDE}


def territory(outcomes, frames):
    """(seeds, frames, players) squares; a game that has ended keeps its last frame."""
    return np.array(
        [np.concatenate([one.territory, np.repeat(one.territory[-1:], frames, 0)])[:frames] for one in outcomes]
    )


def parting(one, other):
    turns = min(one.turns, other.turns)
    differs = one.replay.moves[:turns] != other.replay.moves[:turns]
    turn = int(np.flatnonzero(differs.any(axis=(1, 2)))[0])
    return turn, np.flatnonzero(differs[turn]).tolist()


def test_a_change_that_comes_with_the_press_is_played(asked):
    """The panels are told of a change a frame later: what is played already holds it, and goes on."""
    asked.js("(asking.setValue('alpha', 0.7), document.querySelector('.panel.future .primary').click())")
    asked.page.locator(".future-result > .gain").wait_for()


def test_the_futures_part_where_the_games_do(asked, rests):
    """Turn, square and both moves of the first difference, as these two games have it when they are played here."""
    asked.type("alpha", ALPHA)
    result = play_on(asked)
    turn, squares = parting(*rests[0])
    expect(result).to_contain_text(f"First different move on turn {TURN + turn},")
    before, after = (outcome.replay.moves[turn].ravel()[squares[0]] for outcome in rests[0])
    chip = result.locator(".chip").first
    x, y = squares[0] % SIDE, squares[0] // SIDE
    expect(chip).to_have_text(f"({x}, {y}) {DIRECTIONS[before]} → {DIRECTIONS[after]}")
    chip.click()
    asked.until("viewer.session.game === shown.futures.changed && viewer.session.selected")
    asked.answered()
    asked.wait_for("[viewer.turn, viewer.session.selected]", [TURN + turn, place(squares[0])])
    assert set(squares) <= set(asked.marked())


def test_curves_and_headline_are_those_of_the_games(asked, rests):
    """Every point of both graphs, on one scale; who came first, and in how many."""
    asked.type("alpha", ALPHA)
    result = play_on(asked)
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
    words = f"{wins[1]} of {SEEDS} games"
    expected = f"Wins {words} with the change, {wins[0]} without." if wins[0] != wins[1] else f"Wins {words}, with"
    expect(result.locator("> .gain")).to_contain_text(expected)


def test_seeds_that_change_nothing_count_as_one_pair_and_land_has_its_range(browser):
    """Eight seeds of one game name no chance."""
    squares = {"mean": 11.6, "low": -2.114, "high": 21.06, "games": 1}
    verdict = {"better": 1, "worse": 0, "same": 0, "chance": 1.0, "squares": squares}
    future = {"player": 1, "seeds": 8, "different": 1, "confidence": 0.95, "verdict": verdict}
    page = browser.new_page()
    code = script("think/rollout_panel.js")
    said = page.evaluate(HEADLINE, [code, future | {"unchanged": {"wins": 0}, "changed": {"wins": 8}}])
    page.close()
    assert "Wins 8 of 8 games with the change, 0 without." in said
    assert "+11.6 squares on the last turn (−2.11 to +21.1)." in said
    assert "Luck changed nothing: all 8 pairs are the same two games, and count as one." in said


def test_a_parameter_that_decides_nothing_parts_nothing(asked):
    """What counts on crowded boards only, on a board that is not: the futures are the same to the end."""
    asked.type("crowd_hold_until", 30)
    result = play_on(asked)
    expect(result).to_contain_text("The moves of the first pair are the same to the end.")
    expect(result).not_to_contain_text("First different move")
    expect(result.locator(".gain strong")).to_have_text(re.compile(r"^No difference for\s*v26$"))
    expect(result).to_contain_text("Better in 0, worse in 0, the same in 4 of 4 pairs of games.")


def test_one_seed_has_no_interval(asked):
    asked.type("alpha", ALPHA)
    result = play_on(asked, seeds=1)
    expect(result.locator(".gain")).to_contain_text("One game says nothing about luck")
    expect(asked.page.locator(".future polygon")).to_have_count(0)
    expect(asked.page.locator(".future polyline:not(.over)")).to_have_count(4)


def test_a_game_is_played_on_with_a_move_by_hand(asked):
    north, moves = 1, asked.thought("move")
    ours = (game().owner[TURN].ravel() == 1) & (game().strength[TURN].ravel() > 0)
    square = int(np.flatnonzero(ours & (moves != north))[0])
    asked.js("(viewer.select(it), asking.order(1), null)", place(square))
    asked.answered()
    result = play_on(asked, seeds=1)
    asked.wait_for(
        "[shown.parting.turn, shown.parting.squares, shown.parting.moves]",
        [TURN, [square], [[int(moves[square]), north]]],
    )
    expect(result).to_contain_text("with 1 of its moves chosen by hand in place of v26.")
    asked.wait_for("shown.futures.changed.title", f"v26 and your moves from turn {TURN}")
    asked.js("(asking.reset(), null)")


def test_one_key_flips_between_the_game_with_the_change_and_without(asked, rests):
    """Recorded turns before the played ones; moment, square, camera, layers and the question stay."""
    asked.js("(shown.futures = null, viewer.root.focus())")
    asked.page.keyboard.press("f")
    expect(asked.page.locator(".message-bar")).to_contain_text("Press Play on first")
    asked.type("alpha", ALPHA)
    result = play_on(asked)
    asked.js("(viewer.setLayer('potential'), viewer.zoom(2), viewer.select({x: 3, y: 4}), viewer.root.focus())")
    look = "[viewer.turn, viewer.session.selected, viewer.camera.zoom, viewer.camera.x, [...viewer.session.layers]]"
    before = asked.js(look)
    names = f"v26?alpha={ALPHA} from turn {TURN}", f"v26 from turn {TURN}"
    for name, outcome, chip in zip(names, reversed(rests[0]), ("with the change", "without"), strict=True):
        asked.page.keyboard.press("f")
        asked.answered()
        expect(asked.page.locator(".top .file")).to_have_text(name)
        expect(asked.page.locator(".watching [aria-pressed=true]")).to_have_text(chip)
        owner = np.array(asked.js("[...viewer.session.game.owner]"), np.uint8)
        np.testing.assert_array_equal(owner, np.concatenate([game().owner[:TURN], outcome.replay.owner]).ravel())
        asked.wait_for(look, before)
        asked.wait_for("[asking.player, asking.preset, asking.changes]", [1, "v26", {"alpha": ALPHA}])
        expect(result.locator(".gain")).to_have_count(1)
    asked.page.get_by_role("button", name="as recorded").click()
    asked.until("viewer.session.game === first.game")


def test_after_the_last_turn_there_is_nothing_to_play(asked):
    asked.js("viewer.seek(viewer.session.lastTurn)")
    button = asked.page.locator(".panel.future .primary")
    expect(button).to_be_disabled()
    expect(button).to_have_text("This is the last frame")


MEANWHILE = """new Promise((done) => {{
    const result = document.querySelector(".future-result");
    const watch = new MutationObserver(() => {{
        if (!/Pair \\d+ of 32, about \\d+ s left/.test(result.innerText)) return;
        watch.disconnect();
        done({});
    }});
    watch.observe(result, {{ childList: true, subtree: true, characterData: true }});
    document.querySelector(".panel.future .primary").click();
}})"""
"""Plays 64 futures, and does this while they are played: they may be over before a test could ask for it."""


def test_futures_under_way_can_be_cancelled_and_a_changed_question_ends_them(asked):
    """They tell how many are played and how long the rest takes; another press plays them."""
    result, button = asked.page.locator(".future-result"), asked.page.locator(".panel.future .primary")
    asked.page.locator(".panel.future select").select_option("32")
    cancel = "[result.querySelector('progress').value, result.querySelector('button').click()][0]"
    assert asked.js(MEANWHILE.format(cancel)) > 0
    expect(result).to_have_text("Cancelled.")
    expect(button).to_be_enabled()
    asked.js(MEANWHILE.format("asking.setValue('alpha', 0.3)"))
    expect(result).to_contain_text("The question has changed")
    expect(button).to_be_enabled()


def test_another_replay_that_is_dropped_while_futures_are_played_is_asked_about(asked, small_games):
    """Their worker was ended silently, and what waited for its answer never returned."""
    press(asked, 32)
    asked.js("(viewer.seek(90), null)")
    asked.drop(small_games / "other.hlt")
    expect(asked.page.locator(".future-result")).to_have_text("")
    expect(asked.page.locator(".panel.future .primary")).to_be_enabled()
    assert asked.js("viewer.open(it.bytes, it.name)", {"bytes": None, "name": "gone.hlt"}) is False


LISTENING = """new MutationObserver(() => {
    const text = document.querySelector(".playing")?.innerText;
    if (text) (window.heard ??= []).push(text);
}).observe(document.querySelector(".future-result"), {childList: true, subtree: true, characterData: true})"""


def test_pairs_are_counted_and_judged_from_the_second_on(asked):
    """It said "16 times" where 8 was chosen, the time left rose, and the verdict came below the fold."""
    asked.js(
        f"(asking.put(1, 'champion', {{alpha: 0.4}}), viewer.seek(viewer.session.lastTurn - 30), {LISTENING}, null)"
    )
    asked.answered()
    play_on(asked)
    heard = asked.js("heard")
    assert "without the change and with it" in heard[0]
    pairs = [int(found[1]) for text in heard if (found := re.search(r"Pair (\d) of 4", text))]
    assert pairs == sorted(pairs)
    assert pairs[-1] == 4
    left = [int(found[1]) for text in heard if (found := re.search(r"about (\d+) s left", text))]
    assert left == sorted(left, reverse=True) != []
    judged = [int(found[1]) for text in heard if (found := re.search(r"So far, after (\d) pairs", text))]
    assert sorted(set(judged)) == [2, 3]
    gain, panel = (f"document.querySelector('{one}').getBoundingClientRect().bottom" for one in (".gain", ".live"))
    asked.until(f"{gain} - {panel} < 1")  # pages scroll by whole pixels
