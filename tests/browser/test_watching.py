"""Playing, stepping, seeking, zooming and moving over the torus: every key and every button."""

import json
from functools import partial

import pytest

from tests.support.pages import expect, opened

LAST = 143  # the last frame of the recorded game
BEGINNING = "(session.seek(40), viewer.camera.zoomBy(2), session.setSpeed(8), session.select({x: 5, y: 5}))"

# What is true after one of these keys, or the button of this name, was pressed, and was not before: on turn 40, paused,
# enlarged twice, with a selected square.
CHANGES = {
    "viewer.session.turn === 39": ("ArrowLeft ,", "One turn back"),
    "viewer.session.turn === 41": ("ArrowRight .", "One turn forward"),
    "viewer.session.turn === 30": ("Shift+ArrowLeft Shift+Comma",),
    "viewer.session.turn === 50": ("Shift+ArrowRight Shift+Period",),
    "viewer.session.turn === 0": ("z", "First frame"),
    f"viewer.session.turn === {LAST}": ("x", "Last frame"),
    "viewer.session.isPlaying": ("", "Play"),
    "viewer.session.speed === 10": ("ArrowUp 4",),
    "viewer.session.speed === 6": ("ArrowDown 3",),
    "viewer.session.speed === 1": ("1",),
    "viewer.session.speed === 3": ("2",),
    "viewer.session.speed === 15": ("5",),
    "viewer.camera.y === 9": ("w",),
    "viewer.camera.x === 9": ("a",),
    "viewer.camera.y === 11": ("s",),
    "viewer.camera.x === 11": ("d",),
    "viewer.session.selected?.y === 4": ("i",),
    "viewer.session.selected?.x === 4": ("j",),
    "viewer.session.selected?.y === 6": ("k",),
    "viewer.session.selected?.x === 6": ("l",),
    "viewer.session.selected === null": ("Escape",),
    "viewer.camera.zoom === 2.5": ("+",),
    "viewer.camera.zoom === 1.6": ("-",),
    "viewer.camera.zoom === 1": ("o",),
    "viewer.session.view.production": ("b",),
    "!viewer.session.view.grid": ("g",),
    "Boolean(viewer.session.message)": ("c", "Save a picture"),
    "viewer.help.open": ("?", "Keys"),
    "viewer.theme === 'light'": ("t", "Light or dark"),
}


def test_every_key_and_every_button_does_what_it_says(tab):
    """Keys are those of the original visualizer, and a few more; labels are what a screen reader says."""
    for change, (keys, *labels) in CHANGES.items():
        acts = [partial(tab.page.keyboard.press, key) for key in keys.split()]
        for act in acts + [tab.page.get_by_role("button", name=label, exact=True).click for label in labels]:
            tab.begin_again()
            tab.js(BEGINNING)
            assert not tab.js(change), change
            act()
            tab.until(change)


@pytest.fixture
def paused(tab):
    tab.js(BEGINNING)
    return tab


def test_space_plays_and_pauses_wherever_the_mouse_clicked_before(paused):
    """A button that was clicked must not take the space for itself; playing moves on by itself."""
    paused.page.get_by_role("button", name="One turn forward").click()
    paused.page.keyboard.press(" ")
    paused.page.wait_for_function("() => viewer.session.turn > 41")
    paused.page.keyboard.press(" ")
    paused.wait_for("[viewer.session.isPlaying, viewer.session.time % 1]", [False, 0])  # it comes to rest on a frame


def test_playing_never_goes_back(paused):
    """A frame may have begun before the click that starts the clock: its time is the earlier one."""
    played = """(async () => {
        const times = [];
        for (let i = 0; i < 12; i++) {
            viewer.session.setPlaying(false);
            viewer.session.seek(40);
            viewer.session.setPlaying(true);
            await new Promise(requestAnimationFrame);
            times.push(viewer.session.time);
        }
        return Math.min(...times);
    })()"""
    assert paused.js(played) >= 40


def test_playing_ends_with_the_game_and_starts_again_from_its_beginning(paused):
    paused.js(f"(viewer.session.setSpeed(60), viewer.session.seek({LAST - 2}), viewer.session.setPlaying(true))")
    paused.until(f"viewer.session.turn === {LAST} && !viewer.session.isPlaying")
    paused.js("viewer.session.setSpeed(1)")
    paused.page.keyboard.press(" ")
    paused.until("viewer.session.isPlaying && viewer.session.turn < 100")


def test_turn_and_speed_can_be_chosen_and_the_keys_come_back_to_the_board(paused):
    """Numbers beyond the game mean its end. Escape ends typing and nothing else."""
    field, speed = paused.page.get_by_label("Go to turn"), paused.page.get_by_label("Turns per second")
    for text, turn in (("77", 77), ("", 77), ("5000", LAST)):  # nothing is no turn
        field.fill(text)
        field.press("Enter")
        paused.wait_for("[viewer.session.turn, document.activeElement === viewer.root]", [turn, True])
        expect(field).to_have_value(str(turn))
    scrubber = paused.page.get_by_role("slider", name="Turn")
    scrubber.fill("12")
    paused.wait_for("viewer.session.turn", 12)
    scrubber.press("ArrowRight")
    paused.wait_for("viewer.session.turn", 13)  # once, not once for the scrubber and once for the page
    speed.select_option("30/s")
    paused.wait_for("viewer.session.speed", 30)
    for control in (field, speed):
        control.focus()
        paused.page.keyboard.press("Escape")
        paused.until("document.activeElement === viewer.root")
    paused.wait_for("viewer.session.selected", {"x": 5, "y": 5})


