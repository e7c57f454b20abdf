"""Why this move: every layer, and the numbers of one square."""

import re

import numpy as np
import pytest

from bot import Reason
from engine.replay import read
from experiments.recordings.explanations import read as read_explanation
from tests.browser.conftest import GAME
from tests.support.pages import BOARD_LINES, expect, resize

OPTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]


@pytest.fixture(scope="session")
def thoughts(explanation):
    return read_explanation(explanation)


def busiest(thoughts, of):
    amounts = [int(of(thought).sum()) for thought in thoughts.turns]
    turn = int(np.argmax(amounts))
    return turn, amounts[turn]


def select(explained, turn, x, y):
    explained.seek(turn)
    explained.select(x, y)
    return explained.page.locator(".inspector")


def select_one(explained, thoughts, of):
    turn, _ = busiest(thoughts, of)
    y, x = np.argwhere(of(thoughts.turns[turn]))[0].tolist()
    return select(explained, turn, x, y)


COUNTED = {
    "wall": lambda thought: thought.wall,
    "danger": lambda thought: thought.danger > 0,
    "trees": lambda thought: thought.light == 2,
}


def test_every_layer_is_drawn_with_a_legend_and_goes_again(explained, thoughts):
    for layer in (*COUNTED, "moves", "potential", "downhill", "reasons", "differs"):
        turn, count = busiest(thoughts, COUNTED[layer]) if layer in COUNTED else (84, "")
        assert count != 0, f"the recorded game has no {layer}"
        explained.seek(turn)
        before, rows = explained.picture(), explained.expect(".legends dd")
        explained.switch(layer)
        explained.expect(f"[data-layer={layer}]").to_have_attribute("aria-pressed", "true")
        rows.not_to_have_count(0)
        explained.expect(".legends").to_contain_text(" strength" if layer == "danger" else f"{count} ")
        explained.switch(layer)
        rows.to_have_count(0)
        assert explained.picture() == before, layer


def test_arrows_lead_where_pieces_go_and_where_the_potential_falls(explained, thoughts):
    recorded, thought = read(GAME), thoughts.turns[84]
    squares = np.arange(thought.root.size).reshape(thought.root.shape)
    north_to_west = [
        lambda a, by=by, axis=axis: np.roll(a, by, axis) for by, axis in ((1, 0), (-1, 1), (-1, 0), (1, 1))
    ]
    of_tree = [(there(squares) == thought.root) | (there(thought.root) == thought.root) for there in north_to_west]
    falls = np.where(of_tree, [there(thought.potential) for there in north_to_west], np.inf)
    downhill = np.where((thought.root < 0) | np.isinf(falls.min(axis=0)), 0, 1 + falls.argmin(axis=0))
    explained.seek(84)
    for layer, moves in (("moves", recorded.moves[84] * (recorded.owner[84] > 0)), ("downhill", downhill)):
        explained.switch(layer)
        assert explained.arrows() == [(x, y, int(to)) for (y, x), to in np.ndenumerate(moves) if to], layer
        explained.switch(layer)


def test_only_one_layer_lies_under_the_pieces_with_a_scale_in_turns(explained, thoughts):
    explained.seek(84)
    for layer in ("danger", "reasons", "potential"):
        explained.page.locator(f"[data-layer={layer}]").click()
        explained.wait_for("[...viewer.session.layers]", [layer])
    ours = read(GAME).owner[84] == 1
    right, below = (100 * np.argwhere(ours != np.roll(ours, -1, axis)) + 100 for axis in (1, 0))
    border = {(x, y - 100, x, y) for y, x in right.tolist()} | {(x - 100, y, x, y) for y, x in below.tolist()}
    assert {tuple(ends) for ends in explained.js(BOARD_LINES) if sum(ends[2:]) - sum(ends[:2]) == 100} == border
    potential = thoughts.turns[84].potential
    finite = np.sort(potential[np.isfinite(potential)])
    for share in (0.05, 0.95):  # a wall, 2 % of the board, would take the whole scale
        end = f"{finite[round(share * (finite.size - 1))]:.3f}".rstrip("0").rstrip(".").replace("-", "−")
        explained.expect(".legends .scale").to_contain_text(end)
    explained.expect(".legends .scale").to_contain_text("turns")


def test_the_inspector_shows_the_numbers_of_the_explanation(explained, thoughts):
    recorded = read(GAME)
    chance = np.random.default_rng(4)
    for turn in chance.choice(len(thoughts.turns), 5, replace=False).tolist():
        thought = thoughts.turns[turn]
        for y, x in chance.permutation(np.argwhere(thought.order >= 0))[:2].tolist():
            inspector = select(explained, turn, x, y)
            expect(inspector).to_contain_text(thought.sentence(y, x))
            facts = {
                "strength": recorded.strength[turn, y, x], "production": recorded.production[y, x],
                "order of choosing": thought.order[y, x] + 1, "booked onto it": thought.booked[y, x],
            }  # fmt: skip
            assert {name: fact(inspector, name) for name in facts} == {name: str(n) for name, n in facts.items()}
            cells = [inspector.locator(f"[data-option={option}]") for option in OPTIONS]
            scores = [(cell.get_attribute("data-score") or "nan").replace("Infinity", "inf") for cell in cells]
            assert [*map(float, scores)] == pytest.approx(thought.score[y, x].tolist(), abs=0, nan_ok=True)
            expect(inspector.locator("th.chosen")).to_have_text(OPTIONS[thought.move[y, x]])


