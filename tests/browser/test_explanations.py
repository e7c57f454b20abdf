"""What explanation files alone say: a champion's search, and opponents with layers of their own."""

import numpy as np
import pytest

from bot import Reason
from engine.replay import write
from experiments.recordings.explaining import make
from experiments.recordings.explanations import read
from tests.support.opponents import ARROWS, LOUD, explained_game
from tests.support.pages import expect, new_tab, written
from tests.support.watching import game

PLAYERS = ("champion", "v17", "v26")
LONG = "NadirTheAlgorithmicallyInclined"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("search")
    write(game(PLAYERS), made / "game.hlt")
    make(made / "game.hlt", 1, None, made / "thoughts.gz")
    written(made / "game.html", made / "game.hlt", "--explanation", made / "thoughts.gz")
    return made


@pytest.fixture(scope="module")
def page(browser, folder):
    return new_tab(browser).goto(folder / "game.html")


@pytest.fixture(scope="module")
def busiest(folder):
    thoughts = read(folder / "thoughts.gz").turns
    turn = int(np.argmax([len(thought.search["changes"]) for thought in thoughts]))
    return turn, thoughts[turn], thoughts[turn].search


def test_the_layer_draws_both_moves_and_says_what_they_are_worth(page, busiest):
    turn, thought, report = busiest
    width, changes = thought.move.shape[1], sorted(report["changes"])
    page.seek(turn)
    before = page.picture()
    page.switch("search")
    legend = page.page.locator(".legends").inner_text()
    assert f"{len(report['changes'])} of {report['free']} squares move differently, worth" in legend
    assert f"{report['tried']:,} changes tried" in legend
    played, greedy = ([(one[0] % width, one[0] // width, one[i]) for one in changes if one[i]] for i in (2, 1))
    assert page.arrows() == played + greedy
    page.switch("search")
    assert page.picture() == before
    page.js("(globalThis.kept = session.thought.search, session.thought.search = null, session.tell('read'), null)")
    page.expect(".warning").to_contain_text("without its search")
    page.js("(session.thought.search = kept, session.tell('read'), null)")


def test_the_panel_of_a_changed_square_names_the_greedy_move_and_the_played_one(page, busiest):
    turn, thought, report = busiest
    square, greedy, chosen = report["changes"][0]
    options = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
    y, x = divmod(square, thought.move.shape[1])
    page.seek(turn)
    page.select(x, y)
    panel = page.page.locator(".inspector")
    expect(panel.locator(".reason")).to_have_text(Reason.SEARCHED.sentence)
    expect(panel).to_contain_text(f"{options[greedy]} → {options[chosen]}")
    expect(panel.locator("td.chosen")).to_have_attribute("data-option", options[chosen])
    page.js("(session.game.players.fill(it), session.seek(session.turn), session.setLayer('search'))", LONG)
    page.expect(".legends").to_contain_text("squares move differently")
    page.wait_for("(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.side'))", 0)
    page.js("(it.forEach((name, seat) => (session.game.players[seat] = name)), session.select(null))", PLAYERS)
    page.js("viewer.session.setLayer('search', false)")


# An opponent's explanation file: the page shows layers, reasons, arrows and figures that only the file names.


CHIPS = ["Moves", "Reasons", "Other move", "Cost", LOUD.name, "Ways <i>"]


@pytest.fixture(scope="module")
def game_files(files):
    (files / "opponent").mkdir()
    return explained_game(files / "opponent")


@pytest.fixture(scope="module")
def kept_tab(browser, files, game_files):
    return new_tab(browser).goto(written(files / "opponent.html", game_files[0]))


@pytest.fixture
def opponent(kept_tab):
    yield from kept_tab.visits()


def legend(tab):
    return " ".join(tab.page.locator(".legends").inner_text().split())


def test_its_layers_are_switches_and_its_figures_those_of_the_turn(opponent, files, game_files):
    opponent.goto(files / "opponent.html", "#turn=5&layers=layer-1-cost,moves")
    opponent.wait_for("[...viewer.session.layers].toSorted()", ["layer-1-cost", "moves"])
    opponent.expect(".layers .chip").to_have_text(CHIPS)
    opponent.expect(".halite img, .halite i, .halite u, .halite b").to_have_count(0)
    for turn in (0, 30):
        opponent.seek(turn)
        opponent.expect(".figures dt").to_have_text("stacks <u>")
        assert float(opponent.page.locator(".figures dd").inner_text()) == game_files[2][turn]["figures"]["stacks <u>"]


def test_a_layer_is_drawn_with_its_sentence_and_unit(opponent):
    opponent.seek(20)
    for layer, sentence in (("layer-1-cost", "low is good"), ("layer-2-", LOUD.sentence)):
        opponent.switch(layer)
        assert sentence in legend(opponent)
    opponent.wait_for("[...viewer.session.layers].length", 1)  # one ground at a time
    assert " points" in legend(opponent)
    assert "90deg" in opponent.page.locator(".legends .gradient").get_attribute("style")
    opponent.switch("layer-1-cost")  # low numbers are bright where the opponent says so
    assert "270deg" in opponent.page.locator(".legends .gradient").get_attribute("style")
    assert "turns" in legend(opponent)
    opponent.js("(session.lookAt(2), session.setLayer('reasons'), session.lookAt(1))")
    assert opponent.js("[...session.layers]") == ["reasons"], "chosen while another player was shown: both were painted"
    opponent.switch("layer-3-")
    assert f"2 on this turn: {ARROWS.sentence}" in legend(opponent)


def test_its_reasons_stand_in_the_panel_and_in_their_layer(opponent, game_files):
    turn = 20
    square = game_files[2][turn]["reason"].index(1)
    y, x = divmod(square, 10)
    opponent.seek(turn)
    opponent.select(x, y)
    panel = opponent.page.locator(".inspector")
    expect(panel.locator(".reason")).to_have_text("Goes to the cheapest border.")
    cost = panel.locator("[data-fact=cost] dd").inner_text()
    assert float(cost.removesuffix(" turns")) == pytest.approx(game_files[2][turn]["layers"]["cost"][square], rel=1e-2)
    assert panel.locator(f"[data-fact='{LOUD.name}'] dd").inner_text().endswith(" points")
    assert panel.locator("[data-fact='chosen move'] dd").inner_text() in ("NORTH", "EAST", "SOUTH", "WEST")
    assert "patience 5" in " ".join(panel.locator("details").inner_text().split())
    opponent.switch("reasons")
    count = game_files[2][turn]["reason"].count(1)
    assert f"{count} · Goes to the cheapest border." in legend(opponent)
