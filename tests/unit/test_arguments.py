"""What MyBot.py understands on its command line."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from bot import DEFAULT, PRESETS
from bot.parameters.arguments import read
from bot.parameters.declaration import groups, spoken
from bot.parameters.presets import DEFINITIONS

V12, V17, V26 = (PRESETS[name] for name in ("v12", "v17", "v26"))
CHAMPION = PRESETS["champion"]


def test_parameters_change_the_preset():
    words = shlex.split("--preset v12 --alpha 0.3 --enemy-roi -10 --hold_until=8 --seed 7 --name 'a b'")
    assert read(words).parameters == replace(V12, alpha=0.3, enemy_ROI=-10.0, hold_until=8.0, seed=7, name="a b")


def test_the_command_line_wins_over_the_file_and_the_file_over_the_preset(file):
    path = str(file("alpha = 0.2\nint_max = 0.3\n"))
    parameters = read(["--int_max", "0.5", "--parameters", path, "--preset", "v17"]).parameters
    assert parameters == replace(V17, alpha=0.2, int_max=0.5)
    assert read(["--preset", "v17", "--parameters", str(file("preset = 'v12'\n"))]).parameters == V12


def test_a_switch_alone_is_on_and_log_and_explanation_are_no_parameters():
    """As in the original, where it was a flag; with a word it is switched off. The path of the log changes no move."""
    assert read(["--fixed_hold"]).parameters == replace(CHAMPION, fixed_hold=True)
    assert read(["--fixed-hold", "--alpha", "0.2"]).parameters == replace(CHAMPION, fixed_hold=True, alpha=0.2)
    assert read(["--red_green", "off"]).parameters == replace(CHAMPION, red_green=False)
    assert read(["--preset=v26", "--strategic-stilling=off"]).parameters == replace(V26, strategic_stilling=False)
    arguments = read(["--log", "elsewhere.txt"])
    assert (arguments.log, arguments.parameters) == (Path("elsewhere.txt"), CHAMPION)
    arguments = read(["--explain", "why.gz", "--preset", "v17"])
    assert (arguments.explain, arguments.parameters) == (Path("why.gz"), V17)
    assert read([]).explain is None
    assert read([]).parameters == CHAMPION
    assert read([]).log == Path("MyBot.log")


def test_help_lists_every_parameter_with_reason_default_and_unit(capsys):
    with pytest.raises(SystemExit) as end:
        read(["--help"])
    assert end.value.code == 0
    text = " ".join(capsys.readouterr().out.replace("-\n", "-").split())
    for title in groups(DEFINITIONS):
        assert f"{title} (defaults are those of {DEFAULT}):" in text
    for name, spec in DEFINITIONS.items():
        default = spoken(getattr(PRESETS[DEFAULT], name))
        assert f"--{name} " in text
        assert f"{spec.metadata['why']} (default {default}; {spec.metadata['unit']})" in text
