"""The site, built once and opened from its files in a browser without a network."""

import html
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from experiments.site.build import Plan, build
from experiments.site.contents import contents
from experiments.site.front import Front
from tests.leagues import database_in
from tests.pages import Tab
from tests.project import ROOT
from tests.sharing import shared

pytestmark = pytest.mark.slow

RECORDINGS = 2
FETCHING = {
    ("script", "src"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("link", "href"),
    ("form", "action"),
}
"""Attributes that a browser follows by itself."""

IN_STYLES = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


class Read(HTMLParser):
    """What a page fetches, where it links to, and the anchors that it has."""

    def __init__(self, path):
        super().__init__()
        self.fetched, self.links, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        """Note what it names."""
        for name, value in attrs:
            if (tag, name) in FETCHING:
                self.fetched.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)
            elif name in ("id", "name"):
                self.anchors.add(value)


@pytest.fixture(scope="session")
def site(tmp_path_factory, explained_page):
    """The folder, built by the first of the processes that run the tests."""

    def make(folder):
        front = Front(explained_page.read_text(encoding="utf-8"), "turn=84&layers=potential", "A game")
        build(folder, Plan(database_in(tmp_path_factory.mktemp("league")), RECORDINGS, front=lambda work: front))

    return shared(tmp_path_factory, "site", make)


@pytest.fixture(scope="session")
def pages(site):
    """Every page of the theme: the viewer's and the league's are made of scripts, and have tests of their own."""
    return {
        path: Read(path) for path in site.rglob("*.html") if path.name != "game.html" and "league" not in path.parts
    }


@pytest.fixture
def offline(browser, site):
    """A tab without a network; nothing may fail in it, and nothing be asked from elsewhere."""
    opened = Tab(browser.new_context(viewport={"width": 1440, "height": 900}, offline=True).new_page())
    yield opened
    opened.page.context.close()
    opened.check()


def test_no_page_fetches_anything_from_elsewhere(site, pages):
    """No font, style, script or picture of another host; what is named is in the folder."""
    assert len(pages) > 100
    for path, read in pages.items():
        for address in read.fetched:
            assert not urlsplit(address).scheme or address.startswith("data:"), f"{path}: {address}"
            assert (path.parent / unquote(urlsplit(address).path)).is_file() or address.startswith("data:"), (
                f"{path}: {address}"
            )
    for path in site.rglob("*.css"):
        for address in IN_STYLES.findall(path.read_text(encoding="utf-8")):
            assert not re.match(r"(?:https?:)?//", "".join(address)), f"{path}: {address}"


def test_every_link_leads_to_a_page_and_a_place_in_it(site, pages):
    """Addresses elsewhere are for the reader to follow; they are few, and all are secure."""
    for path, read in pages.items():
        for address in filter(None, read.links):
            parts = urlsplit(address)
            if parts.scheme:
                assert parts.scheme == "https", f"{path}: {address}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file(), f"{path}: {address}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path}: {address}"


def test_the_navigation_is_the_table_of_contents_of_the_readme(site):
    """The same groups, titles and order; every page of the theme has the whole of it."""
    told = (site / "LICENSE.html").read_text(encoding="utf-8")  # it has no headings, which would stand there as well
    inside = told[told.index('data-md-type="navigation"') : told.index('data-md-type="toc"')]
    titles = [
        html.unescape(re.sub(r"<.*?>", "", each).strip())
        for each in re.findall(r'<span class="md-ellipsis">(.*?)</span>', inside, re.S)
    ]
    expected = ["Home"]
    for group in contents((ROOT / "README.md").read_text(encoding="utf-8")):
        expected += [group.title, *(title for title, _ in group.pages)]
    assert list(dict.fromkeys(titles)) == list(dict.fromkeys(expected))


def test_a_page_shows_what_the_document_says(site):
    """Lists, tables and code are read alike by the theme and by the viewers of repositories."""
    from markdown_it import MarkdownIt  # here, because it takes long to load, and every test is loaded first

    usual = MarkdownIt("commonmark").enable("table")
    for source in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        name = source.relative_to(ROOT)
        place = name.with_name("index.html") if name.name == "README.md" else name.with_suffix(".html")
        told = (site / place).read_text(encoding="utf-8")
        told = re.sub(
            r'<div class="(?:admonition|front).*?</div>',
            "",
            told[told.index("<article") : told.index("</article>")],
            flags=re.S,
        )
        expected = usual.render(source.read_text(encoding="utf-8"))
        for tag in ("li", "tr", "pre", "h2", "h3", "img"):
            assert len(re.findall(rf"<{tag}[ >]", told)) == len(re.findall(rf"<{tag}[ >]", expected)), f"{name}: {tag}"


