"""What explanation files alone say: a champion's search, and opponents with layers of their own."""

import gzip
import json

import numpy as np
import pytest

from bot import Reason
from bot.program.explanation_file import line
from engine.replay import write
from experiments.recordings.explaining import make
from experiments.recordings.explanations import read
from tests.support.opponents import ARROWS, LOUD, explained_game
from tests.support.pages import expect, new_tab, written
from tests.support.watching import game

# What the champion's search changed: in the square's panel and as a layer.


PLAYERS = ("champion", "v17", "v26")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A game of three, what its champion thought, and a page of both."""
    made = tmp_path_factory.mktemp("search")
    write(game(PLAYERS), made / "game.hlt")
    make(made / "game.hlt", 1, None, made / "thoughts.gz")
    written(made / "game.html", made / "game.hlt", "--explanation", made / "thoughts.gz")
    return made


@pytest.fixture(scope="module")
def thoughts(folder):
    return read(folder / "thoughts.gz").turns


@pytest.fixture(scope="module")
def page(browser, folder):
    tab = new_tab(browser).goto(folder / "game.html")
    yield tab
    tab.check()
    tab.page.context.close()


LIVING = """(({ width, height, owner }) => {
    const area = width * height;
    return new Set(owner.subarray(viewer.turn * area, (viewer.turn + 1) * area)).size - 1;
})(viewer.session.game)"""  # players that own a square on the frame; others are neutral


def busiest(thoughts):
    """The turn on which the search changed most, and its report."""
    turn = int(np.argmax([len(thought.search["changes"]) for thought in thoughts]))
    return turn, thoughts[turn].search


def test_the_layer_draws_both_moves_and_says_what_they_are_worth(page, thoughts):
    """The legend names the changed squares, the gain, the tried changes, each enemy's model, and our enemies."""
    turn, report = busiest(thoughts)
    page.js("viewer.seek(it)", turn)
    before = page.picture()
    page.page.locator("[data-layer=search]").click()
    assert page.picture() != before
    legend = page.page.locator(".legends").inner_text()
    assert f"{len(report['changes'])} of {report['free']} squares move differently, worth" in legend
    assert f"{report['tried']:,} changes tried" in legend
    for belief in report["beliefs"]:
        assert f"{PLAYERS[belief['player'] - 1]} is taken for" in legend
        likeliest = int(np.argmax(belief["share"]))
        percent = int(100 * belief["share"][likeliest] + 0.5)  # JavaScript rounds 36.5 up, Python to the even 36
        assert f"{report['models'][likeliest]} {percent} %" in legend
    war = ", ".join(PLAYERS[player - 1] for player in report["war"])
    stance = f"war with {war}" if war else "peace with everybody"
    assert (stance in legend) == (page.js(LIVING) > 2)
    page.page.locator("[data-layer=search]").click()
    assert page.picture() == before


def test_the_panel_of_a_changed_square_names_the_greedy_move_and_the_played_one(page, thoughts):
    """The reason is the search's; long names pushed its rows out of the panel."""
    turn, report = busiest(thoughts)
    square, greedy, chosen = report["changes"][0]
    options = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
    width = thoughts[turn].move.shape[1]
    page.js("viewer.seek(it)", turn)
    page.js("viewer.select({x: it % %d, y: Math.floor(it / %d)})".replace("%d", str(width)), square)
    panel = page.page.locator(".inspector")
    expect(panel.locator(".reason")).to_have_text(Reason.SEARCHED.sentence)
    expect(panel).to_contain_text(f"{options[greedy]} → {options[chosen]}")
    expect(panel.locator("td.chosen")).to_have_attribute("data-option", options[chosen])
    page.js("viewer.session.game.players.fill('NadirTheAlgorithmicallyInclined')")
    page.js("viewer.seek(it)", turn)
    square = report["changes"][0][0]
    page.js("(viewer.setLayer('search'), viewer.select({x: it % 16, y: Math.floor(it / 16)}))", square)
    expect(page.page.locator(".legends")).to_contain_text("NadirTheAlgorithmicallyInclined is taken for")
    page.wait_for("(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.side'))", 0)
    page.js("(it.forEach((name, seat) => (viewer.session.game.players[seat] = name)), viewer.select(null))", PLAYERS)
    page.js("viewer.setLayer('search', false)")


def test_a_file_whose_search_is_no_search_is_refused_in_a_sentence(page, folder):
    lines = gzip.decompress((folder / "thoughts.gz").read_bytes()).decode().splitlines()
    for member, value in (
        ("changes", [[1, 2]]),
        ("changes", [[10_000, 0, 1]]),
        ("beliefs", [{"player": 9}]),
        ("war", 3),
        ("opening", {"numbers": {"alpha": "low"}}),
    ):
        turn = json.loads(lines[1])
        turn["search"][member] = value
        damaged = "\n".join([lines[0], line(turn), *lines[2:], ""])
        assert not page.open(gzip.compress(damaged.encode()), "thoughts.gz")
        assert "line 2 is not a turn of this game" in page.message
        page.js("viewer.session.say(null)")


