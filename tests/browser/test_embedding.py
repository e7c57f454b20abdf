"""The viewer as a part of other pages: brief in a frame, and mounted any number of times."""

import gzip
import json
import re
from base64 import b64encode

import numpy as np
import pytest

from engine import Replay
from engine.replay import read
from tests.browser.conftest import GAME
from tests.support.pages import Tab, resize
from viewer import script, style
from viewer.planes import board_link

LINK = "#20x20&seed=3&a=v26&b=v17&turn=40&layers=potential"


def test_a_brief_page_has_the_board_and_three_numbers_and_leads_to_the_whole_page(at):
    tab = at(f"{LINK}&as=v26&alpha=0.3&view=brief&play=on")
    tab.until("viewer.session.turn > 42")
    shown = tab.js("[...document.querySelectorAll('.parameter')].filter((one) => one.checkVisibility())"
                   ".map((one) => one.dataset.parameter)")  # fmt: skip
    assert shown == ["alpha", "potential_degradation_step", "enemy_ROI"]
    tab.expect(":is(.side, .future):visible").to_have_count(0)
    with tab.page.expect_popup() as popup:
        tab.page.get_by_role("link", name="Whole page").click()
    whole = Tab(popup.value)
    whole.until("window.viewer?.thinking.asking")
    whole.wait_for("[viewer.session.turn, viewer.thinking.asking.changes.alpha]", [tab.js("viewer.session.turn"), 0.3])
    whole.expect(".side").to_be_visible()
    tab.wait_for("viewer.session.isPlaying", False)
    tab.js("viewer.writeAddress()")
    tab.until("location.hash.endsWith('&view=brief')")


def test_a_board_that_is_a_link_is_asked_about(at):
    """The address that the page writes keeps it. A lesson's board is no game of two presets, and lies in no file."""
    seen = read(GAME).state(96)
    fields = (seen.owner[None], seen.strength[None], seen.production, np.zeros((0, *seen.owner.shape), np.int32))
    address = board_link(Replay(*fields, ("one", "other")))
    tab = at(f"{address}&layers=potential&player=1&as=v26")
    tab.until("viewer.session.thought && viewer.session.explanation.header.name === 'v26'")
    shown = tab.js("['owner', 'strength', 'production'].map((layer) => [...viewer.session.game[layer]])")
    assert shown == [layer.ravel().tolist() for layer in (seen.owner, seen.strength, seen.production)]
    tab.js("viewer.writeAddress()")
    tab.until("location.hash.startsWith(it)", f"{address}&turn=0&layers=potential")
    tab = at("#board=H4sIAAAA")
    tab.expect(".message-bar").to_contain_text("the board of this link")
    tab.wait_for("viewer.session.game", None)


FIRST = "#20x20&seed=3&a=v26&b=v17&turn=64&layers=potential&player=1&as=v26&view=brief"
SEEN = """new MutationObserver(() => {
    const words = document.querySelector(".words");
    if (words && !words.hidden) (window.seen ??= []).push(viewer.session.thought !== null && viewer.board.drawTime > 0);
}).observe(document.documentElement, {childList: true, subtree: true, attributes: true})"""


def test_the_first_screen_says_where_yellow_is_when_the_field_is_there(at):
    tab = at(FIRST, f"addEventListener('DOMContentLoaded', () => {{ {SEEN} }})", 390, 700)
    tab.page.wait_for_selector(".words:visible")
    assert set(tab.js("seen")) == {True}
    for width in (390, 820):
        resize(tab.page, width, 700)
        tab.expect(".players .name:visible").to_have_text(["v26", "v17"])


# The viewer as a part of other pages: a notebook's cell, two boards side by side.


PAGE = """<!doctype html><style>{style} #a, #b {{ height: 600px; }}</style><div id="a"></div><div id="b"></div>
<script type="module">{script}
window.Viewer = Viewer;
window.bytes = Uint8Array.from(atob("{game}"), (letter) => letter.charCodeAt(0));
</script>"""

