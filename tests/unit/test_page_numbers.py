"""What pages count and tell, run by Node: the numbers, links and statistics of Python."""

import json
import random
from contextlib import suppress
from itertools import product

import numpy as np
import pytest

from bot import PRESETS, ParameterError, override
from engine import Replay
from engine.ranking import ranks
from engine.replay import as_bytes, read
from experiments.arena import links, space
from experiments.stats import Tally, interval
from tests.support.node import BYTES, node, of_game
from tests.support.pages import as_text
from tests.support.recordings import GOLDEN
from viewer.pack import BUILT, TABLE

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
EVENTS = sorted((GOLDEN / "events").glob("*.json"))
RECORDED = [*sorted((GOLDEN / "faults").glob("*.hlt.gz")), *sorted((GOLDEN / "games").glob("*.hlt.gz"))[:4], GAME]
OWNED = "territory", "production", "strength"  # the story says who leads by these
OF_FRAMES = [*OWNED]  # counted by the laboratory when the turn is over
OF_TURNS = ["damage_taken"]
MEASURED = [*OF_FRAMES, *OF_TURNS]
COUNTED = f"Object.fromEntries({MEASURED}.map((name) => [name, report[name].map((values) => [...values])]))"


@pytest.fixture(scope="module")
def told():
    return of_game(GAME.read_bytes(), f"[told, {COUNTED}]")


@pytest.mark.parametrize("golden", EVENTS, ids=lambda path: path.stem)
def test_events_are_those_of_the_laboratory(golden):
    known = json.loads(golden.read_text(encoding="utf-8"))
    happenings, found = of_game((GOLDEN / known["replay"]).read_bytes(), f"[told, {COUNTED}]")
    for name in MEASURED:
        for seat, values in enumerate(known["measures"][name]):
            counted = found[name][seat][1:] if name in OF_FRAMES else found[name][seat]
            assert counted == pytest.approx(values, abs=1e-5), f"{name} of player {seat + 1}"
    contacts = np.array(known["first_contact"])
    pairs = [[i + 1, j + 1, int(contacts[i, j])] for i, j in zip(*np.triu(contacts).nonzero(), strict=True)]
    assert sorted([*one["players"], one["turn"]] for one in happenings if one["kind"] == "contact") == pairs


def test_who_was_ejected_is_told_as_a_fault_also_on_the_last_turn():
    known = json.loads(EVENTS[0].read_text(encoding="utf-8"))
    happenings = of_game((GOLDEN / known["replay"]).read_bytes(), "told")
    assert [one["players"] for one in happenings if one["kind"] == "fault"] == [[1]]
    assert not any(one["players"] == [1] for one in happenings if one["kind"] == "out")
    late = GOLDEN / "faults" / "ok-hang-14x14-9063.hlt.gz"
    last, happenings = of_game(late.read_bytes(), "[game.frames - 1, told]")
    assert {one["kind"] for one in happenings if one["turn"] == last} == {"fault", "decided", "end"}


def test_the_biggest_fight_is_the_turn_of_most_damage(told):
    happenings, found = told
    fights = [one for one in happenings if one["kind"] == "fight"]
    lost = np.array(found["damage_taken"])
    worst = int(lost.sum(axis=0).argmax())
    said = "strength lost within 5 turns: v17 {1:,}, v26 {0:,}".format(*lost[:, worst - 2 : worst + 3].sum(axis=1))
    assert {one["turn"]: one["text"] for one in fights if one["square"] >= 0}.get(worst + 1) == said
    assert len(fights) <= 3
    assert min(np.diff([one["turn"] for one in fights])) >= 10


def test_the_story_says_from_when_on_the_winner_led(told):
    happenings, found = told
    (decided,), (end,) = ([one for one in happenings if one["kind"] == kind] for kind in ("decided", "end"))
    assert decided["players"] == end["players"]
    measures = np.array([found[name] for name in OWNED])
    shares = (measures / measures.sum(axis=1, keepdims=True)).mean(axis=0)
    winner = end["players"][0] - 1
    assert decided["turn"] == 1 + int(np.flatnonzero(100 * (shares[winner] - shares[1 - winner]) < 4)[-1])


def told_of(owner, strength, kinds):
    """The texts and players of what is told of a game on one row, of these kinds."""
    moves = np.zeros((len(owner) - 1, *owner.shape[1:]), np.int32)
    content = as_bytes(Replay(owner, strength, np.ones(owner.shape[1:], np.int32), moves, ("A", "B")))
    said = of_game(content, "told.map(({ kind, text, players }) => [kind, text, players])", name="a.hlt")
    return [each for each in said if each[0] in kinds]


