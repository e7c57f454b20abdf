"""What a stranger asks of a page: two knobs at once, a challenge, games of the ledger."""

import re

import pytest

from bot.knobs.parameters import OURS
from experiments.match.experiment import RESULTS, read
from experiments.stats import Sprt, Tally
from tests.browser.test_laboratory_page import ask, counted, ended, seated, until
from tests.support.pages import CONTRAST, READABLE, new_tab, resize
from tests.support.strangers import FEW, PLAYED, left, run_of, stranger

RESULT = "0001"


@pytest.fixture(scope="module")
def lab(browser, stranger_page):
    """The laboratory of a tab, open."""
    tab = stranger(browser, stranger_page)
    tab.js("viewer.laboratory.toggle()")
    yield tab
    left(tab)


def test_two_knobs_are_a_heat_map(lab):
    """Every pair on the same maps as Python counts them; a cell puts both on the board, for *Ask* and a challenge."""
    seated(lab, 20, "v26", "v17")
    ask(lab, "sweep", parameter="alpha", **{"from": 0.05, "to": 0.15}, values=3, maps=2)
    ask(lab, "sweep", second_parameter="hold_until", second_from=3, second_to=7, second_values=2)
    lab.page.get_by_role("button", name="Sweep").click()
    ended(lab, "sweep")
    points = lab.js("viewer.laboratory.panels.sweep.run.points")
    assert points == [[alpha, hold] for hold in (3, 5, 7) for alpha in (0.05, 0.1, 0.15)]
    for (alpha, hold), counts in zip(points, run_of(lab, "sweep")["tallies"], strict=True):
        changed = f"v26?alpha={alpha}&hold_until={hold}"
        assert counts == counted(changed, "v17", side=20, first=0, blocks=2)

    cells = lab.page.locator(".heat td button")
    assert cells.count() == 9
    assert "the default" in lab.page.locator(".heat .usual").get_attribute("aria-label")
    until(lab, "document.getAnimations().length === 0")  # a button's ground changes slowly, its letters do not
    contrasts = cells.evaluate_all(
        f"(all) => all.map((one) => {CONTRAST}(getComputedStyle(one).color, getComputedStyle(one).backgroundColor))"
    )
    assert min(contrasts) >= READABLE
    assert lab.page.locator(".sweep .as-table tbody tr").count() == 9
    said = lab.page.locator(".sweep .status").inner_text()
    assert re.search("scored above the default|be told from the default", said)

    cells.nth(2).press("Enter")
    until(lab, "viewer.thinking.isOpen && viewer.thinking.asking?.changes.alpha === 0.15")
    assert lab.js("viewer.thinking.asking.changes.hold_until") == 3
    assert lab.js("viewer.session.game.players[0]") == "v26?alpha=0.15&hold_until=3"
    lab.js("(viewer.thinking.toggle(), viewer.laboratory.toggle())")
    lab.page.get_by_role("button", name="Parameters of Ask").click()
    mine = lab.page.locator(".challenge").get_by_label("with", exact=True)
    assert mine.input_value() == "v26?alpha=0.15&hold_until=3"
    mine.fill("v26")


def test_what_is_drawn_keeps_the_focus_while_scores_change(lab):
    """Points were made anew with every map once: a click between two of them was lost, and so was the focus."""
    for second, place in (("no other", ".curve .point"), ("hold_until", ".heat td button")):
        seated(lab, 20, "v26", "v17")
        ask(lab, "sweep", parameter="alpha", values=2, maps=500, second_parameter=second)
        lab.page.get_by_role("button", name="Sweep").click()
        until(lab, "!viewer.laboratory.panels.sweep.run.isOver && viewer.laboratory.panels.sweep.run.blocks > 0")
        until(lab, f"document.querySelectorAll('{place}').length > 2")
        lab.page.locator(place).nth(2).focus()
        seen = lab.js("(window.point = document.activeElement, viewer.laboratory.panels.sweep.run.blocks)")
        until(lab, f"viewer.laboratory.panels.sweep.run.blocks > {seen + 2}")
        lab.page.wait_for_timeout(500)
        assert lab.js("point.isConnected && document.activeElement === point && point.closest('.sweep') !== null")
        lab.page.get_by_role("button", name="Stop").click()
        ended(lab, "sweep")


