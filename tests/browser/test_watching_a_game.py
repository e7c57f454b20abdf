"""Playing, stepping, seeking, looking around: every key and every button."""

import json

import pytest

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
    "c": "viewer.keeping.open",
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
    "Link, picture, film": "viewer.keeping.open",
    "Graphs": "viewer.root.classList.contains('no-graphs')",
    "Light or dark": "viewer.theme === 'light'",
    "Keys": "viewer.help.open",
}


@pytest.fixture
def paused(tab):
    """The game on turn 40, enlarged twice."""
    tab.js("(viewer.seek(40), viewer.zoom(2), viewer.session.setSpeed(8), viewer.select({x: 5, y: 5}))")
    return tab


@pytest.mark.parametrize("key", KEYS)
def test_a_key_does_what_the_list_of_keys_says(paused, key):
    """Those of the original visualizer, and a few more."""
    assert not paused.js(KEYS[key])
    paused.page.keyboard.press(key)
    assert paused.js(KEYS[key])


@pytest.mark.parametrize("label", BUTTONS)
def test_a_button_does_what_its_label_says(paused, label):
    """Labels are what a screen reader says, so they are what the test goes by."""
    assert not paused.js(BUTTONS[label])
    paused.page.get_by_role("button", name=label, exact=True).click()
    assert paused.js(BUTTONS[label])


def test_space_plays_and_pauses_wherever_the_mouse_clicked_before(paused):
    """A button that was clicked must not take the space for itself; playing moves on by itself."""
    paused.page.get_by_role("button", name="One turn forward").click()
    paused.page.keyboard.press(" ")
    paused.page.wait_for_function("() => viewer.turn > 41")
    paused.page.keyboard.press(" ")
    assert not paused.js("viewer.session.isPlaying")
    assert paused.js("Number.isInteger(viewer.session.time)"), "a pause comes to rest on a frame"


def test_playing_ends_with_the_game_and_starts_again_from_its_beginning(paused):
    """Playing from the last turn starts at turn 0."""
    paused.js(f"(viewer.session.setSpeed(60), viewer.seek({LAST - 2}), viewer.play())")
    paused.page.wait_for_function(f"() => viewer.turn === {LAST} && !viewer.session.isPlaying")
    paused.page.keyboard.press(" ")
    assert paused.js("viewer.session.isPlaying && viewer.turn < 100")


def test_pieces_slide_between_frames(paused):
    """Half a turn later the picture is another one, and neither frame's."""
    pictures = set()
    for time in (40, 40.25, 40.5, 40.75, 41):
        paused.js("viewer.seek(it)", time)
        pictures.add(paused.picture())
    assert len(pictures) == 5


def test_the_turn_can_be_typed_and_scrubbed(paused):
    """Numbers beyond the game mean its end."""
    field = paused.page.get_by_label("Go to turn")
    field.fill("77")
    field.press("Enter")
    assert paused.js("viewer.turn") == 77
    field.fill("")
    field.press("Enter")
    assert (paused.js("viewer.turn"), field.input_value()) == (77, "77"), "nothing is no turn"
    field.fill("5000")
    field.press("Enter")
    assert (paused.js("viewer.turn"), field.input_value()) == (LAST, str(LAST))
    scrubber = paused.page.get_by_role("slider", name="Turn")
    scrubber.fill("12")
    assert paused.js("viewer.turn") == 12
    scrubber.press("ArrowRight")
    assert paused.js("viewer.turn") == 13, "once, not once for the scrubber and once for the page"


def test_the_speed_can_be_chosen(paused):
    """The list works without the keyboard."""
    paused.page.get_by_label("Turns per second").select_option("30/s")
    assert paused.js("viewer.session.speed") == 30


