"""What a stranger asks of a page: a match as a link, games of the ledger."""

import pytest

from bot.parameters.presets import OURS
from experiments.match.experiment import RESULTS, read
from experiments.stats import Sprt, Tally
from tests.browser.test_laboratory_page import ask, counted, ended, seated, until
from tests.support.pages import new_tab
from tests.support.strangers import FEW, left, run_of, stranger

RESULT = "0001"


@pytest.fixture(scope="module")
def lab(browser, stranger_page):
    """The laboratory of a tab, open."""
    tab = stranger(browser, stranger_page)
    tab.js("viewer.laboratory.toggle()")
    yield tab
    left(tab)


def test_what_is_drawn_keeps_the_focus_while_scores_change(lab):
    """Points were made anew with every map once: a click between two of them was lost, and so was the focus."""
    seated(lab, 20, "v26", "v17")
    ask(lab, "sweep", parameter="alpha", values=2, maps=500)
    lab.page.get_by_role("button", name="Sweep").click()
    until(lab, "!viewer.laboratory.panels.sweep.run.isOver && viewer.laboratory.panels.sweep.run.blocks > 0")
    until(lab, "document.querySelectorAll('.curve .point').length > 2")
    lab.page.locator(".curve .point").nth(2).focus()
    seen = lab.js("(window.point = document.activeElement, viewer.laboratory.panels.sweep.run.blocks)")
    until(lab, f"document.querySelector('.sweep .reached').textContent.split(' ')[0] > {seen + 2}")
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
    ask(lab, "sweep", parameter="alpha", values=4)
    fields = lab.page.locator(".sweep")
    assert [fields.get_by_label(name, exact=True).input_value() for name in ("from", "to")] == ["0.01", "0.9"]
    seated(lab, 20, "v26", "v17")
    ask(lab, "sweep", maps=2)
    lab.page.get_by_role("button", name="Sweep").click()
    ended(lab, "sweep")
    points = lab.js("viewer.laboratory.panels.sweep.run.points")
    assert points == pytest.approx([0.01, 0.04481, 0.1, 0.2008, 0.9], rel=1e-3)
    places = lab.js("[...document.querySelectorAll('.curve .point')].map((dot) => parseFloat(dot.style.left))")
    assert places[1] - places[0] == pytest.approx(places[3] - places[1], abs=0.1), "equal factors are equal ways"


def test_a_sweep_downwards_is_refused(lab):
    """With a sentence: values from 0.5 to 0.1."""
    ask(lab, "sweep", parameter="alpha", **{"from": 0.5, "to": 0.1})
    lab.page.get_by_role("button", name="Sweep").click()
    until(lab, "document.querySelector('.sweep .status').textContent.includes('a number below the one of to')")


def test_a_match_of_a_link_counts_as_python_counts_and_is_a_card(browser, stranger_page):
    """On the maps that the link names; the card has the link, a verdict, and the parameters as a file."""
    tab = stranger(browser, stranger_page, FEW)
    ended(tab, "match")
    expected = counted("v26?alpha=0.15", "v26", side=20, first=40, blocks=6)
    assert run_of(tab, "match")["tallies"] == [expected]
    card = tab.page.locator(".match .card")
    told = card.inner_text()
    assert "v26?alpha=0.15 against v26" in told
    assert "6 of 6 maps" in told
    assert "The first one" in told or "Every block" in told
    assert "normal approximation" in told
    assert card.get_by_role("link").get_attribute("href") == FEW
    left(tab)


def test_the_player_of_ask_takes_the_first_place(lab, small_games):
    """With its changed parameters."""
    assert lab.open((small_games / "game.hlt").read_bytes(), "game.hlt")
    lab.js("viewer.thinking.toggle()")
    until(lab, "viewer.thinking.asking?.game")
    lab.js("(viewer.thinking.asking.put(1, 'v26', {alpha: 0.3}), viewer.thinking.toggle())")
    lab.js("viewer.laboratory.isOpen || viewer.laboratory.toggle()")
    lab.page.get_by_role("button", name="Parameters of Ask").click()
    until(lab, "viewer.laboratory.panels.game.board().players[0] === 'v26?alpha=0.3'")


@pytest.mark.parametrize(
    ("hash_", "said"),
    [
        ("#20x20&seed=40&a=v26&b=v26&maps=0", "at least one map"),
        ("#20x20&seed=40&a=v26&b=v26&maps=many", "number of maps"),
        ("#20x20&seed=40&a=v26?alpha=9&b=v26&maps=6", "alpha"),
    ],
)
def test_an_absurd_match_says_what_is_wrong(lab, hash_, said):
    """And plays nothing."""
    before = lab.js("viewer.laboratory.panels.match.run?.blocks ?? null")
    lab.js("(viewer.session.say(null), history.replaceState(null, '', it), viewer.laboratory.obey())", hash_)
    message = lab.js("viewer.session.message")
    assert message["kind"] == "error"
    assert said in message["text"]
    assert lab.js("viewer.laboratory.panels.match.run?.blocks ?? null") == before


def test_the_saved_numbers_are_read_by_the_bot(lab, files):
    """The file that `MyBot.py --parameters FILE` takes: numbers, a switch and a word."""
    asked = {"width": 20, "height": 20, "first": 0, "blocks": 2, "test": "fixed"}
    asked["players"] = ["v17?alpha=0.25,dodge=off,ties=fixed,stilling_empties=3", "v26"]
    lab.js("viewer.laboratory.panels.match.goOn(it)", asked)
    ended(lab, "match")
    with lab.page.expect_download() as download:
        lab.page.get_by_role("button", name="Save the parameters").click()
    path = files / "mine.toml"
    download.value.save_as(path)
    read = OURS.load(path)
    assert read == OURS.changed(
        OURS.preset("v17"), {"alpha": 0.25, "dodge": False, "ties": "fixed", "stilling_empties": 3}
    )


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
    ask(tab, "match", maps=20_000, first_map_seed=0, test="0 against 100 Elo")
    tab.page.get_by_role("button", name="Compare").click()
    tab.page.wait_for_function("() => viewer.laboratory.panels.match.run?.isOver", timeout=240_000)
    ended(tab, "match")
    assert run_of(tab, "match")["tallies"] == [counts]
    known = dict(zip(*(tab.page.locator(f".match {part}").all_inner_texts() for part in ("dt", "dd")), strict=True))
    assert known["wins"] == f"{counts[4] * 2 + counts[2]} of {2 * pairs} games"
    assert known["LLR"] == f"{test.llr(Tally.pairs(*counts)):.2f}"
    assert known["score"].startswith(f"{100 * Tally.pairs(*counts).score:.1f} %")
    left(tab)
