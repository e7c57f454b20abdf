"""The parts of the coach: refused questions, the players of the futures, kept answers, alternative moves."""

from dataclasses import replace

import numpy as np
import pytest

from bot import Parameters, preset
from engine import generate, rules
from engine.errors import UserError
from engine.replay import write
from experiments.arena.arena import Arena
from experiments.coach.futures import Line
from experiments.coach.game import CoachedGame, read_game
from experiments.coach.journal import Journal
from experiments.coach.moves import Alternative, alternatives, parts
from experiments.coach.policies import AS_WELL, DUEL, GREEDY, choose_policy, prediction
from experiments.coach.remedy import line_after, remedy
from experiments.recordings.watched import Watched
from tests.support.watching import folder_with, game

FRAME = 60


@pytest.fixture(scope="module")
def file(replay, tmp_path_factory):
    return folder_with(replay, tmp_path_factory.mktemp("games"))


def refusal(path, seat):
    with pytest.raises(UserError) as refused:
        read_game(path, seat)
    return str(refused.value)


class TestGames:
    """What can be coached, and what cannot: one line that says why."""

    def test_the_loser_of_a_duel_is_coached_and_more_players_need_a_name(self, file, replay, tmp_path):
        found = read_game(file, None)
        assert found.places[found.seat - 1] == 2
        assert 0 < found.last < replay.turns
        path = folder_with(game(("v26", "v17", "v12")), tmp_path)
        assert "say whose game it is with --player" in refusal(path, None)

    def test_who_cannot_be_coached_is_refused(self, file, replay, tmp_path):
        assert refusal(file, 3) == f"there is no player 3 in {file}, only 1 v26, 2 v17"
        assert refusal(file, 0).startswith("there is no player 0")
        assert "cannot be read" in refusal(tmp_path / "nope.hlt", 1)
        (tmp_path / "text.hlt").write_text("hello")
        assert str(tmp_path / "text.hlt") in refusal(tmp_path / "text.hlt", 1)
        state = generate(16, 16, 2, 3)
        lonely = Arena(16, 16).play([preset("v26")] * 2, state, record=True).replay
        owner = np.where(lonely.owner == 2, 0, lonely.owner)
        path = tmp_path / "game.hlt"
        write(replace(lonely, owner=owner), path)
        for seat in (None, 1, 2):
            assert f"game.hlt: player {seat or 1} never moved against a living opponent" in refusal(path, seat)
        short = replace(replay, owner=replay.owner[:1], strength=replay.strength[:1], moves=replay.moves[:0])
        write(short, tmp_path / "short.hlt")
        assert "nothing to coach" in refusal(tmp_path / "short.hlt", 1)

    def test_the_game_is_known_by_what_is_in_it(self, file, replay, tmp_path):
        moves = replay.moves.copy()
        moves[5] = 0
        write(replay, tmp_path / "other.hlt.gz")
        write(replace(replay, moves=moves), tmp_path / "changed.hlt")
        first, second, other, changed = (
            read_game(path, seat).journal(tmp_path / "laboratory.db")
            for path, seat in ((file, 1), (file, 2), (tmp_path / "other.hlt.gz", 1), (tmp_path / "changed.hlt", 1))
        )
        assert first == other
        assert len({first, second, changed}) == 3, "each player has a journal"


class TestPolicies:
    """Which preset plays on for which player."""

    def test_a_preset_is_known_by_the_moves_before(self, replay):
        nameless = replace(replay, player_names=("Sly", "Fox"))
        policies = [choose_policy(Watched(nameless), seat) for seat in (1, 2)]
        assert [(each.notation, each.share) for each in policies] == [("v26", 1.0), ("v17", 1.0)]
        short = replace(replay, owner=replay.owner[:2], strength=replay.strength[:2], moves=replay.moves[:1])
        assert [choose_policy(Watched(short), seat).notation for seat in (1, 2)] == ["v26", "v17"]
        assert prediction(Watched(short), 1, "v17").front is None
        assert 0 < prediction(Watched(replay), 1, "v17").share < 1

    def test_the_champion_searches_where_its_search_is_seen(self):
        watched = Watched(game(("champion", "v17")))
        with_search, without = (prediction(watched, 1, f"champion?{less}") for less in (DUEL, GREEDY))
        assert with_search.merit >= without.merit
        is_seen = with_search.merit - without.merit > AS_WELL
        assert choose_policy(watched, 1) == (with_search if is_seen else without)

    def test_an_opponent_may_be_an_opponent(self):
        """Its namesake is asked first, and no other once it predicts enough; who asks is always played by a preset."""
        replay = game(("planner", "v17"))
        assert choose_policy(Watched(replay), 1, ("no such opponent", "planner")).notation == "planner"
        nameless = replace(replay, player_names=("Sly", "Fox"))
        policy = choose_policy(Watched(nameless), 1, ("friendly", "planner"))
        assert (policy.notation, policy.share, policy.is_slow) == ("planner", 1.0, True)
        assert isinstance(choose_policy(Watched(replay), 1).parameters, Parameters)


