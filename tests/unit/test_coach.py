"""The parts of the coach: refused questions, the players of the futures, kept answers, alternative moves, futures."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from bot import Parameters, preset
from engine import generate, rules
from engine.errors import UserError
from engine.replay import write
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.coach import futures as coaching
from experiments.coach.answer import Coach
from experiments.coach.futures import HESITANT, Futures, Line, play_first_turns
from experiments.coach.game import CoachedGame, read_game
from experiments.coach.journal import Journal
from experiments.coach.moves import Alternative, alternatives, parts
from experiments.coach.policies import AS_WELL, DUEL, GREEDY, choose_policy, prediction
from experiments.coach.procedure import Purpose
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

    def line_at(self, frame):
        return Line("recorded", frame, self.game.replay.state(frame), self.players)

    def wins(self, line, purpose, first, count):
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
    known.wins = lambda line, purpose, first, count: [line.name in winning] * count
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
        assert np.mean([each.is_significant for each, right in zip(found, is_good, strict=True) if right]) > 0.6


def territory(replay):
    """(frames, 2) squares owned."""
    return np.stack([(replay.owner == seat).sum(axis=(1, 2)) for seat in (1, 2)], axis=-1)


class TestFutures:
    """Futures of one frame."""

    def futures(self, replay, folder, workers=1, seen=None):
        players = [preset(name) for name in replay.player_names]
        tell = seen.append if seen is not None else (lambda _: None)
        return Futures(CoachedGame(replay, 1), players, Journal(folder / "futures.jsonl"), workers, tell)

    def test_any_number_of_workers_plays_the_same(self, replay, tmp_path):
        with self.futures(replay, tmp_path / "one") as one, self.futures(replay, tmp_path / "three", 3) as three:
            first = one.rankings(one.line_at(FRAME), Purpose.SEARCH, 0, 6)
            assert three.rankings(three.line_at(FRAME), Purpose.SEARCH, 0, 6) == first
            assert one.wins(FRAME, Purpose.SEARCH, 0, 6) == [ranking[0] == 1 for ranking in first]
        seen = []
        with self.futures(replay, tmp_path / "one", seen=seen) as again:
            assert again.rankings(again.line_at(FRAME), Purpose.SEARCH, 0, 6) == first
        assert seen == []
        assert Journal(tmp_path / "one" / "futures.jsonl").count == 6

    def test_a_duel_that_is_decided_is_not_played_on(self, replay, tmp_path, monkeypatch):
        outcomes, play = [], Arena.play
        monkeypatch.setattr(Arena, "play", lambda *args, **known: outcomes.append(play(*args, **known)) or outcomes[-1])
        with self.futures(replay, tmp_path / "one") as futures:
            rankings = futures.rankings(futures.line_at(FRAME), Purpose.SEARCH, 0, 20)
        monkeypatch.setattr(coaching, "LEAD", np.inf)
        with self.futures(replay, tmp_path / "whole") as futures:
            assert futures.rankings(futures.line_at(FRAME), Purpose.SEARCH, 0, 20) == rankings
        stopped, whole = outcomes[:20], outcomes[20:]
        assert any(one.turns < other.turns for one, other in zip(stopped, whole, strict=True))
        for one, other in zip(stopped, whole, strict=True):
            np.testing.assert_array_equal(one.territory, other.territory[: one.turns + 1])

    def test_an_opponent_plays_on_with_what_it_remembers(self, tmp_path, monkeypatch):
        replay, outcomes, play = game(("planner", "v17")), [], Arena.play
        monkeypatch.setattr(Arena, "play", lambda *args, **known: outcomes.append(play(*args, **known)) or outcomes[-1])
        monkeypatch.setattr(coaching, "LEAD", np.inf)
        players = [player(name).parameters for name in replay.player_names]
        with Futures(CoachedGame(replay, 1), players, Journal(tmp_path / "futures.jsonl"), 2, hesitant=0) as futures:
            line, seed = futures.line_at(FRAME), preset("v17").seed
            for _ in range(2):  # one future leaves no trace in the next
                futures._ranking(line, seed)
                np.testing.assert_array_equal(outcomes[-1].territory, territory(replay)[FRAME:])
            # What it saw is forgotten: it cannot play on as it did.
            monkeypatch.setattr(CoachedGame, "player", lambda self, frame, seat, who: families.mover(who, 16, 16))
            futures._ranking(line, seed)
            assert not np.array_equal(outcomes[-1].territory, territory(replay)[FRAME:])


@pytest.mark.parametrize(
    ("place", "ends", "goal"),
    [
        (5, [3, 3, 4, 5], 3),  # never better than third, which half of its futures are
        (5, [1, 5, 5, 5], 1),  # a quarter is enough
        (3, [3, 3, 4, 4], 1),  # the goal is better than what was reached; there was no such hope
        (1, [1, 1, 2, 2], 1),
    ],
)
def test_the_best_place_within_reach(place, ends, goal):
    """The coach of a player who came in fifth showed a curve at 0 %, and said that no turn stood out."""
    coach = object.__new__(Coach)  # only what the goal depends on
    coach.game = SimpleNamespace(places=[place] * 6, place=place, seat=1, last=40)
    coach.futures = SimpleNamespace(recorded=lambda frame: frame, rankings=lambda *_: [[end] for end in ends])
    assert coach._goal(4) == goal


class TestAHundredFuturesWereOneGame:
    """Luck broke ties and did nothing else: where no tie was left, all futures were one game, counted twenty times."""

    def opened(self, replay, seed, turns=HESITANT):
        """The first turns of a future of players whose ties are always broken alike."""
        watched, players = Watched(replay), [replace(preset(name), ties="fixed") for name in replay.player_names]
        line = Line("recorded", FRAME, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        return play_first_turns(line, players, memories, turns, np.random.default_rng(seed))

    def test_futures_differ_without_ties_by_one_piece_of_each_player_and_end_with_the_game(self, replay, monkeypatch):
        boards = {self.opened(replay, seed)[0][-1].strength.tobytes() for seed in range(20)}
        assert len(boards) >= 15
        made, choose = [], coaching._moves
        monkeypatch.setattr(coaching, "_moves", lambda *known: made.append(choose(*known)) or made[-1])
        for seed in range(20):
            self.opened(replay, seed, 1)
        first = made
        usual = np.max(first, axis=0)  # every piece moves in most futures
        for moves in first:
            for seat in (1, 2):
                assert np.count_nonzero((moves != usual) & (replay.owner[FRAME] == seat)) <= 1
        watched, players = Watched(replay), [preset(name) for name in replay.player_names]
        last = turn_limit(*replay.production.shape) - 1
        line = Line("recorded", last, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        assert len(play_first_turns(line, players, memories, HESITANT, np.random.default_rng(1))[0]) == 2