def test_the_search_works_from_a_file(offline, site):
    """A browser starts no worker for such a page; the stand-in answers."""
    offline.page.goto((site / "docs" / "glossary.html").as_uri())
    offline.page.locator("input.md-search__input").click()
    offline.page.keyboard.type("overkill")
    offline.page.locator(".md-search-result__item").first.wait_for()
    assert "matching document" in offline.page.locator(".md-search-result__meta").inner_text()
    offline.page.locator(".md-search-result__item a").first.click()
    offline.page.wait_for_url("**h=overkill**")


def test_the_game_in_front_plays(offline, site):
    """The game opens at the turn in its address, and plays."""
    offline.page.goto((site / "index.html").as_uri())
    game = next(frame for frame in offline.page.frames if "game.html" in frame.url)
    game.wait_for_function("() => window.viewer?.session.thought && viewer.session.turn === 84")
    game.evaluate("viewer.session.setPlaying(true)")
    game.wait_for_function("() => viewer.session.turn > 84")


def test_the_league_opens_with_a_recording_and_leads_back(offline, site):
    """One click from the front page, one click back."""
    offline.page.goto((site / "index.html").as_uri())
    offline.page.get_by_role("link", name="Who is good: the league").click()
    offline.page.locator("table a").first.wait_for()
    key = next((site / "league" / "data" / "replay").iterdir()).stem
    offline.page.goto((site / "league" / "index.html").as_uri() + f"#/game/{key}")
    offline.page.wait_for_function("() => window.viewer?.session?.game")
    offline.page.get_by_role("link", name="Site").click()
    offline.page.wait_for_url("**/index.html")
    assert offline.page.locator("h1").inner_text().startswith("A Halite I potential-field bot")


def test_a_lesson_has_its_figures_and_formulas(offline, site):
    """Figures are loaded when they come into sight; a formula is drawn by the browser."""
    offline.page.goto((site / "notebooks" / "02-the-potential-field.html").as_uri())
    figures = offline.page.locator("article img.figure")
    assert figures.count() > 5
    figures.last.scroll_into_view_if_needed()
    offline.page.wait_for_function("() => [...document.querySelectorAll('img.figure')].at(-1).naturalWidth > 300")
    assert offline.js("document.querySelector('math msub').getBoundingClientRect().width") > 5


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark"), (390, "light"), (1440, "dark")])
def test_pages_fit_their_window_in_both_schemes(browser, site, width, scheme):
    """Nothing but tables and code in their own boxes is wider; text stands out from what is behind it."""
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, offline=True)
    tab = Tab(context.new_page())
    for name in (
        "index.html",
        "docs/index.html",
        "docs/21-league.html",
        "notebooks/index.html",
        "experiments/LEDGER.html",
    ):
        tab.page.goto((site / name).as_uri())
        assert tab.js("document.documentElement.scrollWidth - innerWidth") <= 0, name
        behind = tab.js("getComputedStyle(document.body).backgroundColor")
        bright = sum(map(int, re.findall(r"\d+", behind)[:3])) > 380
        assert bright == (scheme == "light"), name
    context.close()
    tab.check()


class TestOptionsThatWereBroken:
    """A browser breaks a line behind hyphens: on a phone a line ended in "--" and the next began with "anchor"."""

    def test_code_in_a_sentence_stays_whole_on_a_phone(self, browser, site):
        """Each piece is one box, on one line unless it is wider than the column; no page is wider than its window."""
        context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
        tab = Tab(context.new_page())
        pieces = "[...document.querySelectorAll('article :is(p, li) code:not(pre code)')]"
        for name in ("docs/2-speed.html", "docs/21-league.html"):
            tab.page.goto((site / name).as_uri())
            assert tab.js(f"{pieces}.length") > 5
            assert tab.js(f"{pieces}.filter((each) => each.getClientRects().length > 1).length") == 0
            assert tab.js("document.documentElement.scrollWidth - innerWidth") <= 0
        context.close()
        tab.check()


def test_the_list_of_lessons_begins_with_a_lesson(offline, site):
    """Its table has no titles, and no empty row for them."""
    offline.page.goto((site / "notebooks" / "index.html").as_uri())
    assert offline.js("document.querySelector('article thead').getBoundingClientRect().height") == 0