def test_a_torn_journal_is_read_as_far_as_it_is_whole(tmp_path):
    """Two coaches that played the same futures at once do not count them twice."""
    path = tmp_path / "games" / "futures.jsonl"
    journals = [Journal(path), Journal(path)]
    for journal in journals:
        journal.note("a", [[1, 2]])
    journals[0].note("a", [[2, 1]])
    journals[0].note("b", [[2, 1]])
    path.write_bytes(path.read_bytes()[:-4])
    again = Journal(path)
    assert (again.rankings("a"), again.rankings("b")) == ([[1, 2], [2, 1]], [])
    again.note("b", [[2, 1]])
    assert Journal(path).rankings("b") == [[2, 1]]


class TestMoves:
    """Alternative moves for a turn."""

    def test_alternatives_are_different_and_only_ours_and_their_parts_lie_apart(self, replay):
        watched, recorded = Watched(replay), replay.moves[FRAME]
        others = alternatives(watched, 1, FRAME, preset("v26"))
        assert len(others) > 3
        assert len({each.moves.tobytes() for each in others}) == len(others)
        for each in others:
            changed = np.flatnonzero(each.moves != recorded)
            assert set(each.squares) <= set(changed)
            assert (replay.owner[FRAME].flat[changed] == 1).all()
        for each in alternatives(Watched(replay), 1, FRAME, preset("v26")):
            pieces = parts(each, replay.strength[FRAME], replay.moves[FRAME])
            squares = [square for piece in pieces for square in piece.squares.tolist()]
            assert len(pieces) != 1
            assert set(squares) <= set(each.squares.tolist())
            assert len(squares) == len(set(squares))

    def test_squares_on_both_sides_of_the_edge_lie_together(self):
        recorded, moved = np.zeros((20, 20), np.uint8), np.ones((20, 20), np.uint8)
        for other, count in ((19, 0), (380, 0), (10, 2), (200, 2)):
            change = Alternative("one", moved, np.array([0, other]))
            assert len(parts(change, np.ones((20, 20), np.uint8), recorded)) == count


class Known:
    """Futures that are won with known chances: one of the other moves wins 8 %, all else 0.7 %."""

    def __init__(self, replay, good, seed):
        self.game, self.good, self.seed = CoachedGame(replay, 1), good, seed
        self.players = (preset("v26"), preset("v12"))

    def recorded(self, frame):
        return Line("recorded", frame, self.game.replay.state(frame), self.players)

    def won(self, line, purpose, first, count):
        chance = 0.08 if line.name == self.good else 0.007
        dice = np.random.default_rng([self.seed, int(purpose), *line.name.encode()])
        return (dice.random(1000)[first : first + count] < chance).tolist()


def test_a_part_of_the_best_move_that_wins_as_much_is_told_in_its_place_and_nothing_on_an_ejection(replay):
    """A piece of news that is short; what would have followed other moves than an ejection's is not known."""
    known = Known(replay, "", 0)
    tried = alternatives(known.game, 1, FRAME, preset("v26"))
    whole = next(each for each in tried if parts(each, replay.strength[FRAME], replay.moves[FRAME]))
    part = parts(whole, replay.strength[FRAME], replay.moves[FRAME])[-1]
    winning = {line_after(known, FRAME, each).name for each in (whole, part)}
    known.won = lambda line, purpose, first, count: [line.name in winning] * count
    assert remedy(known, FRAME, preset("v26"), 4, 100).move.squares.tolist() == part.squares.tolist()
    owner, strength = replay.owner.copy(), replay.strength.copy()
    owner[FRAME + 1 :][owner[FRAME + 1 :] == 2] = 0
    after = rules.step(replay.state(FRAME), replay.moves[FRAME], [2])
    owner[FRAME + 1], strength[FRAME + 1] = after.owner, after.strength
    gone = replace(replay, owner=owner, strength=strength)
    assert remedy(Known(gone, "", 0), FRAME, preset("v26"), 4, 100) is None


class TestAMoveThatWinsEightPercentWasPassedOver:
    """The best of twelve moves was chosen by 20 futures each, of which others won as many by luck."""

    def names(self, replay):
        known = Known(replay, "", 0)
        tried = alternatives(known.game, 1, FRAME, preset("v26"))
        return [line_after(known, FRAME, each).name for each in tried]

    def test_the_best_moves_get_more_futures_before_one_is_chosen(self, replay):
        good = self.names(replay)[-1]
        found = [remedy(Known(replay, good, seed), FRAME, preset("v26"), 20, 150) for seed in range(60)]
        is_good = [line_after(Known(replay, good, 0), FRAME, each.move).name == good for each in found]
        assert np.mean(is_good) > 0.85
        assert np.mean([each.is_sure for each, right in zip(found, is_good, strict=True) if right]) > 0.6
