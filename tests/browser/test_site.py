"""The site, built once and opened from its files in a browser without a network."""

import html
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from experiments.site import hook
from experiments.site.contents import contents
from tests.support.pages import opened, resize
from tests.support.project import ROOT

pytestmark = pytest.mark.slow

NARROW = 390  # px
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


ALL_LOADED = "() => [...document.querySelectorAll('article img')].every((image) => image.naturalWidth)"

BELOW_ITS_WORDS = """(() => {
    const heading = document.querySelector("h1"), words = document.createRange();
    words.selectNodeContents(heading);
    words.setEndBefore(heading.querySelector(".headerlink"));
    const empty = heading.getBoundingClientRect().bottom - words.getBoundingClientRect().bottom;
    return empty / parseFloat(getComputedStyle(heading).lineHeight);
})()"""
"""How many lines of a heading are empty, below its words."""


@pytest.fixture(scope="session")
def pages(site):
    """Every page of the theme: the viewer's and the league's are made of scripts, and have tests of their own."""
    return {
        path: Read(path) for path in site.rglob("*.html") if path.name != "game.html" and "league" not in path.parts
    }


def test_every_page_has_a_policy_that_names_no_host(site):
    """Documents, lessons, league, games and boards: a browser keeps them from loading what does not lie beside them."""
    pattern = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')
    for path in site.rglob("*.html"):
        policy = pattern.findall(path.read_text(encoding="utf-8"))
        assert len(policy) == 1, path
        assert policy[0].startswith("default-src 'none';"), path
        assert not re.search(r"https?:|\*|//", policy[0]), path


def test_no_page_fetches_anything_from_elsewhere_and_every_link_leads_to_a_place(site, pages):
    """What is named is in the folder, of no other host; addresses elsewhere are few, and all are secure."""
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


def test_the_navigation_is_that_of_the_file(site):
    """The same groups, titles and order; every page of the theme has the whole of it."""
    told = (site / "LICENSE.html").read_text(encoding="utf-8")  # it has no headings, which would stand there as well
    inside = told[told.index('data-md-type="navigation"') : told.index('data-md-type="toc"')]
    titles = [
        html.unescape(re.sub(r"<.*?>", "", each).strip())
        for each in re.findall(r'<span class="md-ellipsis">(.*?)</span>', inside, re.S)
    ]
    expected = ["Home"]
    for group in contents(ROOT):
        led = [hook.TITLE] if any(path == hook.DOCUMENT for _, path in group.pages) else []
        expected += [group.title, *led, *(title for title, _ in group.pages)]
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
    offline.page.locator(".md-search-result__meta", has_text="matching document").wait_for()
    offline.page.locator(".md-search-result__item a").first.click()
    offline.page.wait_for_url("**h=overkill**")


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


@pytest.mark.parametrize("name", ["index", "docs/index", "notebooks/02-the-potential-field"])
def test_a_page_keeps_its_length_while_its_pictures_come(offline, site, name):
    """Every picture has its place before it is there: a link to a heading hits it."""
    offline.page.route(re.compile(r"\.(png|webp|svg)$"), lambda route: None)  # held
    offline.page.goto((site / f"{name}.html").as_uri(), wait_until="domcontentloaded")
    before = offline.js("document.documentElement.scrollHeight")
    offline.js("document.querySelectorAll('article img').forEach((image) => { image.loading = 'eager'; })")
    offline.page.unroute_all()  # what was held goes on
    offline.page.wait_for_function(ALL_LOADED)
    assert abs(offline.js("document.documentElement.scrollHeight") - before) < 10


def test_the_front_page_shows_the_game_at_once_and_the_league_is_a_tab(offline, site):
    """The player lay below the fold of a page of 10,311 px."""
    offline.page.goto((site / "index.html").as_uri())
    box = offline.page.locator(".front iframe").bounding_box()
    assert box["y"] + box["height"] < 900
    assert offline.js("document.documentElement.scrollHeight") < 6000
    offline.page.goto((site / "docs" / "2-speed.html").as_uri())
    offline.page.locator(".md-tabs__link", has_text="The league").click()
    offline.page.wait_for_url("**/league/index.html*")
    offline.page.locator("table a").first.wait_for()


