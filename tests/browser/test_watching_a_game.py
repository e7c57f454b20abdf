"""Playing, stepping, seeking, looking around: every key and every button."""

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
    "p": "viewer.session.view.production",
    "g": "!viewer.session.view.grid",
    "e": "viewer.root.classList.contains('no-graphs')",
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
    "Graphs": "viewer.root.classList.contains('no-graphs')",
    "Light or dark": "viewer.theme === 'light'",
    "Keys": "viewer.help.open",
}


@pytest.fixture
def paused(shown):
    """The game on turn 40, enlarged twice."""
    shown.js("(viewer.seek(40), viewer.zoom(2), viewer.session.setSpeed(8), viewer.select({x: 5, y: 5}))")
    return shown


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
    """As every player of films does."""
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
    field.fill("5000")
    field.press("Enter")
    assert (paused.js("viewer.turn"), field.input_value()) == (LAST, str(LAST))
    scrubber = paused.page.get_by_role("slider", name="Turn")
    scrubber.fill("12")
    assert paused.js("viewer.turn") == 12
    scrubber.press("ArrowRight")
    assert paused.js("viewer.turn") == 13, "once, not once for the scrubber and once for the page"


def test_the_speed_can_be_chosen(paused):
    """For people without the keys."""
    paused.page.get_by_label("Turns per second").select_option("30/s")
    assert paused.js("viewer.session.speed") == 30


def test_dragging_looks_around_the_torus_and_the_same_way_back_ends_where_it_began(paused):
    """Once around the board is nowhere else."""
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
    """Also after looking around."""
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
    """Until somebody chooses others."""
    page = browser.new_page(color_scheme=theme)
    page.goto(game_page.as_uri())
    page.wait_for_function("() => window.viewer")
    assert page.evaluate("viewer.theme") == theme
    page.close()


def test_a_phone_shows_everything_and_cuts_nothing_off(browser, explained_page):
    """375 pixels wide: nothing is wider than the page, no button lies under another."""
    page = browser.new_page(viewport={"width": 375, "height": 740})
    page.goto(explained_page.as_uri())
    page.wait_for_function("() => window.viewer && viewer.session.explanation")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    boxes = [button.bounding_box() for button in page.get_by_role("button").all() if button.is_visible()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 375 for box in boxes)
    overlaps = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if overlap(a, b)]
    assert overlaps == []
    page.close()


def overlap(a, b):
    """Whether two boxes share more than a rim."""
    return all(
        min(a[start] + a[size], b[start] + b[size]) - max(a[start], b[start]) > 1
        for start, size in (("x", "width"), ("y", "height"))
    )


def test_every_control_has_a_name_and_shows_when_it_has_the_focus(shown):
    """What a keyboard and a screen reader need."""
    names = "[...viewer.root.querySelectorAll('button')].map((button) => button.ariaLabel || button.textContent.trim())"
    assert all(shown.js(names))
    shown.page.keyboard.press("Tab")
    assert shown.js("getComputedStyle(document.activeElement).outlineStyle") == "solid"


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
