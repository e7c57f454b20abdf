"""The story of a game, its banner and its graphs."""

import gzip
import json
import re

import numpy as np
import pytest

from engine.replay import read, text
from tests.browser.conftest import GAME
from tests.support.pages import as_text, expect
from tests.support.recordings import GOLDEN

# The story of a game: who won, the standings, and the turns worth watching.


TOLD = "() => viewer.session.story.length > 0"


def renamed(*names):
    replay = json.loads(gzip.decompress(GAME.read_bytes()))
    return json.dumps(replay | {"player_names": list(names)}).encode()


def told(tab):
    tab.page.wait_for_function(TOLD)
    return tab.js("viewer.session.story")


def test_the_list_and_the_markers_lead_there(tab):
    """All that happened stands once in a sign, at its place along the bar; the list marks where the game is."""
    happenings = told(tab)
    signs = tab.page.locator(".markers .sign")
    told_by = [
        [int(turn) for turn in re.findall(r"^turn (\d+)", sign.get_attribute("title"), re.M)] for sign in signs.all()
    ]
    assert [turn for turns in told_by for turn in turns] == [one["turn"] for one in happenings]
    assert 1 < len(told_by) < len(happenings), "neighbours share a sign"
    tab.wait_for("getComputedStyle(document.querySelector('.markers .decided')).zIndex", "1")  # over a neighbour
    tab.page.locator(".happenings button").nth(1).click()
    tab.wait_for("viewer.turn", happenings[1]["turn"])
    tab.page.locator(".happenings .now").wait_for()
    signs.last.click()
    assert tab.js("viewer.turn") == tab.js("viewer.session.lastTurn")
    bar = tab.page.locator(".transport .scrubber").bounding_box()
    alone = next(place for place, turns in enumerate(told_by) if len(turns) == 1)
    middle = [box["x"] + box["width"] / 2 for box in (signs.nth(alone).bounding_box(), signs.last.bounding_box())]
    share = told_by[alone][0] / 143
    assert middle[0] == pytest.approx(bar["x"] + 8 + share * (bar["width"] - 16), abs=1.5), "above the slider's thumb"
    assert middle[1] == pytest.approx(bar["x"] + bar["width"] - 8, abs=1.5)


def test_n_and_p_go_through_the_story_and_stop_at_its_ends(tab):
    turns = sorted({one["turn"] for one in told(tab)})
    visited = []
    for key, count in (("n", len(turns) + 1), ("p", len(turns))):
        for _ in range(count):
            tab.page.keyboard.press(key)
            visited.append(tab.js("viewer.turn"))
    assert visited == [*turns, turns[-1], *turns[-2::-1], turns[0]]


def test_the_banner_says_who_won_and_how(tab):
    """By elimination or by squares on the last turn; the colour stands beside the name."""
    recorded = read(GAME)
    squares = [np.count_nonzero(recorded.owner[-1] == player) for player in (1, 2)]
    banner = tab.page.locator(".result")
    winner = 1 + int(np.argmax(squares))
    expect(banner).to_contain_text(recorded.player_names[winner - 1])
    if min(squares) == 0:
        out = np.flatnonzero((recorded.owner == 3 - winner).any(axis=(1, 2)))[-1] + 1
        expect(banner).to_contain_text(f"wins on turn {out}, when {recorded.player_names[2 - winner]} is eliminated")
    else:
        expect(banner).to_contain_text(f"wins on turn 143 with {max(squares)} squares")
    assert f"--player-{winner}" in banner.locator(".swatch").get_attribute("style")


def test_an_ejection_decides_and_its_sign_stands_over_that_of_the_end(tab):
    """The story said "decided at turn 0" twelve turns before, and "eliminated" of the same player in its last line."""
    path = GOLDEN / "faults" / "ok-hang-14x14-9063.hlt.gz"
    assert tab.open(path.read_bytes(), path.name)
    story = {one["kind"]: one for one in told(tab)}
    expect(tab.page.locator(".markers .sign").last).to_have_text("!")
    expect(tab.page.locator(".result")).to_contain_text("is ejected")
    assert story["decided"]["turn"] == story["fault"]["turn"]
    for kind in ("decided", "end"):
        assert "is ejected" in story[kind]["text"]
    assert "eliminated" not in " ".join(one["text"] for one in story.values())


