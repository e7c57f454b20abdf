"""The viewer as a part of other pages: a notebook's cell, two boards side by side."""

import gzip
import json
import re
from base64 import b64encode

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GAME
from viewer import script, style

PAGE = """<!doctype html><style>{style} #a, #b {{ height: 600px; }}</style><div id="a"></div><div id="b"></div>
<script type="module">{script}
window.mount = mount;
window.bytes = Uint8Array.from(atob("{game}"), (letter) => letter.charCodeAt(0));
</script>"""

MOUNTED = """(async () => {
    window.told = [];
    const hooks = {};
    for (const name of ["onTurn", "onSelect", "onLayers", "onPlaying", "onError"]) {
        hooks[name] = (value) => told.push([name, value]);
    }
    window.a = mount(document.getElementById("a"), {replay: bytes, name: "a"}, hooks);
    window.b = mount(document.getElementById("b"), {replay: bytes, name: "b"});
    await Promise.all([a.ready, b.ready]);
    told.length = 0;
})()"""


@pytest.fixture
def two(blank, files):
    """A page with two boards of one game."""
    file = files / "two.html"
    game = b64encode(GAME.read_bytes()).decode()
    file.write_text(PAGE.format(style=style(), script=script("ui/app.js"), game=game), encoding="utf-8")
    blank.page.goto(file.as_uri())
    blank.page.wait_for_function("() => window.mount && window.bytes")
    blank.js(MOUNTED)
    return blank


def told(page, hook):
    """The values that a hook received."""
    return [value for name, value in page.js("told") if name == hook]


def test_two_boards_on_a_page_do_not_know_each_other(two):
    """Each has its own moment, square, layers and colours."""
    two.js("(a.seek(50), a.select({x: 1, y: 2}), a.setLayer('moves'), a.setTheme('light'), b.setTheme('dark'))")
    two.wait_for("[b.turn, b.session.selected, b.session.layers.size, b.theme]", [0, None, 0, "dark"])
    two.js("b.seek(9)")
    two.wait_for("a.turn", 50)
    labels = two.js("[...document.querySelectorAll('section')].map((one) => one.getAttribute('aria-labelledby'))")
    assert len(labels) == len(set(labels)), "names that screen readers go by differ"


def test_a_board_has_its_keys_tells_its_hooks_shows_marks_and_leaves_nothing_behind(two):
    """What pages and notebooks use; keys belong to the board that has the focus."""
    two.page.locator("#b canvas.board").click()
    two.js("b.root.focus()")
    two.page.keyboard.press("ArrowRight")
    two.wait_for("[a.turn, b.turn]", [0, 1])
    two.js("(a.seek(5), a.select({x: 21, y: -1}), a.select(null), a.setLayer('moves'), a.play(), a.pause())")
    assert told(two, "onTurn")[0] == 5
    assert told(two, "onSelect") == [{"x": 1, "y": 19}, None], "squares lie on the torus"
    assert told(two, "onLayers") == [["moves"]]
    assert told(two, "onPlaying") == [True, False]
    two.js("a.open(new Uint8Array([1, 2, 3]), 'odd')")
    assert "odd" in told(two, "onError")[0]
    two.js("a.setTheme('dark')")
    picture = "(it.board.draw(), it.canvas.toDataURL())".replace("it", "a")
    before = two.js(picture)
    two.js("a.mark([{x: 3, y: 4, color: '#ff00ff'}, {x: 5, y: 6}])")
    framed = two.js(picture)
    assert framed != before
    two.js("a.mark([{x: 3, y: 4, color: '#ff00ff', move: 1}, {x: 5, y: 6}])")
    assert two.js(picture) not in (before, framed), "a move is an arrow"
    two.js("a.mark([])")
    two.wait_for(picture, before)
    with two.page.expect_download():
        two.page.keyboard.press("c")
    expect(two.page.locator("#b .message-bar")).to_have_text(re.compile(r"^\w+-turn-1\.png is saved\.$"))  # no link
    two.js("(a.play(), a.destroy())")
    expect(two.page.locator("#a > *")).to_have_count(0)
    two.js("new Promise((then) => setTimeout(then, 100))")
    expect(two.page.locator("#b canvas.board")).to_have_count(1)


def test_a_program_can_give_other_thoughts_while_the_page_is_open(two, explanation):
    """A notebook sends a turn at a time, computed with what its sliders say."""
    header, first = gzip.decompress(explanation.read_bytes()).decode().splitlines()[:2]
    turn = json.loads(first)
    two.js("a.setExplanation(0, it.turn, it.header)", {"turn": turn, "header": json.loads(header)})
    square = turn["order"][0]
    two.js("a.select({x: it % 20, y: Math.floor(it / 20)})", square)
    expect(two.page.locator("#a .reason")).to_have_count(1)
    del turn["extra"]  # a program sends what it computed in full
    turn |= {"value": [1.5] * 400, "potential": [1.5] * 400, "score": [11, 12, 13, 14, 15] * len(turn["order"])}
    two.js("a.setExplanation(0, it)", turn)
    expect(two.page.locator("#a [data-option=EAST]")).to_have_text("13")
    two.wait_for("b.session.explanations", [])
