"""The laboratory of a page without a network: games that are links, matches and sweeps, counted as Python counts."""

import re

import pytest

from engine import generate
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.games import play_game
from tests.browser.conftest import GAME
from tests.support.pages import PLAYED, Tab, expect, opened

RUN = "viewer.laboratory.panels.{}.run"
BOARD = "viewer.laboratory.panels.game.board()"


class Laboratory(Tab):
    def ask(self, panel, **fields):
        for label, value in fields.items():
            field = self.page.locator(f".{panel}").get_by_label(label.strip("_").replace("_", " "), exact=True)
            (field.select_option if label == "parameter" else field.fill)(str(value))

    def seat(self, side, *players):
        game = {"width": side, "height": side, "seed": 1, "players": players}
        self.js("viewer.laboratory.panels.game.seat(it)", game)

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def obey(self, hash_):
        self.js(
            "(viewer.session.say(null), history.replaceState(null, '', it), viewer.laboratory.obey().then(() => null))",
            hash_,
        )


@pytest.fixture(scope="module")
def lab_tab(browser, stranger_page):
    with opened(browser, kind=Laboratory, offline=True) as tab:
        tab.page.goto(stranger_page.as_uri())
        tab.js("viewer.ready")
        tab.js("viewer.laboratory.toggle()")
        tab.page.locator(".laboratory").wait_for()
        yield tab


@pytest.fixture
def lab(lab_tab):
    lab_tab.js("viewer.laboratory.isOpen || viewer.laboratory.toggle()")
    lab_tab.seat(20, "v26", "v17")
    return lab_tab


def wait_for_end(tab, panel):
    """Wait until a panel has played what it was asked, and has said what came of it."""
    over = f"viewer.laboratory?.panels?.{panel}.run?.isOver && !viewer.laboratory.panels.{panel}.open"
    tab.until(over, seconds=PLAYED)


def test_a_link_is_played_as_in_python(lab):
    state = generate(12, 16, 2, 3)
    seats = [player(each).parameters for each in ("v26?alpha=0.2", "v17")]
    expected = Arena(state.height, state.width).play(seats, state, record=True).replay
    lab.obey("#12x16&seed=3&a=v26?alpha=0.2&b=v17")
    for layer in ("owner", "strength", "production", "moves"):
        assert lab.js(f"[...viewer.session.game.{layer}]") == getattr(expected, layer).ravel().tolist(), layer
    lab.wait_for("viewer.session.game.players", ["v26?alpha=0.2", "v17"])


SEEN = """addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const text = document.querySelector(".welcome:not([hidden]) p")?.textContent;
    if (text) (window.seen ??= []).push(text);
}).observe(document.documentElement, {childList: true, subtree: true, characterData: true}))"""


def test_a_link_without_a_turn_says_how_far_it_is_and_opens_where_players_meet(at):
    tab = at("#40x40&seed=3&a=champion&b=v17", SEEN)
    seen = tab.js("seen")
    brought = seen[seen.index("The game is being opened …") :]
    assert not any("Drop a Halite replay" in text for text in brought), "a page that brings a game asks for none"
    turns = [int(text.split()[6]) for text in seen if "is being played: turn" in text]
    assert turns == sorted(turns) != []
    shown_first = tab.js("viewer.session.turn")
    tab.js("viewer.seekContact()")
    assert shown_first == tab.js("viewer.session.turn") > 0


def test_an_absurd_link_says_what_is_wrong(lab):
    shown = "[viewer.session.game?.name, viewer.laboratory.panels.match.run?.blocks]"
    before = lab.js(shown)
    for hash_, said in (
        ("#20x20&seed=40&a=v26&b=v26&maps=0", "at least one map"),
        ("#20x20&seed=40&a=v26&b=v26&maps=many", "number of maps"),
        ("#20x20&seed=40&a=v26?alpha=9&b=v26&maps=6", "alpha"),
    ):
        lab.obey(hash_)
        lab.expect(".message-bar").to_contain_text(said)
        lab.wait_for(shown, before)


def test_what_is_played_is_the_address_and_another_replay_is_no_game_of_the_link(lab):
    lab.obey("#20x20&seed=9&a=v26&b=v17")
    lab.page.get_by_label("players").fill("v17\nv26")
    lab.page.get_by_label("map seed").fill("10")
    lab.page.locator(".new-game").get_by_role("button", name="Play", exact=True).click()
    lab.wait_for("viewer.laboratory.shown.players[0]", "v17")
    lab.js("viewer.writeAddress()")
    lab.until("location.hash.startsWith(it)", "#20x20&seed=10&a=v17&b=v26&turn=")
    assert lab.open(GAME.read_bytes(), GAME.name)
    lab.js("viewer.writeAddress()")
    lab.until("!location.hash.includes('seed')")


def test_a_complaint_goes_while_it_is_corrected(lab):
    players, complaint = lab.page.get_by_label("players"), lab.page.locator(".new-game .status")
    players.fill("v26?alfa=0.3\nv17")
    lab.page.locator(".new-game").get_by_role("button", name="Play", exact=True).click()
    expect(complaint).to_have_text('there is no parameter "alfa"; alpha?')
    players.fill("v26?alpha=0.3\nv17")
    expect(complaint).to_have_text("")


