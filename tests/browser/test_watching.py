"""Playing, stepping, seeking, zooming and moving over the torus: every key and every button."""

import json

import pytest

from tests.support.pages import expect

# Playing, stepping, seeking: every key and every button.


LAST = 143  # the last frame of the recorded game

# What is true after a key was pressed, and was not before. Every test starts on turn 40, paused, enlarged twice,
# with the square (5, 5) selected.
KEYS = {
    "ArrowLeft": "viewer.turn === 39",
    ",": "viewer.turn === 39",
    "ArrowRight": "viewer.turn === 41",
    ".": "viewer.turn === 41",
    "Shift+ArrowLeft": "viewer.turn === 30",
    "Shift+ArrowRight": "viewer.turn === 50",
    "Shift+Comma": "viewer.turn === 30",
    "Shift+Period": "viewer.turn === 50",
    "ArrowUp": "viewer.session.speed === 10",
    "ArrowDown": "viewer.session.speed === 6",
    "1": "viewer.session.speed === 1",
    "2": "viewer.session.speed === 3",
    "3": "viewer.session.speed === 6",
    "4": "viewer.session.speed === 10",
    "5": "viewer.session.speed === 15",
    "z": "viewer.turn === 0",
    "x": f"viewer.turn === {LAST}",
    "w": "viewer.camera.y === 9",
    "a": "viewer.camera.x === 9",
    "s": "viewer.camera.y === 11",
    "d": "viewer.camera.x === 11",
    "i": "viewer.session.selected?.y === 4",
    "j": "viewer.session.selected?.x === 4",
    "k": "viewer.session.selected?.y === 6",
    "l": "viewer.session.selected?.x === 6",
    "+": "viewer.camera.zoom === 2.5",
    "-": "viewer.camera.zoom === 1.6",
    "o": "viewer.camera.zoom === 1",
    "b": "viewer.session.view.production",
    "g": "!viewer.session.view.grid",
    "e": "viewer.root.classList.contains('no-graphs')",
    "c": "Boolean(viewer.session.message)",
    "?": "viewer.help.open",
    "t": "viewer.theme === 'light'",
    "Escape": "viewer.session.selected === null",
}

BUTTONS = {
    "First frame": "viewer.turn === 0",
    "One turn back": "viewer.turn === 39",
    "One turn forward": "viewer.turn === 41",
    "Last frame": f"viewer.turn === {LAST}",
    "Play": "viewer.session.isPlaying",
    "Zoom in": "viewer.camera.zoom === 2.5",
    "Zoom out": "viewer.camera.zoom === 1.6",
    "Whole board": "viewer.camera.zoom === 1",
    "Grid lines": "!viewer.session.view.grid",
    "Production only": "viewer.session.view.production",
    "Save a picture": "Boolean(viewer.session.message)",
    "Graphs": "viewer.root.classList.contains('no-graphs')",
    "Light or dark": "viewer.theme === 'light'",
    "Keys": "viewer.help.open",
}


@pytest.mark.parametrize("key", KEYS)
def test_a_key_does_what_the_list_of_keys_says(paused, key):
    """Those of the original visualizer, and a few more."""
    assert not paused.js(KEYS[key])
    paused.page.keyboard.press(key)
    paused.page.wait_for_function(f"() => {KEYS[key]}")


@pytest.mark.parametrize("label", BUTTONS)
def test_a_button_does_what_its_label_says(paused, label):
    """Labels are what a screen reader says, so they are what the test goes by."""
    assert not paused.js(BUTTONS[label])
    paused.page.get_by_role("button", name=label, exact=True).click()
    paused.page.wait_for_function(f"() => {BUTTONS[label]}")


def test_space_plays_and_pauses_wherever_the_mouse_clicked_before(paused):
    """A button that was clicked must not take the space for itself; playing moves on by itself."""
    paused.page.get_by_role("button", name="One turn forward").click()
    paused.page.keyboard.press(" ")
    paused.page.wait_for_function("() => viewer.turn > 41")
    paused.page.keyboard.press(" ")
    assert not paused.js("viewer.session.isPlaying")
    assert paused.js("Number.isInteger(viewer.session.time)"), "a pause comes to rest on a frame"


def test_playing_never_goes_back(paused):
    """A frame may have begun before the click that starts the clock: its time is the earlier one."""
    played = """(async () => {
        const times = [];
        for (let i = 0; i < 12; i++) {
            viewer.pause();
            viewer.seek(40);
            viewer.play();
            await new Promise(requestAnimationFrame);
            times.push(viewer.session.time);
        }
        return Math.min(...times);
    })()"""
    assert paused.js(played) >= 40


def test_playing_ends_with_the_game_and_starts_again_from_its_beginning(paused):
    paused.js(f"(viewer.session.setSpeed(60), viewer.seek({LAST - 2}), viewer.play())")
    paused.page.wait_for_function(f"() => viewer.turn === {LAST} && !viewer.session.isPlaying")
    paused.js("viewer.session.setSpeed(1)")
    paused.page.keyboard.press(" ")
    paused.until("viewer.session.isPlaying && viewer.turn < 100")


def test_pieces_slide_between_frames(paused):
    """Half a turn later the picture is another one, and neither frame's."""
    pictures = set()
    for time in (40, 40.25, 40.5, 40.75, 41):
        paused.js("viewer.seek(it)", time)
        pictures.add(paused.picture())
    assert len(pictures) == 5


