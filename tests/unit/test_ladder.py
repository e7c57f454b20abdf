"""A ladder: line-ups, maps, plans, standings and entries."""

import msgspec
import pytest

from experiments.arena.players import PlayerError, distinct, player
from experiments.arena.schedule import HELD_OUT_FROM, Block, Map, Mix, ScheduleError, Seeds
from experiments.laboratory.database import Played
from experiments.laboratory.laboratory import PlayedBlock
from experiments.ladder import Standings, cost, lineups, maps_for
from experiments.ladder.plots import matrix, ratings
from experiments.ladder.run import answer, blocks_of
from experiments.ladder.run import planned as ladder_of
from experiments.match import places
from experiments.match.experiment import Draw, ExperimentError, Stop
from experiments.stats import Estimate, Tally

PLAYERS = tuple(player(name) for name in ("v26", "v17", "v12", "v26?alpha=0.5"))
MIX = Mix.parse("12x12")


def notations(block):
    """Who sits in a line-up."""
    return [each.notation for each in block.lineup]


def played(names, winners, seed=0):
    """A block of two in which `winners`, by notation, won the two games."""
    block = Block(Map(12, 12, seed, 2), tuple(player(name) for name in names))
    games = []
    for game, winner in zip(block.games, winners, strict=True):
        ranks = tuple(1 if seat.notation == winner else 2 for seat in game.seats)
        faults = tuple(None if rank == 1 else "late: after 2 s" for rank in ranks)
        games.append(Played(game.key, ranks, (70, 30), (9, 9), 10, faults, (None, None), (None, None)))
    return PlayedBlock(block, tuple(games))


def standings(*blocks):
    """Of two presets, v26 the anchor."""
    table = Standings((player("v26"), player("v17")), player("v26"), seed=1)
    for block in blocks:
        table.add(block)
    return table


def test_a_round_robin_opens_with_the_same_maps_and_goes_on_with_who_is_known_least():
    """Six pairs of four players, each on maps 0 to 3."""
    met = {}
    for block in lineups(PLAYERS, MIX, 2, 0, seed=1).first_blocks():
        met.setdefault(tuple(notations(block)), []).append(block.map.seed)
    assert len(met) == 6
    assert set(map(tuple, met.values())) == {(0, 1, 2, 3)}
    source = lineups(PLAYERS, MIX, 2, 0, seed=1)
    source.first_blocks()
    further = source.further(PLAYERS[2])
    assert [notations(block) for block in further] == [["v26", "v12"], ["v17", "v12"], ["v12", "v26?alpha=0.5"]]
    assert {block.map.seed for block in further} == {4}
    drawn = [lineups(PLAYERS, MIX, 3, 0, seed).first_blocks() for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2], "an interrupted ladder has to meet its own games again"


@pytest.mark.parametrize("seats", [3, 4, None])
def test_no_player_sits_twice_at_a_larger_table(seats):
    """And who has to play, plays; on development maps, of so many players or as the mix draws them."""
    source = lineups(PLAYERS, MIX, seats, 0, seed=1)
    drawn = [*source.first_blocks(), *source.further(PLAYERS[1])]
    for block in drawn:
        assert len(set(notations(block))) == len(block.lineup) == block.map.players
        assert block.map.seed < HELD_OUT_FROM
    assert "v17" in notations(drawn[-1])
    assert {block.map.players for block in drawn} == ({seats} if seats else {2, 3, 4})


def test_a_table_that_cannot_be_filled_is_refused_and_not_estimated():
    """Copies of a player would be rated against themselves."""
    with pytest.raises(ScheduleError, match="4 players are too few for games of 5"):
        lineups(PLAYERS, MIX, 5, 0, seed=1)
    three = PLAYERS[:3]
    games, _ = cost(three, maps_for(three, MIX, None, 0, Seeds.DEVELOPMENT), 12, None)
    assert 2 * 12 < games < 3 * 12


