"""The command line: the flags of the official program, and the game of ./play with flags alone."""

import pytest

from engine.flags import Settings, default_game, parse


def test_no_flag_means_the_defaults_and_short_switches_combine():
    """A random size and seed, the official times; -qtr is -q -t -r, before, between or after commands."""
    assert parse(["a", "b"]) == Settings(words=("a", "b"))
    settings = parse(["a", "-qtr", "b", "-s", "3"])
    assert settings == Settings(quiet=True, ignore_timeouts=True, no_replay=True, seed=3, words=("a", "b"))
    settings = parse(["-o", "a", "Ada", "b", "Grace"])
    assert (settings.commands, settings.names) == (("a", "b"), ("Ada", "Grace"))


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        (["-q"], "quiet", True), (["--quiet"], "quiet", True), (["-t"], "ignore_timeouts", True),
        (["--timeout"], "ignore_timeouts", True), (["-r"], "no_replay", True), (["--noreplay"], "no_replay", True),
        (["-d", "30 20"], "size", (30, 20)), (["--dimensions", "30x20"], "size", (30, 20)),
        (["-d 30 20"], "size", (30, 20)), (["-d", " 30 X 20 "], "size", (30, 20)), (["-s", "7"], "seed", 7),
        (["--seed", "4294967295"], "seed", 2**32 - 1), (["--seed=7"], "seed", 7),
        (["-i", "there"], "replay_directory", "there"), (["--replaydirectory", "there"], "replay_directory", "there"),
        (["-n", "3"], "map_players", 3), (["--nplayers", "3"], "map_players", 3),
        (["--turn-time", "200"], "turn_time", 200), (["--init-time", "200"], "init_time", 200),
        (["--results-as-json"], "as_json", True),
    ],
)  # fmt: skip
def test_every_flag_sets_one_thing(words, field, value):
    assert getattr(parse([*words, "a"]), field) == value


@pytest.mark.parametrize("stop", ["--", "--ignore_rest"])
def test_after_two_dashes_everything_is_a_command(stop):
    """After `--` a word that looks like a flag is a command."""
    assert parse(["-q", stop, "-s", "b"]) == Settings(quiet=True, words=("-s", "b"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], 'no bot is named; for example: ./play -d "30 30" "python3 MyBot.py"'),
        (["-o", "a", "A", "b"], "--override needs a name behind every command"),
        (["-n", "3", "a", "b"], "--nplayers is for a single bot"),
        (["-n", "7", "a"], "invalid choice: 7"),
        (list("abcdefg"), "a map has room for 6 players, but 7 bots are named"),
        (["python3", "MyBot.py"], "a bot's whole command is one word"),
        (["-s"], "-s/--seed: expected one argument"),
        (["-s", "12x"], "-s/--seed: '12x' is not a whole number from 0 to 4294967295"),
        (["-s", "-1"], "-s/--seed: '-1' is not a whole number"),
        (["-s", "4294967296"], "'4294967296' is not a whole number"),
        (["-d", "30"], "'30' is not two numbers in one word, such as \"30 30\" or 30x30"),
        (["-d", "30 30 30"], "'30 30 30' is not two numbers"),
        (["--turn-time", "0"], "--turn-time: '0' is not a whole number of milliseconds"),
        (["--timeot", "a"], "unrecognized arguments: --timeot"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(words, complaint, capsys, monkeypatch):
    monkeypatch.setenv("HALITE_PLAY", "./play")
    with pytest.raises(SystemExit) as caught:
        parse(words)
    said = capsys.readouterr()
    assert (caught.value.code, said.out) == (2, "")
    assert said.err.splitlines()[-1].startswith("./play: error: ")
    assert complaint in said.err


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ([], ["2", ".", "9", "shows"]), (["-d", "20 20"], ["2", ".", "9", "shows"]),
        (["-s", "4", "-i", "there"], ["2", "there", "4", "shows"]), (["-s", "0"], ["2", ".", "*", "shows"]),
        (["-n", "3"], ["1", ".", "9", "shows"]), (["-q"], ["2", ".", "9", ""]),
    ],
)  # fmt: skip
def test_flags_alone_get_what_they_do_not_name(given, printed):
    """Two bots, or one on a map for more; a size; a seed. A page shows what was recorded and announced."""
    assert default_game("9", given) == [*printed, "-d", "30 30", "-s", "9", *given]


@pytest.mark.parametrize("given", [["python3 MyBot.py"], ["-q", "--", "-x"], ["-o"]])
def test_a_game_with_bots_is_no_default_game(given):
    assert default_game("9", given) is None
