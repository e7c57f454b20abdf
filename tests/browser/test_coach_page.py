"""The coach's page: chart, turning points and board, on a screen and on a phone, light and dark."""

import pytest

from experiments.coach.page import page
from tests.coaching import invented
from tests.pages import Shown
from tests.watching import game


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page about a small game, its numbers invented."""
    replay = game()
    path = tmp_path_factory.mktemp("coach") / "page.html"
    path.write_text(page(invented(replay), replay), encoding="utf-8")
    return path


@pytest.fixture(params=[(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")], ids=str)
def shown(request, browser, file):
    """The page, open; nothing may fail in it, and nobody be asked for anything."""
    width, scheme = request.param
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    shown = Shown(context.new_page())
    shown.page.goto(file.as_uri())
    shown.page.wait_for_function("() => window.coach")
    shown.js("coach.ready")
    yield shown
    context.close()
    shown.check()


def test_it_opens_with_the_first_turning_point_on_the_board(shown):
    """Chart, card and board are there, and nothing is wider than the screen."""
    assert shown.js("document.documentElement.scrollWidth <= window.innerWidth")
    assert shown.page.locator("#chart svg .dot").count() > 10
    assert shown.page.locator("#chart .badge").count() == 1
    assert shown.page.locator(".point").count() == 1
    assert shown.js("[viewer.turn, viewer.session.game.width]") == [30, 16]
    assert shown.js("[...viewer.session.layers]") == ["moves"]
    assert "as it was played" in shown.page.locator("#shows").inner_text()
    assert shown.page.locator(".inspector").inner_text() != ""


def test_the_board_follows_the_systems_light(shown):
    """As the page around it does."""
    is_dark = shown.js("matchMedia('(prefers-color-scheme: dark)').matches")
    assert shown.js("viewer.theme") == ("dark" if is_dark else "light")
    shown.page.emulate_media(color_scheme="light" if is_dark else "dark")
    shown.page.wait_for_function(f"() => viewer.theme === '{'light' if is_dark else 'dark'}'")


def test_a_button_shows_the_better_future_and_another_the_recording(shown):
    """On the same board."""
    shown.page.get_by_role("button", name="Show a future with the better move").click()
    shown.page.wait_for_function("() => coach.shown === 'better-1'")
    shown.page.wait_for_function("() => document.getElementById('shows').textContent.includes('better move: one')")
    shown.page.get_by_role("button", name="Show on the board").click()
    shown.page.wait_for_function("() => document.getElementById('shows').textContent.includes('as it was played')")
    assert shown.js("[coach.shown, viewer.turn]") == ["recorded", 30]
    assert shown.js("viewer.session.marks?.length ?? 1") == 1


def test_a_click_on_the_chart_shows_that_frame(shown):
    """The nearest one."""
    box = shown.page.locator("#chart svg").bounding_box()
    shown.page.mouse.click(box["x"] + 54 + (box["width"] - 70) * 0.5, box["y"] + 100)
    shown.page.wait_for_function("() => Math.abs(viewer.turn - coach.answer.turns / 2) <= 1")


def test_the_chart_is_redrawn_for_another_width(shown):
    """A phone is turned; text keeps its size."""
    shown.page.set_viewport_size({"width": 700, "height": 390})
    shown.page.wait_for_function(
        "() => Number(document.querySelector('#chart svg').viewBox.baseVal.width) === "
        "document.getElementById('chart').clientWidth"
    )