def test_a_lesson_has_its_figures_and_formulas_and_its_code_opens_with_a_click(offline, site):
    """Closed at first; it is highlighted like other code."""
    offline.page.goto((site / "notebooks" / "02-the-potential-field.html").as_uri())
    folded = offline.page.locator("details.code").first
    assert not folded.locator("pre").is_visible()
    folded.locator("summary").click()
    assert folded.locator("pre code").is_visible()
    assert folded.locator("pre span").count() > 5
    figures = offline.page.locator("article img.figure")
    assert figures.count() > 5
    figures.last.scroll_into_view_if_needed()
    offline.page.wait_for_function("() => [...document.querySelectorAll('img.figure')].at(-1).naturalWidth > 300")
    assert offline.js("document.querySelector('math msub').getBoundingClientRect().width") > 5


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_pages_fit_their_window_in_both_schemes(browser, site, width, scheme):
    """Nothing but tables and code in their own boxes is wider; text stands out from what is behind it."""
    names = ("index", "docs/index", "docs/21-league", "notebooks/index", "experiments/LEDGER")
    with opened(browser, width, 844, color_scheme=scheme, offline=True) as tab:
        for name in names:
            tab.page.goto((site / f"{name}.html").as_uri())
            assert tab.js("document.documentElement.scrollWidth - innerWidth") <= 0, name
            behind = tab.js("getComputedStyle(document.body).backgroundColor")
            bright = sum(map(int, re.findall(r"\d+", behind)[:3])) > 380
            assert bright == (scheme == "light"), name


ALONE = """[...document.querySelectorAll("article :is(p, li) code")].filter((code) => {
    const behind = code.nextSibling;
    if (behind?.nodeType !== Node.TEXT_NODE || !/^[.,;:)]/.test(behind.data)) return false;
    const sign = document.createRange();
    sign.setStart(behind, 0);
    sign.setEnd(behind, 1);
    return sign.getBoundingClientRect().top > [...code.getClientRects()].at(-1).bottom;
}).map((code) => code.textContent)"""
"""Code whose full stop, comma or bracket stands on the next line."""


class TestPagesThatAPhoneBroke:
    """Half an option at the end of a line, a full stop at the beginning of one, a column of a few letters."""

    @pytest.fixture
    def phone(self, browser, site):
        """Opens a page of the site on a narrow screen; none is wider than it."""

        def show(name):
            tab.page.goto((site / name).as_uri())
            assert tab.js("document.documentElement.scrollWidth - innerWidth") <= 0, name
            return tab

        with opened(browser, NARROW, 844, offline=True) as tab:
            yield show

    @pytest.mark.parametrize(
        "name", ["docs/1-installing-and-checking.html", "docs/2-speed.html", "docs/21-league.html"]
    )
    def test_an_option_and_the_sign_behind_code_begin_no_line(self, phone, name):
        """A browser breaks lines behind hyphens, and before the sign behind a box."""
        tab = phone(name)
        assert tab.js("document.querySelectorAll('article :is(p, li) .whole').length") > 5
        broken = "[...document.querySelectorAll('.whole')].filter((each) => each.getClientRects().length > 1).length"
        assert tab.js(broken) == 0
        assert tab.js(ALONE) == []

    def test_columns_of_words_can_be_read_and_a_heading_ends_where_its_words_end(self, phone):
        """A table of ideas, files and switches had 60 pixels for a column of sentences."""
        tab = phone("docs/schools/unifier.html")
        width = "document.querySelector('article th.sentences').getBoundingClientRect().width"
        assert tab.js(width) >= 180
        tab = phone("notebooks/14-what-the-champion-sees-and-searches.html")
        for width in range(320, 391, 7):  # the heading fills its last line on some of them, whatever the font
            resize(tab.page, width, 844)
            assert tab.js(BELOW_ITS_WORDS) < 0.5, width


def test_tables_and_code_can_be_read(offline, site):
    """Reasons were out of sight, a sign covered code, and a table without titles began with an empty row."""
    offline.page.goto((site / "docs" / "4-parameters.html").as_uri())
    for table in offline.page.locator("article table").all():
        why = table.locator("th", has_text="why").bounding_box()
        assert why["x"] + why["width"] < table.bounding_box()["x"] + table.bounding_box()["width"]
    offline.page.goto((site / "docs" / "22-a-season-with-friends.html").as_uri())
    button = offline.page.locator(".md-code__nav").first
    shown = "Number(getComputedStyle(document.querySelector('.md-code__nav')).opacity)"
    assert offline.js(shown) == 0
    button.locator("xpath=..").hover()
    offline.page.wait_for_function(f"() => {shown} === 1")
    offline.page.goto((site / "notebooks" / "index.html").as_uri())
    assert offline.js("document.querySelector('article thead').getBoundingClientRect().height") == 0
