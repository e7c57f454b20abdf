"""A ladder: line-ups, maps, standings and result."""

import msgspec
import pytest

from experiments.arena.players import player
from experiments.arena.schedule import HELD_OUT_FROM
from experiments.ladder.run import blocks, ladder, play
from experiments.ladder.standings import Standings
from experiments.match.experiment import Draw, Stop, games, lineups, of_word, word
from experiments.stats import Estimate, Tally
from tests.support.results import pair

PLAYERS = tuple(player(name) for name in ("v26", "v17", "v12", "v26?alpha=0.5"))


def notations(block):
    return [each.notation for each in block.lineup]


def standings(*blocks):
    """Of two presets, v26 the anchor."""
    table = Standings(asked(2, 4, players=PLAYERS[:2]))
    for block in blocks:
        table.add(*of_word(word(block, ("v26", "v17"), is_ladder=True), ("v26", "v17")))
    return table


class Given:
    """A laboratory whose blocks ended as wished, whoever should have played; the last one again and again."""

    def __init__(self, *blocks):
        self.blocks = blocks

    def play(self, asked, progress):
        for number, _ in enumerate(asked):
            yield self.blocks[min(number, len(self.blocks) - 1)]


def test_the_table_has_ratings_and_adds_up():
    """v17 won three of four games, so v26 is below it."""
    blocks = [pair(0), pair(1)]
    first, second = standings(*blocks).table().to_dict("records")
    assert (first["player"], second["player"]) == ("v17", "v26")
    assert first["elo"] > second["elo"] == 0
    assert (first["score"], second["score"]) == (0.75, 0.25)
    assert (first["games"], first["blocks"]) == (4, 2)
    met = standings(*blocks).head_to_head().set_index(["player", "opponent"])
    assert met.score["v17", "v26"] == 0.75
    assert met.score["v26", "v17"] == 0.25
    assert met.games["v26", "v17"] == 4
    assert met.score_low["v17", "v26"] == pytest.approx(1 - met.score_high["v26", "v17"])


def asked(seats, blocks, gauntlet=False, mix="12x12", first=5, width=None, players=PLAYERS):
    draw, stop = Draw(seats=seats, seed=1, gauntlet=gauntlet), Stop(blocks=blocks, width=width)
    return ladder(players, "Who is best?", mix, True, first, stop, draw)


def test_every_pair_has_the_same_number_of_blocks_and_every_block_its_own_map():
    """Six pairs in turn, four times; what was won does not matter."""
    drawn = list(blocks(asked(2, 24), PLAYERS))
    assert [block.map.seed for block in drawn] == list(range(HELD_OUT_FROM + 5, HELD_OUT_FROM + 29))
    pairs = [tuple(notations(block)) for block in drawn]
    assert len(set(pairs[:6])) == 6
    assert pairs == pairs[:6] * 4


@pytest.mark.parametrize("seats", [3, 4, None])
def test_every_player_is_called_to_a_table_in_turn_and_sits_there_once(seats):
    drawn = list(blocks(asked(seats, 16), PLAYERS))
    assert drawn == list(blocks(asked(seats, 16), PLAYERS))
    for number, block in enumerate(drawn):
        assert PLAYERS[number % 4] in block.lineup
        assert len(set(notations(block))) == len(block.lineup) == block.map.players
        assert block.map.seed == HELD_OUT_FROM + 5 + number
    assert {block.map.players for block in drawn} == ({seats} if seats else {2, 3, 4})


def result(*blocks, **rest):
    """The result of a ladder of v26 and v17 whose blocks ended so."""
    return play(asked(2, len(blocks), players=PLAYERS[:2], **rest), PLAYERS[:2], Given(*blocks))


def test_a_result_has_the_rating_and_the_places_of_each_player():
    found = result(*[pair(0, faults=("late: after 2 s", None))] * 4)
    assert [name for name, *_ in found.ratings] == ["v17", "v26"]
    assert found.ratings[1][1:] == (0, 0, 0)
    assert (found.verdict, found.faults) == ("RATED", {"v26": (0, 4, 0)})
    assert found.games == "01:2121 01:2121 01:2121 01:2121"
    about = msgspec.structs.replace(asked(2, 4, players=PLAYERS[:2]), result=found)
    assert Standings(about, lineups(about)).table().faults.tolist() == [0, 4]


def test_a_ladder_ends_when_every_interval_is_narrow_enough_and_after_its_blocks_all_the_same():
    even = [pair(1)] * 100
    found = result(*even, width=100.0)
    assert 4 < len(found.games.split()) < 100
    assert found.verdict == "RATED"
    assert all(high - low <= 200 for _, low, _, high in found.ratings)
    undecided = result(*even[:6], width=1.0)
    assert (len(undecided.games.split()), undecided.verdict) == (6, "UNDECIDED")


def test_a_result_of_a_gauntlet_has_the_lead_over_each_opponent():
    """How strong the first was against it, as a match measures it."""
    found = result(pair(0), *[pair(1)] * 3, gauntlet=True)
    elo = Estimate.of(Tally.of_games([(0, 0), (0, 1), (0, 1), (0, 1)])).elo
    assert found.ratings == (("v17", *(round(end, 1) for end in (elo.low, elo.value, elo.high))),)
    assert games(msgspec.structs.replace(asked(2, 4, players=PLAYERS[:2]), result=found)) == 8
