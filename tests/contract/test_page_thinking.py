"""What a page computes with the kernels, run by Node: Python's moves, searches and futures, to the last bit."""

from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import bdtr

from bot import override, preset
from bot.kernels import Decider
from engine.replay import read
from engine.rules import turn_limit
from experiments.recordings.watched import Watched
from tests.support.explanations import described
from tests.support.node import BYTES, KERNELS, READ, node
from tests.support.pages import as_text
from tests.support.recordings import GOLDEN
from tests.support.watching import played_on

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
GRIDS = {
    "value": np.float64, "distance": np.int32, "potential": np.float64, "root": np.int32, "light": np.uint8,
    "reason": np.uint8, "move": np.uint8, "wall": np.uint8, "danger": np.float64, "order": np.int32,
    "booked": np.int32, "score": np.float64,
}  # fmt: skip
DENSE = ["potential", "value", "distance", "root", "light", "reason", "move"]
ALPHA = {"alpha": 0.4}

# About each of what is `asked`: a value in which `analysis` is the game's, `text` an array's bytes, `last` what a
# generator comes to.
THINKING = f"""await (async () => {{
    const kernels = {KERNELS}, game = (await open({BYTES}(it.game), "game.hlt.gz")).value;
    const analysis = new GameAnalysis(kernels, game);
    const text = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");
    const last = (generator) => {{
        for (;;) {{
            const {{ done, value }} = generator.next();
            if (done) return value;
        }}
    }};
    return it.asked.map((it) => %s);
}})()"""


def answers(expression, *asked):
    modules = {**READ, "think/analysis.js": "GameAnalysis", "think/rollouts.js": "playPairs"}
    return node(modules, THINKING % f"({expression})", {"game": as_text(GAME.read_bytes()), "asked": asked})


def assert_equal(grids, expected, shape, about):
    for name, text in grids.items():
        found = np.frombuffer(b64decode(text), GRIDS[name]).reshape(*shape, -1)
        wanted = getattr(expected, name).astype(GRIDS[name]).reshape(found.shape)
        wrong = np.argwhere((found.view(np.uint8) != wanted.view(np.uint8)).any(axis=-1))
        if len(wrong):
            y, x = wrong[0].tolist()
            pytest.fail(f"{about}, square ({x}, {y}): {name} is {found[y, x]}, Python has {wanted[y, x]}")


@pytest.fixture(scope="module")
def replay():
    return read(GAME)


@pytest.fixture(scope="module")
def watched(replay):
    return Watched(replay)


def test_a_golden_game_is_decided_as_python_decides_it(replay, watched):
    shape = replay.production.shape
    every = "Object.fromEntries(it.grids.map((grid) => [grid, text(thought[grid])]))"
    for seat, name in enumerate(replay.player_names, 1):
        python = Decider(override(preset(name), {"ties": "fixed"}), *shape, whole=True)
        views = [watched.view(turn, seat) for turn in range(replay.turns)]
        views = [view for view in views if (view.owner == seat).any()]
        asked = {"player": seat, "who": {"preset": name, "values": {"ties": "fixed"}}}
        found = answers(
            f"((thought) => {every})(analysis.explain(it.question))",
            *({"question": asked | {"turn": view.turn}, "grids": [*GRIDS]} for view in views),
        )
        for view, grids in zip(views, found, strict=True):
            ours, expected = view.owner == seat, python.explain(view)
            assert (expected.move == replay.moves[view.turn])[ours].all()
            assert_equal(grids, expected, shape, f"turn {view.turn}, player {seat}")


CHAMPION = """(({ thought: { search, ...thought }, usual }) => ({
    usual: [...usual], ...Object.fromEntries(it.grids.map((name) => [name, Array.from(thought[name], String)])),
    search: { ...search, changes: [...search.changes].map(([c, { greedy, chosen }]) => [c, greedy, chosen]) },
}))(last(analysis.search(it)))"""


