"""The statistics of matches and sweeps in a page, run by Node."""

import json

import numpy as np
import pytest

from experiments.stats import Sprt, Tally, interval
from tests.support.node import node
from viewer.kernels import BUILT, TABLE

PLAYERS = {5: 2, 13: 3, 61: 6}


def cases():
    """Counts of two, three and six players, few and many, all alike and none."""
    dice = np.random.default_rng(1)
    some = [dice.integers(0, most, size).tolist() for size in PLAYERS for most in (2, 4, 30) for _ in range(4)]
    return [[0] * 5, [0, 0, 0, 0, 1], [0, 0, 0, 0, 10], [0, 0, 10, 0, 0], [1, 0, 0, 0, 1], [100, 0, 300, 1, 90], *some]


def with_two_added(counts, players):
    """Scores of all blocks, with a lost and a won one."""
    scores = np.repeat(np.arange(len(counts)) / (len(counts) - 1), counts)
    return np.append(scores, [0.5 - 1 / players, 0.5 + 1 / players])


def test_intervals_are_normal_and_ratios_those_of_the_laboratory():
    """From many blocks on the interval is nearly Student's, which Python's reports have."""
    from scipy.stats import norm

    names = {"lab/statistics.js": "scoreInterval, llr, sprtBounds"}
    found = node(names, "it.map((counts) => [scoreInterval(counts), llr(counts, -5, 20)])", cases())
    for counts, (score, ratio) in zip(cases(), found, strict=True):
        tally = Tally(PLAYERS[len(counts)], tuple(counts))
        scores = with_two_added(counts, tally.players)
        wide = norm.ppf(0.975) * scores.std() / np.sqrt(len(scores) - 1)
        assert score["low"] == pytest.approx(min(max(scores.mean() - wide, 0), score["value"]), abs=1e-6)
        assert score["high"] == pytest.approx(max(min(scores.mean() + wide, 1), score["value"]), abs=1e-6)
        assert ratio == pytest.approx(Sprt(-5, 20).llr(tally), abs=1e-8)
        if sum(counts) > 200:
            known = interval.of_score(tally)
            ends = [score["low"], score["value"], score["high"]]
            assert ends == pytest.approx([known.low, known.value, known.high], abs=5e-4)
    assert node(names, "sprtBounds()") == pytest.approx(Sprt(0, 10).bounds)


def test_the_best_of_many_is_held_to_intervals_that_hold_together():
    from scipy.stats import norm

    dice = np.random.default_rng(2)
    truth = np.array([0.5, 0.5, 0.55, 0.7, 0.5])
    scores = np.clip(np.rint(4 * (truth + 0.3 * dice.standard_normal((60, 5)))), 0, 4) / 4
    names = {"lab/statistics.js": "contrasts"}
    found = node(names, "contrasts(it.scores, it.usual, 4)", {"scores": scores.T.tolist(), "usual": 1})
    assert found[1] == {"difference": 0, "margin": 0, "chance": 1}
    assert [one["difference"] for one in found] == pytest.approx((scores - scores[:, 1:2]).mean(axis=0))
    for place in (0, 2, 3, 4):
        gains = np.append((scores[:, place] - scores[:, 1] + 1) / 2, [0, 1])
        error = gains.std() / np.sqrt(len(gains) - 1)
        assert found[place]["margin"] == pytest.approx(2 * norm.ppf(1 - 0.05 / 8) * error, rel=1e-5)
        assert found[place]["chance"] == pytest.approx(min(1, 8 * norm.sf(abs(gains.mean() - 0.5) / error)), abs=1e-5)
    assert found[3]["chance"] < 0.05


def test_a_parameter_that_is_written_nearly_so_is_named():
    """The refusal said "page 4 of the docs lists all"."""
    table = {"presets": {"v26": {}}, "definitions": {"alpha": {"tunable": True}, "hold_until": {"tunable": True}}}
    refused = "(() => { try { playerOf(it.table, it.text); } catch ({ message }) { return message; } })()"
    said = node({"lab/games.js": "playerOf"}, refused, {"table": table, "text": "v26?alfa=0.2"})
    assert said == 'there is no parameter "alfa"; alpha?'
    said = node({"lab/games.js": "playerOf"}, refused, {"table": table, "text": "v26?nothing=0.2"})
    assert said == 'there is no parameter "nothing"'


@pytest.mark.parametrize(
    ("changes", "high"),
    [([7e-15, -3e-15, 0], 0), ([0.005, -0.004, 0], 0.1), ([3, -3, 0], 3)],
    ids=["rounding", "a change that moves nothing", "a change that counts"],
)
def test_small_changes_of_the_field_stay_pale(changes, high):
    """Rounding noise of 7e-15 turns and changes of 0.005 filled the whole scale of Δ potential."""
    ends = "deltaLayer({ now: () => it }).ends({ scales: new Map() }).high"
    assert node(
        {"explain/fields.js": "deltaLayer"}, f"(globalThis.document ??= {{}}, {ends})", changes
    ) == pytest.approx(high)


def test_a_sweep_over_zero_has_numbers():
    """One of enemy_ROI ended with `enemy_ROI = off`: zero was taken for what a slider snaps to."""
    table = json.loads((BUILT / TABLE).read_text(encoding="utf-8"))
    swept = """(() => {
        const lineup = ["v26", "v17"].map((preset) => ({ preset, values: {}, notation: preset }));
        const question = { width: 20, height: 20, first: 0, blocks: 2, lineup };
        const axis = { parameter: "enemy_ROI", from: -1, to: 0, count: 3 };
        return new Sweep({ workers: [] }, it, question, axis).players.map(({ notation }) => notation);
    })()"""
    assert node({"lab/sweep.js": "Sweep"}, swept, table) == [
        "v26?enemy_ROI=-1",
        "v26?enemy_ROI=-0.5",
        "v26?enemy_ROI=0",
    ]


def test_the_middle_of_a_slider_and_the_value_that_a_hand_finds():
    """Even steps waste one from 0.01 to 1, or from 0 to 1000 around 5; a key goes past the value that plays."""
    ends = [(-2, 1, 0.5), (0.01, 1, 0.1), (0, 1000, 5), (-1000, 1000, 5), (0, 80, 5)]
    scale = "sliderScale({ kind: 'float', low, high }, usual)"
    middle = f"it.map(([low, high, usual]) => {scale}.value(0.5))"
    assert node({"think/parameters.js": "sliderScale"}, middle, ends) == pytest.approx([-0.5, 0.1, 49.9, 0, 40])
    found = "it.map(([share, plays]) => sliderScale({ kind: 'float', low: 0, high: 20 }, 10).value(share, plays))"
    asked = [(0.505, 10), (0.505, None), (0.52, 10), (0.705, 14)]
    assert node({"think/parameters.js": "sliderScale"}, found, asked) == [10, 10.1, 10.4, 14]
