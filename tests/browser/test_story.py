"""The story of a game, its banner and its graphs. What is told and counted: tests/unit/test_page_numbers.py."""

import json
import re

import numpy as np
import pytest

from engine.replay import as_bytes, read
from tests.browser.conftest import GAME
from tests.support.pages import expect
from tests.support.recordings import GOLDEN


def story(tab):
    tab.until("viewer.session.story.length")
    return tab.js("viewer.session.story")


def opened(tab, name):
    path = GOLDEN / "faults" / f"{name}.hlt.gz"
    assert tab.open(path.read_bytes(), path.name)
    tab.js("viewer.session.seek(viewer.session.lastTurn)")
    return read(path)


def test_the_list_and_the_markers_lead_there(tab):
    """All that happened stands once in a sign, at its place along the bar; the list marks where the game is."""
    happenings = story(tab)
    signs = tab.page.locator(".markers .sign")
    told_by = [
        [int(turn) for turn in re.findall(r"^turn (\d+)", sign.get_attribute("title"), re.M)] for sign in signs.all()
    ]
    assert [turn for turns in told_by for turn in turns] == [one["turn"] for one in happenings]
    assert 1 < len(told_by) < len(happenings), "neighbours share a sign"
    tab.wait_for("getComputedStyle(document.querySelector('.markers .decided')).zIndex", "1")  # over a neighbour
    tab.page.locator(".happenings button").nth(1).click()
    tab.wait_for("viewer.session.turn", happenings[1]["turn"])
    tab.page.locator(".happenings .now").wait_for()
    signs.last.click()
    tab.until("viewer.session.turn === viewer.session.lastTurn")
    bar = tab.page.locator(".transport .scrubber").bounding_box()
    alone = next(place for place, turns in enumerate(told_by) if len(turns) == 1)
    middle = [box["x"] + box["width"] / 2 for box in (signs.nth(alone).bounding_box(), signs.last.bounding_box())]
    ends = [bar["x"] + 8 + turn / 143 * (bar["width"] - 16) for turn in (told_by[alone][0], 143)]
    assert middle == pytest.approx(ends, abs=1.5), "above the slider's thumb"


def test_n_and_p_go_through_the_story_and_stop_at_its_ends(tab):
    turns = sorted({one["turn"] for one in story(tab)})
    for key, visited in (("n", [*turns, turns[-1]]), ("p", [*turns[-2::-1], turns[0]])):
        for turn in visited:
            tab.page.keyboard.press(key)
            tab.wait_for("viewer.session.turn", turn)


def test_the_banner_says_who_won_and_how_and_another_game_has_another_story(tab):
    """The rules by which it says so: tests/unit/test_page_numbers.py; the colour stands beside the name."""
    replay, banner = read(GAME), tab.page.locator(".result")
    first = story(tab)[-1]
    expect(banner).to_contain_text(re.compile(r"v26\s*wins on turn 143, when v17 is eliminated"))
    assert "--player-1" in banner.locator(".swatch").get_attribute("style")
    short = json.loads(as_bytes(replay)) | {"player_names": ["v26", " v26"]}
    short["frames"], short["moves"] = short["frames"][:30], short["moves"][:29]
    assert tab.open(json.dumps(short).encode(), "short.hlt")
    (last,) = story(tab)
    assert last["kind"] == "end"
    assert last != first
    for place in (".standings", ".story", ".result"):  # players of one name are told apart
        expect(tab.page.locator(place)).to_contain_text("#1 v26")
    y, x = np.argwhere(replay.owner[0] == 2)[0].tolist()
    tab.js("viewer.session.select(it)", {"x": x, "y": y})
    expect(tab.page.locator(".inspector")).to_contain_text("#2 v26")


def test_an_ejection_decides_and_its_sign_stands_over_that_of_the_end(tab):
    """The story said "decided at turn 0" twelve turns before, and "eliminated" of the same player in its last line."""
    opened(tab, "ok-hang-14x14-9063")
    by_kind = {one["kind"]: one for one in story(tab)}
    expect(tab.page.locator(".markers .sign").last).to_have_text("!")
    expect(tab.page.locator(".result")).to_contain_text("is ejected")
    assert by_kind["decided"]["turn"] == by_kind["fault"]["turn"]
    assert all("is ejected" in by_kind[kind]["text"] for kind in ("decided", "end"))
    assert "eliminated" not in " ".join(one["text"] for one in by_kind.values())
    recorded = opened(tab, "garbage-ok-ok-18x18-9032")
    out = int(np.flatnonzero((recorded.owner == 1).any(axis=(1, 2)))[-1]) + 1
    row = tab.page.locator(".standings tbody tr", has_text="garbage")
    expect(row.locator("td")).to_have_text(["eliminated", "on turn", str(out)])


# The graphs: a click goes to a turn, the mouse reads numbers off.


LINES = """[...document.querySelectorAll(`[data-measure=${it}] polyline:not(.over, .raw)`)].map((line) =>
    line.getAttribute("points").split(" ").map((point) => point.split(",").map(Number)))"""


def test_the_lines_are_the_counted_numbers_and_the_mouse_reads_them(tab):
    """To the last point, on a scale from 0 to the largest; where two lines are one, it has both colours.

    The middle of a graph is the middle of the game; of losses the exact number is told, not the smoothed one.
    """
    tab.until("viewer.session.events?.isComplete")
    land = np.array(tab.js("viewer.session.events.territory.map((values) => [...values])"))
    territory = tab.page.locator("[data-measure=territory]")
    expect(territory.locator(".most")).to_have_text(f"up to {land.max():.0f} squares")
    for line, values in zip(tab.js(LINES, "territory"), land, strict=True):
        np.testing.assert_allclose(np.array(line)[:, 1], 1000 * (1 - values / land.max()), atol=0.06)
    expect(territory.locator(".over")).to_have_count(2)
    for measure in ("territory", "damage_taken"):
        plot, tip = (tab.page.locator(f"[data-measure={measure}] {part}") for part in (".plot", ".tip"))
        plot.hover()
        expect(tip).to_contain_text("turn")
        words = tip.inner_text().split()
        numbers = tab.js("viewer.session.events[it[0]].map((values) => values[it[1]])", [measure, int(words[1])])
        assert [float(word.replace(",", "")) for word in words[2:]] == pytest.approx(numbers, abs=0.51)
    tab.page.locator("[data-measure=damage_taken] .plot").click()
    tab.until("Math.abs(viewer.session.turn - 143 / 2) <= 1.5")
    tab.js("viewer.session.seek(100)")
    cursor = "Math.round(10 * parseFloat(document.querySelector('[data-measure=strength] .cursor').style.left))"
    tab.wait_for(cursor, round(1000 * 100 / 143))
