"""What the champion's search changed: in the square's panel and as a layer."""

import gzip
import json

import numpy as np
import pytest

from bot import Reason
from bot.program.explanation_file import line
from engine.replay import write
from experiments.recordings.explaining import make
from experiments.recordings.explanations import read
from tests.support.pages import expect, new_tab, written
from tests.support.watching import game

PLAYERS = ("champion", "v17", "v26")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A game of three, what its champion thought, and a page of both."""
    made = tmp_path_factory.mktemp("search")
    write(game(PLAYERS), made / "game.hlt")
    make(made / "game.hlt", 1, None, made / "thoughts.gz")
    written(made / "game.html", made / "game.hlt", "--explanation", made / "thoughts.gz")
    return made


@pytest.fixture(scope="module")
def thoughts(folder):
    """The explanation, as Python reads it."""
    return read(folder / "thoughts.gz").turns


@pytest.fixture(scope="module")
def page(browser, folder):
    """The page, opened once."""
    tab = new_tab(browser).goto(folder / "game.html")
    yield tab
    tab.check()
    tab.page.context.close()


LIVING = """(({ width, height, owner }) => {
    const area = width * height;
    return new Set(owner.subarray(viewer.turn * area, (viewer.turn + 1) * area)).size - 1;
})(viewer.session.game)"""  # players that own a square on the frame; others are neutral


def busiest(thoughts):
    """The turn on which the search changed most, and its report."""
    turn = int(np.argmax([len(thought.search["changes"]) for thought in thoughts]))
    return turn, thoughts[turn].search


def test_the_layer_draws_both_moves_and_says_what_they_are_worth(page, thoughts):
    """The legend names the changed squares, the gain, the tried changes, each enemy's model, and our enemies."""
    turn, report = busiest(thoughts)
    page.js("viewer.seek(it)", turn)
    before = page.picture()
    page.page.locator("[data-layer=search]").click()
    assert page.picture() != before
    legend = page.page.locator(".legends").inner_text()
    assert f"{len(report['changes'])} of {report['free']} squares move differently, worth" in legend
    assert f"{report['tried']:,} changes tried" in legend
    for belief in report["beliefs"]:
        assert f"{PLAYERS[belief['player'] - 1]} is taken for" in legend
        likeliest = int(np.argmax(belief["share"]))
        percent = int(100 * belief["share"][likeliest] + 0.5)  # JavaScript rounds 36.5 up, Python to the even 36
        assert f"{report['models'][likeliest]} {percent} %" in legend
    war = ", ".join(PLAYERS[player - 1] for player in report["war"])
    stance = f"war with {war}" if war else "peace with everybody"
    assert (stance in legend) == (page.js(LIVING) > 2)
    page.page.locator("[data-layer=search]").click()
    assert page.picture() == before


def test_the_panel_of_a_changed_square_names_the_greedy_move_and_the_played_one(page, thoughts):
    """The reason is the search's; long names pushed its rows out of the panel."""
    turn, report = busiest(thoughts)
    square, greedy, chosen = report["changes"][0]
    options = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
    width = thoughts[turn].move.shape[1]
    page.js("viewer.seek(it)", turn)
    page.js("viewer.select({x: it % %d, y: Math.floor(it / %d)})".replace("%d", str(width)), square)
    panel = page.page.locator(".inspector")
    expect(panel.locator(".reason")).to_have_text(Reason.SEARCHED.sentence)
    expect(panel).to_contain_text(f"{options[greedy]} → {options[chosen]}")
    expect(panel.locator("td.chosen")).to_have_attribute("data-option", options[chosen])
    page.js("viewer.session.game.players.fill('NadirTheAlgorithmicallyInclined')")
    page.js("viewer.seek(it)", turn)
    square = report["changes"][0][0]
    page.js("(viewer.setLayer('search'), viewer.select({x: it % 16, y: Math.floor(it / 16)}))", square)
    expect(page.page.locator(".legends")).to_contain_text("NadirTheAlgorithmicallyInclined is taken for")
    page.wait_for("(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.side'))", 0)
    page.js("(it.forEach((name, seat) => (viewer.session.game.players[seat] = name)), viewer.select(null))", PLAYERS)
    page.js("viewer.setLayer('search', false)")


