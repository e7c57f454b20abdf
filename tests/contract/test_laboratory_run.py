"""A laboratory's run: blocks in order with any workers, every game once, nothing lost."""

from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Block, Seeds, maps
from experiments.laboratory.database import Database
from experiments.laboratory.games import PlayingError
from experiments.laboratory.laboratory import Executor, Laboratory
from experiments.laboratory.progress import Progress
from tests.support.results import result


def schedule(*notations, count=None):
    lineup = [player(notation) for notation in notations or ("v26", "v17")]
    drawn = maps("12x12,10x10", len(lineup), Seeds.DEVELOPMENT)
    return (Block(each, tuple(lineup)) for each in islice(drawn, count))


@dataclass
class Backwards(Executor):
    """Takes several games and plays the last first, as workers may; remembers what it played."""

    keys: list[str] = field(default_factory=list)
    seconds = 0.0

    def collect(self):
        """The game that came last."""
        self.waiting.rotate(1)
        finished = super().collect()
        self.keys += [game.key for game, _ in finished]
        self.wanted = 7 if not self.waiting else 0
        return finished


@pytest.fixture
def laboratory(tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database, closing(Backwards()) as executor:
        yield Laboratory(database, executor)


def shares(played):
    """What a test would look at."""
    return [block.shares(place) for block in played for place in range(len(block.block.lineup))]


def test_blocks_come_in_order_not_as_they_finish(laboratory, tmp_path):
    played = list(laboratory.play(schedule(count=10)))
    with Database.open(tmp_path / "other.db") as database, closing(Executor()) as executor:
        one_by_one = list(Laboratory(database, executor).play(schedule(count=10)))
    assert played == one_by_one
    assert [block.block for block in played] == list(schedule(count=10))


def test_a_share_follows_its_entry_through_the_seats(laboratory):
    for played in laboratory.play(schedule("v26", "v17", "v12", count=2)):
        for rotation, game in enumerate(played.games):
            for place in range(3):
                rank = game.ranks[played.block.seat(place, rotation)]
                assert played.shares(place)[rotation] == (3 - rank) / 2
        assert sum(played.score(place) for place in range(3)) == pytest.approx(1.5)


def test_stored_games_are_not_played_again(laboratory):
    first = list(laboratory.play(schedule(count=4)))
    executor = laboratory.executor
    executor.keys.clear()
    assert list(laboratory.play(schedule(count=4))) == first
    assert executor.keys == []
    list(laboratory.play(schedule(count=5)))
    assert len(executor.keys) == 2


def test_a_recording_that_is_missing_is_made(laboratory):
    """Asked for later, the stored games of compiled players are played again, once; programs' would end differently."""
    asked = [*schedule(count=1), *schedule("v26", "cmd:theirs", count=1)]
    program = asked[1].games
    laboratory.database.store([(game, result(game)) for game in program])
    first = list(laboratory.play(asked))
    keys = {game.key for game in asked[0].games}
    assert laboratory.database.recorded([*keys, *(game.key for game in program)]) == set()
    for unplayed in (keys, set()):
        executor = laboratory.executor
        executor.keys.clear()
        recording = Laboratory(laboratory.database, executor, replays=True)
        assert list(recording.play(asked)) == first
        assert set(executor.keys) == unplayed
        assert len(recording.unrecorded) == 2
    assert laboratory.database.recorded(keys) == keys


def test_the_same_game_is_played_once_in_a_run(laboratory):
    twice = [*schedule("v26", "v26", count=2)] * 2
    played = list(laboratory.play(twice))
    assert len(laboratory.executor.keys) == len(set(laboratory.executor.keys)) == 2
    assert played[:2] == played[2:]
    assert all(block.shares() == (block.shares()[0], 1 - block.shares()[0]) for block in played)


def test_a_game_is_stored_before_its_block_is_seen(laboratory):
    for played in laboratory.play(schedule(count=3)):
        assert set(laboratory.database.find(game.key for game in played.block.games)) == {
            game.key for game in played.block.games
        }


class Invented(Executor):
    """Invents results: after its first block the program crashes in every game."""

    def collect(self):
        game, _ = self.waiting.popleft()
        crash = "exited on turn 3: it exited with code 1" if game.map != next(schedule()).map else None
        return [(game, replace(result(game), faults=tuple(crash if seat.command else None for seat in game.seats)))]


def test_a_program_that_has_finished_a_game_may_crash_in_the_next_ones(tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database, closing(Invented()) as executor:
        laboratory = Laboratory(database, executor)
        assert len(list(laboratory.play(schedule("v26", "cmd:theirs", count=3)))) == 3
        with pytest.raises(PlayingError, match="crashed in every game of its first block"):
            list(laboratory.play(islice(schedule("v26", "cmd:others"), 1, 2)))


def test_an_endless_schedule_is_left_when_enough_is_known(laboratory):
    taken = []
    endless = (taken.append(block) or block for block in schedule())
    playing = laboratory.play(endless)
    next(playing)
    playing.close()
    assert len(taken) < 10
    assert laboratory.executor.collect() == []
    stored = laboratory.database.find(game.key for block in taken for game in block.games)
    assert set(stored) == set(laboratory.executor.keys)


def test_blocks_ahead_of_the_one_that_is_waited_for_are_bounded(laboratory, monkeypatch):
    """However much the workers could take."""
    monkeypatch.setattr("experiments.laboratory.laboratory.AHEAD", 4)
    laboratory.executor.wanted = 1000
    taken = []
    next(laboratory.play(taken.append(block) or block for block in schedule(count=9)))
    assert len(taken) == 4


def test_everybody_who_watches_hears_of_every_game(laboratory):
    list(laboratory.play(schedule(count=2)))
    watch = Progress(6, "a test")
    list(laboratory.play(schedule(count=3), watch))
    assert (watch.stored, watch.played) == (4, 2)