@pytest.mark.parametrize(("territory", "said"), [
    ([(1, 1), (2, 1), (1, 1)], "wins on turn 2 after a tie with B"),
    ([(1, 1), (2, 1), (3, 1)], "wins on turn 2 with 3 squares, B has 1"),
    ([(1, 1), (1, 0)], "wins on turn 1, when B is eliminated"), ([(1, 1), (0, 0)], "wins on turn 1 after a tie with A"),
    ([(1, 1), (1, 0), (0, 0)], "lives longest: the last squares are lost on turn 2"),
])  # fmt: skip
def test_the_last_sentence_says_how_the_winner_won(territory, said):
    owner = np.zeros((len(territory), 1, 8), np.int32)
    for frame, (one, two) in enumerate(territory):
        owner[frame, 0, :one], owner[frame, 0, 8 - two :] = 1, 2
    ((_, end, _),) = told_of(owner, np.where(owner > 0, 9, 0), ("end",))
    assert end.startswith("AB"[ranks(np.array(territory)).index(1)])
    assert said in end


ORDERS = f"""await Promise.all(it.map(async (content) => {{
    const {{ value: game }} = await open({BYTES}(content), "a.hlt.gz");
    return order(game, game.frames - 1);
}}))"""


def test_the_last_frame_stands_in_the_order_of_the_official_ranks():
    contents = [as_text(path.read_bytes()) for path in RECORDED]
    found = node({"files/open.js": "open", "core/ranking.js": "order"}, ORDERS, contents)
    for path, order in zip(RECORDED, found, strict=True):
        recorded = read(path)
        seats = np.arange(1, len(recorded.player_names) + 1)
        places = ranks((recorded.owner[..., None] == seats).sum(axis=(1, 2)))
        assert order == sorted(seats, key=lambda seat: places[seat - 1]), path.name
    game = {"width": 4, "height": 1, "frames": 3, "players": ["A", "B"], "owner": [0, 1, 2, 2] + [1, 1, 2, 2] * 2}
    before_and_last = node({"core/ranking.js": "order"}, "[1, 2].map((frame) => order(it, frame))", game)
    assert before_and_last == [[1, 2], [2, 1]]  # before it, sums over earlier frames do not count


GREEDY = [name for name, preset in PRESETS.items() if not preset.has_search]

READ = """it.links.map((link) => {
    const { width, height, seed, players } = readGame(it.table, link);
    const values = players.map((text) => playerOf(it.table, text)).map(({ preset, values }) => [preset, values]);
    return { width, height, seed, players: values };
})"""


@pytest.fixture(scope="module")
def table():
    return json.loads((BUILT / TABLE).read_text(encoding="utf-8"))


def value(dice, parameter):
    kind, low, high = (parameter[name] for name in ("kind", "low", "high"))
    if kind == "bool":
        return dice.random() < 0.5
    if kind == "str":
        return dice.choice(parameter["choices"])
    if kind == "int":
        return dice.choice([low, min(high, 2**53), dice.randint(low, min(high, 10**6))])
    return dice.choice([low, high, dice.uniform(low, high), round(dice.random(), 3)])


def test_what_python_prints_the_page_reads(table):
    dice = random.Random(25)
    players = [["v26", {"alpha": 0.2, "dodge": False, "pact": "off", "seed": 2**40 + 3}]]
    for preset, (name, parameter) in product(GREEDY, table["definitions"].items()):
        for found in [value(dice, parameter) for _ in range(4)] if parameter["tunable"] else []:
            with suppress(ParameterError):  # an idea that its generation does not have, or a value outside the range
                if not override(PRESETS[preset], {name: found}).has_search:
                    players.append([preset, {name: found}])
    dice.shuffle(players)
    printed, expected = [], []
    for at in range(0, len(players) - 6, 2):
        some = players[at : at + dice.randint(2, 6)]
        width, height, seed = dice.randint(3, 100), dice.randint(3, 100), dice.randrange(2**32)
        notations = [
            f"{preset}?" + "&".join(f"{name}={space.text(found)}" for name, found in changes.items())
            for preset, changes in some
        ]
        printed.append(links.link(width, height, seed, notations))
        expected.append({"width": width, "height": height, "seed": seed, "players": some})
    played = node({"lab/games.js": "playerOf, readGame"}, READ, {"table": table, "links": printed})
    assert played == expected
    assert any("%2B" in link for link in printed), "a number with an exponent was among them"


PLAYERS = {5: 2, 13: 3, 61: 6}


def cases():
    """Counts of two, three and six players, few and many, all alike and none."""
    dice = np.random.default_rng(1)
    some = [dice.integers(0, most, size).tolist() for size in PLAYERS for most in (2, 4, 30) for _ in range(4)]
    return [[0] * 5, [0, 0, 0, 0, 1], [0, 0, 0, 0, 10], [0, 0, 10, 0, 0], [1, 0, 0, 0, 1], [100, 0, 300, 1, 90], *some]


def with_two_added(counts, players):
    """Scores of all blocks, with a lost and a won one."""
    scores = np.repeat(np.arange(len(counts)) / (len(counts) - 1), counts)
    return np.append(scores, [0.5 - 1 / players, 0.5 + 1 / players])


