"""The compiled decision is the plain one: same moves, same field, to the last bit, on any board with any parameters."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot import PRESETS, Memory, View, decide, override
from bot.board.board import around, pack_memory
from bot.kernels import VALUES, Decider, grids, scratch, values
from bot.kernels.squares import FINAL
from bot.parameters.greedy import RULESETS, GreedyParameters
from bot.parameters.presets import DEFINITIONS, SILENT
from bot.search import opponent_model
from engine import generate
from engine.replay import read
from experiments.arena.arena import Arena
from experiments.arena.players import player
from tests.support.boards import assert_same_squares, conversations, parameters, presets
from tests.support.examples import examples
from tests.support.recordings import GOLDEN


def assert_same(frames, chosen):
    """One Decider for all frames: what it remembers, has in its scratch and ends early with must not matter."""
    shape = frames[0].owner.shape
    memory = Memory()
    whole, usual = Decider(chosen, *shape, memory, whole=True), Decider(chosen, *shape, memory)
    for view in frames:
        plain = decide(view, memory, chosen, explain=True)
        memory = plain.memory
        ours = view.owner == view.me
        everywhere, near = np.ones_like(ours), ours | around(ours)
        for decider, there in ((whole, everywhere), (usual, near)):
            assert_same_squares(decider.moves(view), plain.moves, f"moves on turn {view.turn}")
            np.testing.assert_array_equal(decider.memory, pack_memory(memory))
            for name in ("value", "distance", "potential"):
                computed = decider.scratch.cells[name].reshape(shape)
                expected = getattr(plain.explanation, name)
                np.testing.assert_array_equal(computed[there], expected[there], err_msg=name)
        assert_same_thoughts(whole.explain(view), plain.explanation)


def assert_same_thoughts(compiled, plain):
    """Every array of the explanation of every square: reason, scores, order, booked strength, root, danger …"""
    for name in (each.name for each in fields(plain) if each.name != "search"):
        np.testing.assert_array_equal(getattr(compiled, name), getattr(plain, name), err_msg=name)


MIXED = (0.2, 0.65, 0.15), (0, 1, 30, 120, 200, 254, 255, 255)
# Shares of neutral squares, ours and the enemy's, and strengths, of a crowded board.
HEAVY = (0.05, 0.9, 0.05), (100, 120, 130, 140, 150, 200, 250, 255)

# Boards by their seed. The last two show the rarest cases: stilling of a piece that loses, and a choice of swaps.
CROWDED = (*((seed, MIXED) for seed in range(2 * settings.default.max_examples)), (732, MIXED), (345, HEAVY))


def crowded(seed, shares, strengths):
    dice, shape = np.random.default_rng(seed), ((5, 7), (6, 4), (8, 5), (4, 4), (2, 6))[seed % 5]
    layers = dice.choice(3, shape, p=shares), dice.choice(strengths, shape), dice.choice((0, 1, 3, 7, 15), shape)
    return View(*(layer.astype(np.uint8) for layer in layers), 1, 3)


IN_A_CROWD = "v12?crowd_side=5&crowd_degradation_step=2&crowd_hold_until=9"


@pytest.mark.parametrize("notation", ["v12", IN_A_CROWD, "v17", "v17?loss_penalty=10", "v26", "v26?dodge=off"])
def test_crowded_boards_move_alike_at_both_speeds(notation):
    """Drawn boards hardly ever asked a full piece, or knew a crowd by one side: kernels could drop both unnoticed."""
    for seed, kind in CROWDED:
        assert_same([crowded(seed, *kind)], player(notation).parameters)


PLAYERS = st.one_of(presets(ties="fixed"), presets(ties="seeded"), parameters())


@examples(400)
@given(conversations(), PLAYERS, st.integers(0, 2**63 - 1))
def test_any_player_moves_alike_at_both_speeds(frames, chosen, seed):
    assert_same(frames, override(chosen, {"seed": seed}))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(GreedyParameters.__dataclass_fields__) - SILENT - {"generation", "tables"}))
def test_one_parameter_at_a_time_acts_alike_at_both_speeds(name):
    """Where all are drawn at once one seldom decides: a kernel could leave out a new parameter unnoticed."""
    game, spec = read(GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"), DEFINITIONS[name]
    frames = [View(game.owner[turn], game.strength[turn], game.production, 1, turn) for turn in (30, 60, 90, 120)]
    low, high = spec.metadata["low"], spec.metadata["high"]
    numbers = () if isinstance(spec.default, str | bool) else (low, high, min(high, spec.default + 1))
    for value in numbers or spec.metadata["choices"] or ("on", "off"):
        for generation in spec.metadata["rulesets"] or RULESETS:
            assert_same(frames, override(PRESETS[generation], {name: str(value)}))


@pytest.mark.parametrize("seed", range(8))
def test_a_bent_price_is_that_of_a_square_so_many_times_as_strong(seed):
    """Doubling a price rounds nothing, so both fields are alike to the bit."""
    state, random = generate(24, 20, 2, seed), np.random.default_rng(seed)
    strength, neutral = np.minimum(state.strength, 60), state.owner == 0
    factor = np.where(neutral, 2 ** random.integers(0, 3, strength.shape), 1)
    bent, plain = (Decider(PRESETS["v26"], *strength.shape, whole=True) for _ in range(2))
    bent.scratch.cells["factor"] = factor.ravel()
    bent.moves(View(state.owner, strength, state.production, 1, 0))
    plain.moves(View(state.owner, (strength * factor).astype(np.uint8), state.production, 1, 0))
    assert (factor > 1).any()
    for name in ("value", "distance", "potential"):
        np.testing.assert_array_equal(bent.scratch.cells[name], plain.scratch.cells[name], err_msg=name)


# Prices and distances that put nearly all labels of the field into one bucket, or spread them beyond the last.
ENDS = {
    "alpha": [0.001, 0.1, 0.999], "potential_degradation_step": [0.0, 1e-9, 0.2, 100.0],
    "enemy_ROI": [-1000.0, -0.5, 0.0, 1000.0], "wall_factor": [1.0, 1e6], "ties": ["fixed", "seeded"],
}  # fmt: skip


def extreme(seed):
    """A large board of diamonds, one row or one square among them, and parameters of a preset at ENDS."""
    random = np.random.default_rng(seed)
    shape = [(50, 50), (33, 47), (1, 50), (50, 1), (1, 1)][random.integers(5)]
    owner, (rows, columns) = np.zeros(shape, np.uint8), np.indices(shape)
    for _ in range(random.integers(6)):
        away = abs(rows - random.integers(shape[0])) + abs(columns - random.integers(shape[1]))
        owner[away < random.integers(1, 30)] = random.integers(4)
    owner[random.random(shape) < random.choice([0, 0.05, 0.3])] = 0
    productions = random.integers(0, 2, shape), random.integers(0, 256, shape), np.full(shape, random.integers(256))
    strengths = random.integers(0, 256, shape), np.full(shape, random.integers(256))
    strength, production = strengths[random.integers(2)], productions[random.integers(3)]
    values = {name: str(random.choice(ends)) for name, ends in ENDS.items()}
    chosen = override(PRESETS[str(random.choice(["v12", "v17", "v26"]))], values)
    return View(owner, strength.astype(np.uint8), production.astype(np.uint8), 1, int(random.integers(300))), chosen


@examples(100)
@given(st.integers(0, 2**32 - 1).map(extreme))
def test_large_boards_at_the_ends_of_the_ranges_move_alike_at_both_speeds(asked):
    view, chosen = asked
    assert_same([view, view], chosen)


@examples(40)
@given(conversations(), st.sampled_from(sorted(RULESETS)), st.data())
def test_every_model_moves_as_it_does_alone(frames, generation, data):
    name = data.draw(st.sampled_from(sorted(set(DEFINITIONS) - SILENT)))
    one, other = (data.draw(parameters(generation=generation)) for _ in range(2))
    models = [one, override(one, {"pact": "off"}), replace(one, **{name: getattr(other, name)}), other]
    shape = frames[0].owner.shape
    together, alone = opponent_model.opponent_models(*shape), [Decider(model, *shape) for model in models]
    together.used[0], desk = len(models), scratch(*shape)
    together.models[: len(models)] = np.array([values(model) for model in models])
    for view in frames:
        opponent_model.predict(grids(view), view.me, view.turn, desk, together)
        for plan, decider in zip(together.plans[: len(models)], alone, strict=True):
            assert_same_squares(plan[view.me], decider.moves(view), "moves")


def test_every_parameter_that_decides_is_known_to_the_kernels():
    for name, spec in DEFINITIONS.items():
        words = [f"{name}_{word}" for word in spec.metadata["choices"]]
        assert (name in SILENT) != set(words or [name]).issubset(VALUES.names), name


# A search that begins with kept labels finds what a search anew finds: every label on and beside our land, every move.
# Few values, and prices that are sums of powers of two, make keys equal, where the order in the queue decides most.


TURNS = 12
STRENGTHS, PRODUCTIONS = [0, 2, 4, 8, 16, 32, 64, 128], [1, 2, 4, 8]

# With these a price falls on its way, so that the order in which squares leave decides labels.
FALLS = {"alpha": "0.25", "potential_degradation_step": "0.2", "enemy_ROI": "1", "ties": "fixed"}

# With these a better label reaches a square whose kept label equals the highest key that has left.
TIES = {"alpha": "0.25", "potential_degradation_step": "0.5", "enemy_ROI": "-0.5", "ties": "fixed"}

PARAMETERS = st.fixed_dictionaries(
    {
        "alpha": st.sampled_from(["0.1", "0.25", "0.5", "0.75"]),
        "potential_degradation_step": st.sampled_from(["0", "0.125", "0.2", "0.25", "0.5", "1"]),
        "enemy_ROI": st.sampled_from(["-1", "-0.5", "0", "1"]),
        "ties": st.sampled_from(["seeded", "fixed"]),
    }
)


def first_board(random):
    shape = [(6, 6), (8, 8), (9, 12), (1, 20), (5, 30), (16, 16)][random.integers(6)]
    owner, strength, production = (
        np.zeros(shape, int),
        random.choice(STRENGTHS, shape),
        random.choice(PRODUCTIONS, shape),
    )
    if random.random() < 0.5:
        strength, production = np.minimum(strength, strength[::-1]), np.maximum(production, production[::-1])
    if random.random() < 0.3:
        production[:] = 2
    for seat in range(1, random.integers(2, 5)):
        y, x = random.integers(shape[0]), random.integers(shape[1])
        for _ in range(random.integers(1, 12)):
            owner[(y + random.integers(-2, 3)) % shape[0], (x + random.integers(-2, 3)) % shape[1]] = seat
    return owner, strength, production


def pass_turn(random, owner, strength, production):
    """Let player 1 take and damage squares beside its land, and others take or empty a few anywhere."""
    beside, luck = around(owner == 1) & (owner != 1), random.random(owner.shape)
    taken, hurt = beside & (luck < 0.08), beside & (luck > 0.97)
    owner[taken], strength[taken] = 1, random.integers(0, 30, owner.shape)[taken]
    strength[hurt] //= 2
    strength[owner == 1] = np.minimum(255, strength + production)[owner == 1]
    for _ in range(random.integers(3)):
        there = random.integers(owner.shape[0]), random.integers(owner.shape[1])
        owner[there], strength[there] = random.integers(4), random.choice([0, 2, 4, strength[there]])


def assert_kept_is_anew(kept, anew, view):
    """Both decide for this view alike; one of them has seen other frames before."""
    anew.memory[:] = kept.memory
    assert_same_squares(kept.moves(view), anew.moves(view))
    near = ((view.owner == view.me) | around(view.owner == view.me)).ravel()
    for name in ("value", "distance", "potential"):
        np.testing.assert_array_equal(kept.scratch.cells[name][near], anew.scratch.cells[name][near], err_msg=name)


@examples(200)
@example(14, "v12", FALLS)
@example(189, "v12", TIES)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["v12", "v17", "v26"]), PARAMETERS)
def test_kept_labels_are_those_of_a_search_anew_where_keys_are_equal(seed, name, values):
    random, chosen = np.random.default_rng(seed), override(PRESETS[name], values)
    owner, strength, production = first_board(random)
    kept = Decider(chosen, *owner.shape)
    for turn in range(TURNS):
        view = View(owner.astype(np.uint8), strength.astype(np.uint8), production.astype(np.uint8), 1, turn)
        assert_kept_is_anew(kept, Decider(chosen, *owner.shape), view)
        pass_turn(random, owner, strength, production)


def barren_board(shape, prices, ours=((2, 0),), enemies=(), turn=0):
    """What player 1 sees of a barren board on which few squares produce 1, each with a price."""
    owner, strength, production = np.zeros(shape, np.uint8), np.full(shape, 9, np.uint8), np.zeros(shape, np.uint8)
    for place, price in {(2, 0): 1, **prices}.items():
        strength[place], production[place] = price, 1
    for seat, places in ((1, ours), (2, enemies)):
        for place in places:
            owner[place] = seat
    return View(owner, strength, production, 1, turn)


# A square beside our land, one behind it with a high price of its own, and two neighbours of that one.
NEAR, FAR, SIDE, BEHIND = (2, 1), (2, 2), (1, 2), (2, 3)

HALF = {"alpha": "0.5", "potential_degradation_step": "0"}


@pytest.mark.parametrize("near", [32, 128], ids=["waits", "left"])
def test_a_label_that_was_given_up_is_not_kept(near):
    """The better label of FAR waits when the search ends, or left the queue: then it is kept once, as the new one."""
    chosen = override(PRESETS["v12"], HALF | {"ties": "fixed"})
    kept = Decider(chosen, 5, 6)
    for turn, (ours, beside, side) in enumerate([([], 128, 250), ([], near, 4), ([NEAR], 1, 4)]):
        view = barren_board((5, 6), {NEAR: beside, SIDE: side, FAR: 200, BEHIND: 24}, [(2, 0), *ours], turn=turn)
        assert_kept_is_anew(kept, Decider(chosen, 5, 6), view)
        squares = kept.scratch.kept["square"][1][: kept.scratch.keepers["size"][1]]
        assert len(set(squares.tolist())) == len(squares)


def frames(size, seed):
    """The first 80 frames of a game of v26 against itself, as player 1 sees it; seed 47 has 52 at 20 x 20."""
    state = generate(size, size, 2, seed)
    replay = Arena(size, size).play([PRESETS["v26"]] * 2, state, record=True).replay
    for turn in range(min(80, len(replay.owner))):
        yield View(replay.owner[turn], replay.strength[turn], replay.production, 1, turn)


@examples(10)
@example(47)
@given(st.integers(1, 10**6))
def test_kept_labels_are_those_of_a_search_anew_in_a_game(seed):
    kept = Decider(PRESETS["v26"], 20, 20)
    for view in frames(20, seed):
        assert_kept_is_anew(kept, Decider(PRESETS["v26"], 20, 20), view)


def test_most_labels_far_from_our_land_are_kept_and_offered_without_waiting():
    """Or every search would take as long as the first; hardly one square leaves the queue to offer its own."""
    kept, recalled = Decider(PRESETS["v26"], 30, 30), []
    for view in frames(30, 3):
        kept.moves(view)
        recalled.append(kept.scratch.queue["recalled"][0] / view.owner.size)
    assert recalled[0] == 0
    assert np.mean(recalled[1:40]) > 0.3
    kept, waited = Decider(PRESETS["v26"], 30, 30), []
    for view in frames(30, 3):
        kept.moves(view)
        cells = kept.scratch.cells[(kept.scratch.cells["is_kept"] == 1) & (kept.scratch.cells["touch"] == 0)]
        waited.append(np.mean(cells["key"] == FINAL) if cells.size > 0 else 0)
    assert np.mean(waited[1:40]) < 0.02


def test_a_label_that_flowed_into_a_wall_is_not_kept():
    """With wall_factor 1 the wall's own price is what it was before; but no path leads through it any more."""
    chosen = override(PRESETS["v26"], {"wall_factor": "1", "pact_heads_up": "on"})
    kept = Decider(chosen, 5, 8)
    for turn, enemies in enumerate([[(0, 6)], [(0, 6), (1, 1)]]):
        view = barren_board((5, 8), {NEAR: 200, FAR: 4}, enemies=enemies, turn=turn)
        assert_kept_is_anew(kept, Decider(chosen, 5, 8), view)
    assert kept.scratch.cells["wall"].reshape(5, 8)[NEAR]
