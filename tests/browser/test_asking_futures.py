"""Play on from here, computed in the page of a game: equal questions have the answers of the laboratory."""

from dataclasses import replace

import numpy as np
import pytest

from bot import changed, preset
from engine import generate
from engine.replay import read, write
from engine.rules import turn_limit
from experiments.arena.arena import Arena
from tests.browser.conftest import GAME
from tests.support.futures import futures
from tests.support.pages import opened, written

TURN, SEAT = 80, 1
V26 = preset("v26")
ALPHA = {"alpha": 0.4}
SEEDS = 5

ANSWERED = """
new Promise((done) => {
  const look = () => (viewer.thinking.asking?.isKnown(viewer.turn) ? done() : setTimeout(look, 5));
  look();
})
"""

FUTURE = """viewer.thinking.asking.service.future(it, () => {})"""


@pytest.fixture(scope="module")
def kept(browser, game_page):
    """Its page with the panel open."""
    with opened(browser) as tab:
        tab.goto(game_page)
        tab.js(f"viewer.seek({TURN}), null")
        tab.page.click(".ask-button")
        tab.js(ANSWERED)
        yield tab


@pytest.fixture
def asked(kept):
    """The page as it was opened."""
    kept.js("(viewer.session.layers.clear(), viewer.session.tell('layers'), null)")
    kept.js(
        f"(viewer.thinking.shown.show(viewer.thinking.shown.recorded),"
        f"viewer.select(null), viewer.seek({TURN}), viewer.thinking.asking.put({SEAT}, 'v26', {{}}), null)"
    )
    kept.js(ANSWERED)
    return kept


def test_a_future_is_judged_as_the_laboratory_judges_it(asked, replay):
    """Verdict, places, curves with their intervals and the first difference: the members that Python computes."""
    asking = {"turn": TURN, "player": SEAT, "preset": "v26", "parameters": ALPHA, "seeds": SEEDS}
    found = asked.js(f"(({{kept, ...future}}) => future)(await {FUTURE})", asking)
    expected = futures(replay, TURN, SEAT, V26, changed(V26, ALPHA), SEEDS)
    for side in ("unchanged", "changed"):
        for name in ("mean", "low", "high"):
            ours, theirs = (np.array(future[side].pop(name), np.float64) for future in (found, expected))
            np.testing.assert_allclose(ours, theirs, rtol=1e-6, err_msg=f"{side} {name}")
    assert found["parting"]
    assert _close(found) == _close(expected)


def _close(value):
    """The same with numbers that compare as equal when they nearly are."""
    if isinstance(value, dict):
        return {name: _close(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_close(member) for member in value]
    return pytest.approx(value) if isinstance(value, float) else value


def test_a_champion_plays_a_future_with_all_its_stages(asked, replay):
    """Fights and campaigns are the laboratory's."""
    asking = {"turn": TURN, "player": SEAT, "preset": "champion", "parameters": ALPHA, "seeds": 1}
    found = asked.js(f"(await {FUTURE}).changed.mean", asking)
    champion = preset("champion")
    expected = futures(replay, TURN, SEAT, champion, changed(champion, ALPHA), 1)
    assert found == expected["changed"]["mean"]


@pytest.mark.parametrize("changes", [ALPHA, {"crowd_hold_until": 30}], ids=["alpha", "a parameter of crowded boards"])
def test_play_on_parts_where_the_champions_slider_frames_squares(asked, changes):
    """The slider asked the champion that had watched the game, play on the one that sat down on this frame."""
    asked.js(f"(viewer.thinking.asking.put({SEAT}, 'champion', it), null)", changes)
    asked.page.wait_for_function(
        "() => (({ isGreedy }) => !isGreedy && viewer.session.thought?.search)(viewer.thinking.asking)"
        " && viewer.thinking.asking.isKnown(viewer.turn)"
    )
    framed = asked.js("viewer.thinking.asking.changedNow")
    assert bool(framed) == ("alpha" in changes)
    asking = {"turn": TURN, "player": SEAT, "preset": "champion", "parameters": changes, "seeds": 1}
    parting = asked.js(f"(await {FUTURE}).parting", asking)
    assert framed == (parting["squares"] if parting and parting["turn"] == TURN else [])


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
    asked.page.locator(".panel.future select").select_option("32")
    cancel = "[result.querySelector('progress').value, result.querySelector('button').click()][0]"
    assert asked.js(MEANWHILE.format(cancel)) > 0
    asked.page.wait_for_function("() => document.querySelector('.future-result').innerText === 'Cancelled.'")
    assert asked.page.locator(".panel.future .primary").is_enabled()
    asked.js(MEANWHILE.format("viewer.thinking.asking.setValue('alpha', 0.3)"))
    asked.page.wait_for_function(
        "() => document.querySelector('.future-result').innerText.includes('The question has changed')"
    )
    assert asked.page.locator(".panel.future .primary").is_enabled()


def test_another_replay_that_is_dropped_while_futures_are_played_is_asked_about(asked):
    """Their worker was ended silently, and what waited for its answer never returned."""
    asked.page.locator(".panel.future select").select_option("32")
    asked.page.get_by_role("button", name=f"Play on from turn {TURN}").click()
    asked.js("(viewer.seek(90), null)")
    assert asked.open((GAME.parent / "v17-v12-30x24-4302.hlt.gz").read_bytes(), "v17-v12.hlt.gz")
    asked.js(ANSWERED)
    assert asked.page.locator(".future-result").inner_text() == ""
    assert asked.page.locator(".panel.future .primary").is_enabled()
    assert asked.js("viewer.open(it.bytes, it.name)", {"bytes": None, "name": "gone.hlt"}) is False
    asked.js("(viewer.session.load(first.game), viewer.session.say(null), null)")
    asked.js(ANSWERED)


def test_six_players_on_the_largest_board_are_played_on(blank, files):
    """50 x 50 squares: one pair to the end, as the laboratory plays it; the page answers meanwhile."""
    state = generate(50, 50, 6, 3)
    height, width = state.owner.shape
    last = turn_limit(width, height) - 30
    game = Arena(height, width).play([V26] * 6, state, record=True, turn=last).replay
    write(replace(game, player_names=("v26",) * 6), files / "six.hlt")
    tab = blank.goto(written(files / "six.html", files / "six.hlt"))
    tab.js("viewer.seek(20), null")
    tab.page.click(".ask-button")
    tab.js(ANSWERED)
    asking = {"turn": 20, "player": 4, "preset": "v26", "parameters": ALPHA, "seeds": 1}
    tab.js(f"(window.future = {FUTURE}, null)", asking)
    tab.js("(viewer.seek(21), null)")
    tab.js(ANSWERED)
    expected = futures(read(files / "six.hlt"), 20, 4, V26, changed(V26, ALPHA), 1)
    assert tab.js("(await window.future).changed.mean") == expected["changed"]["mean"]


def test_a_worker_that_an_error_ended_is_followed_by_another(asked):
    """What was asked is refused in words; the next question is answered."""
    asking = {"turn": TURN, "player": SEAT, "preset": "v26", "parameters": ALPHA}
    said = asked.js(
        "(async () => { const {service} = viewer.thinking.asking;"
        "const open = service.explain(it).catch(({message}) => message);"
        "service.worker('thought').worker.onerror({preventDefault() {}, message: 'out of memory'}); return open; })()",
        asking,
    )
    assert said == "thinking failed: out of memory"
    assert asked.js("(await viewer.thinking.asking.service.explain(it)).thought.turn", asking) == TURN