@pytest.mark.slow
def test_intervals_are_normal():
    from scipy.stats import norm

    found = node({"lab/statistics.js": "scoreInterval"}, "it.map((counts) => scoreInterval(counts))", cases())
    for counts, score in zip(cases(), found, strict=True):
        tally = Tally(PLAYERS[len(counts)], tuple(counts))
        scores = with_two_added(counts, tally.players)
        wide = norm.ppf(0.975) * scores.std() / np.sqrt(len(scores) - 1)
        assert score["low"] == pytest.approx(min(max(scores.mean() - wide, 0), score["value"]), abs=2e-4)
        assert score["high"] == pytest.approx(max(min(scores.mean() + wide, 1), score["value"]), abs=2e-4)
        if sum(counts) > 200:
            known = interval.of_score(tally)
            assert [*score.values()] == pytest.approx([known.low, known.value, known.high], abs=5e-4)


def test_the_best_of_many_is_held_to_intervals_that_hold_together():
    from scipy.stats import norm

    dice = np.random.default_rng(2)
    truth = np.array([0.5, 0.5, 0.55, 0.7, 0.5])
    scores = np.clip(np.rint(4 * (truth + 0.3 * dice.standard_normal((60, 5)))), 0, 4) / 4
    names = {"lab/statistics.js": "contrasts"}
    found = node(names, "contrasts(it.scores, it.usual, 4)", {"scores": scores.T.tolist(), "usual": 1})
    assert found[1] == {"difference": 0, "margin": 0}
    assert [one["difference"] for one in found] == pytest.approx((scores - scores[:, 1:2]).mean(axis=0))
    for place in (0, 2, 3, 4):
        gains = np.append((scores[:, place] - scores[:, 1] + 1) / 2, [0, 1])
        error = gains.std() / np.sqrt(len(gains) - 1)
        assert found[place]["margin"] == pytest.approx(2 * norm.ppf(1 - 0.05 / 8) * error, rel=1e-3)


def test_a_sweep_over_zero_has_numbers(table):
    """One of enemy_ROI ended with `enemy_ROI = off`: zero was taken for the setting that is off."""
    swept = """(() => {
        const lineup = ["v26", "v17"].map((preset) => ({ preset, values: {}, notation: preset }));
        const question = { width: 20, height: 20, first: 0, blocks: 2, lineup };
        const axis = { parameter: "enemy_ROI", from: -1, to: 0, count: 3 };
        return new Sweep({ workers: [] }, it, question, axis).questions.map(({ lineup }) => lineup[0].notation);
    })()"""
    asked = [f"v26?enemy_ROI={value}" for value in ("-1", "-0.5", "0")]
    assert node({"lab/sweep.js": "Sweep"}, swept, table) == asked


OWN = """it.headers.map((header) => {
    const isOpponent = "layers" in header;
    const written = { header: { reasons: it.table.reasons, ...header }, isOpponent, openings: null, turn: () => null };
    const { own, written: same } = recordOf(it.table, "champion", written);
    return [own, same !== null];
})"""


def test_only_values_that_a_page_can_play_are_a_players_own(table):
    """A clock's, unknown and damaged ones are passed over; another generation, opponents and an answer are left out."""
    values = table["presets"]["champion"] | {"opening_search": 900}
    odd = {"opening_time": 1.0, "not_a_parameter": 3, "hold_until": "five", "alpha": 99, "dodge": 1, "war_every": 2.5}
    cases = [
        ({}, {"opening_search": 900}, True),
        ({"parameters": values | odd | {"opening_bend": 0.25}}, {"opening_search": 900, "opening_bend": 0.25}, False),
        ({"parameters": values | {"generation": "v17"}}, {}, True),
        ({"layers": []}, {}, False),
        ({"source": "replay"}, {}, True),
    ]
    headers = [{"source": "bot", "parameters": values} | header for header, *_ in cases]
    found = node({"think/player.js": "recordOf"}, OWN, {"table": table, "headers": headers})
    assert found == [[own, is_same] for _, own, is_same in cases]


@pytest.mark.parametrize(("gap", "kind"), [(3, "fault"), (1, "out")])
def test_who_leaves_no_strength_but_could_not_be_hit_was_ejected(gap, kind):
    """A player that was ejected without strength counted as eliminated; beside an enemy it may have been."""
    owner = np.zeros((2, 1, 9), np.int32)
    owner[0, 0, 0], owner[:, 0, gap] = 1, 2
    found = told_of(owner, np.where(owner == 2, 9, 0), ("fault", "out"))
    assert {told for told, _, players in found if players[0] == 1} == {kind}


REVEALED = """it.map(([x, y]) => {
    camera.reveal({ x, y });
    const ends = [camera.left(x), camera.top(y)].map((end) => (((end % 400) + 400) % 400) / camera.scale);
    return ends.map((end) => end <= 9.01 || end >= 19.99); // whole within ten squares, around the torus
})"""


def test_a_square_that_is_chosen_by_keys_is_brought_into_sight():
    made = "(camera) => (camera.setBoard(20, 20), camera.setScreen(200, 200), camera.zoomBy(2), camera)"
    code = f"((camera) => {REVEALED})(({made})(new Camera()))"
    squares = [(place % 20, (3 * place) % 20) for place in range(0, 60, 7)]
    assert node({"core/camera.js": "Camera"}, code, squares) == [[True, True]] * len(squares)
