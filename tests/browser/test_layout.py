"""Layout: nothing is cut off, covered, pale or too small, in any size, theme or font, by mouse, finger or keyboard."""

from io import BytesIO

import pytest
from PIL import Image

from tests.support.asking import AskPage
from tests.support.pages import CONTRAST, READABLE, expect, new_tab, opened, resize, written
from tests.support.recordings import GOLDEN

# Layout: every page in four sizes and both themes; and what looked wrong on a screen otherwise.


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
    tab = new_tab(browser)
    tab.page.goto(stranger_page.as_uri())
    tab.js("viewer.ready")
    return tab


def explained(browser, page):
    """A game of long names with all that is thought of a square."""
    tab = new_tab(browser).goto(page)
    tab.page.wait_for_function("() => viewer.session.story.length")
    tab.js(f"(session.game.players.fill('{LONG}'), session.seek(83), session.seek(84), session.select({{x: 6, y: 2}}))")
    tab.js("['potential', 'downhill', 'reasons', 'trees'].forEach((layer) => viewer.session.setLayer(layer))")
    return tab


def ask_page(browser, games):
    tab = AskPage(browser.new_context().new_page()).begin(games / "game.html")
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
    tab.js("viewer.laboratory.panels.match.goOn(it)", {**board, "players": [long, "v26"]})
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
    tab = new_tab(browser)
    tab.page.goto(page.as_uri())
    return tab