class TestTheLaboratoryHadPlayersOfItsOwn:
    """Over a file of champion against v26 it asked about v26 and v17 on 30 x 30; so did *Sweep it*."""

    @pytest.fixture
    def opened(self, browser, game_page):
        """A recorded game with the laboratory open."""
        tab = new_tab(browser).goto(game_page)
        tab.js("viewer.laboratory.toggle()")
        yield tab
        left(tab)

    def board(self, tab):
        """What the panel would play."""
        return tab.js("viewer.laboratory.panels.game.board()")

    def test_it_asks_about_the_game_on_the_board(self, opened):
        """Size and players; v26 stands in for a player that no page can play."""
        assert self.board(opened) == {"width": 20, "height": 20, "players": ["v26", "v17"]}
        names = ["v12?alpha=0.2", "mine", "v17"]
        opened.js("viewer.session.load({...viewer.session.game, players: it})", names)
        assert self.board(opened)["players"] == ["v12?alpha=0.2", "v26", "v17"]

    def test_a_future_of_the_game_leaves_what_was_written(self, opened):
        """Watching one is no other question."""
        opened.page.get_by_label("player 1").fill("v26?alpha=0.3")
        opened.js("viewer.session.load({...viewer.session.game})")
        assert self.board(opened)["players"] == ["v26?alpha=0.3", "v17"]


def test_alpha_is_swept_by_factors_as_its_slider_goes(lab):
    """Half of eight even steps up to 0.2 were useless values, and one was 0.001."""
    ask(lab, "sweep", parameter="hold_until")
    ask(lab, "sweep", parameter="alpha", values=4, second_parameter="no other")
    asked = lab.js(
        "(() => { const [from, to] = ['from', 'to'].map((name) => Number(document.querySelector("
        '`.sweep [aria-label="${name}"]`).value)); return [from, to]; })()'
    )
    assert asked == [0.01, 0.9]
    seated(lab, 20, "v26", "v17")
    ask(lab, "sweep", maps=2)
    lab.page.get_by_role("button", name="Sweep").click()
    ended(lab, "sweep")
    points = [alpha for (alpha,) in lab.js("viewer.laboratory.panels.sweep.run.points")]
    assert points == pytest.approx([0.01, 0.04481, 0.1, 0.2008, 0.9], rel=1e-3)
    places = lab.js(
        "[...document.querySelectorAll('.curve .point circle')].map((dot) => Number(dot.getAttribute('cx')))"
    )
    assert places[1] - places[0] == pytest.approx(places[3] - places[1], abs=0.1), "equal factors are equal ways"


def test_one_knob_twice_and_a_sweep_downwards_are_refused(lab):
    """With a sentence: alpha again; values from 0.5 to 0.1."""
    ask(lab, "sweep", parameter="alpha", second_parameter="alpha")
    lab.page.get_by_role("button", name="Sweep").click()
    until(lab, "document.querySelector('.sweep .status').textContent.includes('alpha again')")
    ask(lab, "sweep", second_parameter="no other")
    ask(lab, "sweep", parameter="alpha", second_parameter="no other", **{"from": 0.5, "to": 0.1})
    lab.page.get_by_role("button", name="Sweep").click()
    until(lab, "document.querySelector('.sweep .status').textContent.includes('a number below the one of to')")


def test_a_game_that_ends_every_worker_is_given_up(lab):
    """It would be played again and again; after three workers the question ends with a sentence."""
    lab.js(
        "(async () => { const { match } = viewer.laboratory.panels; match.goOn(it);"
        " const busy = () => match.run?.crew.workers.find(({ task }) => task);"
        " while (match.run?.isOver !== false || !busy()) await new Promise((done) => setTimeout(done));"
        " const { crew } = match.run, { task } = busy();"
        " for (let i = 0; i < 3; i++) crew.bury(crew.workers.find((each) => each.task === task), 'killed'); })()",
        {**PLAYED, "blocks": 50, "test": "fixed"},
    )
    until(lab, "document.querySelector('.match .status').textContent.includes('the game ended 3 workers: killed')")


def test_a_challenge_is_a_card_and_a_link(lab):
    """A hundred maps from both seats; the test below plays such a link in another tab."""
    ask(lab, "challenge", set="alpha", to=0.15)
    lab.page.locator(".challenge").get_by_role("button", name="Set", exact=True).click()
    lab.page.get_by_role("button", name="Challenge").click()
    ended(lab, "challenge")
    card = lab.page.locator(".challenge .card")
    told = card.inner_text()
    assert "v26?alpha=0.15 against v26" in told
    assert "100 of 100 maps" in told
    assert "Your parameters" in told
    assert "not a ledger entry" in told
    address = card.get_by_role("link").get_attribute("href")
    assert address == "#20x20&seed=0&a=v26?alpha=0.15&b=v26&maps=100"


def test_a_challenge_counts_as_python_counts(browser, stranger_page):
    """On the maps that the link names."""
    tab = stranger(browser, stranger_page, FEW)
    ended(tab, "challenge")
    expected = counted("v26?alpha=0.15", "v26", side=20, first=40, blocks=6)
    assert run_of(tab, "challenge")["tallies"] == [expected]
    left(tab)


