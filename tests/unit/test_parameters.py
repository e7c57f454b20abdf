"""Parameters: accepted values, errors, and the presets."""

from dataclasses import replace

import pytest

from bot import DEFAULT, PRESETS, ParameterError, Parameters, changed, effective, load, preset
from bot.parameters.declaration import checked, limits, plain
from bot.parameters.greedy import RULESETS
from bot.parameters.presets import DEFINITIONS

# The table of the three bots, as their author's command lines had it.


def test_a_preset_is_found_by_the_name_it_sends():
    for name, parameters in PRESETS.items():
        assert (parameters.name, preset(name)) == (name, parameters)
    assert preset("v26") == Parameters()
    assert DEFAULT in PRESETS
    assert Parameters(name="mine", generation="v26").traits == PRESETS["v26"].traits


@pytest.mark.parametrize("name", DEFINITIONS)
def test_every_parameter_has_a_range_that_holds_its_presets_a_unit_and_a_reason(name):
    known = DEFINITIONS[name].metadata
    assert known["unit"]
    assert known["group"]
    assert set(known["rulesets"]) <= RULESETS.keys()
    assert known["off"] is None or checked(DEFINITIONS[name], known["off"]) == known["off"]
    assert not known["of"] or DEFINITIONS[known["of"]].metadata["off"] is not None
    assert len(known["why"]) > 20
    if type(DEFINITIONS[name].default) in (int, float):
        assert known["low"] < known["high"]
        assert all(known["low"] <= getattr(one, name) <= known["high"] for one in PRESETS.values())


@pytest.mark.parametrize(
    ("generation", "change", "needed"),
    [
        *((old, {name: True}, "v26") for old in ("v12", "v17") for name in ("strategic_stilling", "red_green")),
        ("v12", {"dodge": True}, "v17 or v26"),
        ("v17", {"pact": "until_met"}, "v26"),
    ],
)
def test_what_a_generation_lacks_cannot_be_switched_on(generation, change, needed):
    """It would be ignored quietly, and the measurement of its effect would show none."""
    (name,) = change
    with pytest.raises(ParameterError, match=f"{name} needs generation = {needed}, not {generation}: set it to off"):
        replace(PRESETS[generation], **change)


def test_only_what_does_something_tells_players_apart():
    assert effective(replace(PRESETS["v26"], name="other", turn_time=2)) == effective(PRESETS["v26"])
    still = replace(PRESETS["v26"], strategic_stilling=False)
    assert effective(replace(still, stilling_ratio=9, stilling_empties=1)) == effective(still)
    assert "stilling_ratio" in effective(PRESETS["v26"])
    assert "strategic_stilling" not in effective(still)
    assert effective(replace(PRESETS["v12"], loss_penalty=1, weak_penalty=1)) == effective(PRESETS["v12"])
    assert effective(replace(PRESETS["v26"], ties="fixed", seed=1)) == effective(replace(PRESETS["v26"], ties="fixed"))
    assert len({str(effective(parameters)) for parameters in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize("word", ["on", "true", "yes", "1", "On", "TRUE", True, 1])
def test_switches_understand_the_usual_words(word):
    assert Parameters(fixed_hold=word).fixed_hold is True
    assert Parameters(red_green={"on": "off", "true": "false", "yes": "no"}.get(word, 0)).red_green is False


def test_values_take_the_type_of_their_parameter_and_ranges_show_every_digit():
    """Equal parameters are equal, from text, files and code; a bound rounded to 9.22337e+18 cannot be typed."""
    read = changed(Parameters(), {"alpha": "0.2", "crowd-side": "30", "hold-until": 6, "seed": 5.0})
    assert read == Parameters(alpha=0.2, crowd_side=30, hold_until=6.0, seed=5)
    for spec in DEFINITIONS.values():
        assert type(getattr(read, spec.name)) is type(spec.default)
    for spelling in ("enemy_ROI", "enemy-ROI", "enemy-roi", "ENEMY_ROI"):
        assert changed(Parameters(), {spelling: -2}).enemy_ROI == -2.0
    assert limits(DEFINITIONS["seed"]) == f"0..{2**63 - 1}"
    assert limits(DEFINITIONS["wall_factor"]) == "1..1000000"
    assert limits(DEFINITIONS["alpha"]) == "0.001..0.999"
    assert Parameters(seed=str(2**63 - 1)).seed == 2**63 - 1, "compared after a detour through float it was outside"


def test_a_file_changes_what_it_names_of_the_preset_that_it_names(file):
    path = file('alpha = 0.2\nenemy-roi = -1\npact = "off"\nred_green = "off"\nname = "mine"\n')
    expected = replace(PRESETS["v26"], alpha=0.2, enemy_ROI=-1.0, pact="off", red_green=False, name="mine")
    assert load(path, PRESETS["v26"]) == expected
    assert load(path, Parameters(seed=3)) == replace(expected, seed=3)
    assert load(file("alpha = 0.2\n")) == replace(PRESETS[DEFAULT], alpha=0.2)
    assert load(file("\ufeffalpha = 0.2\n")) == load(file("alpha = 0.2\n")), "an editor on Windows begins it so"
    path = file('alpha = 0.3\npreset = "v12"\n')
    assert load(path, PRESETS["v17"]) == replace(PRESETS["v12"], alpha=0.3)


def test_a_file_can_hold_every_parameter(file):
    """What was tuned can be written down whole and read back."""
    mine = replace(PRESETS["v26"], alpha=0.123, seed=2**63 - 1, pact="until_met", fixed_hold=True, name='"quoted" ö')
    lines = [f"{name} = {_toml(value)}" for name, value in plain(mine).items()]
    assert load(file("\n".join(lines))) == mine


def _toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, str) else repr(value)
