"""Layout that looked wrong on a screen: a page that scrolled away, panels over the board, a cut banner, faint words."""

import pytest

from tests.support.asking import Asked
from tests.support.pages import CONTRAST, READABLE, opened, resize

TOLD = "() => viewer.session.story.length > 0"

FULL = """(viewer.seek(84), ["potential", "downhill", "reasons", "trees"].forEach((layer) => viewer.setLayer(layer)),
    viewer.select({ x: 6, y: 2 }), null)"""

COVERED = """(() => {
    const board = document.querySelector("canvas.board"), { left, top, width, height } = board.getBoundingClientRect();
    const steps = [...Array(30).keys()].map((step) => (step + 0.5) / 30);
    return steps.filter((y) => document.elementFromPoint(left + width / 3, top + height * y) !== board).length;
})()"""
"""On how many of 30 places from top to bottom something else is in front of the board."""

CUT = """(() => {
    const [stage, banner] = [".stage", ".result"].map((part) => document.querySelector(part));
    const edge = getComputedStyle(stage).boxShadow === "none" ? 0 : 8;
    return banner.getBoundingClientRect().bottom - (stage.getBoundingClientRect().top - edge);
})()"""
"""By how many pixels the board's place, with its edge, covers the banner."""

ELIMINATED = f"""(() => {{
    const words = document.querySelector(".dead td"), side = document.querySelector(".side");
    const contrast = {CONTRAST}(getComputedStyle(words).color, getComputedStyle(side).backgroundColor);
    return [contrast, getComputedStyle(words.closest("tr")).opacity];
}})()"""
"""The contrast of the words about an eliminated player, and how opaque their row is."""


@pytest.fixture
def phone(browser, explained_page):
    """The game and its thoughts on a phone."""
    with opened(browser, 390, 844, has_touch=True) as tab:
        tab.goto(explained_page).page.wait_for_function(TOLD)
        yield tab


def test_the_page_is_no_longer_than_its_window_and_the_list_of_keys_is_whole(browser, explained_page):
    """Hidden words of the standings made it 805 px longer; at 1280 x 720 a third of the keys lay below the edge."""
    with opened(browser, 1440, 900) as tab:
        tab.goto(explained_page).page.wait_for_function(TOLD)
        tab.js(FULL)
        for width, height in ((1440, 900), (1280, 720)):
            resize(tab.page, width, height)
            assert tab.js("document.querySelector('.side').scrollHeight > window.innerHeight + 300")
            assert tab.js("document.documentElement.scrollHeight") == height
        tab.js("viewer.help.showModal()")
        assert tab.js("viewer.help.scrollHeight - viewer.help.clientHeight") <= 0


def test_on_a_phone_name_and_banner_are_whole_and_nothing_lies_over_the_board(phone):
    """The name was cut to "c…", switches lay over the board, and a message stood above it, out of sight."""
    name = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.file'))"
    assert phone.js(name) <= 0
    assert phone.js(CUT) <= 0
    phone.js("(document.querySelector('.panel.story').scrollIntoView(), null)")
    assert phone.js("window.scrollY") > 300
    assert phone.js(COVERED) == 0
    assert not phone.open(b"hello", "bad.hlt")
    bar = phone.page.locator(".message-bar").bounding_box()
    words = [bar["x"] + 40, bar["y"] + bar["height"] / 2]
    assert phone.js("document.elementFromPoint(...it)?.closest('.message-bar') !== null", words)
    phone.js("(viewer.session.say(null), null)")


def test_on_a_phone_the_banner_keeps_its_words_together_beside_a_long_name(phone):
    """They stood in five short lines beside it."""
    long = "viewer.session.game.players.fill('champion?opening_search=0')"
    phone.js(f"({long}, viewer.session.load(viewer.session.game))")
    banner, words = (phone.page.locator(f".result{each}").bounding_box() for each in ("", " > span:last-child"))
    assert words["width"] > banner["width"] / 2
    assert banner["height"] < 60
    assert phone.js(CUT) <= 0


def test_the_banner_is_whole_on_a_phone_while_a_bot_is_asked(browser, small_games):
    """There the board has no edge: it is as wide as the screen."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    tab = Asked(context.new_page()).begin(small_games / "game.html")
    tab.page.wait_for_function("() => document.querySelector('.result').textContent")
    assert tab.js(CUT) <= 0
    context.close()


def test_the_words_about_the_eliminated_can_be_read(tab):
    """They were half transparent."""
    for theme in ("light", "dark"):
        tab.js(f"(viewer.setTheme('{theme}'), viewer.seek(viewer.session.lastTurn), null)")
        contrast, opacity = tab.js(ELIMINATED)
        assert contrast >= READABLE, theme
        assert opacity == "1", theme


def test_the_list_of_keys_is_read_downwards(tab):
    """It was read from left to right: "the next event" stood on the right, "the previous event" on the left."""
    tab.page.keyboard.press("?")
    next_event, previous = (
        tab.page.locator(".help dd", has_text=words).bounding_box()
        for words in ("the next event of the story", "the previous event")
    )
    assert next_event["x"] == previous["x"]
    assert 0 < previous["y"] - next_event["y"] < 40
    tab.page.keyboard.press("Escape")
