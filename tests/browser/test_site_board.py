"""Boards on the site, in front and in lessons: they play, think and follow the page around them."""

import re

import pytest

from experiments.site.build import FIRST, TURN
from tests.support.pages import expect, opened

pytestmark = pytest.mark.slow

NARROW = 390  # px
SWEEP = "viewer.laboratory.panels.sweep.run"
DEFINITIONS = "alpha", "potential_degradation_step", "enemy_ROI"
THOUGHT_BY_V26 = """() => window.viewer?.session.thought
    && viewer.session.explanation?.header.name.startsWith("v26")"""


def front(tab, site):
    """The frame of the front page's board, once its game is shown and asked about."""
    tab.page.goto((site / "index.html").as_uri())
    frame = tab.page.locator(".front iframe").element_handle().content_frame()
    frame.wait_for_function(THOUGHT_BY_V26)
    return frame


def test_the_board_in_front_plays_and_follows_its_sliders(offline, site):
    """It begins by itself, near the first fight; Sweep it sweeps the number beside it, games come in at once."""
    frame = front(offline, site)
    frame.wait_for_function("(begun) => viewer.turn > begun", arg=int(re.search(r"&turn=(\d+)", FIRST)[1]))
    frame.evaluate("(viewer.pause(), viewer.seek(80))")  # it may have been played to its end meanwhile
    frame.wait_for_function("() => viewer.thinking.asking.isKnown(viewer.turn)")
    before = frame.evaluate("[...viewer.session.thought.potential]")
    for name in DEFINITIONS:
        frame.get_by_role("slider", name=name, exact=True).press("ArrowRight")
        frame.wait_for_function("() => viewer.thinking.asking.isKnown(viewer.turn)")
        after = frame.evaluate("[...viewer.session.thought.potential]")
        assert after != before, name
        before = after
    frame.locator('[data-parameter="enemy_ROI"]').get_by_role("button", name="Sweep it").click()
    frame.wait_for_function("() => viewer.laboratory.panels?.sweep.run?.blocks > 0")
    swept = frame.evaluate(f"[{SWEEP}.parameter, {SWEEP}.question.width, {SWEEP}.players[0].notation.split('?')[0]]")
    assert swept == ["enemy_ROI", 24, "v26"]
    frame.locator(".curve .point").nth(7).wait_for()
    frame.evaluate(f"{SWEEP}.stop()")


def test_a_phone_shows_board_and_sliders_on_its_first_screen(browser, site):
    """All three sliders, each with its button; the frame needs no bar of its own."""
    with opened(browser, NARROW, 844, color_scheme="dark", offline=True) as tab:
        frame = front(tab, site)
        assert tab.js("document.documentElement.scrollWidth - innerWidth") <= 0
        inner = "(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>"
        inner += " [scrollHeight - clientHeight, scrollWidth - clientWidth])(document.documentElement)"
        assert frame.evaluate(inner) == [0, 0]
        boxes = [frame.get_by_role("slider", name=name, exact=True).bounding_box() for name in DEFINITIONS]
        boxes += [each.bounding_box() for each in frame.get_by_role("button", name="Sweep it").all()]
        assert len(boxes) == 6
        assert all(box["y"] + box["height"] <= 844 and box["height"] >= 20 for box in boxes)
        assert frame.locator("canvas.board").bounding_box()["height"] > 200
        outer = tab.page.locator(".front iframe").bounding_box()
        assert outer["x"] == pytest.approx(NARROW - outer["x"] - outer["width"], abs=1)  # the theme held its width back


def test_why_a_square_moved_is_one_click_away(offline, site):
    """The game of the champion opens at the turn in its address, and plays."""
    offline.page.goto((site / "index.html").as_uri())
    offline.page.get_by_role("link", name="Why a square moved").click()
    offline.page.wait_for_function("(turn) => window.viewer?.session.thought && viewer.session.turn === turn", arg=TURN)
    offline.js("viewer.session.setPlaying(true)")
    offline.page.wait_for_function("(turn) => viewer.session.turn > turn", arg=TURN)


@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        ("02-the-potential-field", "alpha"),
        ("03-distance-decay", "potential_degradation_step"),
        ("04-enemy-roi", "enemy_ROI"),
        ("09-sweeping", "alpha"),
    ],
)
def test_a_lesson_thinks_without_a_kernel(offline, site, name, parameter):
    """Its boards have the three sliders, which change the field, and the way to a sweep."""
    offline.page.goto((site / "notebooks" / f"{name}.html").as_uri())
    place = offline.page.locator("iframe.board").first
    place.scroll_into_view_if_needed()
    frame = place.element_handle().content_frame()
    frame.wait_for_function(THOUGHT_BY_V26)
    before = frame.evaluate("[...viewer.session.thought.potential].filter(Number.isFinite)")
    frame.get_by_role("slider", name=parameter, exact=True).press("ArrowRight")
    frame.wait_for_function("() => viewer.thinking.asking.isKnown(viewer.turn)")
    assert frame.evaluate("[...viewer.session.thought.potential].filter(Number.isFinite)") != before
    expect(frame.get_by_role("button", name="Sweep it")).to_have_count(3)


THEME = "() => viewer.theme === '{}'"


class TestTheButtonLeftTheBoardDark:
    """Light or dark: the button of the page did not reach the board in its frame, which followed the system alone."""

    def test_the_boards_of_a_page_follow_its_button(self, offline, site):
        """Also one that is loaded later, and when the system changes its mind behind a chosen mode."""
        offline.page.emulate_media(color_scheme="dark")
        frame = front(offline, site)
        frame.wait_for_function(THEME.format("dark"))
        offline.page.locator("label[title='Switch to light mode']").click()
        frame.wait_for_function(THEME.format("light"))
        offline.page.emulate_media(color_scheme="light")
        offline.page.emulate_media(color_scheme="dark")
        frame.wait_for_function("() => matchMedia('(prefers-color-scheme: dark)').matches")
        assert frame.evaluate(THEME.format("light"))
        offline.page.goto((site / "notebooks" / "02-the-potential-field.html").as_uri())
        offline.wait_for("document.body.dataset.mdColorScheme", "default")
        place = offline.page.locator("iframe.board").first
        place.scroll_into_view_if_needed()
        lesson = place.element_handle().content_frame()
        lesson.wait_for_function("() => window.viewer")
        lesson.wait_for_function(THEME.format("light"))
        offline.page.locator("label[title='Switch to dark mode']").click()
        lesson.wait_for_function(THEME.format("dark"))

    def test_only_the_page_around_it_may_say_so(self, offline, site):
        """A message of another window, or of no mode, changes nothing."""
        frame = front(offline, site)
        frame.evaluate("postMessage({theme: 'dark'}, '*')")
        offline.js("document.querySelector('.front iframe').contentWindow.postMessage({theme: 'pink'}, '*')")
        frame.evaluate("new Promise((done) => setTimeout(done))")  # both have arrived
        assert frame.evaluate("viewer.theme") == "light"
