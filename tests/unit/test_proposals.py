"""Proposals: the decisions that the three filters find in a game."""

import numpy as np
import pytest

from engine import Replay
from experiments.arena.players import player
from experiments.positions.proposals import LAST_TURNS, _agreed, answers, costly, disputed, unusual
from experiments.positions.proposing import proposed
from experiments.recordings.combat import Combat
from tests.support.coaching import BLUNDER, blundered
from tests.support.watching import game


def test_a_players_answers_to_its_own_game_are_what_it_did():
    """v26 asked on v26's recording gives the recorded moves; two equal lists of moves are not disputed."""
    replay, v26 = game(), player("v26")
    moves = answers(replay, 1, v26)
    ours = (replay.owner[:-1] == 1) & (replay.strength[:-1] > 0)
    assert (moves == replay.moves)[ours].mean() > 0.95  # ties fall by another seed
    assert disputed(replay, 1, {"one": moves, "two": moves.copy()}) == []


def test_disputed_pieces_stand_at_the_front_and_come_strongest_first():
    """With what everybody would do."""
    replay = game()
    names = ("v26", "v12")
    proposals = disputed(replay, 1, {name: answers(replay, 1, player(name)) for name in names})
    weights = [each.weight for each in proposals]
    assert proposals
    assert weights == sorted(weights, reverse=True)
    for each in proposals:
        y, x = divmod(each.square, replay.production.shape[1])
        assert replay.owner[each.turn, y, x] == 1
        assert replay.strength[each.turn, y, x] == each.weight
    assert "v26 " in proposals[0].why
    assert "v12 " in proposals[0].why


def test_the_frame_of_a_blunder_is_among_the_costliest_and_a_short_game_has_none():
    """A game in which a player throws its strength away on one turn."""
    replay = blundered()
    turns = [each.turn for each in costly(replay, 1)[:10]]
    assert any(BLUNDER - 3 <= turn <= BLUNDER for turn in turns)
    replay = game()
    short = Replay(replay.owner[:3], replay.strength[:3], replay.production, replay.moves[:2], replay.player_names)
    assert costly(short, 1) == []


def test_unusual_moves_are_those_that_the_database_knows_otherwise():
    """Where everybody went one way and this player does not; a database that has seen little has no opinion."""
    replay = game()
    combat = Combat.of([replay])
    moves = answers(replay, 1, player("v26?pact=off&strategic_stilling=off"))
    many = unusual(replay, 1, combat, "it", moves)
    rare = Combat(combat.table.assign(**{name: combat.table[name] // 50 for name in combat.table.columns[2:]}))
    assert len(unusual(replay, 1, rare, "it", moves)) < max(1, len(many))
    assert all("of" in each.why and each.why.startswith("unusual: ") for each in many)


def test_all_seats_are_asked_and_the_order_does_not_depend_on_them():
    """Proposals are sorted by weight, then by turn."""
    asked = [player("v26"), player("v12")]
    listed = proposed(game(), "disputed", asked, None)
    assert {each.player for each in listed} == {1, 2}
    assert listed == sorted(listed, key=lambda each: (-each.weight, each.turn, each.player, each.square))


def test_in_the_last_turns_a_piece_beside_any_land_is_at_the_front():
    """Land counts for more than strength then, so neutral land is worth a dispute; before, only an enemy's is."""
    owner, strength = np.zeros((61, 6, 6), np.uint8), np.full((61, 6, 6), 5, np.uint8)
    owner[:, 2, 2] = 1
    moves = np.zeros((60, 6, 6), np.int32)
    replay = Replay(owner, strength, strength[0], moves, ("one", "other"))
    proposals = disputed(replay, 1, {"one": moves, "other": moves + 1})
    assert {each.turn for each in proposals} == set(range(60 - LAST_TURNS, 60))


@pytest.mark.parametrize(
    ("counts", "agreed"), [([0, 19, 0, 0, 0], None), ([0, 20, 0, 0, 0], (1, 1.0, 20)), ([9, 0, 11, 0, 0], None)]
)
def test_the_database_has_an_opinion_where_it_has_seen_enough_that_agree(counts, agreed):
    """Twenty squares, of which three in five went one way."""
    assert _agreed(np.array(counts)) == agreed
