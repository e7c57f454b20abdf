"""Layout: nothing is cut off, covered, pale or too small, in any size, theme or font, by mouse, finger or keyboard."""

from io import BytesIO

import pytest
from PIL import Image

from tests.support.asking import AskPage
from tests.support.pages import CONTRAST, PLAYED, READABLE, new_tab, opened, resize, written
from tests.support.recordings import GOLDEN

SIZES = (1440, 900), (820, 1180), (390, 844), (740, 360)
LONG = "a name of many letters that goes on"

# In a page: what is wrong with its layout; on a screen that is touched by three rules more.
FAULTS = f"""(() => {{
    const contrast = {CONTRAST}, {{ innerWidth: wide, innerHeight: high }} = window;
    const root = document.documentElement, isTouched = matchMedia("(pointer: coarse)").matches;
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
    const boxOf = (one) => {{ // as far as it is in sight where panels scroll
        const box = one.getBoundingClientRect(), panel = one.closest(".live, .side")?.getBoundingClientRect() ?? box;
        const [left, top] = [Math.max(box.left, panel.left), Math.max(box.top, panel.top)];
        return {{ left, top, right: Math.min(box.right, panel.right), bottom: Math.min(box.bottom, panel.bottom) }};
    }};
    const controls = all("button, select, input").filter((one) => !one.closest(".layers .chips") ||
        styleOf(one.closest(".layers .chips")).flexWrap === "wrap"); // on a low screen it is one row that scrolls
    const boxes = controls.map(boxOf);
    const isCovered = (_, i) => boxes.slice(0, i).some((box) =>
        Math.min(boxes[i].right, box.right) - Math.max(boxes[i].left, box.left) > 1 &&
        Math.min(boxes[i].bottom, box.bottom) - Math.max(boxes[i].top, box.top) > 1);
    const board = globalThis.viewer?.session.game ? viewer.canvas : null;
    const isSmall = ({{ width, height }}) => Math.min(width, height) < 0.3 * Math.min(wide, high);
    const isHigh = root.scrollHeight > high && globalThis.viewer?.stage.offsetHeight > 0.7 * high + 1;
    const places = ".panel, .choices, .chips, .side, .live, .transport, .top, .card, .command, .reason, .turn span";
    return Object.entries({{
        "the page is wider than its window": root.scrollWidth > wide ? [root] : [],
        "is beyond the page": controls.filter((_, i) => boxes[i].left < 0 || boxes[i].right > wide),
        "is over another": controls.filter(isCovered),
        "is wider than its place": all(`${{places}}, table, td, th, button`).filter(isCut),
        "cannot be named": all("button, select, input, [tabindex='0']").filter((one) => !nameOf(one)),
        "is too pale": all("*").filter((one) => hasWords(one) && isPale(one)),
        "is a small board": board && isSmall(board.getBoundingClientRect()) ? [board] : [],
        "is too low for a finger": controls.filter((one) => isTouched && one.getBoundingClientRect().height < 40),
        "is so high that no finger can move the page": isTouched && isHigh ? [viewer.stage] : [],
        "is out of sight": all(".inspector .reason").filter((one) => isTouched && boxOf(one).top >= high - 40),
    }}).flatMap(([fault, found]) => found.map((one) => `${{named(one)}} ${{fault}}`));
}})()"""


FULL = """(session.seek(84), ["potential", "downhill", "reasons", "trees"].forEach((layer) => session.setLayer(layer)),
    viewer.session.select({ x: 6, y: 2 }), null)"""


def empty(browser, stranger_page):
    tab = new_tab(browser)
    tab.page.goto(stranger_page.as_uri())
    tab.js("viewer.ready")
    return tab


def explained(browser, page):
    tab = new_tab(browser).goto(page)
    tab.until("viewer.session.story.length")
    tab.js(f"(session.game.players.fill('{LONG}'), session.seek(83), {FULL})")
    return tab


def ask_page(browser, games):
    tab = AskPage(browser.new_context().new_page()).begin(games / "game.html")
    tab.js(f"(viewer.session.game.players[0] = '{LONG}', asking.put(1, 'v26', {{alpha: 0.4}}))")
    tab.page.locator(".panel.future select").select_option("1")
    tab.page.locator(".panel.future .primary").click()
    tab.page.wait_for_selector(".future-result .gain", timeout=1000 * PLAYED)
    tab.js("document.querySelectorAll('.group').forEach((group) => (group.open = true))")
    return tab


