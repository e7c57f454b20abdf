"""Why this move: every layer, and the numbers of one square."""

import json

import numpy as np
import pytest

from bot import Reason
from engine.replay import read
from experiments.recordings.explanations import read as read_explanation
from tests.browser.conftest import GAME
from tests.support.pages import expect, resize

OPTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]


@pytest.fixture(scope="session")
def thoughts(explanation):
    return read_explanation(explanation)


def busiest(thoughts, of):
    """The turn on which there is most of something, and how much."""
    amounts = [int(of(thought).sum()) for thought in thoughts.turns]
    turn = int(np.argmax(amounts))
    return turn, amounts[turn]


COUNTED = {
    "wall": lambda thought: thought.wall,
    "danger": lambda thought: thought.danger > 0,
    "stilling": lambda thought: thought.reason == 13,
    "trees": lambda thought: thought.light == 2,
}


@pytest.mark.parametrize("layer", COUNTED)
def test_a_layer_shows_as_many_squares_as_were_explained(explained, thoughts, layer):
    """On the turn that has most of them; the legend says how many."""
    turn, count = busiest(thoughts, COUNTED[layer])
    assert count > 0, "the recorded game has all of them"
    explained.js("viewer.seek(it)", turn)
    before = explained.picture()
    explained.page.locator(f"[data-layer={layer}]").click()
    assert explained.picture() != before
    expect(explained.page.locator(".legends")).to_contain_text(f"{count} ")


@pytest.mark.parametrize("layer", ["moves", "potential", "downhill", "distance", "reasons", "differs"])
def test_a_layer_is_drawn_with_a_legend_and_goes_again(explained, layer):
    explained.js("viewer.seek(84)")
    before = explained.picture()
    switch = explained.page.locator(f"[data-layer={layer}]")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert explained.picture() != before
    assert explained.page.locator(".legends dd").count() > 0
    switch.click()
    assert explained.picture() == before
    expect(explained.page.locator(".legends dd")).to_have_count(0)


def test_every_layer_is_drawn_in_every_place_without_complaint(explained):
    """On the first and last frames, zoomed in and out, all at once."""
    layers = explained.page.locator(".layers .chip")
    for i in range(layers.count()):
        layers.nth(i).click()
    for turn in (0, 1, 84.5, 142, 143):
        for zoom in (1, 3):
            explained.js("(viewer.seek(it.turn), viewer.home(), viewer.zoom(it.zoom))", {"turn": turn, "zoom": zoom})
            explained.picture()


def test_only_one_layer_lies_under_the_pieces_with_a_scale_in_turns(explained, thoughts):
    """Two heat maps at once would show neither."""
    explained.page.locator("[data-layer=potential]").click()
    explained.page.locator("[data-layer=distance]").click()
    explained.wait_for("[...viewer.session.layers]", ["distance"])
    explained.js("viewer.setLayer('reasons')")
    explained.wait_for("[...viewer.session.layers]", ["reasons"])  # setLayer works as the button does
    explained.js("(viewer.seek(84), viewer.setLayer('potential'))")
    legend = explained.page.locator(".legends .scale").inner_text()
    finite = thoughts.turns[84].potential[np.isfinite(thoughts.turns[84].potential)]
    low = float(np.sort(finite)[round(0.05 * (finite.size - 1))])
    assert legend.replace("−", "-").removeprefix("≤ ").split()[0] == f"{low:.3f}".rstrip("0").rstrip(".")
    assert "turns" in legend


def test_the_inspector_shows_the_numbers_of_the_explanation(explained, thoughts):
    """Scores to the last bit, the reason's sentence, strength and production of the frame: twenty squares."""
    recorded = read(GAME)
    chance = np.random.default_rng(4)
    for turn in chance.choice(len(thoughts.turns), 5, replace=False).tolist():
        thought = thoughts.turns[turn]
        for y, x in chance.permutation(np.argwhere(thought.order >= 0))[:4].tolist():
            explained.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
            inspector = explained.page.locator(".inspector")
            expect(inspector).to_contain_text(thought.sentence(y, x))
            assert fact(inspector, "strength") == str(recorded.strength[turn, y, x])
            assert fact(inspector, "production") == str(recorded.production[y, x])
            assert fact(inspector, "order of choosing") == str(thought.order[y, x] + 1)
            assert fact(inspector, "booked onto it") == str(thought.booked[y, x])
            assert scores(inspector) == pytest.approx(thought.score[y, x].tolist(), abs=0, nan_ok=True)
            expect(inspector.locator("th.chosen")).to_have_text(OPTIONS[thought.move[y, x]])