def test_the_keys_come_back_to_the_board(paused):
    """After a turn is typed or a speed chosen, the arrows move on the board; Escape ends typing and nothing else."""
    is_board = "document.activeElement === viewer.root"
    for control, keys in (("Go to turn", ["7", "Enter"]), ("Go to turn", ["Escape"]), ("Turns per second", ["Escape"])):
        paused.page.get_by_label(control).focus()
        for key in keys:
            assert not paused.js(is_board)
            paused.page.keyboard.press(key)
        assert paused.js(is_board)
    assert paused.js("viewer.session.selected") == {"x": 5, "y": 5}


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


PIXEL = """(() => {
    const copy = new OffscreenCanvas(1, 1).getContext("2d");
    copy.drawImage(viewer.canvas, -it.x, -it.y);
    return [...copy.getImageData(0, 0, 1, 1).data];
})()"""


def test_pieces_slide_over_the_edge_of_the_torus(tab):
    """One that leaves on the right comes in on the left meanwhile."""
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
        assert tab.js(PIXEL, {"x": round(x), "y": round(y)}) == [0x56, 0xB4, 0xE9, 255]
    assert "player 1" in tab.page.locator(".standings").inner_text(), "one without a name has a number"


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
    assert paused.js("viewer.camera.x") == pytest.approx(10 - 60 / paused.js("viewer.camera.scale"))
    assert paused.js("viewer.session.selected") == {"x": 5, "y": 5}, "a drag is no click"


def test_the_wheel_zooms_where_the_mouse_is(paused):
    """The square under it stays there."""
    box = paused.page.locator("canvas.board").bounding_box()
    x, y = box["width"] / 2 + 100, box["height"] / 2 + 60
    before = paused.js("viewer.camera.squareAt(it.x, it.y)", {"x": x, "y": y})
    paused.page.mouse.move(box["x"] + x, box["y"] + y)
    paused.page.mouse.wheel(0, -400)
    paused.page.wait_for_function("() => viewer.camera.zoom > 2.5")
    assert paused.js("viewer.camera.squareAt(it.x, it.y)", {"x": x, "y": y}) == before
    paused.page.keyboard.press("o")
    assert paused.js("viewer.camera.zoom") == 1


def test_a_square_is_clicked_where_it_is_drawn(paused):
    """Clicks find the right square, also after the board is moved."""
    paused.js("viewer.home()")
    paused.page.keyboard.press("d")
    box = paused.page.locator("canvas.board").bounding_box()
    area, scale = paused.js("viewer.camera.area"), paused.js("viewer.camera.scale")
    x, y = box["x"] + area["left"] + 2.5 * scale, box["y"] + area["top"] + 4.5 * scale
    paused.page.mouse.click(x, y)
    assert paused.js("viewer.session.selected") == {"x": 3, "y": 4}
    paused.page.keyboard.press("Escape")
    assert paused.js("viewer.session.selected") is None


