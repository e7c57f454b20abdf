"""An opponent's explanation file: the page shows layers, reasons, arrows and figures that only the file names."""

import gzip
import json

import pytest

from tests.support.opponents import ARROWS, LOUD, explained_game
from tests.support.pages import expect, new_tab, written

CHIPS = ["Moves", "Reasons", "Other move", "Cost", LOUD.name, "Ways <i>"]


@pytest.fixture(scope="module")
def told(files):
    """The replay, the file and the thoughts."""
    (files / "opponent").mkdir()
    return explained_game(files / "opponent")


@pytest.fixture(scope="module")
def kept_tab(browser, files, told):
    """The game with its thoughts, opened once."""
    return new_tab(browser).goto(written(files / "opponent.html", told[0]))


@pytest.fixture
def opponent(kept_tab):
    """The game with its thoughts on its first frame."""
    kept_tab.begin_again()
    yield kept_tab
    kept_tab.check()


@pytest.fixture(scope="module")
def lines(told):
    """The file as JSON objects."""
    return [json.loads(line) for line in gzip.decompress(told[1].read_bytes()).splitlines()]


def chips(tab):
    """The switches, as they read."""
    return [chip.inner_text() for chip in tab.page.locator(".layers .chip").all()]


def legend(tab):
    """The legend's text, on one line."""
    return " ".join(tab.page.locator(".legends").inner_text().split())


def test_its_layers_are_switches_and_its_figures_those_of_the_turn(opponent, told):
    """The switches have the layers' names, shown as text."""
    assert chips(opponent) == CHIPS
    expect(opponent.page.locator(".halite img, .halite i, .halite u, .halite b")).to_have_count(0)
    for turn in (0, 30):
        opponent.js("viewer.seek(it)", turn)
        expect(opponent.page.locator(".figures dt")).to_have_text("stacks <u>")
        assert float(opponent.page.locator(".figures dd").inner_text()) == told[2][turn]["figures"]["stacks <u>"]


def test_a_layer_is_drawn_with_its_sentence_and_unit(opponent):
    """The scale runs from the good end: low numbers are bright where the opponent says so."""
    opponent.js("viewer.seek(20)")
    before = opponent.picture()
    for chip, sentence in (("layer-1-cost", "low is good"), ("layer-2--img-src-x-onerror-alert-1-", LOUD.sentence)):
        switch = opponent.page.locator(f"[data-layer='{chip}']")
        switch.click()
        assert opponent.picture() != before
        assert sentence in legend(opponent)
    opponent.wait_for("[...viewer.session.layers].length", 1)  # one ground at a time
    assert " points" in legend(opponent)
    colours = opponent.page.locator(".legends .gradient").get_attribute("style")
    assert "90deg" in colours
    opponent.page.locator("[data-layer=layer-1-cost]").click()
    assert "270deg" in opponent.page.locator(".legends .gradient").get_attribute("style")
    assert "turns" in legend(opponent)


def test_its_reasons_stand_in_the_panel_and_in_their_layer(opponent, told):
    """With its numbers and the parameters that mattered."""
    turn = 20
    square = told[2][turn]["reason"].index(1)
    y, x = divmod(square, 10)
    opponent.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    panel = opponent.page.locator(".inspector")
    expect(panel.locator(".reason")).to_have_text("Goes to the cheapest border.")
    cost = panel.locator("[data-fact=cost] dd").inner_text()
    assert float(cost.removesuffix(" turns")) == pytest.approx(told[2][turn]["layers"]["cost"][square], rel=1e-2)
    assert panel.locator(f"[data-fact='{LOUD.name}'] dd").inner_text().endswith(" points")
    assert panel.locator("[data-fact='chosen move'] dd").inner_text() in ("NORTH", "EAST", "SOUTH", "WEST")
    assert "patience 5" in " ".join(panel.locator("details").inner_text().split())
    before = opponent.picture()
    opponent.page.locator("[data-layer=reasons]").click()
    assert opponent.picture() != before
    count = told[2][turn]["reason"].count(1)
    assert f"{count} · Goes to the cheapest border." in legend(opponent)


def test_its_arrows_are_a_layer(opponent):
    """Around the edge of the board as well; the panel names both ends."""
    before = opponent.picture()
    opponent.page.locator("[data-layer^=layer-3-]").click()
    assert opponent.picture() != before
    assert f"2 on this turn: {ARROWS.sentence}" in legend(opponent)
    for x, text in ((0, "to (9, 0)"), (9, "from (0, 0)")):
        opponent.js("viewer.select({x: it, y: 0})", x)
        expect(opponent.page.locator(f".inspector [data-fact='{ARROWS.name}'] dd")).to_have_text(text)


def test_a_link_names_its_layers(blank, told, files):
    """They are known when the file is open, which is after the address was read."""
    tab = blank.goto(written(files / "linked.html", told[0]), "#turn=5&layers=layer-1-cost,moves")
    assert set(tab.js("[...viewer.session.layers]")) == {"layer-1-cost", "moves"}


AREA = 80
HEADER = {
    "layers": [None, [3], [{"name": "a"}], [{"name": "a", "sentence": "b", "kind": "films"}]],
    "reasons": [None, []], "width": [-1, 10.5],
}  # fmt: skip
TURN = {
    "reason": [None, [9] * AREA], "move": [[7] * AREA, [0]], "differs": [[AREA]], "turn": [5],
    "layers": [None, {}, *(
        {"cost": [0] * AREA, LOUD.name: [0] * AREA, ARROWS.name: []} | wrong
        for wrong in ({"cost": 3}, {"cost": [0] * 3}, {"cost": ["1"] * AREA},
                      {ARROWS.name: {}}, {ARROWS.name: [[0]]}, {ARROWS.name: [[0, AREA]]})
    )],
    "figures": [3, {"a": "b"}, {"a": {}}],
}  # fmt: skip


def test_a_damaged_file_and_thoughts_of_another_game_are_refused_in_one_line(opponent, lines):
    """The screen keeps what it showed; every square of the player moved as the game has it."""
    head, first = lines[:2]
    wrongs = [(f"{key} {value}", head | {key: value}, first) for key, values in HEADER.items() for value in values]
    wrongs += [(f"{key} {value}", head, first | {key: value}) for key, values in TURN.items() for value in values]
    for wrong, header, turn in wrongs:
        content = f"{json.dumps(header)}\n{json.dumps(turn).replace('Infinity', '1e999')}\n".encode()
        assert not opponent.open(content, "wrong.explain"), wrong
        assert "wrong.explain: " in opponent.message, wrong
        assert len(opponent.message.splitlines()) == 1, wrong
        assert not any(word in opponent.message for word in ("JSON", "undefined", "not as the page expects")), wrong
    assert chips(opponent) == CHIPS
    turns = json.loads(json.dumps(lines))
    for line in turns[1:]:
        line["move"] = [(move + 1) % 5 for move in line["move"]]
    content = "".join(f"{json.dumps(line).replace('Infinity', '1e999')}\n" for line in turns).encode()
    assert not opponent.open(content, "swapped.explain")
    assert "(on turn 0 square (" in opponent.message
