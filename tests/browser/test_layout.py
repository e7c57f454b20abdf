"""Layout: every page in four sizes and both themes; and what looked wrong on a screen otherwise."""

import pytest

from tests.support.asking import Asked
from tests.support.pages import CONTRAST, READABLE, expect, new_tab, opened, resize

SIZES = (1440, 900), (820, 1180), (390, 844), (740, 360)
THEMES = "dark", "light"
LONG = "a name of many letters that goes on"

FAULTS = f"""(() => {{
    const contrast = {CONTRAST};
    const root = document.documentElement;
    const isSeen = (one) =>
        one.checkVisibility({{ visibilityProperty: true }}) && one.getBoundingClientRect().width > 1;
    const all = (which) => [...(globalThis.viewer?.root ?? document.body).querySelectorAll(which)].filter(isSeen);
    const named = (one) => `${{one.tagName.toLowerCase()}}.${{one.className}} ${{one.textContent.trim().slice(0, 40)}}`;
    const styleOf = (one) => getComputedStyle(one);
    const isCut = (one) => one.scrollWidth > one.clientWidth + 1 && styleOf(one).overflowX !== "auto" &&
        styleOf(one).textOverflow !== "ellipsis" && styleOf(one).display !== "inline";
    const groundOf = (one) => {{
        for (; one; one = one.parentElement) {{
            const [, , , opacity = 1] = styleOf(one).backgroundColor.match(/[\\d.]+/g).map(Number);
            if (styleOf(one).backgroundImage !== "none") return null;
            if (opacity > 0.9) return styleOf(one).backgroundColor;
        }}
        return null;
    }};
    const hasWords = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const isPale = (one) => {{
        const ground = groundOf(one);
        const isLeftOut = one.closest(":disabled, .plot, .markers, option");
        return ground && !isLeftOut && contrast(styleOf(one).color, ground) < {READABLE};
    }};
    const nameOf = (one) => (one.ariaLabel || one.labels?.[0]?.textContent || one.textContent || one.title).trim();
    const board = globalThis.viewer?.session.game ? viewer.canvas : null;
    const isSmall = ({{ width, height }}) => Math.min(width, height) < 0.3 * Math.min(innerWidth, innerHeight);
    const places = ".panel, .choices, .chips, .side, .live, .transport, .top, .card, .command, .reason";
    const parts = `${{places}}, table, td, th, button`;
    return Object.entries({{
        "the page is wider than its window": root.scrollWidth > innerWidth ? [root] : [],
        "is wider than its place": all(parts).filter(isCut),
        "cannot be named": all("button, select, input, [tabindex='0']").filter((one) => !nameOf(one)),
        "is too pale": all("*").filter((one) => hasWords(one) && isPale(one)),
        "is a small board": board && isSmall(board.getBoundingClientRect()) ? [board] : [],
    }}).flatMap(([fault, found]) => found.map((one) => `${{named(one)}} ${{fault}}`));
}})()"""
"""In a page: what is wrong with its layout, by five rules."""


def empty(browser, stranger_page):
    """The page without a game."""
    tab = new_tab(browser)
    tab.page.goto(stranger_page.as_uri())
    tab.js("viewer.ready")
    return tab


def explained(browser, page):
    """A game of long names with all that is thought of a square."""
    tab = new_tab(browser).goto(page)
    tab.page.wait_for_function("() => viewer.session.story.length")
    tab.js(
        f"(viewer.session.game.players.fill('{LONG}'), viewer.seek(83), viewer.seek(84), viewer.select({{x: 6, y: 2}}))"
    )
    tab.js("['potential', 'downhill', 'reasons', 'trees'].forEach((layer) => viewer.setLayer(layer))")
    return tab


def asked(browser, games):
    """The panel that asks, with its groups open, and what play on found."""
    tab = Asked(browser.new_context().new_page()).begin(games / "game.html")
    tab.js(f"(viewer.session.game.players[0] = '{LONG}', asking.put(1, 'v26', {{alpha: 0.4}}))")
    tab.page.locator(".panel.future select").select_option("1")
    tab.page.locator(".panel.future .primary").click()
    tab.page.wait_for_selector(".future-result .gain")
    tab.js("document.querySelectorAll('.group').forEach((group) => (group.open = true))")
    return tab


