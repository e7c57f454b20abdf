"""The whole site: its policy, links and documents, and its pages opened from their files without a network."""

import html
import re
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt

from experiments.site.build import FIRST, TURN, build
from tests.support.leagues import database_in
from tests.support.pages import PLAYED, launched, opened
from tests.support.project import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    build(folder, database_in(tmp_path_factory.mktemp("league"), 1), 2)
    return folder


FETCHED = re.compile(r'<(?:script|img|iframe|source)\b[^>]*?\ssrc="([^"]*)"|<link\b[^>]*?\shref="([^"]*)"')
IN_STYLES = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')


def named(pattern, text):
    return [html.unescape("".join(found)) for found in re.findall(pattern, text)]


def test_every_page_has_a_policy_that_names_no_host(site):
    for path in site.rglob("*.html"):
        (policy,) = POLICY.findall(path.read_text(encoding="utf-8"))
        assert policy.startswith("default-src 'none';"), path
        assert not re.search(r"https?:|\*|//", policy), path


def test_no_page_fetches_anything_from_elsewhere_and_every_link_leads_to_a_place(site):
    paths = [path for path in site.rglob("*.html") if path.name != "game.html" and "league" not in path.parts]
    pages = {path: path.read_text(encoding="utf-8") for path in paths}
    assert len(pages) > 100
    anchors = {path: set(named(r'\s(?:id|name)="([^"]*)"', page)) for path, page in pages.items()}
    for path, page in pages.items():
        for address in named(FETCHED, page):
            if not address.startswith("data:"):
                assert not urlsplit(address).scheme, f"{path}: {address}"
                assert (path.parent / unquote(urlsplit(address).path)).is_file(), f"{path}: {address}"
        for address in filter(None, named(r'<a\b[^>]*?\shref="([^"]*)"', page)):
            parts = urlsplit(address)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert parts.scheme == "https" if parts.scheme else target.is_file(), f"{path}: {address}"
            if not parts.scheme and parts.fragment and target in pages:
                assert unquote(parts.fragment) in anchors[target], f"{path}: {address}"
    for path in site.rglob("*.css"):
        for address in named(IN_STYLES, path.read_text(encoding="utf-8")):
            assert not re.match(r"(?:https?:)?//", address), f"{path}: {address}"


def test_a_page_shows_what_the_document_says(site):
    """Lists, tables and code are read alike by the theme and by the viewers of repositories."""
    usual = MarkdownIt("commonmark").enable("table")
    for source in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        name = source.relative_to(ROOT)
        place = name.with_name("index.html") if name.name == "README.md" else name.with_suffix(".html")
        told = (site / place).read_text(encoding="utf-8")
        article = told[told.index("<article") : told.index("</article>")]
        told = re.sub(r'<div class="front.*?</div>', "", article, flags=re.S)
        expected = usual.render(source.read_text(encoding="utf-8"))
        for tag in ("li", "tr", "pre", "h2", "h3", "img"):
            assert len(re.findall(rf"<{tag}[ >]", told)) == len(re.findall(rf"<{tag}[ >]", expected)), f"{name}: {tag}"


# In a browser.


@pytest.fixture(scope="module")
def browser():
    with launched() as running:
        yield running


@pytest.fixture
def offline(browser, site):
    """A tab without a network; nothing may fail in it, and nothing be asked from elsewhere."""
    with opened(browser, 1440, 900, offline=True) as tab:
        yield tab


def test_the_search_works_from_a_file(offline, site):
    offline.page.goto((site / "docs" / "bot.html").as_uri())
    offline.page.locator("input.md-search__input").click()
    offline.page.keyboard.type("overkill")
    offline.page.locator(".md-search-result__item").first.wait_for()
    offline.page.locator(".md-search-result__meta", has_text="matching document").wait_for()
    offline.page.locator(".md-search-result__item a").first.click()
    offline.page.wait_for_url("**h=overkill**")


def test_the_league_opens_with_a_recording_and_leads_back(offline, site):
    offline.page.goto((site / "index.html").as_uri())
    offline.page.get_by_role("link", name="Who is good: the league").click()
    offline.page.locator("table a").first.wait_for()
    offline.page.get_by_role("link", name="Games", exact=True).first.click()
    offline.page.get_by_role("link", name="open", exact=True).first.click()
    offline.until("window.viewer?.session?.game")
    offline.page.go_back()
    offline.page.get_by_role("link", name="Home").click()
    offline.page.wait_for_url("**/index.html")
    offline.expect("h1").to_contain_text("A Halite I potential-field bot")