MOUNTED = """(async () => {
    window.events = [];
    for (const name of ["a", "b"]) window[name] = new Viewer(document.getElementById(name));
    const { session } = a;
    const values = {
        turn: () => session.turn, select: () => session.selected, layers: () => [...session.layers],
        playing: () => session.isPlaying, message: () => session.message?.text ?? null,
    };
    await Promise.all([a, b].map((one) => one.openEach([{ bytes, name: "game.hlt" }])));
    for (const [event, value] of Object.entries(values)) session.on(event, () => events.push([event, value()]));
})()"""


@pytest.fixture
def two(blank, files):
    file = files / "two.html"
    game = b64encode(GAME.read_bytes()).decode()
    file.write_text(PAGE.format(style=style(), script=script("ui/app.js"), game=game), encoding="utf-8")
    blank.page.goto(file.as_uri())
    blank.until("window.Viewer && window.bytes")
    blank.js(MOUNTED)
    return blank


def test_a_board_tells_what_changes_shows_marks_and_leaves_nothing_behind(two):
    before = two.picture("a")
    pictures = {before}
    for marks in ("{x: 3, y: 4}", "{x: 3, y: 4, color: '#ff00ff'}", "{x: 3, y: 4, color: '#ff00ff', move: 1}"):
        two.js(f"a.session.mark([{marks}, {{x: 5, y: 6}}])")
        pictures.add(two.picture("a"))
    assert len(pictures) == 4, "a colour, and a move is an arrow"
    two.js("a.session.mark([])")
    assert two.picture("a") == before
    two.js("(a.session.seek(5), a.session.select({x: 21, y: -1}), a.session.select(null))")
    two.js("(a.session.setLayer('moves'), a.session.setPlaying(true), a.session.setPlaying(false))")
    two.js("a.openEach([{bytes: new Uint8Array([1, 2, 3]), name: 'odd'}])")
    *events, (event, complaint) = [(event, value) for event, value in two.js("events") if event != "turn"]
    assert [one for one in events if one != ("message", None)] == [
        ("select", {"x": 1, "y": 19}),  # squares lie on the torus
        ("select", None), ("layers", ["moves"]), ("playing", True), ("playing", False),
    ]  # fmt: skip
    assert event == "message"
    assert "odd" in complaint
    assert two.js("events")[0] == ["turn", 5]
    two.js("(b.root.focus(), b.setTheme('dark'))")
    two.page.keyboard.press("ArrowRight")  # keys belong to the board that has the focus
    two.wait_for("[a.session.turn, b.session.turn, a.theme]", [5, 1, "light"])
    with two.page.expect_download():
        two.page.keyboard.press("c")
    two.expect("#b .message-bar").to_have_text(re.compile(r"^\w+-turn-1\.png is saved\.$"))  # no link
    two.js("(a.session.setPlaying(true), a.destroy())")
    two.expect("#a > *").to_have_count(0)
    two.js("new Promise((then) => setTimeout(then, 100))")  # the fixture looks for errors
    two.expect("#b canvas.board").to_have_count(1)


def test_a_program_can_give_other_thoughts_while_the_page_is_open(two, explanation):
    header, first = gzip.decompress(explanation.read_bytes()).decode().splitlines()[:2]
    turn = json.loads(first)
    two.js("a.setExplanation(0, it.turn, it.header)", {"turn": turn, "header": json.loads(header)})
    square = turn["order"][0]
    two.js("a.session.select({x: it % 20, y: Math.floor(it / 20)})", square)
    two.expect("#a .reason").to_have_count(1)
    two.wait_for("b.session.explanations", [])
    named = json.loads(header) | {"layers": [{"name": "cost", "sentence": "low is good", "kind": "squares"}]}
    two.js("a.setExplanation(0, it.turn, it.header)", {"turn": turn | {"layers": {"cost": [1] * 400}}, "header": named})
    two.expect("#a [data-layer=layer-1-cost]").to_have_text("Cost")  # the layers before stayed
