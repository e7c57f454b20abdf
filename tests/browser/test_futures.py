"""Play on from here, in a page that asks. tests/contract/test_page_thinking.py: both futures are the laboratory's."""

import re

import numpy as np

from tests.support.asking import TURN
from tests.support.node import node
from tests.support.pages import expect
from tests.support.watching import SIDE, game

ALPHA = 0.6
SEEDS = 4


def press(ask_page, seeds):
    ask_page.page.locator(".panel.future select").select_option(str(seeds))
    ask_page.page.locator(".panel.future .primary").click()


def play_on(ask_page, seeds=SEEDS):
    press(ask_page, seeds)
    result = ask_page.page.locator(".future-result")
    result.locator("> .gain").wait_for()
    return result


def place(square):
    return {"x": square % SIDE, "y": square // SIDE}


def test_a_change_that_comes_with_the_press_is_played_and_the_result_says_what_was_found(ask_page):
    """The panels are told of a change a frame later. Who wins, and where the games part."""
    play = "document.querySelector('.panel.future .primary').click()"
    ask_page.page.locator(".panel.future select").select_option(str(SEEDS))
    ask_page.js(f"(asking.setValue('alpha', {ALPHA}), {play})")
    result = ask_page.page.locator(".future-result")
    result.locator("> .gain").wait_for()
    found = ask_page.js("(({ kept, ...future }) => future)(games.rollout.future)")
    before, after = found["wins"]["unchanged"], found["wins"]["changed"]
    words = f"Wins {after} of {SEEDS} games"
    expected = f"{words} with the change, {before} without." if before != after else f"{words}, with"
    expect(result.locator("> .gain")).to_contain_text(expected)
    turn, squares = found["parting"]["turn"], found["parting"]["squares"]
    chip = result.get_by_role("button", name=f"First different move: turn {turn}")
    chip.click()
    ask_page.until("viewer.session.game === games.futures.changed && viewer.session.selected")
    ask_page.answered()
    ask_page.wait_for("[viewer.session.turn, viewer.session.selected]", [turn, place(squares[0])])
    assert set(squares) <= set(ask_page.marked())


def test_seeds_that_change_nothing_count_as_one_pair_and_land_has_its_range():
    """Eight seeds of one game name no chance."""
    verdict = {"better": 1, "worse": 0, "same": 0, "chance": 1.0, "squares": [11]}
    alike = {"seeds": 8, "different": 1, "verdict": verdict, "wins": {"unchanged": 0, "changed": 8}}
    apart = {"better": 7, "worse": 1, "same": 0, "chance": 0.07, "squares": [-2, 6]}
    some = {"seeds": 9, "different": 8, "verdict": apart, "wins": {"unchanged": 7, "changed": 8}}
    one, other = node({"think/rollout_panel.js": "inWords"}, "it.map(inWords)", [alike, some])
    assert one["rows"] == ["Wins 8 of 8 games with the change, 0 without.", "+11 squares on the last turn."]
    assert one["sureness"] == "Luck changed nothing: all 8 pairs are the same two games, and count as one."
    assert other["judgement"] == "No clear difference"
    assert other["rows"][1] == "+2 squares on the last turn (−2 to +6) in 2 pairs."
    counts = "Better in 7, worse in 1, the same in 0 of 8 different pairs of games (9 were played)"
    assert other["sureness"] == f"{counts}; a split as uneven comes by luck alone with a probability of 7 %."


def test_a_parameter_that_decides_nothing_parts_nothing(ask_page):
    ask_page.type("crowd_hold_until", 30)
    result = play_on(ask_page)
    expect(result).to_contain_text("The moves of the first pair are the same to the end.")
    expect(result.locator(".gain strong")).to_have_text(re.compile(r"^No difference for\s*v26$"))
    expect(result).to_contain_text("Better in 0, worse in 0, the same in 4 of 4 pairs of games.")


def test_a_game_is_played_on_with_a_move_by_hand(ask_page):
    north, moves = 1, ask_page.thought("move")
    ours = (game().owner[TURN].ravel() == 1) & (game().strength[TURN].ravel() > 0)
    square = int(np.flatnonzero(ours & (moves != north))[0])
    ask_page.js("(viewer.session.select(it), asking.order(1), null)", place(square))
    ask_page.answered()
    result = play_on(ask_page, seeds=1)
    ask_page.wait_for("games.parting", {"turn": TURN, "squares": [square]})
    expect(result).to_contain_text("with 1 of its moves chosen by hand in place of v26.")
    ask_page.wait_for("games.futures.changed.title", f"v26 and your moves from turn {TURN}")
    expect(result.locator(".gain")).to_contain_text("One game says nothing about luck")
    ask_page.js("(asking.reset(), viewer.session.seek(viewer.session.lastTurn), null)")
    button = ask_page.page.locator(".panel.future .primary")
    expect(button).to_be_disabled()
    expect(button).to_have_text("This is the last frame")


def test_one_key_flips_between_the_game_with_the_change_and_without(ask_page):
    """Recorded turns before the played ones; moment, square, camera, layers and the question stay."""
    ask_page.js("(games.futures = null, viewer.root.focus())")
    ask_page.page.keyboard.press("f")
    expect(ask_page.page.locator(".message-bar")).to_contain_text("Press Play on first")
    ask_page.type("alpha", ALPHA)
    result = play_on(ask_page)
    ask_page.js("(viewer.camera.zoomBy(2), viewer.root.focus())")
    ask_page.js("(session.setLayer('potential'), session.select({x: 3, y: 4}))")
    look = "[session.turn, session.selected, viewer.camera.zoom, viewer.camera.x, [...session.layers]]"
    before, same = ask_page.js(look), f"[...first.game.owner.subarray(0, {TURN * SIDE * SIDE})]"
    for name, chip, side in (
        (f"v26?alpha={ALPHA} from turn {TURN}", "with the change", "changed"),
        (f"v26 from turn {TURN}", "without", "unchanged"),
    ):
        ask_page.page.keyboard.press("f")
        ask_page.answered()
        expect(ask_page.page.locator(".top .file")).to_have_text(name)
        expect(ask_page.page.locator(".watching [aria-pressed=true]")).to_have_text(chip)
        ask_page.until(f"viewer.session.game === games.futures.{side}")
        ask_page.until(f"{same}.every((owner, i) => owner === viewer.session.game.owner[i])")
        ask_page.wait_for(look, before)
        ask_page.wait_for("[asking.player, asking.preset, asking.changes]", [1, "v26", {"alpha": ALPHA}])
        expect(result.locator(".gain")).to_have_count(1)
    ask_page.page.get_by_role("button", name="as recorded").click()
    ask_page.until("viewer.session.game === first.game")


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


def test_futures_under_way_can_be_cancelled_and_a_changed_question_ends_them(ask_page):
    """They tell how many are played and how long the rest takes; another press plays them."""
    result, button = ask_page.page.locator(".future-result"), ask_page.page.locator(".panel.future .primary")
    ask_page.page.locator(".panel.future select").select_option("32")
    cancel = "[result.querySelector('progress').value, result.querySelector('button').click()][0]"
    assert ask_page.js(MEANWHILE.format(cancel)) > 0
    expect(result).to_have_text("Cancelled.")
    expect(button).to_be_enabled()
    ask_page.js(MEANWHILE.format("asking.setValue('alpha', 0.3)"))
    expect(result).to_contain_text("The question has changed")
    expect(button).to_be_enabled()


def test_another_replay_that_is_dropped_while_futures_are_played_is_asked_about(ask_page, small_games):
    """Their worker was ended silently, and what waited for its answer never returned."""
    press(ask_page, 32)
    ask_page.js("(viewer.session.seek(90), null)")
    ask_page.drop(small_games / "other.hlt")
    expect(ask_page.page.locator(".future-result")).to_have_text("")
    expect(ask_page.page.locator(".panel.future .primary")).to_be_enabled()
    assert ask_page.js("viewer.open(it.bytes, it.name)", {"bytes": None, "name": "gone.hlt"}) is False


LISTENING = """new MutationObserver(() => {
    const text = document.querySelector(".playing")?.innerText;
    if (text) (window.heard ??= []).push(text);
}).observe(document.querySelector(".future-result"), {childList: true, subtree: true, characterData: true})"""


def test_pairs_are_counted_and_judged_from_the_second_on(ask_page):
    """It said "16 times" where 8 was chosen, the time left rose, and the verdict came below the fold."""
    ask_page.js(f"(asking.put(1, 'champion', {{alpha: 0.4}}), session.seek(session.lastTurn - 30), {LISTENING}, null)")
    ask_page.answered()
    play_on(ask_page)
    heard = ask_page.js("heard")
    assert "without the change and with it" in heard[0]
    pairs = [int(found[1]) for text in heard if (found := re.search(r"Pair (\d) of 4", text))]
    assert pairs == sorted(pairs)
    assert pairs[-1] == 4
    left = [int(found[1]) for text in heard if (found := re.search(r"about (\d+) s left", text))]
    assert left == sorted(left, reverse=True) != []
    judged = [int(found[1]) for text in heard if (found := re.search(r"So far, after (\d) pairs", text))]
    assert sorted(set(judged)) == [2, 3]
    gain, panel = (f"document.querySelector('{one}').getBoundingClientRect().bottom" for one in (".gain", ".live"))
    ask_page.until(f"{gain} - {panel} < 1")  # pages scroll by whole pixels
