"""A JupyterLab of its own for a test: an empty home, a free port, and a page that shows one notebook."""

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
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from tests.support.pages import PLAYED, Tab
from tests.support.project import PATIENCE, ROOT

if TYPE_CHECKING:  # it takes long to load, and every test is loaded before one is chosen
    from playwright.sync_api import Browser

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
    """A notebook in JupyterLab."""

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
def opened(browser: Browser, home: Path, cells: Sequence[str]) -> Iterator[Lab]:
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
