"""Windows, boards and sliders in a real JupyterLab, kernel and browser, and no other server."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.support.pages import PLAYED, Tab, expect, launched
from tests.support.project import PATIENCE, ROOT
from tests.support.recordings import GOLDEN

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
TOKEN = "abc"

SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},  # it would ask the network
    "notebook-extension/tracker": {"windowingMode": "none"},  # cells out of sight are there as well
}

# In JupyterLab: what the kernel prints while it runs this code, which must not fail.
EXECUTE = """async (code) => {
    const { kernel } = jupyterapp.shell.currentWidget.context.sessionContext.session;
    const request = kernel.requestExecute({ code, stop_on_error: true });
    let said = "";
    request.onIOPub = ({ content }) => (said += content.text ?? content.traceback?.join("\\n") ?? "");
    const { content } = await request.done;
    if (content.status !== "ok") throw new Error(said);
    return said;
}"""

HAS_KERNEL = "() => window.jupyterapp?.shell.currentWidget?.context?.sessionContext?.session?.kernel"


@dataclass
class Lab(Tab):
    address: str = ""  # of its server

    def open_notebook(self, path: Path) -> Lab:
        """Show a notebook of the served folder, and run its cells."""
        self.page.set_default_timeout(1000 * PLAYED)  # JupyterLab alone takes twelve seconds on a slow machine
        self.page.on("websocket", lambda socket: self.note_request(socket.url))
        self.page.goto(f"{self.address}lab/tree/{path.name}?token={TOKEN}")
        self.page.wait_for_function(HAS_KERNEL)
        self.command("notebook:run-all-cells")
        return self

    def command(self, name: str, **words: object) -> None:
        self.page.evaluate("([name, words]) => jupyterapp.commands.execute(name, words)", [name, words])

    def run(self, code: str) -> str:
        return str(self.page.evaluate(EXECUTE, code))

    def value(self, expression: str) -> Any:
        return json.loads(self.run(f"import json\nprint(json.dumps({expression}))"))

    def wait_for_value(self, expression: str, wanted: object) -> None:
        """Return when an expression has this value in the kernel: what a page tells is on its way for a while."""
        end = time.monotonic() + PLAYED
        while (value := self.value(expression)) != wanted:
            assert time.monotonic() < end, f"{expression} is {value}, not {wanted}"
            time.sleep(0.05)  # to ask again at once would keep page, server and kernel busy

    def note_problem(self, text: str) -> None:
        # JupyterLab has troubles of its own, slow machines among them. What a widget brings is loaded from a blob.
        if not text.startswith(("debug:", "log:", "info:")) and ("blob:" in text or "[anywidget]" in text):
            self.problems.append(text)

    def note_request(self, address: str) -> None:
        if not address.startswith((self.address, self.address.replace("http", "ws", 1))):
            super().note_request(address)


@contextmanager
def opened(browser: Any, home: Path, cells: Sequence[str]) -> Iterator[Lab]:
    """A notebook with these cells, run, in a JupyterLab that lives in the empty folder `home`."""
    path = _notebook(home, cells)
    for name, settings in SETTINGS.items():
        kept = home / ".jupyter" / "lab" / "user-settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        kept.parent.mkdir(parents=True)
        kept.write_text(json.dumps(settings), encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    log = home / ".jupyter.log"
    with log.open("w") as file:
        server = subprocess.Popen(_command(home, port), cwd=home, env=_around(home), stdout=file, stderr=file)
    try:
        _wait(f"http://127.0.0.1:{port}/api?token={TOKEN}", server, log)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        yield Lab(page, address=f"http://127.0.0.1:{port}/").open_notebook(path)
        page.close()
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _command(home: Path, port: int) -> list[str]:
    words = {
        "ServerApp.port": port, "ServerApp.port_retries": 0, "IdentityProvider.token": TOKEN,
        "ServerApp.root_dir": home, "LabApp.expose_app_in_browser": True, "LabApp.extension_manager": "readonly",
    }  # fmt: skip
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"]
    return command + [f"--{name}={value}" for name, value in words.items()]


def _around(home: Path) -> dict[str, str]:
    """The environment without this machine's settings of Jupyter, but with the modules of the notebooks."""
    around = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON"))}
    return around | {"HOME": str(home), "IPYTHONDIR": str(home / ".ipython"), "PYTHONPATH": str(ROOT / "notebooks")}


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.05)  # nothing listens yet
    raise AssertionError(f"JupyterLab does not answer:\n{log.read_text()}")


