"""A sweep: its points and maps, and its table, report and pictures."""

from itertools import islice

import msgspec
import numpy as np
import pytest

from engine.errors import UserError
from experiments.arena import families
from experiments.arena.arena import Arena
from experiments.arena.players import panel, player
from experiments.arena.schedule import HELD_OUT_FROM, Seeds, maps
from experiments.arena.space import Space
from experiments.laboratory import growth
from experiments.match.experiment import Grid, Stop
from experiments.match.run import ask
from experiments.sweep import run as sweeps
from experiments.sweep.plots import heat_maps, joint
from experiments.sweep.run import blocks, design
from experiments.sweep.table import ALL, leader, pool_opponents, report, table
from tests.support.results import Laboratory

THREE = ["alpha=0.05:0.5", "enemy_ROI=-2:0", "stilling_empties=1:4"]


def planned(*axes, count=12, seed=1):
    return design(player("v26"), Space.parse(axes), count, seed)


def played(chosen, strength, number=60, against=("v17",), seed=1):
    """The table of a sweep in which point i is stronger than its opponents by strength[i] times the luck of a game."""
    random = np.random.default_rng(seed)
    size = (number, len(chosen.points), len(against), 2)
    shares = random.standard_normal(size) + np.asarray(strength)[:, None, None] > random.standard_normal(size)
    return table(chosen, [player(name) for name in against], shares.astype(float))


def test_one_or_two_axes_make_a_full_grid_around_the_default_and_a_heat_map_of_scores():
    chosen = planned("alpha=0.2:0.4:3", "dodge=on,off")
    values = [point.values for point in chosen.points]
    assert values == [(0.1, True), *((alpha, dodge) for alpha in (0.2, 0.3, 0.4) for dodge in (True, False))]
    assert chosen.points[0].player == player("v26")
    scores = played(chosen, np.zeros(7), against=("v17", "v12"))
    drawn = heat_maps(chosen, scores)
    written = [text.get_text() for axes in drawn.axes for text in axes.texts]
    assert len(written) == 3 * 7
    assert (
        written[0] == f"{100 * scores.score[0]:.1f}\n{100 * scores.score_low[0]:.0f}–{100 * scores.score_high[0]:.0f}"
    )


def test_more_axes_make_a_latin_hypercube_that_fills_their_planes_too():
    shares = sorted(Space.parse(THREE).axes[0].share(point.values[0]) for point in planned(*THREE).points[1:])
    assert [int(12 * share) for share in shares] == list(range(12))
    assert [point.values for point in planned("alpha=0.1,0.2").points] == [(0.1,), (0.2,)]
    assert planned(*THREE) == planned(*THREE)
    assert planned(*THREE) != planned(*THREE, seed=2)
    from scipy.stats import qmc  # here, because it takes long to load

    chosen = planned("alpha=0.05:0.5", "enemy_ROI=-2:0", "potential_degradation_step=0.1:1")
    place = [
        [axis.share(value) for axis, value in zip(chosen.axes, point.values, strict=True)] for point in chosen.points
    ]
    others = [qmc.LatinHypercube(3, rng=seed).random(12) for seed in range(20)]
    assert qmc.discrepancy(place[1:]) < min(map(qmc.discrepancy, others))


def test_all_points_play_the_same_development_maps():
    chosen, drawn = planned("alpha=0.1,0.2"), maps("12x12", 4, Seeds.DEVELOPMENT)
    listed = list(blocks(chosen, [player("v17"), player("v12")], islice(drawn, 3)))
    assert [block.map.seed for block in listed] == [0] * 4 + [1] * 4 + [2] * 4
    assert max(block.map.seed for block in listed) < HELD_OUT_FROM
    assert [player.notation for player in listed[2].lineup] == ["v26?alpha=0.2", "v17", "v17", "v17"]


def test_opponents_are_listed_with_commas_once_each():
    named = panel(["v26, v17", "cmd:play --on=a,b", "cmd@2:play --on=a,b"])
    assert [each.notation for each in named] == ["v26", "v17", "cmd:play --on=a,b", "cmd@2:play --on=a,b"]


def test_the_table_has_a_row_for_each_point_and_opponent_measured_from_the_default():
    rows = played(planned("alpha=0.1,0.2,0.3"), [0, 1, -1], against=("v17", "v12"))
    assert list(rows.opponent) == ["v17"] * 3 + ["v12"] * 3 + [ALL] * 3
    assert list(rows.blocks) == [60] * 6 + [120] * 3
    assert pool_opponents(rows).score[1] == pytest.approx((rows.score[1] + rows.score[4]) / 2)
    default = played(planned("alpha=0.1,0.2"), [0, 1]).iloc[0]
    assert default.default
    assert (default.difference_low, default.difference, default.difference_high) == (0, 0, 0)