def test_the_eliminated_stand_last_with_their_turn(tab):
    path = GOLDEN / "faults" / "garbage-ok-ok-18x18-9032.hlt.gz"
    recorded = read(path)
    assert tab.open(path.read_bytes(), path.name)
    tab.js("viewer.seek(viewer.session.lastTurn)")
    out = int(np.flatnonzero((recorded.owner == 1).any(axis=(1, 2)))[-1]) + 1
    expect(tab.page.locator(".standings tr[data-player='1']")).to_contain_text(f"eliminated on turn {out}")


def test_players_of_one_name_are_told_apart(tab):
    """A game of v26 against itself had two rows that said v26."""
    assert tab.open(renamed("v26", " v26"), "mirror.hlt")
    told(tab)
    for place in (".standings", ".story", ".result"):
        expect(tab.page.locator(place)).to_contain_text("#1 v26")
    tab.js("viewer.seek(60)")
    owner = read(GAME).owner[60]
    y, x = np.argwhere(owner == 2)[0].tolist()
    tab.js("viewer.select(it)", {"x": x, "y": y})
    expect(tab.page.locator(".inspector")).to_contain_text("#2 v26")


def test_another_game_has_another_story(tab):
    before = told(tab)
    recorded = read(GAME)
    short = json.loads(text(recorded))
    short["frames"], short["moves"] = short["frames"][:30], short["moves"][:29]
    tab.js(
        "viewer.open(Uint8Array.from(atob(it), (letter) => letter.charCodeAt(0)), 'short.hlt')",
        as_text(json.dumps(short).encode()),
    )
    after = told(tab)
    assert [one["kind"] for one in after] == ["end"]
    assert before != after


# The graphs: a click goes to a turn, the mouse reads numbers off.


FINISHED = "() => viewer.session.events?.isComplete"
LINES = """[...document.querySelectorAll(`[data-measure=${it}] polyline:not(.over, .raw)`)].map((line) =>
    line.getAttribute("points").split(" ").map((point) => point.split(",").map(Number)))"""


def test_the_lines_are_the_counted_numbers(tab):
    """To the last point, on a scale from 0 to the largest; where two lines are one, it has both colours."""
    tab.page.wait_for_function(FINISHED)
    land = np.array(tab.js("viewer.session.events.territory.map((values) => [...values])"))
    for line, values in zip(tab.js(LINES, "territory"), land, strict=True):
        np.testing.assert_allclose(np.array(line)[:, 1], 1000 * (1 - values / land.max()), atol=0.06)
    expect(tab.page.locator("[data-measure=territory] .most")).to_have_text(f"up to {land.max():.0f} squares")
    expect(tab.page.locator("[data-measure=territory] .over")).to_have_count(2)


def test_a_click_goes_to_its_turn_and_the_mouse_tells_its_numbers(tab):
    """The middle of a graph is the middle of the game; of losses the exact number is told, not the smoothed one."""
    tab.page.wait_for_function(FINISHED)
    for measure in ("territory", "damage_taken"):
        tab.page.locator(f"[data-measure={measure}] .plot").hover()
        tip = tab.page.locator(f"[data-measure={measure}] .tip")
        expect(tip).to_contain_text("turn")
        words = tip.inner_text().split()
        numbers = tab.js("viewer.session.events[it[0]].map((values) => values[it[1]])", [measure, int(words[1])])
        assert [float(word.replace(",", "")) for word in words[2:]] == pytest.approx(numbers, abs=0.51)
    tab.page.locator("[data-measure=damage_taken] .plot").click()
    tab.until("Math.abs(viewer.turn - 143 / 2) <= 1.5")
    tab.js("viewer.seek(100)")
    share = tab.js("parseFloat(document.querySelector('[data-measure=strength] .cursor').style.left)")
    assert share == pytest.approx(100 * 100 / 143, abs=0.1)