def test_a_turn_without_a_search_says_so(page):
    page.js("(window.kept = viewer.session.thought.search, viewer.session.thought.search = null)")
    page.js("viewer.setLayer('search')")
    expect(page.page.locator(".legends")).to_contain_text("no search ran on this turn")
    expect(page.page.locator(".why")).to_contain_text("Played without its search")
    page.js("(viewer.session.thought.search = kept, viewer.setLayer('search', false))")
    expect(page.page.locator(".why")).not_to_contain_text("Played without its search")


def test_the_last_two_players_have_no_diplomacy(page, thoughts):
    """The page said "peace with everybody" in their fight, and of players without a pact."""
    together = sum({1, 2, 3} <= set(np.unique(owner)) for owner in game(PLAYERS).owner)
    page.js("viewer.seek(it)", busiest(thoughts[:together])[0])
    page.js("viewer.setLayer('search')")
    legend = page.page.locator(".legends")
    expect(legend).to_contain_text("forecast of")  # it has a diplomacy on this turn
    page.js("(window.kept = viewer.session.game.owner.slice(), null)")
    parameters = "viewer.session.explanation.header.parameters"
    asked = page.js(f"{parameters}.war_every")
    for change, back in (
        (
            "viewer.session.game.owner.set(kept.map((who) => (who === 3 ? 0 : who)))",
            "viewer.session.game.owner.set(kept)",
        ),
        (f"{parameters}.pact = 'off'", f"{parameters}.pact = 'everybody'"),
        (f"{parameters}.war_every = 0", f"{parameters}.war_every = {asked}"),
    ):
        page.js(f"({change}, viewer.session.tell('explanation'), null)")
        assert "is taken for" in legend.inner_text()
        assert not any(words in legend.inner_text() for words in ("peace", "war with", "forecast of"))
        page.js(f"({back}, viewer.session.tell('explanation'), null)")
    page.js("viewer.setLayer('search', false)")


def test_without_a_combat_search_nothing_is_said_of_enemies(page, thoughts):
    """Beside an enemy the panel said "no enemy is near" of a player that plans its opening, but searches no fight."""
    page.js("(viewer.seek(it), viewer.setLayer('search'))", busiest(thoughts)[0])
    page.js("(window.kept = viewer.session.thought.search, viewer.session.thought.search = {...kept, free: 0}, null)")
    parameters = "viewer.session.explanation.header.parameters"
    for changes, is_said in ((parameters + ".combat_search", True), (f"{parameters}.combat_search = 0", False)):
        page.js(f"({changes}, viewer.session.tell('explanation'), null)")
        assert ("no enemy is near" in page.page.locator(".legends").inner_text()) == is_said
    page.js(
        f"({parameters}.combat_search = 150, viewer.session.thought.search = kept, viewer.setLayer('search', false))"
    )


# An opponent's explanation file: the page shows layers, reasons, arrows and figures that only the file names.


CHIPS = ["Moves", "Reasons", "Other move", "Cost", LOUD.name, "Ways <i>"]


@pytest.fixture(scope="module")
def game_files(files):
    (files / "opponent").mkdir()
    return explained_game(files / "opponent")


@pytest.fixture(scope="module")
def kept_tab(browser, files, game_files):
    return new_tab(browser).goto(written(files / "opponent.html", game_files[0]))


@pytest.fixture
def opponent(kept_tab):
    """The game with its thoughts on its first frame."""
    kept_tab.begin_again()
    yield kept_tab
    kept_tab.check()


@pytest.fixture(scope="module")
def lines(game_files):
    return [json.loads(line) for line in gzip.decompress(game_files[1].read_bytes()).splitlines()]


def chips(tab):
    return [chip.inner_text() for chip in tab.page.locator(".layers .chip").all()]


def legend(tab):
    return " ".join(tab.page.locator(".legends").inner_text().split())


def test_its_layers_are_switches_and_its_figures_those_of_the_turn(opponent, game_files):
    assert chips(opponent) == CHIPS
    expect(opponent.page.locator(".halite img, .halite i, .halite u, .halite b")).to_have_count(0)
    for turn in (0, 30):
        opponent.js("viewer.seek(it)", turn)
        expect(opponent.page.locator(".figures dt")).to_have_text("stacks <u>")
        assert float(opponent.page.locator(".figures dd").inner_text()) == game_files[2][turn]["figures"]["stacks <u>"]


