"""The coach's page: chart, turning points and board, on a screen and on a phone, light and dark."""

from contextlib import contextmanager

import pytest

from experiments.coach.page import page
from tests.support.coaching import invented
from tests.support.pages import opened, resize
from tests.support.watching import game

HEIGHT = 844


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page about a small game, its numbers invented."""
    replay = game()
    path = tmp_path_factory.mktemp("coach") / "page.html"
    path.write_text(page(invented(replay), replay), encoding="utf-8")
    return path


@pytest.fixture(params=[(1280, "light"), (390, "dark")], ids=str, scope="module")
def look(request):
    """The width of the screen, and the system's light."""
    return request.param


@pytest.fixture(scope="module")
def kept(browser, file, look):
    """The page, opened once: a new one for each test would take most of their time."""
    with coached(browser, file, *look) as tab:
        yield tab


@pytest.fixture
def tab(kept, look):
    """The page on such a screen, with the recording on its board; fails if it logged an error or sent a request."""
    width, scheme = look
    resize(kept.page, width, HEIGHT)
    kept.page.emulate_media(color_scheme=scheme)
    kept.page.get_by_role("button", name="Show on the board").click()
    kept.page.wait_for_function("() => coach.shown === 'recorded' && viewer.turn === 30")
    kept.js("scrollTo(0, 0)")
    yield kept
    kept.check()


@contextmanager
def coached(browser, file, width, scheme):
    """The page in a tab of its own."""
    with opened(browser, width, HEIGHT, color_scheme=scheme) as tab:
        tab.page.goto(file.as_uri())
        tab.page.wait_for_function("() => window.coach")
        tab.js("coach.ready")
        yield tab


def test_a_growing_page_reads_itself_again(browser, file, tmp_path):
    """Without a turning point or a curve at first; what is written meanwhile is shown, unless a hand is on the page."""
    replay, path = game(), tmp_path / "growing.html"
    begun = invented(replay) | {"chance": [], "falls": [], "surveyed": False, "open": "Futures are played."}
    path.write_text(page(begun, replay), encoding="utf-8")
    with coached(browser, path, 1280, "light") as tab:
        assert "Futures are played." in tab.page.locator(".coach > header").inner_text()
        assert tab.js("viewer.session.game.frames") == replay.turns + 1
        path.write_text(page(invented(replay), replay), encoding="utf-8")
        tab.page.wait_for_selector("#point-1")
        tab.page.wait_for_function("() => window.coach")
        tab.check()


def test_it_opens_with_the_first_turning_point_on_the_board(browser, file, look):
    """Chart, card and board are there, and nothing is wider than the screen."""
    with coached(browser, file, *look) as tab:
        assert tab.js("document.documentElement.scrollWidth <= window.innerWidth")
        assert tab.js("[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth)")
        assert tab.page.locator("#chart svg .dot").count() > 10
        assert tab.page.locator("#chart .badge").count() == 1
        assert tab.page.locator(".point").count() == 1
        assert tab.js("[viewer.turn, viewer.session.game.width]") == [30, 16]
        assert tab.js("[...viewer.session.layers]") == ["moves"]
        assert "as it was played" in tab.page.locator("#shows").inner_text()
        assert tab.page.locator(".inspector").inner_text() != ""


def test_the_board_follows_the_systems_light(tab):
    """The board and the page use the same theme."""
    is_dark = tab.js("matchMedia('(prefers-color-scheme: dark)').matches")
    assert tab.js("viewer.theme") == ("dark" if is_dark else "light")
    tab.page.emulate_media(color_scheme="light" if is_dark else "dark")
    tab.page.wait_for_function(f"() => viewer.theme === '{'light' if is_dark else 'dark'}'")


def test_a_button_shows_the_better_future_and_another_the_recording(tab):
    """Both are shown on the same board."""
    tab.page.get_by_role("button", name="Show a future with the better move").click()
    tab.page.wait_for_function("() => coach.shown === 'better-1'")
    tab.page.wait_for_function("() => document.getElementById('shows').textContent.includes('other move: one')")
    tab.page.get_by_role("button", name="Show on the board").click()
    tab.page.wait_for_function("() => document.getElementById('shows').textContent.includes('as it was played')")
    assert tab.js("[coach.shown, viewer.turn]") == ["recorded", 30]
    assert tab.js("viewer.session.marks.map(({ move }) => move)") == [4], "an arrow for the better move"


def test_a_click_on_the_chart_shows_that_frame_and_the_chart_is_redrawn_for_another_width(tab):
    """The nearest one."""
    box = tab.page.locator("#chart svg").bounding_box()
    tab.page.mouse.click(box["x"] + 54 + (box["width"] - 70) * 0.5, box["y"] + 100)
    tab.page.wait_for_function("() => Math.abs(viewer.turn - coach.answer.turns / 2) <= 1")
    resize(tab.page, 700, 390)
    tab.page.wait_for_function(
        "() => Number(document.querySelector('#chart svg').viewBox.baseVal.width) === "
        "document.getElementById('chart').clientWidth"
    )


def test_on_a_tablet_held_upright_the_board_has_the_whole_width(browser, file):
    """It was 430 pixels wide beside its panels, and its banner was cut."""
    with coached(browser, file, 820, "light") as tab:
        resize(tab.page, 820, 1180)
        tab.page.wait_for_function("() => viewer.root.classList.contains('narrow')")
        words = "[...document.querySelectorAll('.halite :is(.file, .result, .result span)')]"
        cut = f"{words}.filter((one) => one.scrollWidth > one.clientWidth + 1)"
        assert tab.js(f"{cut}.map((one) => one.textContent)") == []
        assert tab.js("viewer.canvas.clientWidth > 500")


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """The page about a game of three whose names are long; the player asks about place 2."""
    replay = game(("v26", "v17", "v12"))
    names = ["W" * 30, "NadirTheAlgorithmicallyInclined", "Ein Bot mit Leerzeichen im Namen"]
    document = invented(replay) | {"names": names, "goal": 2}
    events = document["falls"][0]["events"]
    events |= {name: [0, 0, 0] for name in events} | {"damage_taken": [105, 1234, 99000], "squares_lost": [0, 7, 0]}
    path = tmp_path_factory.mktemp("coach") / "crowd.html"
    path.write_text(page(document, replay), encoding="utf-8")
    return path


def test_tables_of_many_players_with_long_names_are_whole(browser, crowd, look):
    """A card had room for one and a half of six columns; "place 2 or better" was cut off above its numbers."""
    with coached(browser, crowd, *look) as tab:
        tab.page.locator("details summary").first.click()
        assert tab.js("document.documentElement.scrollWidth <= window.innerWidth")
        assert tab.js("[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth)")
        cut = "[...document.querySelectorAll('details th')].filter((one) => one.scrollWidth > one.clientWidth)"
        assert tab.js(f"{cut}.map((one) => one.textContent)") == []
        told = tab.page.locator(".point table").inner_text().split()
        assert told == [
            *("W" * 30, "the", "others"),
            *["strength", "lost", "to", "enemies", "105", "100,234"],
            *["squares", "lost", "0", "7"],
        ]
