"""Nothing is cut off, covered or too small for a finger, and every control has a name and a focus."""

from io import BytesIO

import pytest
from PIL import Image

from tests.support.pages import Tab, expect, resize, written
from tests.support.recordings import GOLDEN

BOXES = """() => [...viewer.root.querySelectorAll("button, select, input, tbody td")].filter((one) => {
    const row = one.closest(".layers .chips"); // on a low screen it is one that scrolls
    return one.checkVisibility() && (!row || getComputedStyle(row).flexWrap === "wrap"); // not in a closed group
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


LETTERS = (80, 100, 110)
"""Percent of their usual width, as with the fonts of other machines."""


def test_small_screens_show_everything_and_cut_nothing_off(browser, explained_page):
    """Nothing is wider than the page, no visible control under another, in any font; fingers find all buttons."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(explained_page.as_uri() + "#turn=84&x=6&y=2")
    page.wait_for_function("() => window.viewer && viewer.session.thought && viewer.turn === 84")
    page.evaluate("(viewer.session.game.players.fill('a name of many letters'), viewer.seek(83), viewer.seek(84))")
    for letters in LETTERS:
        font = page.add_style_tag(content=FONT.format(letters))
        page.evaluate("document.fonts.load('14px Tried').then((fonts) => fonts.length)")
        for width, height in ((360, 740), (740, 360), (768, 1024), (900, 420)):
            resize(page, width, height)
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
            assert page.locator(".inspector .reason").bounding_box()["y"] < height - 40, (
                "what a tap asks for is in sight"
            )
        font.evaluate("(font) => font.remove()")
    context.close()


def test_nothing_is_seen_beside_the_board_that_stays(browser, tmp_path):
    """On a phone the words that were scrolled under a narrow board came out at its sides."""
    page = written(tmp_path / "four.html", GOLDEN / "decisions" / "v26-v17-v12-v26-30x30-4403.hlt.gz")
    tab = Tab(browser.new_context(viewport={"width": 390, "height": 844}).new_page()).goto(page)
    tab.page.wait_for_function("() => viewer.session.story.length")
    board = tab.page.locator(".stage")
    tab.page.mouse.move(195, 800)
    tab.page.mouse.wheel(0, 700)
    tab.page.wait_for_function("() => document.querySelector('.stage').getBoundingClientRect().y === 0")
    box = board.bounding_box()
    assert box["x"] > 20
    for left in (0, box["x"] + box["width"]):
        clip = {"x": left, "y": 0, "width": box["x"], "height": box["height"]}
        with Image.open(BytesIO(tab.page.screenshot(clip=clip))) as strip:
            assert len(strip.getcolors()) == 1
    tab.wait_for("document.documentElement.scrollWidth", 390)
    tab.page.context.close()


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
    expect(graphs).to_have_attribute("aria-pressed", "true")
    tab.page.keyboard.press("e")
    expect(graphs).to_have_attribute("aria-pressed", "false")
    tab.page.keyboard.press("Tab")
    tab.wait_for("getComputedStyle(document.activeElement).outlineStyle", "solid")


class TestTheKeyboardJumpedToAndFro:
    """Tab went from the switches to the square and back up to the legends, and under the switches out of sight."""

    FOCUSED = """(() => {
        const one = document.activeElement, { x, y, width, height } = one.getBoundingClientRect();
        const seen = document.elementFromPoint(x + Math.min(width / 2, 20), y + height / 2);
        const isSeen = Boolean(seen && (one.contains(seen) || seen.contains(one)));
        return { panel: one.closest(".panel")?.className ?? null, isSeen };
    })()"""
    BY_HEIGHT = """[...viewer.side.children].filter((one) => one.offsetHeight)
        .toSorted((one, other) => one.offsetTop - other.offsetTop).map((one) => one.className)"""

    @pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=str)
    @pytest.mark.parametrize("thoughts", [True, False], ids=["with thoughts", "without"])
    def test_panels_get_the_focus_in_the_order_in_which_they_stand(self, explained, size, thoughts):
        """Forwards and backwards, and every control that has it is seen."""
        width, height = size
        resize(explained.page, width, height)
        try:
            if not thoughts:
                explained.js("viewer.session.load(viewer.session.game)")
            explained.page.wait_for_function("() => viewer.session.story.length")
            explained.js("(viewer.seek(84), viewer.select({x: 6, y: 2}), viewer.setLayer('potential'))")
            for key in ("Tab", "Shift+Tab"):
                panels = self.visited(explained, key)
                explained.js("(viewer.side.scrollTop = 0)")  # the switches stand where they were
                standing = [panel for panel in explained.js(self.BY_HEIGHT) if panel in panels]
                assert panels == (standing if key == "Tab" else standing[::-1])
                assert len(panels) > 2
        finally:
            resize(explained.page, 1280, 800)

    def visited(self, tab, key):
        """The panels that the key leads through, from the control at the end of them until it leaves them."""
        before, last = ".transport select", ".story li:last-child button"
        tab.page.locator(before if key == "Tab" else last).focus()
        panels = [] if key == "Tab" else ["panel story"]
        for _ in range(120):
            tab.page.keyboard.press(key)
            focused = tab.js(self.FOCUSED)
            if focused["panel"] is None:
                return panels
            assert focused["isSeen"], tab.js("document.activeElement.outerHTML")
            if [focused["panel"]] != panels[-1:]:
                panels.append(focused["panel"])
        raise AssertionError(panels)