def fact(inspector, name):
    return inspector.locator(f"[data-fact='{name}'] dd").text_content()


def test_the_parameters_that_mattered_are_named_and_numbers_written_as_people_write_them(explained, thoughts):
    inspector = select_one(explained, thoughts, lambda thought: thought.reason == 6)
    mattered = expect(inspector.locator(".mattered"))
    mattered.to_contain_text(f"{thoughts.parameters.hold_until:g}")
    mattered.to_contain_text("hold_until")
    dash = expect(inspector.locator(".options td", has_text="–").first)
    dash.to_have_attribute("title", "was not weighed")
    assert "NaN" not in inspector.inner_html()
    select_one(explained, thoughts, lambda thought: thought.reason == Reason.FLOW)
    mattered.to_contain_text("−0.5 turns per enemy neighbour")
    select_one(explained, thoughts, lambda thought: (thought.reason == Reason.GREEN) & (thought.distance == 1))
    assert fact(inspector, "distance").split() == ["1", "own", "step"]
    assert "red_green on" in " ".join(inspector.locator(".mattered").inner_text().split())


def test_a_square_of_another_player_has_no_reason_and_one_without_a_field_no_way(explained, thoughts):
    y, x = np.argwhere(read(GAME).owner[84] == 2)[0].tolist()
    inspector = select(explained, 84, x, y)
    expect(inspector).to_contain_text("whose square this is not")
    expect(inspector.locator(".reason")).to_have_count(0)
    fresh = inspector.inner_html()
    select(explained, 84, 6, 2)  # whose panel has other parts
    assert select(explained, 84, x, y).inner_html() == fresh
    select_one(explained, thoughts, lambda thought: np.isinf(thought.potential))
    expect(inspector.locator("[data-fact=potential]")).to_have_count(0)
    expect(inspector.locator("[data-fact=distance]")).to_have_count(0)


LOG = b'{"t":3,"x":4,"y":5,"msg":"here, I think","color":"#ff0000"}\r\n\n{"t":3,"msg":"whole turn"}\n'


def test_an_f_log_colours_squares_and_says_its_messages(tab):
    tab.seek(3)
    before = tab.picture()
    assert tab.open(LOG, "bot.log")
    assert tab.picture() != before, "no square is coloured"
    tab.select(4, 5)
    tab.expect(".inspector .message").to_have_text("here, I think")
    legends = tab.expect(".legends")
    legends.to_contain_text("whole turn")
    tab.seek(4)
    legends.not_to_contain_text("whole turn")


def test_a_term_explains_itself_to_mouse_and_keyboard(explained, thoughts):
    select_one(explained, thoughts, lambda thought: thought.reason == 6)
    explained.page.mouse.move(5, 5)
    term = explained.page.locator("[data-fact='hurdle, this turn'] .term")
    meaning = term.locator(".meaning")
    expect(meaning).to_be_hidden()
    term.focus()
    expect(meaning).to_be_visible()
    expect(term).to_have_attribute("aria-label", f"hurdle, this turn: {meaning.inner_text()}")
    explained.js("viewer.root.focus()")
    expect(meaning).to_be_hidden()
    term.hover()
    expect(meaning).to_be_visible()


def test_the_square_under_the_mouse_says_whose_it_is(explained):
    recorded = read(GAME)
    explained.js("(viewer.session.seek(84), viewer.session.setLayer('potential'))")
    card = explained.expect(".hover-card")
    for x, y in ((3, 4), (10, 17)):
        explained.page.mouse.move(*explained.place_of(x, y))
        owner = recorded.owner[84, y, x]
        name = recorded.player_names[owner - 1] if owner else "neutral"
        words = [f"({x}, {y})", name, "strength", recorded.strength[84, y, x], "production", recorded.production[y, x]]
        card.to_have_text(re.compile(r"\s*".join(re.escape(str(word)) for word in [*words, "potential"])))
    explained.wait_for("viewer.session.selected", None)
    explained.page.mouse.move(5, 5)
    card.to_be_hidden()


IN_SIGHT = """document.querySelectorAll(it).length > 0 && [...document.querySelectorAll(it)].every((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
})"""


def test_switches_and_what_they_switch_are_in_sight(explained):
    try:
        resize(explained.page, 1280, 720)
        explained.js("(session.seek(84), session.select({x: 6, y: 2}), session.setLayer('reasons'))")
        for top in (0, 300, 3000):
            explained.js("(viewer.root.querySelector('.side').scrollTop = it)", top)
            explained.until(IN_SIGHT, ".layers .chip")
            explained.page.locator("[data-layer=moves]").click()
        resize(explained.page, 390, 844)
        for layer in ("potential", "reasons"):
            explained.page.locator(f"[data-layer={layer}]").click()
            explained.until(IN_SIGHT, "canvas.board")
    finally:
        resize(explained.page, 1280, 800)
