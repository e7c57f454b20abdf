"""`python -m experiments explain`: a player's thoughts, computed from a replay."""

import gzip
import re
from dataclasses import replace

import numpy as np
import pytest

from bot import Reason, preset
from engine import generate
from engine.errors import UserError
from engine.replay import read as read_replay
from engine.replay import write as write_replay
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.recordings.explaining import beside, make, thoughts
from experiments.recordings.explanations import read
from tests.support.recordings import GOLDEN

RECORDING = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


@pytest.fixture(scope="module")
def few_turns():
    whole = read_replay(RECORDING)
    return replace(whole, owner=whole.owner[:13], strength=whole.strength[:13], moves=whole.moves[:12])


@pytest.fixture
def game(tmp_path, few_turns):
    write_replay(few_turns, tmp_path / "game.hlt.gz")
    return tmp_path / "game.hlt.gz"


def test_the_file_lies_beside_the_replay_and_says_whose_thoughts_it_holds(game, few_turns, capsys):
    """Named after the game and the player; one line tells what was found."""
    make(game, 2, "v17?ties=fixed", None)
    path = game.with_name("game.player2.explain.gz")
    file = read(path)
    assert (file.source, file.player, file.is_complete, len(file.turns)) == ("replay", 2, True, 12)
    assert file.parameters == player("v17?ties=fixed").parameters
    assert not np.any(file.differs)
    asked = np.count_nonzero((few_turns.owner[:-1] == 2) & (few_turns.strength[:-1] > 0))
    assert (
        capsys.readouterr().out
        == f"{path}: 12 turns, {asked} decisions of v17?ties=fixed, 0 differ from the recording\n"
    )


def test_what_the_bot_itself_thought_is_not_replaced(game):
    """`explain` wrote over the file of `./play`, which no command can make again."""
    path = beside(game, 1)
    kept = gzip.compress(b'{"format": "halite-explanation", "source": "bot"}\n')
    path.write_bytes(kept)
    with pytest.raises(UserError, match="the bot itself"):
        make(game, 1, "v26?ties=fixed", None)
    assert path.read_bytes() == kept
    path.write_bytes(b"of another program")
    make(game, 1, "v26?ties=fixed", None)
    assert read(path).source == "replay"


def test_where_the_recorded_move_is_another_the_squares_are_marked(game, few_turns, tmp_path, capsys):
    moves = few_turns.moves.copy()
    moves[3] = (moves[3] + 1) % 5
    write_replay(replace(few_turns, moves=moves), game)
    make(game, 1, "v26?ties=fixed", tmp_path / "out.gz")
    file = read(tmp_path / "out.gz")
    np.testing.assert_array_equal(file.differs[3], few_turns.owner[3] == 1)
    assert file.differs[3].any()
    assert not any(mask.any() for turn, mask in enumerate(file.differs) if turn != 3)
    assert f" {np.count_nonzero(file.differs)} differ from the recording" in capsys.readouterr().out


def test_the_recorded_name_is_asked_and_a_player_who_is_gone_has_no_more_thoughts(game, few_turns):
    """A game of an unknown player by v26; where it owns nothing the rest of the game is the others'."""
    make(game, 2, None, None)
    assert read(beside(game, 2)).parameters.generation == "v17"
    write_replay(replace(few_turns, player_names=("somebody", "else")), game)
    make(game, 2, None, None)
    assert read(beside(game, 2)).parameters.generation == "v26"
    owner = few_turns.owner.copy()
    owner[5:][owner[5:] == 1] = 2
    assert len(list(thoughts(replace(few_turns, owner=owner), 1, player("v26").parameters))) == 5


@pytest.fixture(scope="module")
def played():
    """The champion, which fights v26 without a pact, as the arena plays it."""
    players = [preset("champion"), player("v26?pact=off").parameters]
    return Arena(16, 16).play(players, generate(16, 16, 2, 3), record=True).replay


@pytest.fixture(scope="module")
def explained(played):
    return list(thoughts(played, 1, preset("champion")))


class TestTheExplanationWasAnotherPlayersThanTheOneThatPlayed:
    """The champion searched in games, and `explain` told the greedy moves that it had started from."""

    def test_the_explained_moves_are_the_played_ones(self, explained):
        assert len(explained) > 50
        assert not any(thought.differs.any() for thought in explained)
        assert sum(len(thought.explanation.search["changes"]) for thought in explained) > 20
        for thought in explained:
            for square, greedy, chosen in thought.explanation.search["changes"]:
                assert thought.explanation.reason.flat[square] == Reason.SEARCHED
                assert thought.explanation.move.flat[square] == chosen != greedy

    def test_the_file_holds_the_report_and_no_clock(self, played, explained, tmp_path):
        write_replay(played, tmp_path / "game.hlt")
        for name in ("one.gz", "two.gz"):
            make(tmp_path / "game.hlt", 1, "champion", tmp_path / name)
        assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
        turns = read(tmp_path / "one.gz").turns
        assert [turn.search for turn in turns] == [thought.explanation.search for thought in explained]
        assert "seconds" not in turns[-1].search


@pytest.mark.parametrize(
    ("seat", "notation", "complaint"),
    [
        (3, None, "there is no player 3 in this game, only 1 to 2: v26, v17"),
        (0, None, "there is no player 0 in this game"),
        (1, "v99", "there is no player 'v99'"),
        (1, "v26?alpha=7", "alpha = 7 is outside 0.001..0.999"),
        (1, "cmd:java Theirs", "cmd:java Theirs is a program: only players of this process can be asked"),
    ],
)  # fmt: skip
def test_who_cannot_be_asked_is_named(game, seat, notation, complaint):
    with pytest.raises(UserError, match=re.escape(complaint)):
        make(game, seat, notation, None)
    assert not beside(game, max(seat, 1)).exists()


def test_the_replay_is_never_overwritten_and_a_file_that_cannot_be_used_is_named(game, tmp_path):
    """`-o` with its name by mistake: the game would be gone."""
    before = game.read_bytes()
    with pytest.raises(UserError, match=r"game.* is the replay"):
        make(game, 1, "v26", game)
    assert game.read_bytes() == before
    (tmp_path / "broken.hlt").write_text("{")
    with pytest.raises(UserError, match=r"broken\.hlt: no whole replay"):
        make(tmp_path / "broken.hlt", 1, "v26", None)
    with pytest.raises(OSError, match=r"No such file or directory: .*out\.gz"):
        make(game, 1, "v26", tmp_path / "missing" / "out.gz")
