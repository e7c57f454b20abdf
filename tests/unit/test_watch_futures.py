"""Play on from a frame, with changed parameters and without."""

from dataclasses import replace

import numpy as np
import pytest

from bot import DEFAULT, changed, preset
from engine.verify import game_difference
from experiments.arena.arena import Arena
from experiments.stats import of_mean
from experiments.watch.futures import _pair, futures
from experiments.watch.question import Question, Refusal
from experiments.watch.watched import Watched
from tests.support.watching import game

V26 = preset("v26")
TURN = 60


@pytest.fixture(scope="module")
def replay():
    """A small game of v26 against v17."""
    return game()


def asked(**changes):
    """Player 1 on one frame."""
    return Question(TURN, 1, V26, changed(V26, changes))


def test_without_a_change_the_game_ends_as_it_did(replay):
    """The other players are the recorded presets, seed 0 breaks the ties of the recording."""
    told = futures(Watched(replay), asked(), seeds=1)
    squares = [[np.count_nonzero(frame == player) for frame in replay.owner[TURN:]] for player in (1, 2)]
    assert told["unchanged"]["mean"] == told["changed"]["mean"] == squares
    assert told["parting"] is None
    verdict = told["verdict"]
    assert (verdict["better"], verdict["worse"], verdict["same"]) == (0, 0, 1)
    assert verdict["squares"]["mean"] == 0


def test_the_futures_part_where_the_moves_first_differ(replay):
    """On that turn, on those squares, and not before."""
    question = asked(alpha=0.6)
    told = futures(Watched(replay), question, seeds=1)["parting"]
    watched, players = Watched(replay), [V26, preset("v17")]
    memories = [watched.memory(TURN, seat) for seat in (1, 2)]
    one, other = (
        Arena(*replay.production.shape)
        .play([chosen, players[1]], replay.state(TURN), record=True, turn=TURN, memories=memories)
        .replay.moves
        for chosen in (V26, question.parameters)
    )
    shared = min(len(one), len(other))
    turn = next(t for t in range(shared) if (one[t] != other[t]).any())
    differs = one[turn] != other[turn]
    assert (told["turn"], told["squares"]) == (TURN + turn, np.flatnonzero(differs).tolist())
    assert told["moves"] == np.stack([one[turn][differs], other[turn][differs]], axis=-1).tolist()


def test_a_future_can_be_watched_as_a_whole_game(replay):
    """The recorded frames up to the change, and the played ones after it: a replay that keeps the rules."""
    kept = []
    told = futures(Watched(replay), asked(alpha=0.6), 1, lambda game: kept.append(game) or f"game {len(kept)}")
    assert told["games"] == {"unchanged": "game 1", "changed": "game 2"}
    assert (kept[0].moves == replay.moves).all(), "v26 and v17 play on as they did"
    assert (kept[1].moves[:TURN] == replay.moves[:TURN]).all()
    assert [game_difference(game) for game in kept] == [None, None]


def test_several_seeds_give_an_interval(replay):
    """Mean and Student's interval of every frame; a game that is over stays as it ended."""
    told = futures(Watched(replay), asked(alpha=0.6), seeds=3)
    curves = told["changed"]
    arena, watched = Arena(*replay.production.shape), Watched(replay)
    memories = [watched.memory(TURN, seat) for seat in (1, 2)]
    ends = []
    for seed in range(3):
        players = [replace(parameters, seed=seed) for parameters in (asked(alpha=0.6).parameters, preset("v17"))]
        ends.append(arena.play(players, replay.state(TURN), turn=TURN, memories=memories).territory[-1, 0])
    expected = of_mean(ends)
    last = [curves[name][0][-1] for name in ("low", "mean", "high")]
    np.testing.assert_allclose(last, [expected.low, expected.value, expected.high])
    assert len({len(curve) for name in ("mean", "low", "high") for curve in curves[name]}) == 1


def test_one_seed_gives_no_interval(replay):
    """One seed shows no spread of luck."""
    told = futures(Watched(replay), asked(alpha=0.6), seeds=1)
    squares = told["verdict"]["squares"]
    assert squares["low"] is squares["high"] is None
    assert set(told["changed"]["low"][0]) == {None}


def test_from_the_last_frame_there_is_no_future(replay):
    """One frame, and nothing that could part."""
    told = futures(Watched(replay), replace(asked(alpha=0.6), turn=replay.turns), seeds=2)
    assert len(told["unchanged"]["mean"][0]) == 1
    assert told["parting"] is None


def test_a_stranger_plays_on_as_the_default_preset(replay):
    """What it would do is unknown."""
    strange = Watched(replace(replay, player_names=("v26", "somebody")))
    known = Watched(replace(replay, player_names=("v26", DEFAULT)))
    assert futures(strange, asked(alpha=0.6), 2) == futures(known, asked(alpha=0.6), 2)


def test_a_game_of_one_player_is_refused(replay):
    """It ends at once: there is no opponent."""
    alone = replace(replay, owner=np.minimum(replay.owner, 1), player_names=("v26",))
    with pytest.raises(Refusal, match="this game has one player"):
        futures(Watched(alone), asked(), 1)


class TestAGameWasCountedOnceForEverySeed:
    """Where no tie is left to break, all seeds play the same game: "better in 8 of 8", and luck had no say in it."""

    def test_only_different_pairs_are_judged(self, replay, monkeypatch):
        """Four seeds with two pairs of games between them."""
        of_seed = [_pair(Watched(replay), asked(alpha=alpha), 0) for alpha in (0.6, 0.3)]
        monkeypatch.setattr("experiments.watch.futures._pair", lambda watched, question, seed: of_seed[seed % 2])
        told = futures(Watched(replay), asked(alpha=0.6), seeds=4)
        assert (told["seeds"], told["different"]) == (4, 2)
        assert sum(told["verdict"][name] for name in ("better", "worse", "same")) == 2