@pytest.mark.slow
def test_the_champion_answers_with_all_its_stages(watched):
    """Having watched the game from its seat as the preset, it plays by the change; also on a frame before the last."""
    asked = [(110, ALPHA), (40, {"hold_until": 7}), (0, {}), (118, {"pact": "off"}), (117, {"rival_search": 0})]
    questions = [
        {"player": 1, "turn": turn, "who": {"preset": "champion", "values": changes}, "grids": DENSE}
        for turn, changes in asked
    ]
    for (turn, changes), found in zip(asked, answers(CHAMPION, *questions), strict=True):
        usual, view = preset("champion"), watched.view(turn, 1)
        player = watched.player(turn, 1, usual)
        assert found["usual"] == player.moves(view).ravel().tolist(), turn
        player = watched.player(turn, 1, usual)
        player.change_parameters(override(usual, changes))
        player.moves(view)
        written = described(player.explain(view))
        for name in DENSE:
            there, here = (np.array(grid, np.float64) for grid in (found[name], written[name]))
            np.testing.assert_array_equal(there, here, err_msg=f"turn {turn}, {name}")
        assert_same_search(found["search"], written["search"])


def assert_same_search(found, written):
    for name in ("changes", "gain", "tried", "free"):
        assert found[name] == written[name], name
    for plan in ("opening", "campaign"):
        assert found[plan] == written.get(plan, {}).get("numbers", {}), plan


def test_an_earlier_frame_is_reached_from_a_kept_state(replay):
    asked = {"player": 1, "who": {"preset": "champion"}}
    steps = "(() => { let count = 0; for (const _ of analysis.search(it)) count++; return count; })()"
    _, back = answers(steps, asked | {"turn": 100}, asked | {"turn": 60})
    assert back < replay.turns / 8


@pytest.mark.parametrize("names", [("v17", "v26"), ("v17", "champion")])
def test_a_future_is_the_laboratorys(replay, names):
    turn, usual = 30, [preset(name) for name in names]
    expected = played_on(replay, turn, usual, [override(each, {"seed": 7}) for each in usual])
    layers = "[game.owner, game.strength, game.moves].map(text)"
    (found,) = answers(
        f"(({{ turn, territory, game }}) => ({{ turn, territory, layers: {layers} }}))(last(analysis.future(it)))",
        {"turn": turn, "isKept": True, "players": [{"preset": each, "values": {"seed": 7}} for each in names]},
    )
    assert found["turn"] == turn + expected.turns
    assert found["territory"] == expected.territory.tolist()
    kept = expected.replay.owner, expected.replay.strength, expected.replay.moves
    assert [b64decode(each) for each in found["layers"]] == [layer.astype(np.uint8).tobytes() for layer in kept]


