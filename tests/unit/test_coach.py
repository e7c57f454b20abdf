"""The parts of the coach: refused questions, policies, kept answers, alternative moves, rollouts, its words."""

import itertools
import re
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
from experiments.coach import rollouts as coaching
from experiments.coach import sentences
from experiments.coach.answer import Chance, Coach
from experiments.coach.game import CoachedGame, read_game
from experiments.coach.journal import Journal
from experiments.coach.moves import Alternative, alternatives, parts
from experiments.coach.policies import AS_WELL, DUEL, GREEDY, choose_policy, prediction
from experiments.coach.procedure import Purpose
from experiments.coach.remedy import line_after, remedy
from experiments.coach.rollouts import HESITANT, Line, Rollouts, play_first_turns
from experiments.recordings.watched import Watched
from experiments.stats import Interval
from tests.support.coaching import invented
from tests.support.recordings import GOLDEN
from tests.support.watching import folder_with, game

FRAME = 60


@pytest.fixture(scope="module")
def file(replay, tmp_path_factory):
    return folder_with(replay, tmp_path_factory.mktemp("games"))


class TestGames:
    def test_the_loser_of_a_duel_is_coached_and_more_players_need_a_name(self, file, replay, tmp_path):
        found = read_game(file, None)
        assert found.places[found.seat - 1] == 2
        assert 0 < found.last < replay.turns
        with pytest.raises(UserError, match="say whose game it is with --player"):
            read_game(folder_with(game(("v26", "v17", "v12")), tmp_path), None)

    def test_who_cannot_be_coached_is_refused(self, file, replay, tmp_path):
        (tmp_path / "text.hlt").write_text("hello")
        lonely = Arena(16, 16).play([preset("v26")] * 2, generate(16, 16, 2, 3), record=True).replay
        write(replace(lonely, owner=np.where(lonely.owner == 2, 0, lonely.owner)), tmp_path / "game.hlt")
        short = replace(replay, owner=replay.owner[:1], strength=replay.strength[:1], moves=replay.moves[:0])
        write(short, tmp_path / "short.hlt")
        for path, seat, said in (
            (file, 3, f"there is no player 3 in {file}, only 1 v26, 2 v17"),
            (file, 0, "there is no player 0"),
            (tmp_path / "nope.hlt", 1, "cannot be read"),
            (tmp_path / "text.hlt", 1, "text.hlt"),
            *((tmp_path / "game.hlt", seat, f"game.hlt: player {seat or 1} never moved against a living opponent")
              for seat in (None, 1, 2)),
            (tmp_path / "short.hlt", 1, "nothing to coach"),
        ):  # fmt: skip
            with pytest.raises(UserError, match=re.escape(said)):
                read_game(path, seat)

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

    @pytest.mark.slow
    def test_an_opponent_may_be_an_opponent(self):
        replay = game(("planner", "v17"))
        assert choose_policy(Watched(replay), 1, ("no such opponent", "planner")).notation == "planner"
        nameless = replace(replay, player_names=("Sly", "Fox"))
        policy = choose_policy(Watched(nameless), 1, ("friendly", "planner"))
        assert (policy.notation, policy.share, policy.is_slow) == ("planner", 1.0, True)
        assert isinstance(choose_policy(Watched(replay), 1).parameters, Parameters)


def test_a_torn_journal_is_read_as_far_as_it_is_whole(tmp_path):
    path = tmp_path / "games" / "rollouts.jsonl"
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
    """Rollouts that are won with known chances: one of the other moves wins 8 %, all else 0.7 %."""

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


@pytest.mark.slow
def test_the_best_moves_get_more_rollouts_before_one_is_chosen(replay):
    """The best of twelve moves was chosen by 20 rollouts each, of which others won as many by luck."""
    nothing = Known(replay, "", 0)
    good = line_after(nothing, FRAME, alternatives(nothing.game, 1, FRAME, preset("v26"))[-1]).name
    found = [remedy(Known(replay, good, seed), FRAME, preset("v26"), 20, 150) for seed in range(60)]
    is_good = [line_after(nothing, FRAME, each.move).name == good for each in found]
    assert np.mean(is_good) > 0.85
    assert np.mean([each.is_significant for each, right in zip(found, is_good, strict=True) if right]) > 0.6


def territory(replay):
    return np.stack([(replay.owner == seat).sum(axis=(1, 2)) for seat in (1, 2)], axis=-1)


