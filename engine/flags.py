"""The command line: the flags of the official program, and three of our own.

    python -m engine.flags SEED FLAG...

prints the default game of ./play, which has flags and no bots, in words for a shell: how many bots play, the folder of
the replay, the seed (* for one that the engine draws), `shows` if a page can show the game or an empty word, and the
flags with the default ones before them. Exit code 1, and nothing printed, where a bot is named or no game is wanted.
"""

import argparse
import os
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass

VERSION = "1.2"  # of the official program whose rules these are
LAUNCHER = "HALITE_PLAY"  # the environment variable in which ./play says how it was called
LARGEST_SEED = 2**32 - 1  # the official program keeps seeds in 32 bits
# Programs that play nothing by themselves: the next words were meant for them.
_INTERPRETER = re.compile(r"(.*/)?((python|pypy)[0-9.]*|java|node|ruby|perl|bash|sh)(\.exe)?")
_DEFAULT_SIZE = "30 30"


@dataclass
class Settings:
    """The settings read from the command line."""

    quiet: bool = False
    ignore_timeouts: bool = False
    no_replay: bool = False
    override: bool = False  # the words are commands and names in turn
    size: tuple[int, int] | None = None  # width, height; None = a random square
    seed: int = 0  # 0 = from the clock
    replay_directory: str = "."
    map_players: int = 1  # a single player may play on the map of several
    turn_time: int | None = None  # ms; None = the official time
    init_time: int | None = None  # ms
    as_json: bool = False
    words: Sequence[str] = ()  # what is no flag: the bot commands

    @property
    def commands(self) -> Sequence[str]:
        """One shell command a player."""
        return self.words[::2] if self.override else self.words

    @property
    def names(self) -> Sequence[str] | None:
        """The names that replace those the bots choose; None without --override."""
        return self.words[1::2] if self.override else None


def parse(words: Sequence[str]) -> Settings:
    """Return the settings of a game. Exits, as argparse does, after --help and where they are wrong."""
    parser = _parser()
    settings = _settings(parser, words)
    players = len(settings.commands)
    if settings.override and len(settings.words) % 2:
        parser.error("--override needs a name behind every command")
    if not players:
        parser.error(f'no bot is named; for example: {parser.prog} -d "30 30" "python3 MyBot.py" "python3 MyBot.py"')
    if players > 1 and settings.map_players > 1:
        parser.error("--nplayers is for a single bot, alone on the map of several")
    if players > 6:
        parser.error(f"a map has room for 6 players, but {players} bots are named")
    if any(_INTERPRETER.fullmatch(command) for command in settings.commands):
        parser.error('a bot\'s whole command is one word, in quotation marks: "python3 MyBot.py"')
    return settings


def default_game(seed: str, given: Sequence[str]) -> list[str] | None:
    """Return the words that ./play needs for these flags; None where they ask for no new game."""
    words = ["-d", _DEFAULT_SIZE, "-s", seed, *given]
    settings = _settings(_parser(), words)
    if settings.words or settings.override:
        return None
    bots = 2 if settings.map_players == 1 else 1
    can_be_shown = not (settings.quiet or settings.as_json or settings.no_replay)
    return [str(bots), settings.replay_directory, str(settings.seed or "*"), "shows" if can_be_shown else "", *words]


def _settings(parser: argparse.ArgumentParser, words: Sequence[str]) -> Settings:
    """Return the settings in these words; what follows `--` or `--ignore_rest` are commands."""
    cut = next((place for place, word in enumerate(words) if word in ("--", "--ignore_rest")), len(words))
    settings = parser.parse_intermixed_args(words[:cut], Settings())
    settings.words = (*settings.words, *words[cut + 1 :])
    return settings


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=os.environ.get(LAUNCHER, "python -m engine"),
        usage='%(prog)s [flags] "bot command" ...',
        description="Play one game of Halite between 1 to 6 bots. The shell runs each command.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("words", nargs="*", metavar="bot command", help='such as "python3 MyBot.py"')
    size = "of the map, also as WxH; it may come out a little smaller, for equal parts; without it a random square"
    add("-d", "--dimensions", dest="size", type=_size, metavar='"W H"', help=f"width and height {size}")
    add("-s", "--seed", type=_seed, help="seed of the map; without it, or 0, taken from the clock")
    add("-n", "--nplayers", dest="map_players", type=int, choices=range(1, 7), help="players of a map with a lone bot")
    add("-i", "--replaydirectory", dest="replay_directory", metavar="FOLDER", help="where to write the replay")
    add("-r", "--noreplay", dest="no_replay", action="store_true", help="write no replay")
    add("-t", "--timeout", dest="ignore_timeouts", action="store_true", help="give all bots infinite time")
    add("-o", "--override", action="store_true", help="commands and names alternate; the names replace the bots' own")
    add("-q", "--quiet", action="store_true", help="print only the official lines for machines")
    add("--results-as-json", dest="as_json", action="store_true", help="print one JSON object and nothing else")
    add("--turn-time", type=_time, metavar="MS", help="milliseconds for each answer")
    add("--init-time", type=_time, metavar="MS", help="milliseconds for a bot's name")
    add("--version", action="version", version=f"Halite {VERSION}")
    return parser


def _size(text: str) -> tuple[int, int]:
    numbers = re.fullmatch(r"\s*(\d+)(?:\s*x\s*|\s+)(\d+)\s*", text, re.IGNORECASE)
    if not numbers:
        raise argparse.ArgumentTypeError(f'{text!r} is not two numbers in one word, such as "30 30" or 30x30')
    return int(numbers[1]), int(numbers[2])


def _seed(text: str) -> int:
    if not re.fullmatch(r"\d{1,10}", text) or int(text) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {LARGEST_SEED}")
    return int(text)


def _time(text: str) -> int:
    if not re.fullmatch(r"\d+", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of milliseconds")
    return int(text)


if __name__ == "__main__":
    try:
        printed = default_game(sys.argv[1], sys.argv[2:])
    except SystemExit:  # the engine says it again, to the user
        sys.exit(1)
    if printed is None:
        sys.exit(1)
    print(shlex.join(printed))
