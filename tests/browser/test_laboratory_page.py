"""The laboratory of a page: games that are links, matches and sweeps, as Python plays and counts them."""

import re
from base64 import b64decode

import numpy as np
import pytest

from engine import generate
from engine.replay import read
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.arena.schedule import Block, Map
from tests.browser.conftest import GAME
from tests.support.pages import new_tab

PRESETS = "v26", "v17", "v12"
CHANGED = "v26?alpha=0.2", "v17?enemy_ROI=-1,fixed_hold=on"


def link(width, height, seed, players):
    """What stands behind the # of an address."""
    seats = "".join(f"&{seat}={text}" for seat, text in zip("abcdef", players, strict=False))
    return f"#{width}x{height}&seed={seed}{seats}"


def played(width, height, seed, notations):
    """The same game in process."""
    state = generate(width, height, len(notations), seed)
    seats = [player(each.replace(",", "&")).parameters for each in notations]
    return Arena(state.height, state.width).play(seats, state, record=True)


@pytest.fixture(scope="module")
def empty(browser, stranger_page):
    """The page without a game, opened from a file; the machine has two cores."""
    tab = new_tab(browser)
    tab.page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', {value: 2})")
    tab.page.goto(stranger_page.as_uri())
    tab.js("viewer.ready")
    yield tab
    tab.page.context.close()
    tab.check()


@pytest.fixture(scope="module")
def lab(empty):
    """Its laboratory, open."""
    empty.js("viewer.laboratory.toggle()")
    empty.page.locator(".laboratory").wait_for()
    return empty


def shown(tab, hash_):
    """Go to an address, and wait until its game is shown: what the page has of it."""
    tab.js("(history.replaceState(null, '', it), viewer.laboratory.obey())", hash_)
    return tab.js(
        "(() => { const text = (array) => { let all = ''; for (const each of array) all += String.fromCharCode(each);"
        " return btoa(all); }; const game = viewer.session.game;"
        " return {...game, ...Object.fromEntries(['owner', 'strength', 'production', 'moves'].map("
        "(name) => [name, text(game[name])]))}; })()"
    )


def grids(text, *shape):
    """An array that a page wrote."""
    return np.frombuffer(b64decode(text), np.uint8).reshape(shape)


def test_a_link_is_played_as_in_python(lab):
    """The page shows what its worker plays; tests/contract/test_page_games.py has more of them."""
    game = (24, 30, 3, ["v26?alpha=0.2", "v17"])
    replay, found = played(*game).replay, shown(lab, link(*game))
    height, width = replay.production.shape
    assert (found["width"], found["height"], found["frames"]) == (width, height, replay.turns + 1)
    assert (grids(found["owner"], *replay.owner.shape) == replay.owner).all()


def test_a_link_carries_turn_square_and_layers(empty, blank):
    """And the address that the page writes is one that it reads."""
    blank.page.goto(f"{empty.page.url.partition('#')[0]}{link(20, 20, 3, CHANGED[:2])}&turn=40&x=3&y=5&layers=moves")
    blank.js("viewer.ready")
    assert blank.js("[viewer.turn, viewer.session.selected, [...viewer.session.layers]]") == [
        40,
        {"x": 3, "y": 5},
        ["moves"],
    ]
    blank.js("viewer.writeAddress()")
    written = blank.js("location.hash")
    assert written == f"{link(20, 20, 3, CHANGED[:2])}&turn=40&x=3&y=5&layers=moves"


def test_a_link_without_a_turn_opens_where_players_meet(empty, blank):
    """As a game of a file does; it opened on the two squares of turn 0."""
    blank.page.goto(f"{empty.page.url.partition('#')[0]}{link(20, 20, 3, PRESETS[:2])}")
    blank.js("viewer.ready")
    shown_first = blank.js("viewer.turn")
    blank.js("viewer.seekContact()")
    assert shown_first == blank.js("viewer.turn") > 0


def test_an_absurd_link_says_what_is_wrong(lab):
    """The game that is shown stays."""
    shown(lab, link(20, 20, 1, PRESETS[:2]))
    before = lab.js("viewer.session.game.name")
    address = "#30x30&seed=7&a=<img src=x onerror=alert(1)>&b=v26"
    lab.js("(viewer.session.say(null), history.replaceState(null, '', it), viewer.laboratory.obey())", address)
    message = lab.js("viewer.session.message")
    assert message["kind"] == "error"
    assert "no preset" in message["text"]
    assert lab.js("viewer.session.game.name") == before


def counted(a, b, *, side, first, blocks):
    """Blocks by their scores, played by Python from every seat."""
    counts = [0] * 5
    for seed in range(first, first + blocks):
        score = 0
        for game in Block(Map(side, side, seed, 2), (player(a), player(b))).games:
            state = game.map.state()
            ranks = Arena(state.height, state.width).play([seat.parameters for seat in game.seats], state).ranks
            score += ranks[[seat.notation for seat in game.seats].index(a)] == 1
        counts[2 * score] += 1
    return counts


def ask(tab, panel, **fields):
    """Fill the fields of a panel."""
    for label, value in fields.items():
        field = tab.page.locator(f".{panel}").get_by_label(label.replace("_", " "), exact=True)
        (field.select_option if field.evaluate("field => field.tagName") == "SELECT" else field.fill)(str(value))


def until(tab, condition):
    """Wait until this holds in the page."""
    tab.page.wait_for_function(f"() => {condition}")


