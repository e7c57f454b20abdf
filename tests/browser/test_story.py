"""The story of a game: who won, the standings, and the turns worth watching."""

import gzip
import json

import numpy as np
import pytest

from engine import Replay
from engine.ranking import ranks
from engine.replay import read, text
from tests.browser.conftest import GAME
from tests.support.pages import as_text, written
from tests.support.recordings import GOLDEN

EVENTS = sorted((GOLDEN / "events").glob("*.json"))
RECORDED = [*sorted((GOLDEN / "faults").glob("*.hlt.gz")), *sorted((GOLDEN / "games").glob("*.hlt.gz"))[:4], GAME]
TOLD = "() => viewer.session.story.length > 0"

ORDER = """(() => {
    const rows = [...document.querySelectorAll(".standings tbody tr")];
    return rows.map((row) => Number(row.dataset.player));
})()"""


def renamed(*names):
    """The recorded game, of players with other names."""
    replay = json.loads(gzip.decompress(GAME.read_bytes()))
    return json.dumps(replay | {"player_names": list(names)}).encode()


def told(tab):
    """The story, once it is there."""
    tab.page.wait_for_function(TOLD)
    return tab.js("viewer.session.story")


@pytest.mark.parametrize("golden", EVENTS, ids=lambda path: path.stem)
def test_contacts_and_walls_are_those_of_the_laboratory(blank, files, golden):
    """Another language, the same turns: experiments.recordings.events wrote them down."""
    known = json.loads(golden.read_text(encoding="utf-8"))
    blank.goto(written(files / f"story-{golden.stem}.html", GOLDEN / known["replay"]))
    happenings = told(blank)
    contacts = np.array(known["first_contact"])
    listed = [[*one["players"], one["turn"]] for one in happenings if one["kind"] == "contact"]
    pairs = [[i + 1, j + 1, int(contacts[i, j])] for i, j in zip(*np.triu(contacts).nonzero(), strict=True)]
    assert sorted(listed) == pairs
    for seat, openings in enumerate(known["measures"]["wall_openings"]):
        assert blank.js("[...viewer.charts.events.wall_openings[it]]", seat) == openings
        first = [one["turn"] for one in happenings if one["kind"] == "wall" and one["players"] == [seat + 1]]
        assert first == [turn + 1 for turn, count in enumerate(openings) if count > 0][:1]


def test_who_was_ejected_is_told_as_a_fault_also_on_the_last_turn(blank, files):
    """And not as an elimination; the sign of the end once stood over that of the fault."""
    known = json.loads(EVENTS[0].read_text(encoding="utf-8"))
    blank.goto(written(files / "fault.html", GOLDEN / known["replay"]))
    assert [one["players"] for one in told(blank) if one["kind"] == "fault"] == [[1]]
    assert not any(one["players"] == [1] for one in told(blank) if one["kind"] == "out")
    blank.goto(written(files / "hang.html", GOLDEN / "faults" / "ok-hang-14x14-9063.hlt.gz"))
    kinds = {one["kind"] for one in told(blank) if one["turn"] == blank.js("viewer.session.lastTurn")}
    assert kinds == {"fault", "end"}
    assert blank.page.locator(".markers .sign").last.inner_text() == "!"


def test_the_biggest_fight_is_the_turn_of_most_damage(tab):
    """It is named, with the square on which it was worst; no other fight lies within ten turns of it."""
    happenings = [one for one in told(tab) if one["kind"] == "fight"]
    lost = tab.js("viewer.charts.events.damage_taken.map((values) => [...values])")
    worst = int(np.sum(lost, axis=0).argmax())
    assert any(one["turn"] == worst + 1 and one["square"] >= 0 for one in happenings)
    turns = [one["turn"] for one in happenings]
    assert len(turns) <= 3
    assert min(np.diff(turns)) >= 10