def test_a_file_whose_search_is_no_search_is_refused_in_a_sentence(page, folder):
    """The refusal is the same as for any other damaged turn."""
    lines = gzip.decompress((folder / "thoughts.gz").read_bytes()).decode().splitlines()
    for member, value in (
        ("changes", [[1, 2]]),
        ("changes", [[10_000, 0, 1]]),
        ("beliefs", [{"player": 9}]),
        ("war", 3),
        ("opening", {"numbers": {"alpha": "low"}}),
    ):
        turn = json.loads(lines[1])
        turn["search"][member] = value
        damaged = "\n".join([lines[0], line(turn), *lines[2:], ""])
        assert not page.open(gzip.compress(damaged.encode()), "thoughts.gz")
        assert "line 2 is not a turn of this game" in page.message
        page.js("viewer.session.say(null)")


def test_a_turn_without_a_search_says_so(page):
    """A file has nothing to wait for."""
    page.js("(window.kept = viewer.session.thought.search, viewer.session.thought.search = null)")
    page.js("viewer.setLayer('search')")
    expect(page.page.locator(".legends")).to_contain_text("no search ran on this turn")
    expect(page.page.locator(".why")).to_contain_text("Played without its search")
    page.js("(viewer.session.thought.search = kept, viewer.setLayer('search', false))")
    expect(page.page.locator(".why")).not_to_contain_text("Played without its search")


def test_the_last_two_players_have_no_diplomacy(page, thoughts):
    """The page said "peace with everybody" in their fight, and of players without a pact."""
    together = sum({1, 2, 3} <= set(np.unique(owner)) for owner in game(PLAYERS).owner)
    page.js("viewer.seek(it)", busiest(thoughts[:together])[0])
    page.js("viewer.setLayer('search')")
    legend = page.page.locator(".legends")
    expect(legend).to_contain_text("forecast of")  # it has a diplomacy on this turn
    page.js("(window.kept = viewer.session.game.owner.slice(), null)")
    parameters = "viewer.session.explanation.header.parameters"
    asked = page.js(f"{parameters}.war_every")
    for change, back in (
        (
            "viewer.session.game.owner.set(kept.map((who) => (who === 3 ? 0 : who)))",
            "viewer.session.game.owner.set(kept)",
        ),
        (f"{parameters}.pact = 'off'", f"{parameters}.pact = 'everybody'"),
        (f"{parameters}.war_every = 0", f"{parameters}.war_every = {asked}"),
    ):
        page.js(f"({change}, viewer.session.tell('explanation'), null)")
        assert "is taken for" in legend.inner_text()
        assert not any(words in legend.inner_text() for words in ("peace", "war with", "forecast of"))
        page.js(f"({back}, viewer.session.tell('explanation'), null)")
    page.js("viewer.setLayer('search', false)")


def test_without_a_combat_search_nothing_is_said_of_enemies(page, thoughts):
    """Beside an enemy the panel said "no enemy is near" of a player that plans its opening, but searches no fight."""
    page.js("(viewer.seek(it), viewer.setLayer('search'))", busiest(thoughts)[0])
    page.js("(window.kept = viewer.session.thought.search, viewer.session.thought.search = {...kept, free: 0}, null)")
    parameters = "viewer.session.explanation.header.parameters"
    for changes, is_said in ((parameters + ".combat_search", True), (f"{parameters}.combat_search = 0", False)):
        page.js(f"({changes}, viewer.session.tell('explanation'), null)")
        assert ("no enemy is near" in page.page.locator(".legends").inner_text()) == is_said
    page.js(
        f"({parameters}.combat_search = 150, viewer.session.thought.search = kept, viewer.setLayer('search', false))"
    )