def test_nothing_slides_for_people_who_asked_for_less_motion(browser, game_page):
    """Between two frames they see the first."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto(game_page.as_uri())
    page.wait_for_function("() => window.viewer && viewer.session.game")
    draw = "(viewer.seek({}), viewer.board.draw(), viewer.canvas.toDataURL())"
    assert page.evaluate(draw.format(40.5)) == page.evaluate(draw.format(40))
    page.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_system_chooses_the_colours(browser, game_page, theme):
    """Until the viewer chooses others."""
    page = browser.new_page(color_scheme=theme)
    page.goto(game_page.as_uri())
    page.wait_for_function("() => window.viewer")
    assert page.evaluate("viewer.theme") == theme
    page.close()


BOXES = """() => [...viewer.root.querySelectorAll("button, select, input, tbody td")].filter((one) => {
    const row = one.closest(".layers .chips"); // on a low screen it is one that scrolls
    return !row || getComputedStyle(row).flexWrap === "wrap";
}).map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return {x, y, width, height, tag: one.tagName, isSide: Boolean(one.closest(".side"))};
}).filter(({width}) => width > 0)"""

TOO_LONG = """() => [...viewer.root.querySelectorAll("th, td, button, .turn span, .reason")].filter((one) => {
    return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis";
}).map((one) => one.outerHTML)"""

FONT = """@font-face {{
    font-family: "Tried"; src: local("DejaVu Sans"), local("Noto Sans"), local("Arial"); size-adjust: {}%;
}}
.halite, .halite * {{ font-family: "Tried", sans-serif !important; }}"""


@pytest.mark.parametrize("letters", [80, 100, 110], ids=lambda percent: f"letters of {percent} %")
def test_small_screens_show_everything_and_cut_nothing_off(browser, explained_page, letters):
    """Phones and tablets: nothing is wider than the page, no control lies under another, fingers find all buttons.

    Tried with narrower and wider fonts, as other machines have. A control that is scrolled out of sight in a panel
    overlaps others only by its box: a test that counted it called the bar of a tablet broken with other fonts.
    """
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(explained_page.as_uri() + "#turn=84&x=6&y=2")
    page.wait_for_function("() => window.viewer && viewer.session.thought && viewer.turn === 84")
    page.add_style_tag(content=FONT.format(letters))
    page.evaluate("document.fonts.load('14px Tried').then((fonts) => fonts.length)")
    page.evaluate("(viewer.session.game.players.fill('a name of many letters'), viewer.seek(83), viewer.seek(84))")
    for width, height in ((360, 740), (740, 360), (768, 1024), (900, 420)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(width) => viewer.root.clientWidth === width", arg=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = page.evaluate(BOXES)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        assert all(box["height"] >= 40 for box in boxes if box["tag"] != "TD")
        side = page.locator(".side").bounding_box()
        seen = [cut(box, side) if box["isSide"] else box for box in boxes]
        assert [(a, b) for i, a in enumerate(seen) for b in seen[:i] if overlap(a, b)] == []
        assert page.evaluate(TOO_LONG) == []
        if page.evaluate("document.documentElement.scrollHeight") > height:
            board = page.locator(".stage").bounding_box()
            assert board["height"] <= 0.7 * height + 1, "a finger can move the page beside it"
        assert page.locator(".inspector .reason").bounding_box()["y"] < height - 40, "what a tap asks for is in sight"
    context.close()


def cut(box, window):
    """The part of a box that is seen through a window; of negative size when none is."""
    left, top = max(box["x"], window["x"]), max(box["y"], window["y"])
    right = min(box["x"] + box["width"], window["x"] + window["width"])
    bottom = min(box["y"] + box["height"], window["y"] + window["height"])
    return box | {"x": left, "y": top, "width": right - left, "height": bottom - top}


def overlap(a, b):
    """Whether two boxes share more than a rim."""
    return all(
        min(a[start] + a[size], b[start] + b[size]) - max(a[start], b[start]) > 1
        for start, size in (("x", "width"), ("y", "height"))
    )


def test_every_control_has_a_name_and_shows_when_it_has_the_focus(tab):
    """Needed for the keyboard and for screen readers."""
    names = "[...viewer.root.querySelectorAll('button')].map((button) => button.ariaLabel || button.textContent.trim())"
    assert all(tab.js(names))
    tab.js("(viewer.seek(7), viewer.select({x: 2, y: 3}))")
    label = tab.page.locator("canvas.board").get_attribute("aria-label")
    assert label == "The board, 20 by 20 squares: turn 7 of 143, square (2, 3) is selected"
    graphs = tab.page.get_by_role("button", name="Graphs", exact=True)
    assert graphs.get_attribute("aria-pressed") == "true"
    tab.page.keyboard.press("e")
    assert graphs.get_attribute("aria-pressed") == "false"
    tab.page.keyboard.press("Tab")
    assert tab.js("getComputedStyle(document.activeElement).outlineStyle") == "solid"


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
    assert page.evaluate("viewer.camera.zoom") > 2
    before = page.evaluate("viewer.camera.x")
    touch("touchStart", (180, 250))
    touch("touchMove", (120, 250))
    touch("touchEnd")
    assert page.evaluate("viewer.camera.x") > before
    context.close()