def _notebook(folder: Path, sources: Sequence[str]) -> Path:
    path = folder / "game.ipynb"
    cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    cells = [cell | {"id": f"cell-{number}", "source": source} for number, source in enumerate(sources)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


CELLS = [
    f"""
from window import Window
from show import load_recording, think, view
window, other = Window({str(GAME)!r}), Window(load_recording())
selections = []
window.observe(lambda change: selections.append(change.new), "selected")
window""",
    "window",
    "other",
    """
from dragging import vary_board
from bot import View
import numpy as np

def corridor(garrison: int):
    owner, strength = np.zeros((3, 7), np.uint8), np.full((3, 7), garrison, np.uint8)
    owner[1, 3] = 1
    return View(owner, strength, np.full((3, 7), 3, np.uint8), 1, 0)

board = vary_board(corridor, garrison=(1, 60, 28))
board""",
    """
from dragging import drag_board
from dataclasses import replace

seen = replace(view(load_recording(), 96), turn=0)  # the only frame of its game: ties are broken by turn
drag_board(seen)""",
]
CORRIDOR, BOARD = 3, 4  # cells

IS_DRAWN = """(place) => {
    const { width, height } = place;
    const found = width && place.getContext("2d").getImageData(0, 0, width, height).data;
    return found && new Set(new Uint32Array(found.buffer)).size > 20;
}"""


def test_windows_boards_and_sliders_of_a_notebook(tmp_path):
    """One test, so that one JupyterLab is started: each takes half a minute."""
    with launched() as browser, opened(browser, tmp_path, CELLS) as lab:
        lab.until("document.querySelectorAll('.halite-window .turn input').length === 4", seconds=PLAYED)
        lab.windows = [lab.page.locator(".halite-window").nth(place) for place in range(4)]
        check_board_that_thinks(lab)
        check_sliders(lab)
        check_traits(lab)
        check_keys(lab)
        check_layers(lab)
        check_endings(lab)
        lab.check()


def output(lab, cell):
    place = lab.page.locator(".jp-OutputArea-output").nth(cell)
    place.scroll_into_view_if_needed()
    return place


def check_board_that_thinks(lab):
    """Without its kernel: field and moves of Python to the last bit, and others when a slider moves."""
    place = output(lab, BOARD)
    assert place.bounding_box()["height"] < 760, "sliders and board fit between JupyterLab's own bars"
    frame = place.locator("iframe").element_handle().content_frame()
    thinks = "() => window.viewer?.session.explanation?.header.name === 'v26' && viewer.session.thought"
    frame.wait_for_function(thinks)
    read = "Array.from(viewer.session.thought.potential, String)"
    before = frame.evaluate(read)
    expected = lab.value("[str(each) for each in think(seen).potential.ravel().tolist()]")
    assert [float(each) for each in before] == [float(each) for each in expected]
    assert frame.evaluate("[...viewer.session.thought.move]") == lab.value("think(seen).move.ravel().tolist()")
    frame.get_by_role("slider", name="alpha", exact=True).press("ArrowRight")
    frame.wait_for_function(f"(before) => JSON.stringify({read}) !== JSON.stringify(before)", arg=before)
    assert frame.evaluate("viewer.thinking.asking.changes.alpha") > 0.1


def check_sliders(lab):
    lab.run("board.children[-1].selected = (1, 1)")
    panel = lab.windows[3].locator(".inspector")
    panel.get_by_text("28", exact=True).wait_for()
    output(lab, CORRIDOR).locator(".noUi-handle").press("ArrowRight")
    panel.get_by_text("29", exact=True).wait_for()


def wait_for_turns(lab, *turns):
    shown = "[...document.querySelectorAll('.halite-window .turn input')].slice(0, 3).map((field) => field.value)"
    lab.page.wait_for_function(f"(wanted) => {shown}.join() === wanted", arg=",".join(map(str, turns)))


def picture(window):
    window.scroll_into_view_if_needed()
    canvas = window.locator("canvas.board")
    window.page.wait_for_function(IS_DRAWN, arg=canvas.element_handle())
    return canvas.evaluate("(canvas) => canvas.toDataURL()")


def check_traits(lab):
    """Set in Python they show on the page, and clicks set them; a second view follows, another window does not."""
    first, second, *_ = lab.windows
    before = picture(first)
    lab.run("window.turn = 60")
    wait_for_turns(lab, 60, 60, 0)
    canvas = first.locator("canvas.board")
    lab.page.wait_for_function(
        "([canvas, before]) => canvas.toDataURL() !== before", arg=[canvas.element_handle(), before]
    )
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] / 2 + 5, "y": box["height"] / 2 + 5})  # square (10, 10) of the 20 x 20
    lab.wait_for_value("[window.selected, selections]", [[10, 10], [[10, 10]]])
    expect(second.locator(".inspector strong")).to_have_text("(10, 10)")


def check_keys(lab):
    """They are the board's while it has the focus: X, which cuts a cell elsewhere, goes to the last frame."""
    lab.page.keyboard.press("x")
    wait_for_turns(lab, 143, 143, 0)
    lab.page.keyboard.press("z")
    lab.page.keyboard.press("ArrowRight")
    lab.wait_for_value("window.turn", 1)
    lab.expect(".jp-CodeCell").to_have_count(len(CELLS))


def check_layers(lab):
    """Thoughts computed in a cell are shown, and a layer turned off by its button is off in Python."""
    first, second, third, _ = lab.windows
    lab.run("window.explain(60, think(view(window.replay, 60), alpha=0.3)); window.turn = 60")
    lab.run("window.layers = ['trees', 'potential']")
    second.get_by_role("button", name="Capture trees", pressed=True).click()
    lab.wait_for_value("window.layers", ["potential"])
    expect(first.locator(".legends")).to_contain_text("turns")
    expect(third.get_by_role("button", name="Potential")).to_have_count(0)


def check_endings(lab):
    """A cell whose output is cleared, and a window that is closed, leave nothing behind."""
    left = "(count) => document.querySelectorAll('.halite-window').length === count"
    lab.page.evaluate("() => (jupyterapp.shell.currentWidget.content.activeCellIndex = 0)")
    lab.command("notebook:clear-cell-output")
    lab.page.wait_for_function(left, arg=3)
    lab.run("window.close()")
    lab.page.wait_for_function(left, arg=2)
