"""Proposals: the decisions that the three filters find in a game, and those that deep search keeps."""

import numpy as np
import pytest

from bot import Memory
from engine import Replay, State
from experiments.arena.players import player
from experiments.positions import propose as verb
from experiments.positions.deep import Effort, decisive
from experiments.positions.evidence import Measure
from experiments.positions.futures import Frame, Futures
from experiments.positions.position import PositionError, Source, Verdict
from experiments.positions.proposals import answers, costly, disputed, unusual
from experiments.positions.proposing import proposed
from experiments.positions.themes import Scene
from experiments.recordings.combat import Combat
from tests.support.coaching import BLUNDER, blundered
from tests.support.watching import folder_with, game


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


def test_the_frame_of_a_blunder_is_among_the_costliest():
    """A game in which a player throws its strength away on one turn."""
    replay = blundered()
    turns = [each.turn for each in costly(replay, 1)[:10]]
    assert any(BLUNDER - 3 <= turn <= BLUNDER for turn in turns)


def test_a_short_game_has_no_costly_decision():
    """A game of fewer than three turns has no later losses to count."""
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


def frame_of(owner, strength, turn=5, square=0):
    """A small board between two players, production 1 everywhere."""
    state = State(np.array(owner, np.uint8), np.array(strength, np.uint8), np.ones(np.shape(owner), np.uint8))
    return Frame(state, turn, (Memory(2), Memory(2)), 1, square)


def test_futures_have_the_same_luck_for_every_move_and_find_a_suicide():
    """A move asked twice has the same scores; a piece that walks into a stronger neutral square is lost."""
    owner, strength = np.zeros((8, 8), int), np.full((8, 8), 200)
    owner[0, 0], owner[4, 4], strength[0, 0], strength[4, 4] = 1, 2, 150, 150
    futures = Futures(frame_of(owner, strength))
    scores = futures.asked(Measure.LEAD, range(5), range(3))
    again = futures.asked(Measure.LEAD, range(5), range(3))
    assert all(np.array_equal(scores[move], again[move]) for move in scores)
    assert scores[0].mean() > max(scores[move].mean() for move in range(1, 5)) + 100


def test_the_last_square_decides_at_the_end():
    """On the last turn a free square beside us is worth one square, and the game is not played beyond its end."""
    owner, strength = np.zeros((8, 8), int), np.full((8, 8), 200)
    owner[0, 0], owner[4, 4], strength[0, 0], strength[4, 4] = 1, 2, 150, 150
    strength[0, 1] = 3
    scores = Futures(frame_of(owner, strength, turn=79)).asked(Measure.SQUARES, range(5), range(3))
    assert [scores[move].mean() for move in range(5)] == [1, 1, 2, 1, 1]


def scene(friend):
    """A piece of ours west of a free square with three enemies around it, and another piece of ours."""
    owner, strength = np.zeros((2, 9, 9), np.uint8)
    owner[4, 3], strength[4, 3] = 1, 100
    owner[friend], strength[friend] = 1, 50
    for place in ((3, 4), (5, 4), (4, 5)):
        owner[place], strength[place] = 2, 60
    return Scene(State(owner, strength, np.ones((9, 9), np.uint8)), 10, 1, 4 * 9 + 3)


def test_themes_by_geometry():
    """East strikes three; beside a friend it would let one enemy strike both; alone it is only better to draw back."""
    assert [scene((3, 3)).struck(move) for move in range(5)] == [0, 1, 3, 1, 0]
    assert scene((3, 3)).theme(2, 0) == "overkill"
    assert scene((3, 3)).theme(0, 2) == "dodge"
    assert scene((8, 8)).theme(4, 2) == "retreat"


def test_a_neutral_square_with_an_enemy_behind_it_is_a_matter_of_the_pact():
    """In the last turns the theme is "last turn" instead."""
    made = scene((8, 8))
    made.state.strength[4, 4] = 20
    assert (made.opens(2), made.opens(0)) == (True, False)
    assert made.theme(2, 0) == made.theme(0, 2) == "pact"
    assert Scene(made.state, 80, 1, made.y * 9 + made.x).theme(2, 0) == "last turn"


@pytest.mark.slow
def test_deep_search_keeps_only_what_fresh_futures_confirm():
    """Every position it yields has a right and a wrong move, evidence, and a name; the same seed finds the same."""
    replay = game()
    source = Source("game.hlt", replay.player_names)
    effort = Effort(drawn=6, quick=3, chosen=3, longer=6, fresh=20)
    panel = [player("v26"), player("v12")]
    kept = [list(decisive(replay, source, panel, Measure.LEAD, effort, 1)) for _ in range(2)]
    assert [each.name for each in kept[0]] == [each.name for each in kept[1]]
    for position in kept[0]:
        (choice,) = position.choices
        assert position.evidence[0].is_worth_keeping
        assert choice.verdict(choice.wrong[0]) is Verdict.WRONG
        assert choice.verdict(position.evidence[0].moves[0].move) is Verdict.RIGHT


def test_a_search_that_could_store_nothing_measures_nothing(tmp_path, monkeypatch):
    """A file in place of the folder ended it after minutes of futures."""
    monkeypatch.setattr(verb, "decisive", None)
    path = folder_with(game(), tmp_path)
    with pytest.raises(PositionError, match="is not a folder"):
        verb.deepen([(path, game())], "LEAD", ["v26"], path)


def test_the_verb_prints_what_a_filter_proposes(tmp_path, capsys):
    """A line for each, the most at stake first."""
    verb.propose([(tmp_path / "game.hlt", game())], "costly", ["v26"], None, 3)
    said = capsys.readouterr().out.splitlines()
    assert "proposed" in said[0]
    assert all(line.startswith("  turn ") for line in said[1:])
    assert len(said) == 4