def laboratory(browser, page):
    tab = empty(browser, page)
    board = {"width": 12, "height": 12, "seed": 0, "blocks": 2}
    long = "v26?alpha=0.15,potential_degradation_step=0.3,dodge=off"
    tab.js("viewer.laboratory.toggle()")
    tab.js("viewer.laboratory.panels.match.goOn(it)", {**board, "players": [long, "v26"]})
    for name, value in (("maps", "2"), ("values", "3")):
        tab.page.locator(".sweep").get_by_label(name, exact=True).fill(value)
    tab.js("viewer.laboratory.panels.sweep.begin()")
    return tab


def coached(browser, page):
    tab = new_tab(browser).goto(page)
    tab.page.keyboard.press("]")
    tab.until("viewer.session.layers.has('better') && viewer.session.selected")
    return tab


def alone(browser, page):
    tab = new_tab(browser)
    tab.page.goto(page.as_uri())
    return tab


PAGES = {
    "without a game": (empty, "stranger_page"), "with thoughts": (explained, "explained_page"),
    "that asks": (ask_page, "small_games"), "with the laboratory": (laboratory, "stranger_page"),
    "of the coach": (coached, "coached_page"), "of the combat database": (alone, "combat_page"),
    "of a rule": (alone, "rule_page"),
}  # fmt: skip


@pytest.fixture(scope="module", params=PAGES)
def shown(browser, request):
    make, fixture = PAGES[request.param]
    tab = make(browser, request.getfixturevalue(fixture))
    tab.page.add_style_tag(content="* { transition: none !important }")
    yield tab
    tab.page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{} x {}".format(*size))
def test_every_page_fits_every_window(shown, size):
    resize(shown.page, *size)
    for theme in ("dark", "light"):
        shown.page.emulate_media(color_scheme=theme)
        shown.until("(globalThis.viewer?.theme ?? it) === it", theme)
        shown.wait_for(FAULTS, [])
    shown.check()


HAS_STORY = "() => viewer.session.story.length > 0"


# On how many of 30 places from top to bottom something else is in front of the board.
COVERED = """(() => {
    const board = document.querySelector("canvas.board"), { left, top, width, height } = board.getBoundingClientRect();
    const steps = [...Array(30).keys()].map((step) => (step + 0.5) / 30);
    return steps.filter((y) => document.elementFromPoint(left + width / 3, top + height * y) !== board).length;
})()"""

# Whether the name is cut off, and whether the board's place, with its edge, covers the banner.
CUT = """(() => {
    const [file, stage, banner] = [".file", ".stage", ".result"].map((part) => document.querySelector(part));
    const edge = getComputedStyle(stage).boxShadow === "none" ? 0 : 4;
    const isCovered = banner.getBoundingClientRect().bottom > stage.getBoundingClientRect().top - edge;
    return [file.scrollWidth > file.clientWidth, isCovered];
})()"""


def test_on_a_phone_name_and_banner_are_whole_and_nothing_lies_over_the_board_or_beside_it(browser, tmp_path):
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


FONT = """@font-face {{
    font-family: "Tried"; src: local("DejaVu Sans"), local("Noto Sans"), local("Arial"); size-adjust: {}%;
}}
.halite, .halite * {{ font-family: "Tried", sans-serif !important; }}"""


def test_small_screens_show_everything_and_cut_nothing_off(browser, explained_page):
    with opened(browser, 360, 740, has_touch=True, is_mobile=True) as tab:
        tab.goto(explained_page, "#turn=84&x=6&y=2").page.wait_for_function(HAS_STORY)
        tab.js("(session.game.players.fill('a name of many letters'), session.seek(83), session.seek(84))")
        for letters in (80, 110):  # percent of their usual width, as with the fonts of other machines
            font = tab.page.add_style_tag(content=FONT.format(letters))
            tab.js("document.fonts.load('14px Tried').then((fonts) => fonts.length)")
            for size in ((360, 740), (740, 360), (768, 1024), (900, 420)):
                resize(tab.page, *size)
                tab.wait_for("document.querySelectorAll('.inspector .reason').length", 1)
                tab.wait_for(FAULTS, [])
            font.evaluate("(font) => font.remove()")


def test_every_control_has_a_name_and_shows_when_it_has_the_focus(tab):
    tab.js("(viewer.session.seek(7), viewer.session.select({x: 2, y: 3}))")
    label = "The board, 20 by 20 squares: turn 7 of 143, square (2, 3) is selected"
    tab.expect("canvas.board").to_have_attribute("aria-label", label)
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