def test_two_clicks_lead_from_the_page_to_the_reason_of_a_move(explained, thoughts):
    """On the scrub bar, then on a square: the reason and the scores are in sight, without scrolling."""
    bar = explained.page.locator(".transport .scrubber").bounding_box()
    explained.page.mouse.click(bar["x"] + 0.5 * bar["width"], bar["y"] + bar["height"] / 2)
    thought = thoughts.turns[explained.js("viewer.turn")]
    y, x = np.argwhere(thought.order >= 0)[0].tolist()
    board = explained.page.locator("canvas.board").bounding_box()
    left, top = explained.js("[viewer.camera.left(it[0] + 0.5), viewer.camera.top(it[1] + 0.5)]", [x, y])
    explained.page.mouse.click(board["x"] + left, board["y"] + top)
    reason = explained.page.locator(".inspector .reason")
    expect(reason).to_have_text(thought.sentence(y, x))
    for part in (reason, explained.page.locator(".inspector .options")):
        box = part.bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= 800


def fact(inspector, name):
    return inspector.locator(f"[data-fact='{name}'] dd").text_content()


def scores(inspector):
    cells = [inspector.locator(f"[data-option={option}]") for option in OPTIONS]
    return [float((cell.get_attribute("data-score") or "nan").replace("Infinity", "inf")) for cell in cells]


def test_the_parameters_that_mattered_are_named_and_numbers_written_as_people_write_them(explained, thoughts):
    """From the explanation's header. Two minus signs, `true on/off` and `1 own steps` stood there."""
    turn, _ = busiest(thoughts, lambda thought: thought.reason == 6)
    y, x = np.argwhere(thoughts.turns[turn].reason == 6)[0].tolist()
    explained.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    text = explained.page.locator(".inspector .mattered").inner_text()
    assert f"{thoughts.parameters.hold_until:g}" in text
    assert "hold_until" in text
    dashes = explained.page.locator(".options td", has_text="–")
    assert dashes.count() > 0
    expect(dashes.first).to_have_attribute("title", "was not weighed")
    assert "NaN" not in explained.page.locator(".inspector").inner_html()
    turn, _ = busiest(thoughts, lambda thought: thought.reason == Reason.FLOW)
    y, x = np.argwhere(thoughts.turns[turn].reason == Reason.FLOW)[0].tolist()
    explained.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    expect(explained.page.locator(".inspector .mattered")).to_contain_text("−0.5 turns per enemy neighbour")
    turn, _ = busiest(thoughts, lambda thought: (thought.reason == Reason.GREEN) & (thought.distance == 1))
    thought = thoughts.turns[turn]
    y, x = np.argwhere((thought.reason == Reason.GREEN) & (thought.distance == 1))[0].tolist()
    explained.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    inspector = explained.page.locator(".inspector")
    assert fact(inspector, "distance").split() == ["1", "own", "step"]
    assert "red_green on" in " ".join(inspector.locator(".mattered").inner_text().split())


def test_a_square_of_another_player_has_no_reason_and_one_without_a_field_no_way(explained, thoughts):
    """The explanation is one player's, and the panel says whose."""
    game = read(GAME)
    y, x = np.argwhere(game.owner[84] == 2)[0].tolist()
    explained.js("(viewer.seek(84), viewer.select({x: it[0], y: it[1]}))", [x, y])
    expect(explained.page.locator(".inspector .reason")).to_have_count(0)
    expect(explained.page.locator(".inspector")).to_contain_text("whose square this is not")
    turn, _ = busiest(thoughts, lambda thought: np.isinf(thought.potential))
    y, x = np.argwhere(np.isinf(thoughts.turns[turn].potential))[0].tolist()
    explained.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    inspector = explained.page.locator(".inspector")
    assert "the field does not come here" in fact(inspector, "potential")
    expect(inspector.locator("[data-fact=distance]")).to_have_count(0)


ENTRIES = [{"t": 3, "x": 4, "y": 5, "msg": "here, I think", "color": "#ff0000"}, {"t": 3, "msg": "whole turn"}]
LOGS = {
    "log.json": json.dumps(ENTRIES),
    "log.jsonl": '{"t":3,"x":4,"y":5,"msg":"here, I think","color":"#ff0000"}\n{"t":3,"msg":"whole turn"}\n',
    "log.csv": 't,x,y,msg,color\n3,4,5,"here, I think",#ff0000\n3,,,whole turn,\n',
    "turned.csv": 'msg,t,note,y,color,x\n"here, I think",3,,5,#ff0000,4\nwhole turn,3\n',
    "plain.flog": '3, 4, 5, "here, I think", red\n3,,,whole turn\n',
}


@pytest.mark.parametrize("name", LOGS)
def test_an_f_log_colours_squares_and_says_its_messages(tab, name):
    """All its forms say the same: a coloured square with a message, and a message for the turn."""
    tab.js("viewer.seek(3)")
    before = tab.picture()
    assert tab.open(LOGS[name].encode(), name)
    tab.js("viewer.select({x: 4, y: 5})")
    expect(tab.page.locator(".inspector .message")).to_have_text("here, I think")
    expect(tab.page.locator(".legends")).to_contain_text("whole turn")
    tab.js("viewer.select(null)")
    assert tab.picture() != before
    tab.js("viewer.seek(4)")
    expect(tab.page.locator(".legends")).not_to_contain_text("whole turn")