def test_a_lesson_has_its_code_figures_and_formulas(offline, site):
    offline.page.goto((site / "notebooks" / "02-the-potential-field.html").as_uri())
    figures = "[...document.querySelectorAll('article .jp-OutputArea-output img')]"
    offline.until(f"{figures}.length > 5 && {figures}.every(({{ naturalWidth }}) => naturalWidth > 300)")
    assert offline.page.locator("article .highlight-ipynb pre span").count() > 5
    assert offline.js("document.querySelector('math msub').getBoundingClientRect().width") > 5


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_pages_fit_their_window_in_both_schemes(browser, site, width, scheme):
    with opened(browser, width, 844, color_scheme=scheme, offline=True) as tab:
        for name in ("index", "docs/bot", "docs/extras/league", "notebooks/index"):
            tab.page.goto((site / f"{name}.html").as_uri())
            assert tab.js("document.documentElement.scrollWidth - innerWidth") <= 0, name
            behind = tab.js("getComputedStyle(document.body).backgroundColor")
            assert (sum(map(int, re.findall(r"\d+", behind)[:3])) > 380) == (scheme == "light"), f"{name}: {behind}"


DEFINITIONS = "alpha", "potential_degradation_step", "enemy_ROI"
THOUGHT_BY_V26 = "() => window.viewer?.session.thought && viewer.session.explanation?.header.name.startsWith('v26')"


def framed(tab, site, name="index", place=".front iframe"):
    """The board in a page of the site, when it has thought."""
    tab.page.goto((site / f"{name}.html").as_uri())
    frame = tab.page.locator(place).first
    if name != "index":
        frame.scroll_into_view_if_needed()  # a lesson's board is loaded there
    frame = frame.element_handle().content_frame()
    frame.wait_for_function(THOUGHT_BY_V26, timeout=1000 * PLAYED)
    return frame


def test_the_board_in_front_is_in_sight_and_plays(offline, site):
    frame = framed(offline, site)
    box = offline.page.locator(".front iframe").bounding_box()
    assert box["y"] + box["height"] < 900
    assert offline.js("document.documentElement.scrollHeight") < 6000
    frame.wait_for_function("(begun) => viewer.session.turn > begun", arg=int(re.search(r"&turn=(\d+)", FIRST)[1]))


def test_a_phone_shows_board_and_sliders_on_its_first_screen(browser, site):
    with opened(browser, 390, 844, color_scheme="dark", offline=True) as tab:
        frame = framed(tab, site)
        assert tab.js("document.documentElement.scrollWidth - innerWidth") <= 0
        frame.wait_for_function(
            """() => (({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
                scrollHeight === clientHeight && scrollWidth === clientWidth)(document.documentElement)"""
        )
        boxes = [frame.get_by_role("slider", name=name, exact=True).bounding_box() for name in DEFINITIONS]
        assert all(box["y"] + box["height"] <= 844 and box["height"] >= 20 for box in boxes)
        assert frame.locator("canvas.board").bounding_box()["height"] > 200
        outer = tab.page.locator(".front iframe").bounding_box()
        assert outer["x"] == pytest.approx(390 - outer["x"] - outer["width"], abs=1)  # the theme held its width back


def test_why_a_square_moved_is_one_click_away(offline, site):
    offline.page.goto((site / "index.html").as_uri())
    offline.page.get_by_role("link", name="Why a square moved").click()
    offline.until("window.viewer?.session.thought && viewer.session.turn === it", TURN, PLAYED)
    assert offline.js("viewer.session.explanation.header.name").startswith("champion")
    offline.js("viewer.session.setPlaying(true)")
    offline.until("viewer.session.turn > it", TURN)


@pytest.mark.parametrize(
    ("name", "parameter"), [("02-the-potential-field", "potential_degradation_step"), ("09-sweeping", "alpha")]
)
def test_a_lesson_thinks_without_a_kernel(offline, site, name, parameter):
    frame = framed(offline, site, f"notebooks/{name}", "iframe.board")
    before = frame.evaluate("[...viewer.session.thought.potential].filter(Number.isFinite)")
    frame.get_by_role("slider", name=parameter, exact=True).press("ArrowRight")
    frame.wait_for_function("() => viewer.thinking.asking.isKnown(viewer.session.turn)")
    assert frame.evaluate("[...viewer.session.thought.potential].filter(Number.isFinite)") != before


THEME = "() => viewer.theme === '{}'"


def test_the_boards_of_a_page_follow_its_button(offline, site):
    offline.page.emulate_media(color_scheme="dark")
    frame = framed(offline, site)
    frame.wait_for_function(THEME.format("dark"))
    offline.page.locator("label[title='Switch to light mode']").click()
    frame.wait_for_function(THEME.format("light"))
    for scheme in ("light", "dark"):
        offline.page.emulate_media(color_scheme=scheme)
    frame.wait_for_function("() => matchMedia('(prefers-color-scheme: dark)').matches")
    # Only the page around it may say so: a message of another window, or of no mode, changes nothing.
    frame.evaluate("postMessage({theme: 'dark'}, '*')")
    offline.js("document.querySelector('.front iframe').contentWindow.postMessage({theme: 'pink'}, '*')")
    frame.evaluate("new Promise((done) => setTimeout(done))")  # both have arrived
    assert frame.evaluate(THEME.format("light"))
    lesson = framed(offline, site, "notebooks/02-the-potential-field", "iframe.board")
    offline.wait_for("document.body.dataset.mdColorScheme", "default")
    lesson.wait_for_function(THEME.format("light"))
    offline.page.locator("label[title='Switch to dark mode']").click()
    lesson.wait_for_function(THEME.format("dark"))