def seated(tab, side, *players):
    """Write the game that questions are about."""
    asked = {"width": side, "height": side, "seed": 1, "players": [{"notation": each} for each in players]}
    tab.js("viewer.laboratory.panels.game.show(it)", asked)


def ended(tab, panel):
    """Wait until a panel has played what it was asked, and has said what came of it."""
    until(tab, f"viewer.laboratory?.panels?.{panel}.run?.isOver && !viewer.laboratory.panels.{panel}.open")


def compared(tab, **fields):
    """Play a match to its end."""
    ask(tab, "match", **fields)
    tab.page.get_by_role("button", name="Compare").click()
    ended(tab, "match")
    return tab.js("(({counts, verdict, known}) => ({counts, verdict, known}))(viewer.laboratory.panels.match.run)")


def test_a_match_is_counted_as_python_counts_it(lab):
    """The same maps from every seat: the same blocks, and a command that asks the same."""
    seated(lab, 20, "v26", "v17")
    found = compared(lab, maps=10, first_map_seed=40)
    assert found["counts"] == counted("v26", "v17", side=20, first=40, blocks=10)
    command = lab.page.locator(".match .command").inner_text()
    assert command == 'python -m experiments match "v26" "v17" --mix 20x20 --first 40 --blocks 10'


def test_no_elo_is_infinite(lab):
    """Eight wins of eight were `+∞ (−162 to +∞)`."""
    seated(lab, 20, "v26", "v17")
    counts = compared(lab, maps=4, first_map_seed=0, test="fixed")["counts"]
    assert counts == [0, 0, 0, 0, 4]
    assert re.fullmatch(r"(more|less) than [+−]\d+", lab.page.locator(".match dd").last.inner_text())


DEATHS = {
    "out of memory": "onerror({preventDefault() {}, message: 'out of memory'})",
    "its answer cannot be read": "dispatchEvent(new MessageEvent('messageerror'))",
}


@pytest.mark.parametrize("why", DEATHS)
def test_a_worker_that_dies_ends_the_match_with_a_sentence(lab, why):
    """A browser may be out of memory; the next press has new workers."""
    seated(lab, 20, "v26", "v17")
    ask(lab, "match", maps=500, first_map_seed=40, test="fixed")
    lab.page.get_by_role("button", name="Compare").click()
    until(lab, "viewer.laboratory.panels.match.run?.isOver === false && viewer.laboratory.panels.match.run.blocks > 0")
    lab.js(f"(viewer.laboratory.panels.match.run.crew.workers.find((each) => each.open).worker.{DEATHS[why]}, null)")
    ended(lab, "match")
    assert lab.page.locator(".match .warning").inner_text() == f"thinking failed: {why}"


def test_a_sweep_is_a_curve_with_a_table_and_a_verdict(lab):
    """Every value on the same maps, the default among them; a point loads its number into the board."""
    seated(lab, 20, "v26", "v17")
    ask(lab, "sweep", parameter="alpha", **{"from": 0.05, "to": 0.15}, values=3, maps=3)
    lab.page.get_by_role("button", name="Sweep").click()
    ended(lab, "sweep")
    sweep = lab.js("(({tallies, points, usual}) => ({tallies, points, usual}))(viewer.laboratory.panels.sweep.run)")
    assert sweep["points"] == [0.05, 0.1, 0.15]
    for value, counts in zip(sweep["points"], sweep["tallies"], strict=True):
        assert counts == counted(f"v26?alpha={value}" if value != 0.1 else "v26", "v17", side=20, first=0, blocks=3)
    status = lab.page.locator(".sweep .status").inner_text()
    assert "3 of 3 maps, 18 games" in status
    assert "default" in status
    assert lab.page.locator(".sweep tbody tr").count() == 3
    assert "the default" in lab.page.locator(".sweep tbody tr").nth(1).inner_text()
    lab.page.locator(".curve .point").first.press("Enter")
    until(lab, "viewer.thinking.isOpen && viewer.thinking.asking?.changes.alpha === 0.05")
    assert lab.js("viewer.session.game.players") == ["v26?alpha=0.05", "v17"]
    lab.js("(viewer.thinking.toggle(), viewer.laboratory.toggle())")


def test_a_saved_replay_is_read_by_python(lab, files):
    """What the page writes is an official replay of the same game."""
    game = (20, 20, 9, ["v26", "v17"])
    shown(lab, link(*game))
    with lab.page.expect_download() as download:
        lab.page.get_by_role("button", name="Save the replay").click()
    path = files / "saved.hlt"
    download.value.save_as(path)
    saved, expected = read(path), played(*game).replay
    assert (saved.owner == expected.owner).all()
    assert (saved.strength == expected.strength).all()
    assert (saved.moves == expected.moves).all()
    assert saved.player_names == ("v26", "v17")


def test_buttons_play_another_map_and_swap_seats_and_another_replay_is_no_game_of_the_link(lab):
    """Each is another link."""
    shown(lab, link(20, 20, 9, ["v26", "v17"]))
    lab.page.get_by_role("button", name="Another map").click()
    until(lab, "viewer.laboratory.shown.seed === 10")
    lab.page.get_by_role("button", name="Swap seats").click()
    until(lab, "viewer.laboratory.shown.players[0].notation === 'v17'")
    lab.js("viewer.writeAddress()")
    assert lab.js("location.hash").startswith("#20x20&seed=10&a=v17&b=v26&turn=")
    shown(lab, link(20, 20, 9, ["v26", "v17"]))
    assert lab.open(GAME.read_bytes(), GAME.name)
    lab.js("viewer.writeAddress()")
    assert "seed" not in lab.js("location.hash")
