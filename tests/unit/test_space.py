"""Space: the axes of a sweep or of a tuning, their notation and their values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parameters.presets import DEFINITIONS
from experiments.arena.space import Axis, Space, SpaceError, text, tunable


@pytest.mark.parametrize(
    ("value", "written"),
    [(True, "on"), (False, "off"), ("off", "off"), (3, "3"), (2.0, "2"), (0.1, "0.1"), (1 / 3, "0.3333333333333333")],
)
def test_a_value_is_written_in_as_few_digits_as_still_mean_it(value, written):
    assert text(value) == written


def test_a_range_gives_so_many_values_evenly_apart():
    """Both ends among them, rounded by their distance, in ratios with log; whole numbers once each."""
    assert Axis.parse("alpha=0.1:0.5:5").values() == (0.1, 0.2, 0.3, 0.4, 0.5)
    assert Axis.parse("wall_factor=1:10000:5:log").values() == (1, 10, 100, 1000, 10000)
    assert Axis.parse("wall_factor=100:100.002:3:log").values() == (100, 100.001, 100.002)
    assert Axis.parse("enemy_ROI=-0.3:0.3:7").values()[3] == 0
    values = Axis.parse("stilling_empties=1:4:8").values()
    assert values == (1, 2, 3, 4)
    assert all(type(value) is int for value in values)


def test_a_list_keeps_its_order_and_types_and_a_name_any_spelling():
    """Words, switches and numbers; each has an equal part, or a hypercube would play the ends too seldom."""
    assert Axis.parse("pact=off,until_met,everybody").values() == ("off", "until_met", "everybody")
    assert Axis.parse("dodge=on,off").values() == (True, False)
    assert Axis.parse("alpha=0.2, 0.1").values() == (0.2, 0.1)
    assert Axis.parse("enemy-roi=-1:1").name == "enemy_ROI"
    axis = Axis.parse("alpha=0.05:0.5:log")
    assert (axis.low, axis.high, axis.count, axis.log) == (0.05, 0.5, None, True)
    assert len(axis.values(3)) == 3
    axis = Axis.parse("pact=off,until_met,everybody")
    assert [axis.at(share) for share in (0, 0.32, 0.34, 0.65, 0.67, 1)] == [
        *["off"] * 2, *["until_met"] * 2, *["everybody"] * 2
    ]  # fmt: skip


def test_a_file_says_the_same_as_the_command_line_and_varies_each_parameter_once(tmp_path):
    """One notation, one parameter a line; two axes of one would contradict one another, in any spelling."""
    file = tmp_path / "space.toml"
    file.write_text('alpha = "0.05:0.5:8:log"\npact = ["off", "until_met"]\ndodge = [true, false]\n', encoding="utf-8")
    assert Space.load(file) == Space.parse(["alpha=0.05:0.5:8:log", "pact=off,until_met", "dodge=on,off"])
    with pytest.raises(SpaceError, match="enemy_ROI is varied twice"):
        Space.parse(["enemy_ROI=0:1", "enemy-roi=-1:0"])
    with pytest.raises(SpaceError, match="nothing to vary"):
        Space(())


@st.composite
def axes(draw):
    name = draw(st.sampled_from([name for name in tunable() if type(DEFINITIONS[name].default) in (int, float)]))
    spec = DEFINITIONS[name]
    low, high = spec.metadata["low"], min(spec.metadata["high"], 10**9)
    kind = st.integers(int(low), int(high)) if type(spec.default) is int else st.floats(low, high)
    ends = sorted(draw(st.lists(kind.map(lambda end: round(end, 3)), min_size=2, max_size=2, unique=True)))
    return Axis(name, *ends, count=draw(st.integers(2, 9)), log=ends[0] > 0 and draw(st.booleans()))


@given(axes())
def test_the_values_of_a_grid_rise_from_end_to_end(axis):
    values = axis.values()
    assert list(values) == sorted(set(values))
    assert (values[0], values[-1]) == (axis.low, axis.high)


@given(axes(), st.floats(0, 1))
def test_any_share_of_the_way_is_a_value_of_the_range(axis, share):
    value = axis.at(share)
    assert axis.low <= value <= axis.high
    assert type(value) is (int if axis.whole else float)
    assert axis.whole or abs(axis.share(value) - share) < 1e-3
    assert 0 <= axis.share(value) <= 1