PIXEL = """(() => {
    const copy = new OffscreenCanvas(1, 1).getContext("2d");
    copy.drawImage(viewer.canvas, -it.x, -it.y);
    return [...copy.getImageData(0, 0, 1, 1).data];
})()"""


def test_pieces_slide_over_the_edge_of_the_torus(tab):
    empty = [[[0, 0]] * 3] * 3
    here, there = ([empty[0], [*empty[0][:i], [1, 255], *empty[0][i + 1 :]], empty[0]] for i in (2, 0))
    moves = [[0] * 3, [0, 0, 2], [0] * 3]
    game = {
        "version": 11, "width": 3, "height": 3, "num_players": 1, "num_frames": 2, "player_names": [""],
        "productions": [[1] * 3] * 3, "frames": [here, there], "moves": [moves],
    }  # fmt: skip
    assert tab.open(json.dumps(game).encode(), "torus.hlt")
    tab.js("(viewer.session.seek(0.5), viewer.board.draw())")
    area = tab.js("viewer.camera.area")
    y = area["top"] + 0.58 * area["height"]  # within the piece, below its number
    for x in (area["left"] + 4, area["left"] + area["width"] - 4):
        tab.wait_for(PIXEL, [0x56, 0xB4, 0xE9, 255], {"x": round(x), "y": round(y)})
    expect(tab.page.locator(".standings")).to_contain_text("player 1")  # one without a name has a number


def test_the_system_chooses_the_colours_and_whether_pieces_slide(browser, game_page):
    draw = "(viewer.session.seek({}), viewer.board.draw(), viewer.canvas.toDataURL())"
    with opened(browser, reduced_motion="reduce", color_scheme="dark") as tab:
        tab.goto(game_page)
        for scheme in ("dark", "light"):
            tab.page.emulate_media(color_scheme=scheme)
            tab.wait_for("viewer.theme", scheme)
        assert tab.js(draw.format(40.5)) == tab.js(draw.format(40))


# Zooming and moving over the torus, by mouse, keys and fingers; which square is where.


def test_dragging_looks_around_the_torus(paused):
    box = paused.page.locator("canvas.board").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    paused.page.mouse.move(*middle)
    paused.page.mouse.down()
    paused.page.mouse.move(middle[0] + 60, middle[1])
    paused.page.mouse.up()
    paused.until("Math.abs(viewer.camera.x - 10 + 60 / viewer.camera.scale) < 1e-6")
    paused.wait_for("viewer.session.selected", {"x": 5, "y": 5})  # a drag is no click


def test_the_wheel_zooms_where_the_mouse_is(paused):
    box = paused.page.locator("canvas.board").bounding_box()
    x, y = box["width"] / 2 + 100, box["height"] / 2 + 60
    before = paused.js("viewer.camera.squareAt(it.x, it.y)", {"x": x, "y": y})
    paused.page.mouse.move(box["x"] + x, box["y"] + y)
    paused.page.mouse.wheel(0, -400)
    paused.page.wait_for_function("() => viewer.camera.zoom > 2.5")
    paused.wait_for("viewer.camera.squareAt(it.x, it.y)", before, {"x": x, "y": y})
    paused.page.keyboard.press("o")
    paused.wait_for("viewer.camera.zoom", 1)


def test_a_square_is_clicked_where_it_is_drawn(paused):
    paused.js("viewer.camera.home()")
    paused.page.keyboard.press("d")
    box = paused.page.locator("canvas.board").bounding_box()
    area, scale = paused.js("viewer.camera.area"), paused.js("viewer.camera.scale")
    x, y = box["x"] + area["left"] + 2.5 * scale, box["y"] + area["top"] + 4.5 * scale
    paused.page.mouse.click(x, y)
    paused.wait_for("viewer.session.selected", {"x": 3, "y": 4})
    paused.page.keyboard.press("Escape")
    paused.wait_for("viewer.session.selected", None)


def test_two_fingers_zoom(browser, game_page):
    with opened(browser, 375, 740, has_touch=True) as tab:
        tab.goto(game_page)
        device = tab.page.context.new_cdp_session(tab.page)

        def touch(kind, *points):
            fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
            device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

        touch("touchStart", (180, 250))
        touch("touchStart", (180, 250), (200, 250))
        for spread in (20, 40, 60):
            touch("touchMove", (180 - spread, 250), (200 + spread, 250))
        touch("touchEnd")
        tab.until("viewer.camera.zoom > 2")
        before = tab.js("viewer.camera.x")
        touch("touchStart", (180, 250))
        touch("touchMove", (120, 250))
        touch("touchEnd")
        tab.until("viewer.camera.x > it", before)