def test_turn_and_speed_can_be_chosen_without_the_keyboard(paused):
    """Numbers beyond the game mean its end."""
    field = paused.page.get_by_label("Go to turn")
    field.fill("77")
    field.press("Enter")
    paused.wait_for("viewer.turn", 77)
    field.fill("")
    field.press("Enter")
    assert (paused.js("viewer.turn"), field.input_value()) == (77, "77"), "nothing is no turn"
    field.fill("5000")
    field.press("Enter")
    assert (paused.js("viewer.turn"), field.input_value()) == (LAST, str(LAST))
    scrubber = paused.page.get_by_role("slider", name="Turn")
    scrubber.fill("12")
    paused.wait_for("viewer.turn", 12)
    scrubber.press("ArrowRight")
    paused.wait_for("viewer.turn", 13)  # once, not once for the scrubber and once for the page
    paused.page.get_by_label("Turns per second").select_option("30/s")
    paused.wait_for("viewer.session.speed", 30)


def test_the_keys_come_back_to_the_board(paused):
    """After a turn is typed or a speed chosen, the arrows move on the board; Escape ends typing and nothing else."""
    is_board = "document.activeElement === viewer.root"
    for control, keys in (("Go to turn", ["7", "Enter"]), ("Go to turn", ["Escape"]), ("Turns per second", ["Escape"])):
        paused.page.get_by_label(control).focus()
        for key in keys:
            assert not paused.js(is_board)
            paused.page.keyboard.press(key)
        assert paused.js(is_board)
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
    tab.js("(viewer.seek(0.5), viewer.board.draw())")
    area = tab.js("viewer.camera.area")
    y = area["top"] + 0.58 * area["height"]  # within the piece, below its number
    for x in (area["left"] + 4, area["left"] + area["width"] - 4):
        tab.wait_for(PIXEL, [0x56, 0xB4, 0xE9, 255], {"x": round(x), "y": round(y)})
    expect(tab.page.locator(".standings")).to_contain_text("player 1")  # one without a name has a number


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_system_chooses_the_colours_and_whether_pieces_slide(browser, game_page, theme):
    """Who asked for less motion sees the first of two frames; the colours stay until the viewer chooses others."""
    page = browser.new_page(reduced_motion="reduce", color_scheme=theme)
    page.goto(game_page.as_uri())
    page.wait_for_function("() => window.viewer && viewer.session.game")
    assert page.evaluate("viewer.theme") == theme
    draw = "(viewer.seek({}), viewer.board.draw(), viewer.canvas.toDataURL())"
    assert page.evaluate(draw.format(40.5)) == page.evaluate(draw.format(40))
    page.close()


# Zooming and moving over the torus, by mouse, keys and fingers; which square is where.


def test_dragging_looks_around_the_torus_and_the_same_way_back_ends_where_it_began(paused):
    """A shift by the width of the board shows the same board."""
    before = paused.picture()
    paused.js("viewer.look(() => viewer.camera.pan(123, -77))")
    assert paused.picture() != before
    paused.js("viewer.look(() => viewer.camera.pan(20 * viewer.camera.scale - 123, 77))")
    assert paused.picture() == before
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
    paused.js("viewer.home()")
    paused.page.keyboard.press("d")
    box = paused.page.locator("canvas.board").bounding_box()
    area, scale = paused.js("viewer.camera.area"), paused.js("viewer.camera.scale")
    x, y = box["x"] + area["left"] + 2.5 * scale, box["y"] + area["top"] + 4.5 * scale
    paused.page.mouse.click(x, y)
    paused.wait_for("viewer.session.selected", {"x": 3, "y": 4})
    paused.page.keyboard.press("Escape")
    paused.wait_for("viewer.session.selected", None)


def test_the_selected_square_stays_in_sight(paused):
    """Chosen by keys it may lie beyond the edge of what is seen, also across the edge of the torus."""
    for key, steps in (("l", 8), ("i", 8)):
        for _ in range(steps):
            paused.page.keyboard.press(key)
            x, y = paused.js("[viewer.session.selected.x, viewer.session.selected.y]")
            lefts = paused.js("[0, 20, -20].map((more) => viewer.camera.left(it + more))", x)
            tops = paused.js("[0, 20, -20].map((more) => viewer.camera.top(it + more))", y)
            area, scale = paused.js("viewer.camera.area"), paused.js("viewer.camera.scale")
            assert any(0 <= left - area["left"] + 0.01 <= area["width"] - scale + 0.02 for left in lefts)
            assert any(0 <= top - area["top"] + 0.01 <= area["height"] - scale + 0.02 for top in tops)


def test_two_fingers_zoom(browser, game_page):
    """On a phone there is no wheel; one finger alone looks around."""
    context = browser.new_context(viewport={"width": 375, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto(game_page.as_uri())
    page.wait_for_function("() => window.viewer && viewer.session.game")
    device = context.new_cdp_session(page)

    def touch(kind, *points):
        fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (180, 250))
    touch("touchStart", (180, 250), (200, 250))
    for spread in (20, 40, 60):
        touch("touchMove", (180 - spread, 250), (200 + spread, 250))
    touch("touchEnd")
    page.wait_for_function("() => viewer.camera.zoom > 2")
    before = page.evaluate("viewer.camera.x")
    touch("touchStart", (180, 250))
    touch("touchMove", (120, 250))
    touch("touchEnd")
    page.wait_for_function("(before) => viewer.camera.x > before", arg=before)
    context.close()