def test_a_clear_improvement_is_to_be_confirmed_on_held_out_maps_and_without_a_lead_nothing_is():
    chosen = planned("alpha=0.1,0.2,0.3")
    scores = played(chosen, [0, 1.5, -1.5])
    assert leader(scores).is_ahead
    said = report(chosen, scores, " --mix 20x20 --players 3")
    assert "So the best can be told from the default." in said
    assert "Significantly worse than the default: 1 of 2 points." in said
    assert 'match "v26?alpha=0.2" "v26" --mix 20x20 --players 3 --held-out' in said
    chosen = planned("alpha=0.05:0.5:12")
    scores = played(chosen, np.zeros(len(chosen.points)), seed=2)
    assert not leader(scores).is_ahead
    said = report(chosen, scores)
    chance = f"at most {100 * leader(scores).chance:.1f} % of such sweeps"
    assert f"would be as far off in {chance}.\nSo the best CANNOT be told from the default." in said
    chosen = planned("alpha=0.1,0.2")
    scores = played(chosen, [1, -1])
    assert not leader(scores).is_ahead
    said = report(chosen, scores)
    assert "No point scored above the default" in said
    assert "Best of the others" in said
    assert "match" not in said


def test_the_table_is_made_of_the_places_in_the_file():
    players, chosen = (player("v26"), player("v17"), player("v12")), planned("alpha=0.1,0.15,0.5")
    grid = Grid(vary=("alpha=0.1,0.15,0.5",), points=2, seats=2, seed=1)
    asked = ask(players, "How?", "12x12", Stop(blocks=40), sweep=grid)
    found = sweeps.play(asked, players, chosen, Laboratory())
    shares = sweeps.shares_of(msgspec.structs.replace(asked, result=found))
    assert shares.shape == (40, 3, 2, 2)
    assert [(label, blocks) for label, blocks, _ in found.points] == [(f"alpha={v}", 40) for v in (0.1, 0.15, 0.5)]
    assert [mean for *_, mean in found.points] == pytest.approx(shares.mean(axis=(0, 2, 3)), abs=1e-4)
    assert (found.best, found.verdict) == ("v26?alpha=0.15", "AHEAD")


@pytest.mark.slow  # draws a picture
def test_a_picture_of_many_axes_names_each_with_its_unit():
    chosen = planned("alpha=0.05:0.5:4:log", *THREE[1:], "pact=off,everybody", count=24)
    drawn = joint(chosen, played(chosen, np.zeros(len(chosen.points)), against=("v17", "v12")))
    assert "alpha (weight)" in {axes.get_xlabel().replace("\n", " ") for axes in drawn.axes}


# Growth alone: counted from the frames, and shares of the best.


def test_growth_is_what_the_first_seat_has_beside_players_that_stand_still():
    players = [player("v26"), player("amortizer")]
    grown = growth.measure(players, [5, 20], 1, 2, "20x20", 7)
    where = next(maps("20x20", 2, Seeds.DEVELOPMENT, 7))
    state = where.state()

    class Still:
        def moves(self, view, deadline=np.inf):
            return np.zeros(view.owner.shape, np.uint8)

    for i, each in enumerate(players):
        mover = families.mover(each.parameters.resolve(2, state.height, state.width), state.height, state.width)
        game = Arena(state.height, state.width).play(
            [player("champion").parameters] * 2, state, record=True, seated={1: mover, 2: Still()}
        )
        owned = [state.production[game.replay.owner[turn] == 1].sum() for turn in (5, 20)]
        assert grown[i, 0].tolist() == owned, each.notation


def test_shares_are_of_the_best_on_each_map():
    grown = np.array([[[10], [30], [20]], [[20], [15], [20]]])  # two players on three maps at one turn
    text = growth.table([player("v26"), player("v12")], grown, [50])
    assert text.splitlines()[2:] == ["| v26 | 50 | 1.00 | 0.60 | 0.50 |", "| v12 | 50 | 1.00 | 0.60 | 0.50 |"]


def test_a_program_is_refused():
    with pytest.raises(UserError, match="cmd:true is a program; growth is measured of players in this process"):
        growth.measure([player("cmd:true")], [5], 1, 2, "20x20", 0)
