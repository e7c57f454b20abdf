"""How long a dragged slider waits for its answer: `pytest tests/browser/test_live_speed.py -s` prints it."""

import statistics
import time

from bot import preset
from engine import generate
from experiments.arena.arena import Arena
from experiments.watch.games import Games
from tests.support.live_window import Live, served
from tests.support.watching import folder_with

TURN = 100  # of 169: both players own a third of the board
STOPS = 40


def test_a_dragged_slider_is_answered_within_fifty_milliseconds(browser, tmp_path):
    """On 30 x 30 squares, from the hand's movement to the new field on the board.

    What is judged is the processor's time for an answer, which hardly depends on what else the machine does; the time
    on the clock is printed.
    """
    state = generate(30, 30, 2, 2)
    replay = Arena(30, 30).play([preset("v26"), preset("v17")], state, record=True).replay
    path = folder_with(replay, tmp_path)
    with served(Games(tmp_path, path)) as address:
        live = Live(browser.new_page(viewport={"width": 1280, "height": 800}), address=address)
        live.page.goto(address)
        live.page.wait_for_function("() => window.asking?.game")
        live.js("viewer.setLayer('potential')")
        live.js("viewer.seek(it)", TURN)
        live.answered()
        before = time.process_time()  # the server runs in a thread of this process
        times = dragged(live)
        each = 1000 * (time.process_time() - before) / STOPS
        live.page.close()
        live.check()
    print(
        f"\n{STOPS} stops of a drag at 30 x 30: quickest {times[0]:.0f} ms, median {statistics.median(times):.0f} ms,"
        f" slowest {times[-1]:.0f} ms; {each:.0f} ms of the processor each"
    )
    assert each < 50


def dragged(live):
    """Milliseconds from each movement of the mouse to the field's drawing, the shortest first."""
    left, length, middle = live.grasp("alpha")
    live.page.mouse.down()
    times = []
    for stop in range(STOPS):
        live.page.mouse.move(left + length * (0.2 + 0.6 * stop / STOPS), middle)
        live.answered()
        times.append(live.js("(viewer.board.draw(), asking.time + viewer.board.drawTime)"))
    live.page.mouse.up()
    return sorted(times)