def laboratory(browser, page):
    """A match and a sweep that were played."""
    tab = empty(browser, page)
    board = {"width": 16, "height": 16, "first": 0, "blocks": 2}
    long = "v26?alpha=0.15,potential_degradation_step=0.3,dodge=off"
    tab.js("viewer.laboratory.toggle()")
    tab.js("viewer.laboratory.panels.match.goOn(it)", {**board, "players": [long, "v26"], "test": "fixed"})
    for name, value in (("maps", "2"), ("values", "3")):
        tab.page.locator(".sweep").get_by_label(name, exact=True).fill(value)
    tab.js("viewer.laboratory.panels.sweep.of('potential_degradation_step', ['v26', 'v17'])")
    return tab


def coached(browser, page):
    """A turning point of the coach."""
    tab = new_tab(browser).goto(page)
    tab.page.keyboard.press("]")
    tab.until("viewer.session.layers.has('better') && viewer.session.selected")
    return tab


def alone(browser, page):
    """A page without a board."""
    tab = new_tab(browser)
    tab.page.goto(page.as_uri())
    return tab


PAGES = {
    "without a game": (empty, "stranger_page"),
    "with thoughts": (explained, "explained_page"),
    "that asks": (asked, "small_games"),
    "with the laboratory": (laboratory, "stranger_page"),
    "of the coach": (coached, "coached_page"),
    "of the combat database": (alone, "combat_page"),
    "of a rule": (alone, "rule_page"),
}


@pytest.fixture(scope="module", params=PAGES)
def shown(browser, request):
    """One of the pages, opened once for all sizes."""
    make, fixture = PAGES[request.param]
    tab = make(browser, request.getfixturevalue(fixture))
    tab.page.add_style_tag(content="* { transition: none !important }")
    yield tab
    tab.page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{} x {}".format(*size))
def test_every_page_fits_every_window(shown, size):
    """Nothing is wider than its place, too pale to be read or without a name, and the board can be seen."""
    resize(shown.page, *size)
    for theme in THEMES:
        shown.page.emulate_media(color_scheme=theme)
        shown.until("(globalThis.viewer?.theme ?? it) === it", theme)
        assert shown.js(FAULTS) == [], theme
    shown.check()


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
            tab.until("document.querySelector('.side').scrollHeight > window.innerHeight + 300")
            tab.wait_for("document.documentElement.scrollHeight", height)
        tab.js("viewer.help.showModal()")
        assert tab.js("viewer.help.scrollHeight - viewer.help.clientHeight") <= 0


def test_on_a_phone_name_and_banner_are_whole_and_nothing_lies_over_the_board(phone):
    """The name was cut to "c…", switches lay over the board, and a message stood above it, out of sight."""
    name = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.file'))"
    assert phone.js(name) <= 0
    assert phone.js(CUT) <= 0
    phone.js("(document.querySelector('.panel.story').scrollIntoView(), null)")
    assert phone.js("window.scrollY") > 300
    phone.wait_for(COVERED, 0)
    assert not phone.open(b"hello", "bad.hlt")
    bar = phone.page.locator(".message-bar").bounding_box()
    words = [bar["x"] + 40, bar["y"] + bar["height"] / 2]
    assert phone.js("document.elementFromPoint(...it)?.closest('.message-bar') !== null", words)
    phone.js("(viewer.session.say(null), null)")


def test_the_list_of_keys_is_read_downwards_and_has_ask_and_the_laboratory(tab):
    """It was read from left to right: "the next event" stood on the right, "the previous event" on the left."""
    tab.page.keyboard.press("?")
    expect(tab.page.locator(".help")).to_contain_text("ask a bot")
    expect(tab.page.locator(".help")).to_contain_text("laboratory")
    next_event, previous = (
        tab.page.locator(".help dd", has_text=words).bounding_box()
        for words in ("the next event of the story", "the previous event")
    )
    assert next_event["x"] == previous["x"]
    assert 0 < previous["y"] - next_event["y"] < 40
    tab.page.keyboard.press("Escape")