@pytest.mark.slow
class TestRollouts:
    def rollouts(self, replay, folder, workers=1, seen=None):
        players = [preset(name) for name in replay.player_names]
        tell = seen.append if seen is not None else (lambda _: None)
        return Rollouts(CoachedGame(replay, 1), players, Journal(folder / "rollouts.jsonl"), workers, tell)

    def test_any_number_of_workers_plays_the_same(self, replay, tmp_path):
        with self.rollouts(replay, tmp_path / "one") as one, self.rollouts(replay, tmp_path / "three", 3) as three:
            first = one.rankings(one.line_at(FRAME), Purpose.SEARCH, 0, 6)
            assert three.rankings(three.line_at(FRAME), Purpose.SEARCH, 0, 6) == first
            assert one.wins(FRAME, Purpose.SEARCH, 0, 6) == [ranking[0] == 1 for ranking in first]
        seen = []
        with self.rollouts(replay, tmp_path / "one", seen=seen) as again:
            assert again.rankings(again.line_at(FRAME), Purpose.SEARCH, 0, 6) == first
        assert seen == []
        assert Journal(tmp_path / "one" / "rollouts.jsonl").count == 6

    def test_a_duel_that_is_decided_is_not_played_on(self, replay, tmp_path, monkeypatch):
        outcomes, play = [], Arena.play
        monkeypatch.setattr(Arena, "play", lambda *args, **known: outcomes.append(play(*args, **known)) or outcomes[-1])
        with self.rollouts(replay, tmp_path / "one") as rollouts:
            rankings = rollouts.rankings(rollouts.line_at(FRAME), Purpose.SEARCH, 0, 20)
        monkeypatch.setattr(coaching, "LEAD", np.inf)
        with self.rollouts(replay, tmp_path / "whole") as rollouts:
            assert rollouts.rankings(rollouts.line_at(FRAME), Purpose.SEARCH, 0, 20) == rankings
        stopped, whole = outcomes[:20], outcomes[20:]
        assert any(one.turns < other.turns for one, other in zip(stopped, whole, strict=True))
        for one, other in zip(stopped, whole, strict=True):
            np.testing.assert_array_equal(one.territory, other.territory[: one.turns + 1])

    def test_an_opponent_plays_on_with_what_it_remembers(self, tmp_path, monkeypatch):
        replay, outcomes, play = game(("planner", "v17")), [], Arena.play
        monkeypatch.setattr(Arena, "play", lambda *args, **known: outcomes.append(play(*args, **known)) or outcomes[-1])
        monkeypatch.setattr(coaching, "LEAD", np.inf)
        players = [player(name).parameters for name in replay.player_names]
        with Rollouts(CoachedGame(replay, 1), players, Journal(tmp_path / "rollouts.jsonl"), 2, hesitant=0) as rollouts:
            line, seed = rollouts.line_at(FRAME), preset("v17").seed
            for _ in range(2):  # one rollout leaves no trace in the next
                rollouts._ranking(line, seed)
                np.testing.assert_array_equal(outcomes[-1].territory, territory(replay)[FRAME:])
            # What it saw is forgotten: it cannot play on as it did.
            monkeypatch.setattr(CoachedGame, "player", lambda self, frame, seat, who: families.mover(who, 16, 16))
            rollouts._ranking(line, seed)
            assert not np.array_equal(outcomes[-1].territory, territory(replay)[FRAME:])


@pytest.mark.parametrize(("place", "ends", "goal"), [
    (5, [3, 3, 4, 5], 3),  # never better than third, which half of its rollouts are
    (5, [1, 5, 5, 5], 1),  # a quarter is enough
    (3, [3, 3, 4, 4], 1),  # the goal is better than what was reached; there was no such hope
    (1, [1, 1, 2, 2], 1),
])  # fmt: skip
def test_the_best_place_within_reach(place, ends, goal):
    """The coach of a player who came in fifth showed a curve at 0 %, and said that no turn stood out."""
    coach = object.__new__(Coach)  # only what the goal depends on
    coach.game = SimpleNamespace(places=[place] * 6, place=place, seat=1, last=40)
    coach.rollouts = SimpleNamespace(line_at=lambda frame: frame, rankings=lambda *_: [[end] for end in ends])
    assert coach._goal(4) == goal