@pytest.mark.parametrize(("seats", "opening"), [(2, 24), (3, 16)])
def test_a_ladder_that_cannot_be_opened_is_refused(seats, opening):
    """With fewer blocks a player would be rated that never played."""
    drawn = lineups(PLAYERS, MIX, seats, 0, seed=1, most=opening)
    assert len(drawn.first_blocks()) == opening
    with pytest.raises(ScheduleError, match=f"{opening - 1} is too small: .* take --blocks {opening} or more"):
        lineups(PLAYERS, MIX, seats, 0, seed=1, most=opening - 1)


@pytest.mark.parametrize(
    ("names", "expected"), [(["v26"], "2 players or more"), (["v26", "v17", "v26?alpha=0.1"], "are the same player")]
)
def test_a_ladder_needs_players_that_differ(names, expected):
    """alpha = 0.1 is what v26 has anyway."""
    with pytest.raises(PlayerError, match=expected):
        distinct([player(name) for name in names])


def test_the_table_has_ratings_of_both_kinds_and_adds_up():
    """v17 won three of four games, so v26 is below it; the loser of each game answered too late."""
    table = standings(played(["v26", "v17"], ["v17", "v17"]), played(["v26", "v17"], ["v26", "v17"], 1)).table()
    first, second = table.to_dict("records")
    assert (first["player"], second["player"]) == ("v17", "v26")
    assert first["elo"] > second["elo"] == 0
    assert first["mu"] > second["mu"]
    assert (first["score"], second["score"]) == (0.75, 0.25)
    assert (first["games"], first["blocks"]) == (4, 2)
    assert (first["faults"], second["faults"]) == (1, 3)
    blocks = [played(["v26", "v17"], winners, seed) for seed, winners in enumerate([("v17", "v17"), ("v26", "v17")])]
    met = standings(*blocks).head_to_head().set_index(["player", "opponent"])
    assert met.score["v17", "v26"] == 0.75
    assert met.score["v26", "v17"] == 0.25
    assert met.games["v26", "v17"] == 4
    assert met.score_low["v17", "v26"] == pytest.approx(1 - met.score_high["v26", "v17"])


def test_differences_are_those_of_a_ladder_with_the_other_player_as_the_anchor():
    """Value and interval, and the other way round with the signs turned."""
    blocks = [played(["v26", "v17"], ["v17", "v17"]), played(["v26", "v17"], ["v26", "v17"], 1)]
    apart = standings(*blocks).differences().set_index(["player", "opponent"])
    (rated,) = [each for each in standings(*blocks).ratings() if each.name == "v17"]
    assert apart.loc["v17", "v26"].tolist() == [rated.elo.value, rated.elo.low, rated.elo.high]
    assert apart.loc["v26", "v17"].tolist() == pytest.approx([-rated.elo.value, -rated.elo.high, -rated.elo.low])


@pytest.mark.parametrize("asked", ["ratings", "table", "differences"])
def test_before_the_first_block_there_is_nothing_to_rate(asked):
    """All three say so; `ratings` and `table` were empty, and `differences` an error."""
    with pytest.raises(ValueError, match="there is nothing to rate"):
        getattr(standings(), asked)()


def test_pictures_name_their_axes():
    """Elo has its zero in the label, a share its sign."""
    table = standings(*(played(["v26", "v17"], ("v17", "v26"), seed) for seed in range(5)))
    above = ratings(table.table(), table.anchor, "5 blocks").axes[0]
    beats = matrix(table.table(), table.head_to_head(), "5 blocks").axes
    assert above.get_xlabel().startswith("Elo above v26")
    assert above.get_title() == "Ratings after 5 blocks"
    assert (beats[0].get_xlabel(), beats[0].get_ylabel()) == ("opponent", "player")
    assert beats[1].get_ylabel().startswith("games finished ahead, %")


def planned(seats, blocks, gauntlet=False, **rest):
    """The plan of a ladder of four players on held-out maps."""
    values = {"mix": MIX.name, "first": 5, **rest}
    draw, stop = Draw(seats=seats, seed=1, gauntlet=gauntlet), Stop(blocks=blocks)
    return ladder_of(PLAYERS, "Who is best?", values["mix"], Seeds.HELD_OUT, values["first"], stop, draw)