def test_the_story_says_who_led_and_what_decided(tab):
    """Five fights of nearly equal losses said neither. The lead that lasts is told once."""
    happenings = told(tab)
    (decided,) = [one for one in happenings if one["kind"] == "decided"]
    (end,) = [one for one in happenings if one["kind"] == "end"]
    assert decided["players"] == end["players"]
    owned = (
        "['territory', 'production', 'strength'].map((key) => viewer.charts.events[key].map((values) => [...values]))"
    )
    measures = np.array(tab.js(owned))
    shares = (measures / measures.sum(axis=1, keepdims=True)).mean(axis=0)
    winner = end["players"][0] - 1
    ahead = 100 * (shares[winner] - shares[1 - winner])
    assert (ahead[decided["turn"] :] >= 4).all()
    assert not any(one["kind"] == "lead" and one["turn"] == decided["turn"] for one in happenings)


def test_the_list_and_the_markers_lead_there(tab):
    """One sign for each turn, at its place along the bar; the list marks where the game is."""
    happenings = told(tab)
    signs = tab.page.locator(".markers .sign")
    assert signs.count() == len({one["turn"] for one in happenings})
    assert tab.js("getComputedStyle(document.querySelector('.markers .decided')).zIndex") == "1", "over a neighbour"
    tab.page.locator(".happenings button").nth(1).click()
    assert tab.js("viewer.turn") == happenings[1]["turn"]
    tab.page.locator(".happenings .now").wait_for()
    signs.last.click()
    assert tab.js("viewer.turn") == tab.js("viewer.session.lastTurn")
    bar = tab.page.locator(".transport .scrubber").bounding_box()
    middle = [box["x"] + box["width"] / 2 for box in (signs.first.bounding_box(), signs.last.bounding_box())]
    share = happenings[0]["turn"] / 143
    assert middle[0] == pytest.approx(bar["x"] + 8 + share * (bar["width"] - 16), abs=1.5), "above the slider's thumb"
    assert middle[1] == pytest.approx(bar["x"] + bar["width"] - 8, abs=1.5)


def test_n_and_p_go_through_the_story_and_stop_at_its_ends(tab):
    """Every turn of it in order, and back."""
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
    assert recorded.player_names[winner - 1] in banner.inner_text()
    if min(squares) == 0:
        out = np.flatnonzero((recorded.owner == 3 - winner).any(axis=(1, 2)))[-1] + 1
        assert f"wins on turn {out}, when {recorded.player_names[2 - winner]} is eliminated" in banner.inner_text()
    else:
        assert f"wins on turn 143 with {max(squares)} squares" in banner.inner_text()
    assert f"--player-{winner}" in banner.locator(".swatch").get_attribute("style")


class TestATieWasSaidToBeDecidedByWhatWasEqual:
    """Two that stood still had "as many squares, but more over the game"; of two that died at once one lived on."""

    @staticmethod
    def game(*territory):
        """A game on one row: how many squares both have on each frame, player 1's from the left."""
        owner = np.zeros((len(territory), 1, 8), np.int32)
        for frame, (one, two) in enumerate(territory):
            owner[frame, 0, :one], owner[frame, 0, 8 - two :] = 1, 2
        replay = Replay(
            owner,
            np.where(owner > 0, 9, 0),
            np.ones((1, 8), np.int32),
            np.zeros((len(owner) - 1, 1, 8), np.int32),
            ("A", "B"),
        )
        return text(replay).encode()

    @pytest.mark.parametrize(
        ("territory", "said"),
        [
            (
                [(1, 1), (1, 1), (1, 1)],
                "wins on turn 2: as many squares as A, and as many over the game, so the higher",
            ),
            ([(1, 1), (2, 1), (1, 1)], "wins on turn 2: as many squares as B, but more over the game"),
            ([(1, 1), (2, 1), (3, 1)], "wins on turn 2 with 3 squares, B has 1"),
            ([(1, 1), (1, 0)], "wins on turn 1, when B is eliminated"),
            ([(2, 1), (0, 0)], "wins on turn 1: it and B lose their last squares together, but more over the game"),
            ([(1, 1), (0, 0)], "wins on turn 1: it and A lose their last squares together, and as many over the game"),
            ([(1, 1), (1, 0), (0, 0)], "lives longest: the last squares are lost on turn 2"),
        ],
    )
    def test_the_sentence_names_the_rule_that_decided(self, tab, territory, said):
        """On the banner and at the end of the story; the winner is that of the engine."""
        assert tab.open(self.game(*territory), "tie.hlt")
        winner = "AB"[ranks(np.array(territory)).index(1)]
        assert tab.page.locator(".result").inner_text().replace("\n", " ").startswith(winner)
        assert said in tab.page.locator(".result").inner_text()
        assert said in told(tab)[-1]["text"]