def test_a_layer_is_drawn_with_its_sentence_and_unit(opponent):
    """The scale runs from the good end: low numbers are bright where the opponent says so."""
    opponent.js("viewer.seek(20)")
    before = opponent.picture()
    for chip, sentence in (("layer-1-cost", "low is good"), ("layer-2--img-src-x-onerror-alert-1-", LOUD.sentence)):
        switch = opponent.page.locator(f"[data-layer='{chip}']")
        switch.click()
        assert opponent.picture() != before
        assert sentence in legend(opponent)
    opponent.wait_for("[...viewer.session.layers].length", 1)  # one ground at a time
    assert " points" in legend(opponent)
    colours = opponent.page.locator(".legends .gradient").get_attribute("style")
    assert "90deg" in colours
    opponent.page.locator("[data-layer=layer-1-cost]").click()
    assert "270deg" in opponent.page.locator(".legends .gradient").get_attribute("style")
    assert "turns" in legend(opponent)


def test_its_reasons_stand_in_the_panel_and_in_their_layer(opponent, game_files):
    """With its numbers and the parameters that mattered."""
    turn = 20
    square = game_files[2][turn]["reason"].index(1)
    y, x = divmod(square, 10)
    opponent.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    panel = opponent.page.locator(".inspector")
    expect(panel.locator(".reason")).to_have_text("Goes to the cheapest border.")
    cost = panel.locator("[data-fact=cost] dd").inner_text()
    assert float(cost.removesuffix(" turns")) == pytest.approx(game_files[2][turn]["layers"]["cost"][square], rel=1e-2)
    assert panel.locator(f"[data-fact='{LOUD.name}'] dd").inner_text().endswith(" points")
    assert panel.locator("[data-fact='chosen move'] dd").inner_text() in ("NORTH", "EAST", "SOUTH", "WEST")
    assert "patience 5" in " ".join(panel.locator("details").inner_text().split())
    before = opponent.picture()
    opponent.page.locator("[data-layer=reasons]").click()
    assert opponent.picture() != before
    count = game_files[2][turn]["reason"].count(1)
    assert f"{count} · Goes to the cheapest border." in legend(opponent)


def test_its_arrows_are_a_layer(opponent):
    """Around the edge of the board as well; the panel names both ends."""
    before = opponent.picture()
    opponent.page.locator("[data-layer^=layer-3-]").click()
    assert opponent.picture() != before
    assert f"2 on this turn: {ARROWS.sentence}" in legend(opponent)
    for x, text in ((0, "to (9, 0)"), (9, "from (0, 0)")):
        opponent.js("viewer.select({x: it, y: 0})", x)
        expect(opponent.page.locator(f".inspector [data-fact='{ARROWS.name}'] dd")).to_have_text(text)


def test_a_link_names_its_layers(blank, game_files, files):
    """They are known when the file is open, which is after the address was read."""
    tab = blank.goto(written(files / "linked.html", game_files[0]), "#turn=5&layers=layer-1-cost,moves")
    assert set(tab.js("[...viewer.session.layers]")) == {"layer-1-cost", "moves"}


AREA = 80
HEADER = {
    "layers": [None, [3], [{"name": "a"}], [{"name": "a", "sentence": "b", "kind": "films"}]],
    "reasons": [None, []], "width": [-1, 10.5],
}  # fmt: skip
TURN = {
    "reason": [None, [9] * AREA], "move": [[7] * AREA, [0]], "differs": [[AREA]], "turn": [5],
    "layers": [None, {}, *(
        {"cost": [0] * AREA, LOUD.name: [0] * AREA, ARROWS.name: []} | wrong
        for wrong in ({"cost": 3}, {"cost": [0] * 3}, {"cost": ["1"] * AREA},
                      {ARROWS.name: {}}, {ARROWS.name: [[0]]}, {ARROWS.name: [[0, AREA]]})
    )],
    "figures": [3, {"a": "b"}, {"a": {}}],
}  # fmt: skip


def test_a_damaged_file_and_thoughts_of_another_game_are_refused_in_one_line(opponent, lines):
    """The screen keeps what it showed; every square of the player moved as the game has it."""
    head, first = lines[:2]
    wrongs = [(f"{key} {value}", head | {key: value}, first) for key, values in HEADER.items() for value in values]
    wrongs += [(f"{key} {value}", head, first | {key: value}) for key, values in TURN.items() for value in values]
    for wrong, header, turn in wrongs:
        content = f"{json.dumps(header)}\n{json.dumps(turn).replace('Infinity', '1e999')}\n".encode()
        assert not opponent.open(content, "wrong.explain"), wrong
        assert "wrong.explain: " in opponent.message, wrong
        assert len(opponent.message.splitlines()) == 1, wrong
        assert not any(word in opponent.message for word in ("JSON", "undefined", "not as the page expects")), wrong
    assert chips(opponent) == CHIPS
    turns = json.loads(json.dumps(lines))
    for each in turns[1:]:
        each["move"] = [(move + 1) % 5 for move in each["move"]]
    content = "".join(f"{json.dumps(each).replace('Infinity', '1e999')}\n" for each in turns).encode()
    assert not opponent.open(content, "swapped.explain")
    assert "(on turn 0 square (" in opponent.message
