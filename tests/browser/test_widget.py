"""The viewer as a widget: a real JupyterLab, kernel and browser, and no other server."""

import pytest

from tests.browser.conftest import GAME
from tests.support.jupyters import opened
from tests.support.pages import BYTES, as_text, expect

CELLS = [
    f"""
from window import Window
from show import load_recording, think, view
window, other = Window({str(GAME)!r}), Window(load_recording())
told = []
window.observe(lambda change: told.append(change.new), "selected")
window""",
    "window",
    "other",
]

IS_DRAWN = """(place) => {
    const { width, height } = place;
    const found = width && place.getContext("2d").getImageData(0, 0, width, height).data;
    return found && new Set(new Uint32Array(found.buffer)).size > 20;
}"""

FILLS = """(board) => {
    const [list, line] = [".legends", ".legends dd"].map((part) => board.querySelector(part).clientWidth);
    return line === list;
}"""

DROP = f"""(board, it) => {{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([{BYTES}], it.name));
    board.dispatchEvent(new DragEvent("drop", {{ dataTransfer, bubbles: true, cancelable: true }}));
}}"""


@pytest.fixture
def lab(browser, tmp_path):
    """Two views of one window and one of another, in three cells."""
    with opened(browser, tmp_path, CELLS) as lab:
        lab.page.wait_for_function("() => document.querySelectorAll('.halite-window .turn input').length === 3")
        lab.boards = [lab.page.locator(".halite-window").nth(place) for place in range(3)]
        yield lab


def wait_for_turns(lab, *turns):
    """Return when the three boards show these frames."""
    wanted = [str(turn) for turn in turns]
    shown = "[...document.querySelectorAll('.halite-window .turn input')].map((field) => field.value)"
    lab.page.wait_for_function(f"(wanted) => {shown}.join() === wanted.join()", arg=wanted)


def picture(board):
    """The board as it is drawn now, once it is."""
    canvas = board.locator("canvas.board")
    board.page.wait_for_function(IS_DRAWN, arg=canvas.element_handle())
    return canvas.evaluate("(canvas) => canvas.toDataURL()")


def test_a_window_and_its_notebook_are_one(lab):
    """Traits set in Python show on the page, and clicks set traits; a second view follows, another window does not."""
    first, second, _ = lab.boards
    before = picture(first)
    lab.run("window.turn = 60")
    wait_for_turns(lab, 60, 60, 0)
    assert picture(first) != before

    click_in_the_middle(first)
    lab.wait_for("window.selected", [10, 10])
    assert lab.value("told") == [[10, 10]]
    expect(second.locator(".inspector strong")).to_have_text("(10, 10)")

    check_other_games(lab)
    check_keys(lab)
    check_layers(lab)
    check_playing(lab)
    check_themes(lab)
    check_endings(lab)
    lab.check()


def click_in_the_middle(board):
    """On square (10, 10) of the 20 x 20."""
    canvas = board.locator("canvas.board")
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] / 2 + 5, "y": box["height"] / 2 + 5})


def check_other_games(lab):
    """Python knows one game, so a window shows no other; it says so, and stays where it was."""
    dropped = {"content": as_text(GAME.read_bytes()), "name": "other.hlt.gz"}
    lab.boards[0].locator(".halite").evaluate(DROP, dropped)
    lab.boards[0].get_by_text("other.hlt.gz: this window belongs to its notebook's game").wait_for()
    assert lab.value("window.turn") == 60
    lab.page.keyboard.press("Escape")


def check_keys(lab):
    """They are the board's while it has the focus: X, which cuts a cell elsewhere, goes to the last frame."""
    lab.page.keyboard.press("x")
    wait_for_turns(lab, 143, 143, 0)
    lab.page.keyboard.press("z")
    lab.page.keyboard.press("ArrowRight")
    lab.wait_for("window.turn", 1)
    expect(lab.page.locator(".jp-CodeCell")).to_have_count(len(CELLS))


def check_layers(lab):
    """Thoughts computed in a cell are shown, and a layer turned off by its button is off in Python."""
    first, second, third = lab.boards
    lab.run("window.explain(60, think(view(window.replay, 60), alpha=0.3)); window.turn = 60")
    lab.run("window.layers = ['trees', 'potential']")
    second.get_by_role("button", name="Capture trees", pressed=True).click()
    lab.wait_for("window.layers", ["potential"])
    expect(first.locator(".legends")).to_contain_text("turns")
    assert first.evaluate(FILLS), "JupyterLab would lay lists out as columns"
    expect(third.get_by_role("button", name="Potential")).to_have_count(0)


def check_playing(lab):
    """Two views with two clocks show one game, and stop together."""
    lab.run("window.turn = 130; window.playing = True")
    lab.wait_for("[window.playing, window.turn]", [False, 143])
    wait_for_turns(lab, 143, 143, 0)


def check_themes(lab):
    """A window takes the theme of its notebook, until another is chosen."""
    dark, light = "[data-theme=dark]", "[data-theme=light]"
    lab.command("apputils:change-theme", theme="JupyterLab Dark")
    lab.boards[2].locator(dark).wait_for()
    lab.boards[2].get_by_role("button", name="Light or dark").click()
    lab.boards[2].locator(light).wait_for()
    lab.wait_for("[window.theme, other.theme]", ["auto", "light"])


def check_endings(lab):
    """A cell whose output is cleared, and a window that is closed, leave nothing behind."""
    lab.page.evaluate("() => (jupyterapp.shell.currentWidget.content.activeCellIndex = 0)")
    lab.command("notebook:clear-cell-output")
    lab.page.wait_for_function("() => document.querySelectorAll('.halite-window').length === 2")
    lab.run("window.close()")
    lab.page.wait_for_function("() => document.querySelectorAll('.halite-window').length === 1")