def test_a_lead_in_strength_is_not_told_as_one_of_squares(tab):
    """It stayed ahead "from here on, with 72 squares"; two turns later both had 78."""
    owner = np.zeros((4, 1, 8), np.int32)
    owner[:, 0, 0], owner[:, 0, 7] = 1, 2
    strength = np.where(owner == 2, 200, owner * 9)
    replay = Replay(owner, strength, np.ones((1, 8), np.int32), np.zeros((3, 1, 8), np.int32), ("A", "B"))
    assert tab.open(text(replay).encode(), "stronger.hlt")
    (decided,) = [one["text"] for one in told(tab) if one["kind"] == "decided"]
    assert decided == "B stays ahead of A from here on, squares, production and strength taken together"


@pytest.mark.parametrize(
    ("taker", "said"), [(1, "A out-produces B by 50\u00a0% and stays ahead"), (2, "A stays ahead of B from here on")]
)
def test_who_out_produces_never_produces_less_later(tab, taker, said):
    """A game told "v12 out-produces v26 by 75 % and stays ahead", of turn 1; on turn 27 it produced 46, v26 52."""
    owner = np.array([[[1, 1, 2, 0]], [[1, 1, 2, 0]], [[1, 1, 2, taker]], [[1, 1, 2, taker]]], np.int32)
    strength = np.where(owner == 1, 200, owner)
    replay = Replay(owner, strength, np.array([[2, 1, 2, 2]], np.int32), np.zeros((3, 1, 4), np.int32), ("A", "B"))
    assert tab.open(text(replay).encode(), "richer.hlt")
    (decided,) = [one["text"] for one in told(tab) if one["kind"] == "decided"]
    assert decided.startswith(said)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_the_last_frame_stands_in_the_order_of_the_official_ranks(tab, path):
    """The twin of engine.ranking, on recordings with ejected players and with many."""
    recorded = read(path)
    assert tab.open(path.read_bytes(), path.name)
    tab.js("viewer.seek(viewer.session.lastTurn)")
    seats = range(1, len(recorded.player_names) + 1)
    places = ranks(np.stack([(recorded.owner == seat).sum(axis=(1, 2)) for seat in seats], axis=-1))
    assert tab.js(ORDER) == sorted(seats, key=lambda seat: places[seat - 1])


def test_the_eliminated_stand_last_with_their_turn(tab):
    """They show the turn of their end instead of three zeros."""
    path = GOLDEN / "faults" / "garbage-ok-ok-18x18-9032.hlt.gz"
    recorded = read(path)
    assert tab.open(path.read_bytes(), path.name)
    tab.js("viewer.seek(viewer.session.lastTurn)")
    out = int(np.flatnonzero((recorded.owner == 1).any(axis=(1, 2)))[-1]) + 1
    assert f"eliminated on turn {out}" in tab.page.locator(".standings tr[data-player='1']").inner_text()


def test_players_of_one_name_are_told_apart(tab):
    """A game of v26 against itself had two rows that said v26."""
    assert tab.open(renamed("v26", " v26"), "mirror.hlt")
    told(tab)
    for place in (".standings", ".charts .chips", ".story", ".result"):
        assert "#1 v26" in tab.page.locator(place).inner_text(), place
    tab.js("viewer.seek(60)")
    owner = read(GAME).owner[60]
    y, x = np.argwhere(owner == 2)[0].tolist()
    tab.js("viewer.select(it)", {"x": x, "y": y})
    assert "#2 v26" in tab.page.locator(".inspector").inner_text()


def test_without_workers_the_events_are_counted_all_the_same(blank, game_page):
    """Pages opened from some places may not start workers."""
    blank.page.add_init_script("window.Worker = function () { throw new Error('no workers here'); }")
    blank.goto(game_page)
    blank.page.wait_for_function("() => viewer.charts.events?.isComplete")
    assert told(blank)


def test_another_game_has_another_story(tab):
    """What was counted of the first is not told of the second."""
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