@pytest.mark.slow
class TestAHundredRolloutsWereOneGame:
    """Luck broke ties and did nothing else: where no tie was left, all rollouts were one game, counted twenty times."""

    def opened(self, replay, seed, turns=HESITANT, frame=FRAME):
        """The first turns of a rollout of players whose ties are always broken alike."""
        watched, players = Watched(replay), [replace(preset(name), ties="fixed") for name in replay.player_names]
        line = Line("recorded", frame, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        return play_first_turns(line, players, memories, turns, np.random.default_rng(seed))[0]

    def test_rollouts_differ_without_ties_by_one_piece_of_each_player_and_end_with_the_game(self, replay, monkeypatch):
        assert len({self.opened(replay, seed)[-1].strength.tobytes() for seed in range(20)}) >= 15
        made, choose = [], coaching._moves
        monkeypatch.setattr(coaching, "_moves", lambda *known: made.append(choose(*known)) or made[-1])
        for seed in range(20):
            self.opened(replay, seed, 1)
        usual = np.max(made, axis=0)  # every piece moves in most rollouts
        for moves, seat in itertools.product(made, (1, 2)):
            assert np.count_nonzero((moves != usual) & (replay.owner[FRAME] == seat)) <= 1
        last = turn_limit(*replay.production.shape) - 1
        assert len(self.opened(replay, 1, frame=last)) == 2


def with_point(answer, **changes):
    return replace(answer, points=[answer.turning_points[0]._replace(**changes), *answer.points[1:]])


def with_remedy(answer, **changes):
    return with_point(answer, remedy=replace(answer.turning_points[0].remedy, **changes))


def gone(answer, seat, turn):
    answer.game.ejected = {seat: turn}
    return replace(answer, fresh={turn - 1: Interval(0.5, 0.6, 0.7)})


def won(answer):
    answer.game.places = answer.game.places[::-1]
    return replace(answer, lowest=9, fresh={9: Interval(0.1, 0.2, 0.3)})


def joint(answer):
    move = answer.turning_points[0].remedy.move
    return with_remedy(answer, move=replace(move, moves=np.full_like(move.moves, 2), squares=np.arange(5)))


def slow(answer):
    (point,) = answer.turning_points
    end = point.fall.last
    later = point._replace(fall=replace(point.fall, first=end, last=end + 9), remedy=None, square=None)
    return replace(answer, points=[*answer.points, later])


LOW = [Chance(frame, Interval(0.0, 0.05, 0.2), [0.05, 0.95]) for frame in (0, 10, 20)]
SAID_OF = {
    "an answer": lambda it: it,
    "a game that was won": won,
    "the player's ejection": lambda it: gone(it, 1, 61),
    "another's ejection on the turn": lambda it: with_point(gone(it, 2, 31), remedy=None),
    "a lower goal": lambda it: replace(it, goal=2),
    "a first answer that grows": lambda it: replace(it, open="More.", rollouts=20, left=200.0),
    "a chance that was low": lambda it: replace(it, points=[], chance=LOW),
    "a square that the policy moves differently": lambda it: with_point(
        it, square=it.turning_points[0].square._replace(policy=1)
    ),
    "a move that is not sure": lambda it: with_remedy(it, gap=Interval(-0.1, -0.004, 0.4)),
    "a move that more futures could settle": lambda it: with_remedy(it, gap=Interval(-0.1, 0.2, 0.4)),
    "a move of five squares": joint,
    "a slow fall": slow,
}


def lines_of(findings):
    yield findings["title"]
    yield from (f"lead: {line}" for line in findings["lead"])
    for point in findings["points"]:
        yield f"{point['title']}: square {point['square']}, moves {point['moves']}"
        yield from (f"{point['title']}: {name}: {text}" for name, text in point["texts"])
    yield from (f"not sure: {', '.join(map(str, row))}" for row in findings["unsure"])
    yield from (f"method: {line}" for line in findings["method"])
    yield "it grows" if findings["growing"] else "it is whole"


def in_words(replay):
    """Of each answer the lines that the first has not: what its change says."""
    usual, written = set(), []
    for name, change in SAID_OF.items():
        said = [*lines_of(sentences.findings(change(invented(replay))))]
        written += [f"## {name}", *(line for line in said if line not in usual), ""]
        usual = usual or set(said)
    return "\n".join(written)


APPROVED = GOLDEN / "coach-sentences.txt"


def test_the_answer_in_words_is_the_approved_one(replay):
    assert in_words(replay) == APPROVED.read_text(encoding="utf-8"), "to approve it: python -m tests.unit.test_coach"


def test_a_slow_fall_around_a_steep_one_is_no_turning_point_beside_it(replay):
    """Turns 41 to 90 stood beside 51 to 56, which says more exactly where; the answer's sentence names both."""
    answer = invented(replay)
    (point,) = answer.turning_points
    around = point._replace(fall=replace(point.fall, first=point.fall.first - 5, last=point.fall.last + 9))
    both = replace(answer, points=[around, *answer.points])
    assert both.turning_points == [point]
    assert f"on {sentences.turns_of(around.fall)}" in " ".join(sentences.summary(both))


if __name__ == "__main__":
    APPROVED.write_text(in_words(game()), encoding="utf-8")