@pytest.mark.parametrize(
    ("hash_", "said"),
    [
        ("#20x20&seed=40&a=v26&b=v26&c=v26&maps=6", "two players"),
        ("#20x20&seed=40&a=v26&b=v26&maps=0", "maps"),
        ("#20x20&seed=40&a=v26&b=v26&maps=99999999", "10000 maps"),
        ("#20x20&seed=40&a=v26&b=v26&maps=many", "number of maps"),
        ("#20x20&seed=4000000000&a=v26&b=v26&maps=6", "seed"),
        ("#20x20&seed=40&a=v26?alpha=9&b=v26&maps=6", "alpha"),
    ],
)
def test_an_absurd_challenge_says_what_is_wrong(lab, hash_, said):
    """And plays nothing."""
    before = lab.js("viewer.laboratory.panels.challenge.run?.blocks ?? null")
    lab.js("(viewer.session.say(null), history.replaceState(null, '', it), viewer.laboratory.obey())", hash_)
    message = lab.js("viewer.session.message")
    assert message["kind"] == "error"
    assert said in message["text"]
    assert lab.js("viewer.laboratory.panels.challenge.run?.blocks ?? null") == before


def test_the_saved_numbers_are_read_by_the_bot(lab, files):
    """The file that `MyBot.py --parameters FILE` takes: numbers, a switch and a word."""
    asked = {"width": 20, "height": 20, "first": 0, "blocks": 2}
    asked["players"] = ["v17?alpha=0.25,dodge=off,ties=fixed,stilling_empties=3", "v26"]
    lab.js("viewer.laboratory.panels.challenge.goOn(it)", asked)
    ended(lab, "challenge")
    with lab.page.expect_download() as download:
        lab.page.get_by_role("button", name="Save the parameters").click()
    path = files / "mine.toml"
    download.value.save_as(path)
    read = OURS.load(path)
    assert read == OURS.changed(
        OURS.preset("v17"), {"alpha": 0.25, "dodge": False, "ties": "fixed", "stilling_empties": 3}
    )


NAMELESS = """[...document.querySelectorAll(".laboratory :is(input, select, button, [tabindex])")].filter((one) =>
     !(one.ariaLabel || one.labels?.[0]?.textContent || one.textContent).trim()).map((one) => one.outerHTML)"""
CUT = """[document.documentElement, ...document.querySelectorAll(
    ".laboratory, .laboratory :is(.panel, .choices, .card, .heat, .as-table, .command)")]
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== "inline")
    .map((one) => `${one.className} ${one.scrollWidth} > ${one.clientWidth}`)"""
"""In a page: controls that a screen reader cannot name, and what is wider than its place."""


def test_the_panels_fit_every_window_and_every_control_has_a_name(lab):
    """With a heat map of seven values by five, a card, and the longest name of a parameter."""
    board = {"width": 20, "height": 20, "first": 0, "blocks": 2}
    long = "v26?alpha=0.15,potential_degradation_step=0.3,dodge=off"
    axes = [
        {"knob": "alpha", "from": 0.05, "to": 0.2, "count": 7},
        {"knob": "potential_degradation_step", "from": 0.1, "to": 0.3, "count": 3},
    ]
    lab.js("viewer.laboratory.isOpen || viewer.laboratory.toggle()")
    lab.js("viewer.laboratory.panels.challenge.goOn(it)", {**board, "players": [long, "v26"]})
    lab.js("viewer.laboratory.panels.sweep.goOn(it)", {**board, "players": ["v26", "v17"], "axes": axes})
    assert lab.js(NAMELESS) == []
    for width in (1440, 1280, 820, 390):
        resize(lab.page, width, 844)
        assert lab.js(CUT) == [], width
    resize(lab.page, 1280, 800)


def published(number):
    """The counts of a result's pairs by their scores, pair by pair, as Python played and wrote them."""
    counts = [0] * 5
    for places in read(RESULTS / f"{number}.toml").result.games.split():
        counts[2 * places.count("1")] += 1
        yield counts


def test_a_stranger_repeats_games_of_the_ledger(browser, stranger_page):
    """Result 0001, from a file without a network, with wider bounds: it stops at Python's pair with the same count."""
    test = Sprt(0, 100)
    counts = next(each for each in published(RESULT) if test.llr(Tally.pairs(*each)) >= test.bounds[1])
    pairs = sum(counts)
    assert 10 < pairs < 100
    tab = stranger(browser, stranger_page)
    tab.js("viewer.laboratory.toggle()")
    seated(tab, 30, "v26", "v17")
    ask(tab, "match", maps=20_000, first_map=0, test="0 against 100 Elo")
    tab.page.get_by_role("button", name="Compare").click()
    tab.page.wait_for_function("() => viewer.laboratory.panels.match.run?.isOver", timeout=240_000)
    ended(tab, "match")
    assert run_of(tab, "match")["tallies"] == [counts]
    known = dict(zip(*(tab.page.locator(f".match {part}").all_inner_texts() for part in ("dt", "dd")), strict=True))
    assert known["wins"] == f"{counts[4] * 2 + counts[2]} of {2 * pairs} games"
    assert known["LLR"] == f"{test.llr(Tally.pairs(*counts)):.2f}"
    assert known["score"].startswith(f"{100 * Tally.pairs(*counts).score:.1f} %")
    left(tab)