@pytest.mark.parametrize("name", ["order of choosing", "potential", "hurdle, this turn"])
def test_a_term_explains_itself_to_mouse_and_keyboard(explained, thoughts, name):
    """Words of the bot's own; a finger gives them the focus."""
    turn, _ = busiest(thoughts, lambda thought: thought.reason == 6)
    y, x = np.argwhere(thoughts.turns[turn].reason == 6)[0].tolist()
    explained.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    explained.page.mouse.move(5, 5)
    term = explained.page.locator(f"[data-fact='{name}'] .term")
    meaning = term.locator(".meaning")
    expect(meaning).to_be_hidden()
    term.focus()
    expect(meaning).to_be_visible()
    expect(term).to_have_attribute("aria-label", f"{name}: {meaning.inner_text()}")
    explained.js("viewer.root.focus()")
    expect(meaning).to_be_hidden()
    term.hover()
    expect(meaning).to_be_visible()


def test_the_square_under_the_mouse_says_whose_it_is(explained):
    """Owner, strength and production, and the number of the layer, without a click."""
    recorded = read(GAME)
    explained.js("(viewer.seek(84), viewer.setLayer('potential'))")
    for x, y in ((3, 4), (10, 17)):
        area, scale = explained.js("viewer.camera.area"), explained.js("viewer.camera.scale")
        box = explained.page.locator("canvas.board").bounding_box()
        left, top = box["x"] + area["left"] + (x + 0.5) * scale, box["y"] + area["top"] + (y + 0.5) * scale
        explained.page.mouse.move(left, top)
        card = explained.page.locator(".hover-card")
        expect(card).to_contain_text(f"({x}, {y})")
        said = " ".join(card.inner_text().split())
        owner = recorded.owner[84, y, x]
        name = recorded.player_names[owner - 1] if owner else "neutral"
        numbers = f"strength {recorded.strength[84, y, x]} production {recorded.production[y, x]}"
        assert said.startswith(f"({x}, {y}) {name} {numbers} potential ")
    explained.wait_for("viewer.session.selected", None)
    explained.page.mouse.move(5, 5)
    expect(explained.page.locator(".hover-card")).to_be_hidden()


def test_layers_stay_in_sight_however_far_the_panels_are_scrolled(explained):
    """At 1280 x 720 a square's panel pushed them off the screen."""
    resize(explained.page, 1280, 720)
    explained.js("(viewer.seek(84), viewer.select({x: 6, y: 2}), viewer.setLayer('reasons'))")
    for top in (0, 300, 3000):
        explained.js("(viewer.root.querySelector('.side').scrollTop = it)", top)
        boxes = [chip.bounding_box() for chip in explained.page.locator(".layers .chip").all()]
        assert len(boxes) == 10
        assert all(box["y"] >= 0 and box["y"] + box["height"] <= 720 for box in boxes)
        explained.page.locator("[data-layer=moves]").click()
    resize(explained.page, 1280, 800)


def test_on_a_phone_the_board_is_in_sight_when_a_layer_is_tapped(browser, explained_page):
    """Wherever the switches are: what they switch is on the board."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(explained_page.as_uri() + "#turn=84&x=6&y=2")
    page.wait_for_function("() => window.viewer && viewer.session.thought && viewer.turn === 84")
    for layer in ("potential", "reasons"):
        page.locator(f"[data-layer={layer}]").click()
        board = page.locator("canvas.board").bounding_box()
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= 844
    page.close()


CENTRE = """(() => {
    viewer.board.draw();
    const { left, top } = { left: viewer.camera.left(it[0]), top: viewer.camera.top(it[1]) };
    const scale = viewer.camera.scale;
    const copy = new OffscreenCanvas(scale * 0.6, scale * 0.4).getContext("2d");
    copy.drawImage(viewer.canvas, -(left + scale * 0.2), -(top + scale * 0.3));
    return copy.getImageData(0, 0, scale * 0.6, scale * 0.4).data.join();
})()"""


def test_arrows_do_not_strike_out_numbers(explained):
    """The middle of a square, where its strength stands, is the same with its arrow and without."""
    recorded = read(GAME)
    moving = (recorded.moves[84] > 0) & (recorded.owner[84] > 0) & (recorded.strength[84] > 150)
    explained.js("(viewer.seek(84), viewer.camera.zoomBy(4))")
    for y, x in np.argwhere(moving)[:4].tolist():
        explained.js("(viewer.setLayer('moves', false), viewer.camera.centre(it[0] + 0.5, it[1] + 0.5))", [x, y])
        without = explained.js(CENTRE, [x, y])
        explained.js("viewer.setLayer('moves')")
        explained.wait_for(CENTRE, without, [x, y])
