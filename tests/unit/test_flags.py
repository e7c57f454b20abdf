"""The command line as the official program reads it."""

import re

import pytest

from engine.flags import FLAGS, FlagError, Settings, Wanted, parse
from engine.game import INIT_TIME, TURN_TIME


def test_no_flag_means_the_official_defaults_and_short_switches_combine():
    """30 s for the name, 1.5 s for a turn, a random size and seed; -qtr is -q -t -r, before or after commands."""
    assert parse(["a", "b"]) == Settings(words=("a", "b"))
    assert (Settings().init_time, Settings().turn_time) == (30000, 1500)
    assert (INIT_TIME, TURN_TIME) == (30, 1.5)
    settings = parse(["a", "-qtr", "b", "-s", "3"])
    assert settings == Settings(quiet=True, ignore_timeouts=True, no_replay=True, seed=3, words=("a", "b"))
    settings = parse(["-o", "a", "Ada", "b", "Grace"])
    assert (settings.commands, settings.names) == (("a", "b"), ("Ada", "Grace"))


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        (["-q"], "quiet", True), (["--quiet"], "quiet", True), (["-t"], "ignore_timeouts", True),
        (["--timeout"], "ignore_timeouts", True), (["-r"], "no_replay", True), (["--noreplay"], "no_replay", True),
        (["-o"], "override", True), (["--override"], "override", True), (["-d", "30 20"], "size", (30, 20)),
        (["--dimensions", "30 20"], "size", (30, 20)), (["-d 30 20"], "size", (30, 20)), (["-s", "7"], "seed", 7),
        (["--seed", "4294967295"], "seed", 2**32 - 1), (["--seed=7"], "seed", 7),
        (["-i", "there"], "replay_directory", "there"), (["--replaydirectory", "there"], "replay_directory", "there"),
        (["-n", "3"], "map_players", 3), (["--nplayers", "3"], "map_players", 3),
        (["--turn-time", "200"], "turn_time", 200), (["--init-time", "200"], "init_time", 200),
        (["--results-as-json"], "as_json", True),
    ],
)  # fmt: skip
def test_every_flag_sets_one_thing(words, field, value):
    """Short and long names; a value in the next word, or in the same one as the official parser takes it."""
    assert getattr(parse(words), field) == value


@pytest.mark.parametrize("stop", ["--", "--ignore_rest"])
def test_after_two_dashes_everything_is_a_command(stop):
    """After `--` a word that looks like a flag is a command."""
    assert parse(["-q", stop, "-s", "b"]) == Settings(quiet=True, words=("-s", "b"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-s"], "Argument: -s (--seed)\n             Missing a value for this argument!"),
        (["-s", "12x"], "Couldn't read argument value from string '12x'"),
        (["-s", "-1"], "Couldn't read argument value from string '-1'"),
        (["-s", "4294967296"], "Couldn't read argument value from string '4294967296'"),
        (["-d", "30"], "Argument: -d (--dimensions)\n             Couldn't read argument value from string '30'"),
        (["-d", "30 30 30"], "Couldn't read argument value from string '30 30 30'"),
        (["--turn-time", "0"], "Argument: (--turn-time)\n             Couldn't read argument value from string '0'"),
        (["-q", "--quiet"], "Argument: -q (--quiet)\n             Argument already set!"),
        (["-qq"], "Argument already set!"),
        (["--timeot", "a"], "Argument: --timeot\n             Couldn't find match for argument"),
        (["-qs", "3"], "Argument: -qs\n             Couldn't find match for argument"),
        (["-"], "Couldn't find match for argument"),
    ],
)
def test_what_cannot_be_read_is_named(words, complaint):
    """In the form of the official parser: the flag, then what is wrong with it."""
    with pytest.raises(FlagError) as caught:
        parse(words)
    assert str(caught.value).startswith("PARSE ERROR: Argument: ")
    assert complaint in str(caught.value)


@pytest.mark.parametrize("flag", [flag for flag in FLAGS if flag.value], ids=lambda flag: flag.name)
def test_every_flag_with_a_value_says_how_it_is_written(flag):
    """`-s abc` was only told that abc could not be read. What the hint shows, the parser takes."""
    with pytest.raises(FlagError, match=r"Expected .*, such as ") as caught:
        parse([flag.spellings[0]])
    shown = re.search(r"such as (-\S+) (\"[^\"]*\"|[^\s.]+)", str(caught.value))
    assert parse([shown[1], shown[2].strip('"')]) != Settings()


def test_the_help_tells_every_flag():
    """--help raises, so that no game starts, and lists every flag."""
    with pytest.raises(Wanted) as caught:
        parse(["-q", "-h"])
    for flag in FLAGS:
        assert f"--{flag.name}" in str(caught.value)
    assert all(len(line) <= 80 for line in str(caught.value).splitlines())