def test_a_plan_gives_every_pair_the_same_number_of_blocks_and_every_block_its_own_map():
    """Six pairs in turn, four times; what was won does not matter."""
    blocks = list(blocks_of(planned(2, 24), PLAYERS))
    assert [block.map.seed for block in blocks] == list(range(HELD_OUT_FROM + 5, HELD_OUT_FROM + 29))
    pairs = [tuple(notations(block)) for block in blocks]
    assert len(set(pairs[:6])) == 6
    assert pairs == pairs[:6] * 4


@pytest.mark.parametrize("seats", [3, None])
def test_a_gauntlet_is_of_pairs(seats):
    """Who would sit beside the first player and its opponent?"""
    with pytest.raises(ScheduleError, match="a gauntlet is a ladder of pairs"):
        planned(seats, 24, gauntlet=True)


def test_in_a_gauntlet_only_the_first_player_meets_the_others():
    """In turn, where it is planned; without a plan the least known of them meets the first once more."""
    pairs = [tuple(notations(block)) for block in blocks_of(planned(2, 12, gauntlet=True), PLAYERS)]
    assert pairs == [("v26", "v17"), ("v26", "v12"), ("v26", "v26?alpha=0.5")] * 4
    source = lineups(PLAYERS, MIX, 2, 0, seed=1, gauntlet=True)
    assert [tuple(notations(block)) for block in source.first_blocks()] == pairs
    assert [notations(block) for block in source.further(PLAYERS[2])] == [["v26", "v12"]]
    with pytest.raises(ScheduleError, match="--blocks 11 is too small"):
        planned(2, 11, gauntlet=True)


@pytest.mark.parametrize("seats", [3, 4, None])
def test_a_plan_calls_every_player_to_a_table_in_turn(seats):
    """On held-out maps, each table with other players drawn by the plan's seed."""
    blocks = list(blocks_of(planned(seats, 16), PLAYERS))
    assert blocks == list(blocks_of(planned(seats, 16), PLAYERS))
    for number, block in enumerate(blocks):
        assert PLAYERS[number % 4] in block.lineup
        assert len(set(notations(block))) == block.map.players
        assert block.map.seed == HELD_OUT_FROM + 5 + number


@pytest.mark.parametrize(
    ("seats", "rest", "error", "expected"),
    [
        (2, {"blocks": 23}, ScheduleError, "--blocks 23 is too small"),
        (5, {}, ScheduleError, "4 players are too few for games of 5"),
        (2, {"first": HELD_OUT_FROM - 5}, ExperimentError, "outside"),
        (2, {"mix": "1x1"}, ScheduleError, "1x1 cannot be played by 2"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(seats, rest, error, expected):
    """Before it is written."""
    with pytest.raises(error, match=expected):
        planned(seats, **{"blocks": 24, **rest})


def test_a_result_has_the_rating_and_the_places_of_each_player():
    """The best first, above the anchor; the loser of each game answered too late."""
    table = standings(*(played(["v26", "v17"], winners, seed) for seed, winners in enumerate([("v17",) * 2] * 3)))
    found = answer(planned(2, 24), table)
    assert [name for name, *_ in found.ratings] == ["v17", "v26"]
    assert found.ratings[1][1:] == (0, 0, 0)
    assert found.faults == {"v26": (0, 6, 0)}
    assert found.games == "01:2121 01:2121 01:2121"


def test_a_result_of_a_gauntlet_has_the_lead_over_each_opponent():
    """How strong the first was against it, as a match measures it."""
    table = standings(played(["v26", "v17"], ["v17"] * 2), *(played(["v26", "v17"], ["v26", "v17"], i) for i in (1, 2)))
    asked = planned(2, 12, gauntlet=True)
    found = answer(asked, table)
    elo = Estimate.of(Tally.of_games([(0, 0), (0, 1), (0, 1)])).elo
    assert found.ratings == (("v17", *(round(end, 1) for end in (elo.low, elo.value, elo.high))),)
    assert places.games(msgspec.structs.replace(asked, result=found)) == 6
