"""The picture of page 17, a part of `make pictures`: a game in a cell of JupyterLab."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser

from experiments.recordings.explaining import make
from tests.support.project import ROOT
from tests.support.recordings import GOLDEN

from .shots import save, tab

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
PATIENCE = 180  # s
WIDTH, HEIGHT = 1240, 960

CELL = """from window import Window

window = Window("game.hlt.gz", explanation="mine.explain.gz")
window.seek(84)
window.select(6, 2)
window.layers = ["reasons", "trees"]
window.observe(lambda change: print(change.new), "selected")
window"""

BARE = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}}}


def taken(browser: Browser, work: Path, folder: Path) -> None:
    """Run the cell, wait for its window, and fold the side bar away."""
    place = work / "notebook"
    place.mkdir()
    _prepare(place)
    with _jupyter(place) as address:
        page = tab(browser, {"width": WIDTH, "height": HEIGHT}, "light")
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(address)
        page.locator(".jp-Notebook .cm-content").first.wait_for()
        page.locator(".jp-StatusBar-Item", has_text="| Idle").first.wait_for()  # keys that come sooner reach no kernel
        for word in ("No", "Dismiss"):  # news, and what else asks before one has begun
            button = page.get_by_role("button", name=word, exact=True)
            if button.count() and button.first.is_visible():
                button.first.click()
        page.locator(".jp-Notebook .cm-content").first.click()
        page.keyboard.press("Control+B")
        page.keyboard.press("Shift+Enter")
        page.locator(".jp-OutputArea canvas").first.wait_for()
        save(page, folder / "notebook-window.png", wait=4000)  # the counted story and the graphs


def _prepare(folder: Path) -> None:
    """Write the game, v26's thoughts about it, and a notebook that shows both."""
    shutil.copy(GAME, folder / "game.hlt.gz")
    make(GAME, 1, "v26", folder / "mine.explain.gz")
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None, "source": CELL}
    (folder / "game.ipynb").write_text(json.dumps(BARE | {"cells": [cell]}), encoding="utf-8")


@contextmanager
def _jupyter(folder: Path) -> Iterator[str]:
    """JupyterLab in this folder, without a token: its address."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    paths = os.pathsep.join([str(ROOT), str(ROOT / "notebooks")])
    options = ["--no-browser", "--allow-root", "--ServerApp.port_retries=0", f"--port={port}"]
    open_to_us = ["--IdentityProvider.token=", f"--notebook-dir={folder}"]
    command = [sys.executable, "-m", "jupyter", "lab", *options, *open_to_us]
    environment = os.environ | {"PYTHONPATH": paths, "JUPYTER_CONFIG_DIR": str(folder / ".jupyter")}
    with (folder / "jupyter.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        _await(f"http://127.0.0.1:{port}/api")
        yield f"http://127.0.0.1:{port}/lab/tree/game.ipynb?reset"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _await(address: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urlopen(address, timeout=5).close()  # our own server
        except (URLError, OSError):
            time.sleep(0.5)
        else:
            return
    raise TimeoutError(f"JupyterLab did not answer within {PATIENCE} s")
