"""Windows, boards and sliders in a real JupyterLab, kernel and browser, and no other server."""

import statistics
import time

import numpy as np
import pytest

from tests.browser.conftest import GAME
from tests.support.jupyters import opened
from tests.support.pages import BYTES, as_text, expect, resize

# The viewer as a widget: a real JupyterLab, kernel and browser, and no other server.


WINDOWS = [
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
def views(browser, tmp_path):
    with opened(browser, tmp_path, WINDOWS) as views:
        views.page.wait_for_function("() => document.querySelectorAll('.halite-window .turn input').length === 3")
        views.boards = [views.page.locator(".halite-window").nth(place) for place in range(3)]
        yield views


def wait_for_turns(views, *turns):
    wanted = [str(turn) for turn in turns]
    shown = "[...document.querySelectorAll('.halite-window .turn input')].map((field) => field.value)"
    views.page.wait_for_function(f"(wanted) => {shown}.join() === wanted.join()", arg=wanted)


def picture(board):
    """The board as it is drawn now, once it is."""
    canvas = board.locator("canvas.board")
    board.page.wait_for_function(IS_DRAWN, arg=canvas.element_handle())
    return canvas.evaluate("(canvas) => canvas.toDataURL()")


def test_a_window_and_its_notebook_are_one(views):
    """Traits set in Python show on the page, and clicks set traits; a second view follows, another window does not."""
    first, second, _ = views.boards
    before = picture(first)
    views.run("window.turn = 60")
    wait_for_turns(views, 60, 60, 0)
    assert picture(first) != before

    click_in_the_middle(first)
    views.wait_for("window.selected", [10, 10])
    assert views.value("told") == [[10, 10]]
    expect(second.locator(".inspector strong")).to_have_text("(10, 10)")

    check_other_games(views)
    check_keys(views)
    check_layers(views)
    check_playing(views)
    check_themes(views)
    check_endings(views)
    views.check()


def click_in_the_middle(board):
    """On square (10, 10) of the 20 x 20."""
    canvas = board.locator("canvas.board")
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] / 2 + 5, "y": box["height"] / 2 + 5})


def check_other_games(views):
    """Python knows one game, so a window shows no other; it says so, and stays where it was."""
    dropped = {"content": as_text(GAME.read_bytes()), "name": "other.hlt.gz"}
    views.boards[0].locator(".halite").evaluate(DROP, dropped)
    views.boards[0].get_by_text("other.hlt.gz: this window belongs to its notebook's game").wait_for()
    assert views.value("window.turn") == 60
    views.page.keyboard.press("Escape")


def check_keys(views):
    """They are the board's while it has the focus: X, which cuts a cell elsewhere, goes to the last frame."""
    views.page.keyboard.press("x")
    wait_for_turns(views, 143, 143, 0)
    views.page.keyboard.press("z")
    views.page.keyboard.press("ArrowRight")
    views.wait_for("window.turn", 1)
    expect(views.page.locator(".jp-CodeCell")).to_have_count(len(WINDOWS))


def check_layers(views):
    """Thoughts computed in a cell are shown, and a layer turned off by its button is off in Python."""
    first, second, third = views.boards
    views.run("window.explain(60, think(view(window.replay, 60), alpha=0.3)); window.turn = 60")
    views.run("window.layers = ['trees', 'potential']")
    second.get_by_role("button", name="Capture trees", pressed=True).click()
    views.wait_for("window.layers", ["potential"])
    expect(first.locator(".legends")).to_contain_text("turns")
    assert first.evaluate(FILLS), "JupyterLab would lay lists out as columns"
    expect(third.get_by_role("button", name="Potential")).to_have_count(0)


def check_playing(views):
    views.run("window.turn = 130; window.playing = True")
    views.wait_for("[window.playing, window.turn]", [False, 143])
    wait_for_turns(views, 143, 143, 0)


def check_themes(views):
    """A window takes the theme of its notebook, until another is chosen."""
    dark, light = "[data-theme=dark]", "[data-theme=light]"
    views.command("apputils:change-theme", theme="JupyterLab Dark")
    views.boards[2].locator(dark).wait_for()
    views.boards[2].get_by_role("button", name="Light or dark").click()
    views.boards[2].locator(light).wait_for()
    views.wait_for("[window.theme, other.theme]", ["auto", "light"])


def check_endings(views):
    """A cell whose output is cleared, and a window that is closed, leave nothing behind."""
    views.page.evaluate("() => (jupyterapp.shell.currentWidget.content.activeCellIndex = 0)")
    views.command("notebook:clear-cell-output")
    views.page.wait_for_function("() => document.querySelectorAll('.halite-window').length === 2")
    views.run("window.close()")
    views.page.wait_for_function("() => document.querySelectorAll('.halite-window').length === 1")


# Boards and sliders of lessons in a real JupyterLab: with `-s` it prints how long a step of a slider takes.


STEPS = 10
CELLS = [
    """
from dragging import drag_board, vary_board
from show import load_recording, think, view
from bot import View
import numpy as np

from dataclasses import replace

seen = replace(view(load_recording(), 96), turn=0)  # the only frame of its game: ties are broken by turn
together = drag_board(seen)
together""",
    """
def corridor(garrison: int):
    owner, strength = np.zeros((3, 7), np.uint8), np.full((3, 7), garrison, np.uint8)
    owner[1, 3] = 1
    return View(owner, strength, np.full((3, 7), 3, np.uint8), 1, 0)

board = vary_board(corridor, garrison=(1, 60, 28))
board""",
    """
from show import Graph, sliders

def line(slope: float):
    graph = Graph(f"slope {slope:.2f}", "x", "y", (0, 1), (0, 1))
    graph.axis.plot([0, 1], [0, slope], label="a line")
    return graph

sliders(line, slope=(0.0, 1.0, 0.5))""",
]