PAGES = {
    "without a game": (empty, "stranger_page"),
    "with thoughts": (explained, "explained_page"),
    "that asks": (ask_page, "small_games"),
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
        shown.wait_for(FAULTS, [])
    shown.check()


HAS_STORY = "() => viewer.session.story.length > 0"

FULL = """(session.seek(84), ["potential", "downhill", "reasons", "trees"].forEach((layer) => session.setLayer(layer)),
    viewer.session.select({ x: 6, y: 2 }), null)"""


def test_the_page_is_no_longer_than_its_window_and_the_list_of_keys_is_whole(browser, explained_page):
    """Hidden words of the standings made it 805 px longer; at 1280 x 720 a third of the keys lay below the edge."""
    with opened(browser, 1440, 900) as tab:
        tab.goto(explained_page).page.wait_for_function(HAS_STORY)
        tab.js(FULL)
        for width, height in ((1440, 900), (1280, 720)):
            resize(tab.page, width, height)
            tab.until("document.querySelector('.side').scrollHeight > window.innerHeight + 300")
            tab.wait_for("document.documentElement.scrollHeight", height)
        tab.page.keyboard.press("?")
        tab.until("viewer.help.open && viewer.help.scrollHeight <= viewer.help.clientHeight")
        expect(tab.page.locator(".help")).to_contain_text("ask a bot")
        expect(tab.page.locator(".help")).to_contain_text("laboratory")
        following, previous = (
            tab.page.locator(".help dd", has_text=words).bounding_box()
            for words in ("the next event of the story", "the previous event")
        )
        assert following["x"] == previous["x"], "it is read downwards"
        assert 0 < previous["y"] - following["y"] < 40


COVERED = """(() => {
    const board = document.querySelector("canvas.board"), { left, top, width, height } = board.getBoundingClientRect();
    const steps = [...Array(30).keys()].map((step) => (step + 0.5) / 30);
    return steps.filter((y) => document.elementFromPoint(left + width / 3, top + height * y) !== board).length;
})()"""
"""On how many of 30 places from top to bottom something else is in front of the board."""

CUT = """(() => {
    const [file, stage, banner] = [".file", ".stage", ".result"].map((part) => document.querySelector(part));
    const edge = getComputedStyle(stage).boxShadow === "none" ? 0 : 4;
    const isCovered = banner.getBoundingClientRect().bottom > stage.getBoundingClientRect().top - edge;
    return [file.scrollWidth > file.clientWidth, isCovered];
})()"""
"""Whether the name is cut off, and whether the board's place, with its edge, covers the banner."""


def test_on_a_phone_name_and_banner_are_whole_and_nothing_lies_over_the_board_or_beside_it(browser, tmp_path):
    """The name was cut to "c…", switches lay over the board, and a message stood above it, out of sight.

    Words that were scrolled under a narrow board came out at its sides.
    """
    page = written(tmp_path / "four.html", GOLDEN / "decisions" / "v26-v17-v12-v26-30x30-4403.hlt.gz")
    with opened(browser, 390, 844, has_touch=True) as tab:
        tab.goto(page).page.wait_for_function(HAS_STORY)
        tab.wait_for(CUT, [False, False])
        tab.page.mouse.move(195, 800)
        tab.page.mouse.wheel(0, 700)
        tab.until("document.querySelector('.stage').getBoundingClientRect().y === 0")
        tab.wait_for(COVERED, 0)
        box = tab.page.locator(".stage").bounding_box()
        assert box["x"] > 20
        for left in (0, box["x"] + box["width"]):
            clip = {"x": left, "y": 0, "width": box["x"], "height": box["height"]}
            with Image.open(BytesIO(tab.page.screenshot(clip=clip))) as strip:
                assert len(strip.getcolors()) == 1
        tab.wait_for("document.documentElement.scrollWidth", 390)
        assert not tab.open(b"hello", "bad.hlt")
        bar = tab.page.locator(".message-bar").bounding_box()
        words = [bar["x"] + 40, bar["y"] + bar["height"] / 2]
        tab.until("document.elementFromPoint(...it)?.closest('.message-bar')", words)


SMALL = """(() => {
    const side = viewer.side.getBoundingClientRect(), { innerWidth: wide, innerHeight: high } = window;
    const all = [...viewer.root.querySelectorAll("button, select, input, tbody td")].filter((one) => {
        const row = one.closest(".layers .chips"); // on a low screen it is one that scrolls
        return one.checkVisibility() && one.offsetWidth && (!row || getComputedStyle(row).flexWrap === "wrap");
    }).map((one) => ({ one, ...one.getBoundingClientRect().toJSON() }));
    const cut = ({ one, left, right, top, bottom }) => ({
        one, left: Math.max(left, side.left), right: Math.min(right, side.right),
        top: Math.max(top, side.top), bottom: Math.min(bottom, side.bottom),
    });
    const seen = all.map((box) => (box.one.closest(".side") ? cut(box) : box));
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const isLong = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis";
    const { stage } = viewer, { scrollWidth, scrollHeight } = document.documentElement;
    const isHigh = scrollHeight > high && stage.offsetHeight > 0.7 * high + 1;
    const reasons = [...document.querySelectorAll(".inspector .reason")];
    return Object.entries({
        "beyond the page": scrollWidth > wide ? [document.body] : all.filter((box) => box.left < 0 || box.right > wide),
        "too low for a finger": all.filter(({ one, height }) => height < 40 && one.tagName !== "TD"),
        "over another": seen.filter((a, i) => seen.slice(0, i).some((b) => overlap(a, b))),
        "cut off": [...viewer.root.querySelectorAll("th, td, button, .turn span, .reason")].filter(isLong),
        "so high that no finger can move the page": isHigh ? [stage] : [],
        "out of sight": reasons.filter((one) => one.getBoundingClientRect().y >= high - 40),
    }).flatMap(([fault, found]) => found.map((one) => `${(one.one ?? one).outerHTML} is ${fault}`));
})()"""
"""What is wrong on a small screen on which a square is selected."""

FONT = """@font-face {{
    font-family: "Tried"; src: local("DejaVu Sans"), local("Noto Sans"), local("Arial"); size-adjust: {}%;
}}
.halite, .halite * {{ font-family: "Tried", sans-serif !important; }}"""


def test_small_screens_show_everything_and_cut_nothing_off(browser, explained_page):
    """Nothing is wider than the page, no visible control under another, in any font; fingers find all buttons."""
    with opened(browser, 360, 740, has_touch=True, is_mobile=True) as tab:
        tab.goto(explained_page, "#turn=84&x=6&y=2").page.wait_for_function(HAS_STORY)
        tab.js("(session.game.players.fill('a name of many letters'), session.seek(83), session.seek(84))")
        for letters in (80, 100, 110):  # percent of their usual width, as with the fonts of other machines
            font = tab.page.add_style_tag(content=FONT.format(letters))
            tab.js("document.fonts.load('14px Tried').then((fonts) => fonts.length)")
            for size in ((360, 740), (740, 360), (768, 1024), (900, 420)):
                resize(tab.page, *size)
                tab.wait_for("document.querySelectorAll('.inspector .reason').length", 1)
                tab.wait_for(SMALL, [])
            font.evaluate("(font) => font.remove()")


def test_every_control_has_a_name_and_shows_when_it_has_the_focus(tab):
    tab.js("(viewer.session.seek(7), viewer.session.select({x: 2, y: 3}))")
    label = "The board, 20 by 20 squares: turn 7 of 143, square (2, 3) is selected"
    expect(tab.page.locator("canvas.board")).to_have_attribute("aria-label", label)
    tab.page.keyboard.press("Tab")
    tab.wait_for("getComputedStyle(document.activeElement).outlineStyle", "solid")


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
def test_panels_get_the_focus_in_the_order_in_which_they_stand(explained, size, thoughts):
    """Forwards and backwards, and every control that has it is seen.

    Tab went from the switches to the square and back up to the legends, and under the switches out of sight.
    """
    resize(explained.page, *size)
    try:
        if not thoughts:
            explained.js("viewer.session.load(viewer.session.game)")
        explained.page.wait_for_function(HAS_STORY)
        explained.js("(session.seek(84), session.select({x: 6, y: 2}), session.setLayer('potential'))")
        for key in ("Tab", "Shift+Tab"):
            panels = visited(explained, key)
            explained.js("(viewer.side.scrollTop = 0)")  # the switches stand where they were
            standing = [panel for panel in explained.js(BY_HEIGHT) if panel in panels]
            assert panels == (standing if key == "Tab" else standing[::-1])
            assert len(panels) > 2
    finally:
        resize(explained.page, 1280, 800)


def visited(tab, key):
    """The panels that the key leads through, from the control at the end of them until it leaves them."""
    tab.page.locator(".transport select" if key == "Tab" else ".story li:last-child button").focus()
    panels = [] if key == "Tab" else ["panel story"]
    for _ in range(120):
        tab.page.keyboard.press(key)
        focused = tab.js(FOCUSED)
        if focused["panel"] is None:
            return panels
        assert focused["isSeen"], tab.js("document.activeElement.outerHTML")
        if [focused["panel"]] != panels[-1:]:
            panels.append(focused["panel"])
    raise AssertionError(panels)
