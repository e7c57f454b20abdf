"""Zooming and moving over the torus, by mouse, keys and fingers; which square is where."""

import pytest


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
    paused.wait_for("viewer.session.selected", {"x": 5, "y": 5})  # a drag is no click


def test_the_wheel_zooms_where_the_mouse_is(paused):
    """The square under it stays there."""
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
    """Clicks find the right square, also after the board is moved."""
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
    assert page.evaluate("viewer.camera.zoom") > 2
    before = page.evaluate("viewer.camera.x")
    touch("touchStart", (180, 250))
    touch("touchMove", (120, 250))
    touch("touchEnd")
    assert page.evaluate("viewer.camera.x") > before
    context.close()