DRAWN = """(place) => new Promise((done) => {
    const board = place.querySelector("canvas.board");
    const pixels = () => board.toDataURL();
    const [before, started] = [pixels(), performance.now()];
    const look = () => (pixels() !== before ? done(performance.now() - started) : requestAnimationFrame(look));
    requestAnimationFrame(look);
})"""
"""Milliseconds until the board looks different."""


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    """A frame whose field three sliders change, and a board that a slider changes."""
    with opened(browser, tmp_path_factory.mktemp("lab"), CELLS) as lab:
        resize(lab.page, 1440, 900)
        lab.page.wait_for_function("() => document.querySelectorAll('.halite-window canvas.board').length === 1")
        yield lab
        lab.check()


def window(lab, number):
    """The window in this cell, with its board drawn; the first cell has a board that thinks, and none."""
    place = lab.page.locator(".halite-window").nth(number - 1)
    place.scroll_into_view_if_needed()
    return place


def stepped(lab, number, slider, key="ArrowRight"):
    """Milliseconds from a key on a slider's handle to the new picture."""
    place = window(lab, number)
    waiting = place.evaluate_handle(f"(place) => ({{done: ({DRAWN})(place)}})")
    handle = lab.page.locator(".jp-OutputArea-output").nth(number).locator(".noUi-handle").nth(slider)
    handle.focus()
    handle.press(key)
    return waiting.evaluate("({ done }) => done")


def board(lab):
    lab.page.locator("iframe").scroll_into_view_if_needed()
    frame = lab.page.locator("iframe").element_handle().content_frame()
    frame.wait_for_function("() => window.viewer?.session.explanation?.header.name === 'v26' && viewer.session.thought")
    return frame


def test_a_board_thinks_as_python_does_without_its_kernel(lab):
    """Field and moves to the last bit, and new ones when a slider moves after the kernel has ended."""
    frame = board(lab)
    read = "Array.from(viewer.session.thought.potential, String)"
    expected = lab.value("[str(each) for each in think(seen).potential.ravel().tolist()]")
    assert [float(each) for each in frame.evaluate(read)] == [float(each) for each in expected]
    assert frame.evaluate("[...viewer.session.thought.move]") == lab.value("think(seen).move.ravel().tolist()")
    before = frame.evaluate(read)
    frame.get_by_role("slider", name="alpha", exact=True).press("ArrowRight")
    frame.wait_for_function("() => viewer.thinking.asking.isKnown(viewer.turn)")
    assert frame.evaluate(read) != before
    assert frame.evaluate("viewer.thinking.asking.changes.alpha") > 0.1


def test_a_slider_changes_the_board_itself(lab):
    lab.run("board.children[-1].selected = (1, 1)")
    panel = window(lab, 1).locator(".inspector")
    panel.get_by_text("28", exact=True).wait_for()
    stepped(lab, 1, 0)
    panel.get_by_text("29", exact=True).wait_for()


def test_a_slider_draws_a_graph_anew(lab):
    """The graph is an SVG in the cell that fits the screen."""
    cell = lab.page.locator(".jp-OutputArea-output").nth(2)
    cell.scroll_into_view_if_needed()
    cell.locator("svg text", has_text="slope 0.50").wait_for()
    handle = cell.locator(".noUi-handle")
    handle.focus()
    handle.press("ArrowRight")
    cell.locator("svg text", has_text="slope 0.51").wait_for()
    expect(cell.locator("svg")).to_have_count(1)
    assert cell.bounding_box()["height"] < 760


def test_a_cell_fits_on_the_screen(lab):
    """Sliders and window together, on 1440 x 900 with JupyterLab's own bars around them."""
    box = lab.page.locator(".jp-OutputArea-output").nth(0).bounding_box()
    assert box["height"] < 760
    assert box["width"] < 1440


SPENT = "(lambda own: [sum(each.cpu_times()[:2]) for each in (own, own.parent())])(__import__('psutil').Process())"
"""In the kernel: seconds of the processor that it and the server it belongs to have spent."""


def test_a_step_takes_little_of_the_processor(lab):
    """Of kernel, server and page, one after the other; the time on the clock is printed, other programs count there."""
    times = [stepped(lab, 1, 0) for _ in range(STEPS)]
    page = lab.page.context.new_cdp_session(lab.page)
    page.send("Performance.enable", {"timeDomain": "threadTicks"})  # the clock stands still while other programs work

    def spent():
        metrics = {each["name"]: each["value"] for each in page.send("Performance.getMetrics")["metrics"]}
        return np.array([*lab.value(SPENT), metrics["TaskDuration"] - metrics["DevToolsCommandDuration"]])

    before = spent()
    for _ in range(STEPS):
        lab.page.keyboard.press("ArrowRight")
        time.sleep(0.3)
    kernel, server, main = 1000 * (spent() - before) / STEPS
    print(
        f"\n{STEPS} steps of a lesson's slider, on a small board: median {statistics.median(times):.0f} ms, slowest"
        f" {max(times):.0f} ms; ms of the processor each: kernel {kernel:.0f}, server {server:.0f}, page {main:.0f}"
    )
    assert kernel + server + main < 300  # it takes some 50 on a quiet machine, twice that on a busy one