def test_the_laboratory_asks_about_the_game_on_the_board(lab):
    """Over a file of champion against v26 it asked about v26 and v17 on 30 x 30.

    v26 stands in for a player that no page can play; a future of the game leaves what was written.
    """
    assert lab.open(GAME.read_bytes(), GAME.name)
    lab.wait_for(BOARD, {"width": 20, "height": 20, "players": ["v26", "v17"]})
    lab.js("viewer.session.load({...viewer.session.game, players: it})", ["v12?alpha=0.2", "mine", "v17"])
    lab.wait_for(f"{BOARD}.players", ["v12?alpha=0.2", "v26", "v17"])
    lab.page.get_by_label("players").fill("v26?alpha=0.3\nv26\nv17")
    lab.js("viewer.session.load({...viewer.session.game})")
    lab.wait_for(f"{BOARD}.players", ["v26?alpha=0.3", "v26", "v17"])
    assert lab.open(GAME.read_bytes(), GAME.name)
    lab.js("viewer.thinking.toggle()")
    lab.until("viewer.thinking.asking?.game")
    lab.js("(viewer.thinking.asking.put(2, 'v17', {alpha: 0.3}), viewer.thinking.toggle())")
    lab.js("viewer.laboratory.isOpen || viewer.laboratory.toggle()")
    lab.press("Parameters of Ask")
    lab.wait_for(f"{BOARD}.players", ["v17?alpha=0.3", "v26"])


def counted(a, b, *, first, blocks):
    """Pairs of games by the half points that `a` made in them, as the laboratory plays them on 20 x 20."""
    counts = [0] * 5
    for seed in range(first, first + blocks):
        games = Block(Map(20, 20, seed, 2), (player(a), player(b))).games
        places = [play_game(game).ranks[[seat.notation for seat in game.seats].index(a)] for game in games]
        counts[2 * places.count(1)] += 1
    return counts


DEATH = "onerror({preventDefault() {}, message: 'out of memory'})"


def test_a_worker_that_dies_ends_the_match_with_a_sentence(lab):
    run = RUN.format("match")
    lab.ask("match", maps=500, seed_of_the_first=40)
    lab.press("Compare")
    lab.until(f"{run}?.isOver === false && {run}.blocks > 0")
    lab.js(f"({run}.crew.workers.find((each) => each.open).worker.{DEATH}, null)")
    wait_for_end(lab, "match")
    lab.expect(".match .warning").to_have_text("thinking failed: out of memory")


FEW = "#20x20&seed=40&a=v26?alpha=0.15&b=v26&maps=6"


def test_a_match_of_a_link_is_played_and_is_a_card(at):
    tab = at(FEW)
    wait_for_end(tab, "match")
    tab.wait_for(f"{RUN.format('match')}.tallies", [counted("v26?alpha=0.15", "v26", first=40, blocks=6)])
    card = tab.page.locator(".match .card")
    expect(card).to_contain_text("v26?alpha=0.15 against v26")
    expect(card).to_contain_text("6 of 6 maps")
    expect(card).to_contain_text(re.compile("The first one|Every block"))
    expect(card).to_contain_text("normal approximation")
    expect(card.get_by_role("link")).to_have_attribute("href", FEW)
    expect(card.locator(".command")).to_have_text(
        'python -m experiments match "v26?alpha=0.15" "v26" --mix 20x20 --first 40 --blocks 6'
    )


def test_no_elo_is_infinite(lab):
    lab.ask("match", maps=4, seed_of_the_first=0)
    lab.press("Compare")
    wait_for_end(lab, "match")
    lab.wait_for(f"{RUN.format('match')}.tallies", [[0, 0, 0, 0, 4]])  # it was `+∞ (−162 to +∞)`
    expect(lab.page.locator(".match dd").last).to_have_text(re.compile(r"^(more|less) than [+−]\d+$"))


def test_a_sweep_is_a_curve_with_a_table_and_a_verdict(lab):
    lab.ask("sweep", parameter="alpha", from_=0.05, to=0.15, values=3, maps=3)
    lab.press("Sweep")
    wait_for_end(lab, "sweep")
    sweep = lab.js(f"(({{tallies, points}}) => ({{tallies, points}}))({RUN.format('sweep')})")
    assert sweep["points"] == [0.05, 0.1, 0.15]
    for value, counts in zip(sweep["points"], sweep["tallies"], strict=True):
        notation = f"v26?alpha={value}" if value != 0.1 else "v26"
        assert counts == counted(notation, "v17", first=0, blocks=3), notation
    lab.expect(".sweep .status").to_have_text(re.compile("3 of 3 maps, 18 games.*default"))
    lab.expect(".sweep tbody tr").to_have_count(3)
    expect(lab.page.locator(".sweep tbody tr").nth(1)).to_contain_text("the default")
    lab.page.locator(".sweep tbody a").first.click()
    lab.wait_for("viewer.session.game.players", ["v26?alpha=0.05", "v17"])
    lab.until("location.hash.startsWith('#20x20&seed=0&a=v26?alpha=0.05&b=v17')")
