"""Games without leaving compiled code are the games of the engine; the bot's forecast follows the engine's rules."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot import PRESETS, Memory, View, kernels, override, preset
from bot.board.board import Board
from bot.board.compiled import SOURCES, Grids, fingerprint
from bot.search import rollout
from bot.search.champion import compiled_player
from engine import Function, Game, generate, rules
from engine import kernels as stepping
from experiments.arena import arena
from experiments.arena.arena import Arena
from experiments.recordings.watched import Watched
from tests.support.boards import assert_same_squares, states
from tests.support.examples import examples


def seat(parameters):
    players = {}

    def choose(state, number, turn):
        board = state.height, state.width
        player = players.setdefault(board, compiled_player(parameters, *board))
        return player.moves(View(state.owner, state.strength, state.production, number, turn - 1))

    return Function(choose, parameters.name)


@examples(8)
@given(
    names=st.lists(st.sampled_from(sorted(PRESETS)), min_size=2, max_size=6),
    sides=st.tuples(st.integers(12, 15), st.integers(12, 15)),  # a game of champions on a larger one takes seconds
    seed=st.integers(1, 2**32 - 1),
)
def test_an_arena_plays_the_game_that_the_engine_plays(names, sides, seed):
    players = [override(preset(name), {"seed": seed % 1000}) for name in names]
    state = generate(*sides, len(players), seed)
    expected = Game([seat(parameters) for parameters in players], state).play()
    outcome = Arena(state.height, state.width).play(players, state, record=True)
    for layer in ("owner", "strength", "moves", "production"):
        assert_same_squares(getattr(outcome.replay, layer), getattr(expected.replay, layer), layer)
    assert outcome.replay.player_names == expected.replay.player_names
    assert outcome.turns == expected.turns
    assert outcome.ranks == [standing.rank for standing in expected.standings]
    assert outcome.last_frames_alive == [standing.last_frame_alive for standing in expected.standings]


def test_an_arena_forgets_one_game_before_the_next():
    state, other = generate(16, 16, 2, 3), generate(16, 16, 2, 4)
    players = [preset("v26"), preset("v17")]
    used = Arena(16, 16)
    used.play(players[::-1], other)
    fresh = Arena(16, 16).play(players, state, record=True)
    np.testing.assert_array_equal(used.play(players, state).territory, fresh.territory)
    assert state.owner.tobytes() == generate(16, 16, 2, 3).owner.tobytes()


@examples(20)
@given(
    names=st.lists(st.sampled_from(["v12", "v17", "v26"]), min_size=2, max_size=3),  # a champion learns as it plays
    seed=st.integers(1, 2**32 - 1),
    share=st.floats(0, 1),
)
def test_a_game_that_is_played_on_from_any_frame_ends_as_it_did(names, seed, share):
    players = [override(preset(name), {"pact": "until_met"} if name == "v26" else {}) for name in names]
    state = generate(14, 12, len(players), seed)
    arena = Arena(state.height, state.width)
    whole = arena.play(players, state, record=True).replay
    turn = int(share * whole.turns)
    memories = [memory(whole, seat, turn) for seat in range(1, len(players) + 1)]
    rest = arena.play(players, whole.state(turn), record=True, turn=turn, memories=memories).replay
    assert_same_squares(rest.owner, whole.owner[turn:])
    assert_same_squares(rest.strength, whole.strength[turn:])


@pytest.mark.parametrize("names", [("v26", "v12"), ("champion", "v12")], ids=["compiled", "asked"])
def test_a_game_with_a_lead_ends_where_one_player_first_has_so_much_more(names):
    state, players, lead = generate(16, 16, 2, 5), [preset(name) for name in names], 1.75
    whole = Arena(16, 16).play(players, state, record=True).replay
    stopped = Arena(16, 16).play(players, state, record=True, lead=lead).replay
    seats = [whole.owner == seat for seat in (1, 2)]
    layers = np.ones_like(whole.owner), whole.strength, np.broadcast_to(whole.production, whole.owner.shape)
    have = np.array([[(layer * seat).sum((1, 2), dtype=int) for layer in layers] for seat in seats])
    leads = (have >= lead * have[::-1]).all(axis=1).any(axis=0)
    assert stopped.turns == leads.argmax() < whole.turns
    assert_same_squares(stopped.owner, whole.owner[: stopped.turns + 1])
    assert_same_squares(stopped.moves, whole.moves[: stopped.turns])


def memory(replay, seat, turn):
    remembered = Memory()
    for frame in range(turn):
        if (replay.owner[frame] == seat).any():
            remembered = remembered.after(Board(Watched(replay).view(frame, seat)))
    return remembered


def test_whole_games_are_compiled_anew_after_any_edit_of_the_bot_or_the_rules(tmp_path):
    """Only `__init__.py` of the kernels was looked at; each source changes the place of what was compiled."""
    assert {Path(kernels.potential.__file__), Path(bot.greedy.tie_break.__file__)} <= set(SOURCES)
    files = Path(arena.__file__), Path(stepping.__file__)
    assert fingerprint(*files) in Path(arena.play_whole.stats.cache_path).parts
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("a")
    two.write_text("b")
    before = fingerprint.__wrapped__(one, two)
    two.write_text("c")
    assert before != fingerprint.__wrapped__(one, two)


@examples(300)
@given(states(), st.integers(0, 2**32 - 1))
def test_one_turn_of_the_forecast_is_one_turn_of_the_game(state, seed):
    moves = np.random.default_rng(seed).integers(0, 5, state.owner.shape).astype(np.uint8)
    expected = rules.step(state, moves)
    owner, strength, pieces = state.owner.copy(), state.strength.copy(), rollout.table(*state.owner.shape).pieces
    rollout.step(Grids(owner, strength, state.production), moves, pieces)
    assert_same_squares(owner, expected.owner)
    assert_same_squares(strength, expected.strength)
