"""The schedule of a run, blocks, rotations, mixes and halves of the seeds, and the display of its progress."""

import io
from collections import Counter
from contextlib import closing
from itertools import islice

import numpy as np
import pytest
from rich.console import Console

from engine import generate
from experiments.arena.players import player
from experiments.arena.schedule import CONTEST_SIDES, HELD_OUT_FROM, Block, Map, ScheduleError, Seeds, maps
from experiments.laboratory.progress import Progress, duration

V12, V17, V26 = player("v12"), player("v17"), player("v26")


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_plays_from_every_seat_once(seats):
    lineup = tuple(player(f"v26?seed={number}") for number in range(seats))
    block = Block(Map(24, 24, 1, seats), lineup)
    for place, who in enumerate(lineup):
        taken = [game.seats.index(who) for game in block.games]
        assert sorted(taken) == list(range(seats))
        assert taken == [block.seat(place, rotation) for rotation in range(seats)]


def test_maps_are_the_official_generator_s_and_the_halves_of_the_seeds_have_nothing_in_common():
    mix = "contest"
    whole = list(islice(maps(mix, None, Seeds.HELD_OUT), 12))
    assert list(islice(maps(mix, None, Seeds.HELD_OUT, first=5), 7)) == whole[5:]
    two, four = (list(islice(maps(mix, players, Seeds.DEVELOPMENT), 20)) for players in (2, 4))
    assert [board.width for board in two] == [board.width for board in four]
    assert np.array_equal(Map(20, 24, 7, 2).state().production, generate(20, 24, 2, 7).production)
    mix = "10x10"
    with pytest.raises(ScheduleError, match="outside"):
        next(maps(mix, 2, Seeds.DEVELOPMENT, first=HELD_OUT_FROM))
    last = next(maps(mix, 2, Seeds.DEVELOPMENT, first=HELD_OUT_FROM - 1))
    first = next(maps(mix, 2, Seeds.HELD_OUT))
    assert last.seed < first.seed
    assert [Seeds.of(last.seed), Seeds.of(first.seed)] == [Seeds.DEVELOPMENT, Seeds.HELD_OUT]


class TestTenMapsHadFiveOfOneSize:
    """The first ten held-out maps of the contest's mix have five of 35 x 35 and none of 40 x 40 or 45 x 45."""

    @pytest.mark.parametrize("first", range(16))
    def test_sizes_that_are_dealt_have_their_part_in_any_ten_maps(self, first):
        dealt = islice(maps("evenly", 4, Seeds.HELD_OUT, first), 10)
        sides = Counter(each.width for each in dealt)
        assert max(sides.values()) <= 3
        assert {25, 30, 35, 40, 45} <= sides.keys()

    def test_sixteen_in_a_row_are_the_contest_s(self):
        dealt = islice(maps("evenly", 2, Seeds.DEVELOPMENT, 5), len(CONTEST_SIDES))
        assert sorted(each.width for each in dealt) == sorted(CONTEST_SIDES)


def test_the_contest_mix_draws_sides_as_often_as_it_lists_them():
    """Within five standard deviations of a fair draw, for 2,000 maps."""
    drawn = [each.width for each in islice(maps("contest", 2, Seeds.DEVELOPMENT), 2000)]
    for side in set(CONTEST_SIDES):
        share = CONTEST_SIDES.count(side) / len(CONTEST_SIDES)
        assert abs(drawn.count(side) - 2000 * share) < 5 * np.sqrt(2000 * share * (1 - share))


def test_a_key_changes_with_everything_that_decides_a_game():
    boards = Map(20, 20, 1, 2), Map(20, 20, 2, 2), Map(20, 24, 1, 2), Map(24, 20, 1, 2)
    games = [game for board in boards for other in (V17, V12) for game in Block(board, (V26, other)).games]
    assert len({game.key for game in games}) == len(games) == 16
    assert games[0].is_deterministic
    assert not Block(boards[0], (V26, player("cmd:theirs"))).games[0].is_deterministic


class Clock:
    """A clock that stands until it is moved."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr("experiments.laboratory.progress.monotonic", clock := Clock())
    return clock


def progress(total, is_terminal=False, **rest):
    out = io.StringIO()
    shown = Console(file=out, width=160, force_terminal=is_terminal)
    return Progress(total, "v26 against v17", shown, **rest), out


def test_a_log_has_a_line_every_ten_seconds_and_one_at_the_end(clock):
    watch, out = progress(100)
    with closing(watch):
        watch.advance()
        for _ in range(9):
            clock.now += 2.5
            watch.advance(games=5, status="+24 ± 15 Elo")
    assert out.getvalue().splitlines() == [
        "v26 against v17: 20/100 games, 2.0 games/s, 0:40 left · +24 ± 15 Elo",
        "v26 against v17: 40/100 games, 2.0 games/s, 0:30 left · +24 ± 15 Elo",
        "v26 against v17: 45/100 games, 2.0 games/s, 0:28 left · +24 ± 15 Elo",
    ]


def test_games_from_the_database_are_done_but_say_nothing_about_the_pace(clock):
    """A resumed run starts where it was, and its rate is that of the games that are really played."""
    watch, _ = progress(100)
    watch.advance(stored=50)
    watch.advance(games=2)
    assert watch.line == "52/100 games, 50 of them stored before"
    clock.now += 4
    watch.advance(games=8)
    assert watch.line == "60/100 games, 50 of them stored before, 2.0 games/s, 0:20 left"


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0:00"), (59.6, "1:00"), (3723, "1:02:03")])
def test_a_duration_is_written_as_people_write_it(seconds, text):
    assert duration(seconds) == text