FUTURES = """(({ kept, ...future }) => ({ ...future, kept: Object.values(kept).map(({ moves }) => text(moves)) }))(
    last(playPairs(analysis, it)))"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changes", "seeds"), [("v26", ALPHA, 3), ("champion", ALPHA, 1), ("champion", {"crowd_hold_until": 30}, 1)]
)
def test_futures_are_paired_and_judged_as_the_arenas(replay, name, changes, seeds):
    """With the change and without, ties broken alike; squares that a slider frames move differently on this frame."""
    turn, usual = 80, [preset(name), preset("v17")]
    pairs = []
    for seed in range(seeds):
        sides = [replace(override(usual[0], each), seed=seed) for each in ({}, changes)]
        pairs.append([played_on(replay, turn, usual, [side, replace(usual[1], seed=seed)]) for side in sides])
    players = [{"preset": name}, {"preset": "v17"}]
    asked = {"turn": turn, "player": 1, "players": players, "parameters": changes, "seeds": seeds}
    (found,) = answers(FUTURES, asked)
    before = np.stack([(replay.owner[:turn] == seat).sum(axis=(1, 2)) for seat in (1, 2)], axis=-1).tolist()
    games = [[side.territory.tolist() for side in pair] for pair in pairs]
    (judged,) = page_judges((before, games, 1, turn_limit(*replay.production.shape[::-1])))
    moves = [np.concatenate([replay.moves[:turn], side.replay.moves]).astype(np.uint8) for side in pairs[0]]
    assert [b64decode(each) for each in found.pop("kept")] == [each.tobytes() for each in moves]
    assert found == {"turn": turn, "player": 1, "seeds": seeds} | judged
    if name == "champion":
        whole = "(({ thought: { move }, usual }) => [...usual.keys()].filter((c) => move[c] !== usual[c]))"
        asked = {"turn": turn, "player": 1, "who": {"preset": name, "values": changes}}
        (moved,) = answers(f"{whole}(last(analysis.search(it)))", asked)
        ours = [c for c in moved if replay.owner[turn].ravel()[c] == 1]
        assert ours == np.flatnonzero(moves[0][turn] != moves[1][turn]).tolist()


# How pairs of games are judged by `judge` in viewer/think/rollouts.js: a game of two from frame 2 on, by hand.


LIMIT, BEFORE = 4, [[2, 2], [2, 2]]
SOON_WON, LATE_WON = [[3, 1], [5, 0]], [[3, 1], [3, 1], [4, 0]]
SOON_LOST, LATE_LOST = [[1, 3], [0, 4]], [[1, 3], [1, 3], [0, 4]]
FAR_AHEAD, AHEAD, EQUAL, BEHIND = ([[3, 3], [3, 3], [squares, 3]] for squares in (9, 4, 3, 2))
BETTER = [
    ("a better place", BEHIND, LATE_WON), ("a better place", SOON_LOST, AHEAD), ("a sooner win", LATE_WON, SOON_WON),
    ("a longer life", SOON_LOST, LATE_LOST), ("alive at the end", LATE_LOST, BEHIND),
    ("more squares at the end", AHEAD, FAR_AHEAD), ("more squares on the second place", BEHIND, EQUAL),
]  # fmt: skip


def page_judges(*games):
    return node({"think/rollouts.js": "judge"}, "it.map((each) => judge(...each))", games)


def test_who_does_better_in_a_pair():
    pairs = [pair for _, worse, better in BETTER for pair in ([worse, better], [better, worse], [worse, worse])]
    told = [each["verdict"] for each in page_judges(*((BEFORE, [pair], 1, LIMIT) for pair in pairs))]
    counts = [[each["worse"], each["same"], each["better"]] for each in told]
    for place, (why, *_) in enumerate(BETTER):
        assert counts[3 * place : 3 * place + 3] == [[0, 0, 1], [1, 0, 0], [0, 1, 0]], why


def test_pairs_are_counted_once():
    pairs = [[AHEAD, FAR_AHEAD]] * 2 + [[SOON_LOST, SOON_WON], [LATE_LOST, AHEAD], [EQUAL, BEHIND], [EQUAL, EQUAL]]
    pairs.append([EQUAL, SOON_LOST])
    (found,) = page_judges((BEFORE, pairs, 1, LIMIT))
    verdict = {"better": 3, "worse": 2, "same": 1, "chance": 1, "squares": [5, 4, -1, 0]}
    assert found == {"different": 6, "verdict": verdict, "wins": {"unchanged": 2, "changed": 4}}


def test_the_chance_is_that_of_a_coin_thrown_for_each_pair():
    pairs = [[[[1, 1], [squares, 1], [2, 1]], FAR_AHEAD] for squares in range(9)]
    found = page_judges(*((BEFORE, [*pairs[:many], [EQUAL, BEHIND]], 1, LIMIT) for many in range(10)))
    expected = [min(1, 2 * bdtr(min(1, many), many + 1, 0.5)) for many in range(10)]
    assert [each["verdict"]["chance"] for each in found] == pytest.approx(expected)
