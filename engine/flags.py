"""The command line: the official flags, read as the official program reads them, and three of our own."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

VERSION = "1.2"  # of the official program whose rules these are
PROGRAM = "python -m engine"
TITLE = "Halite Game Environment"

_WIDTH = 75  # columns of the official usage
_LARGEST_NUMBER = 2**32 - 1  # the official program keeps seeds in 32 bits


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings read from the command line."""

    quiet: bool = False
    ignore_timeouts: bool = False
    no_replay: bool = False
    override: bool = False  # the words are commands and names in turn
    size: tuple[int, int] = (0, 0)  # width, height; (0, 0) = a random square
    seed: int = 0  # 0 = from the clock
    replay_directory: str = "."
    map_players: int = 1  # a single player may play on the map of several
    turn_time: int = 1500  # ms
    init_time: int = 30000  # ms
    as_json: bool = False
    words: tuple[str, ...] = ()  # what is no flag: the bot commands

    @property
    def commands(self) -> tuple[str, ...]:
        """One shell command a player."""
        return self.words[::2] if self.override else self.words

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names that replace those the bots choose; None without --override."""
        return self.words[1::2] if self.override else None


class FlagError(ValueError):
    """The command line cannot be read; says so in the official form."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"PARSE ERROR: Argument: {argument}\n             {problem}\n")


class Wanted(Exception):
    """Asked for a text instead of a game: the help or the version."""


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag and where its value goes."""

    letter: str
    name: str
    about: str
    field: str = ""  # of Settings; "" = the flag steers the reading itself
    value: str = ""  # what its value is called; "" = a switch
    read: Callable[[str], object] = str  # raises ValueError when the text is no such value
    hint: str = ""  # shown when the value is missing or cannot be read: what to write

    def __str__(self) -> str:
        return f"-{self.letter} (--{self.name})" if self.letter else f"(--{self.name})"

    @property
    def spellings(self) -> tuple[str, ...]:
        """How it is written where its value is a word of its own."""
        return (f"--{self.name}", f"-{self.letter}") if self.letter else (f"--{self.name}",)

    @property
    def short(self) -> str:
        """The flag as the brief usage shows it."""
        return f"[{'-' + self.letter if self.letter else '--' + self.name}{self._slot}]"

    @property
    def long(self) -> str:
        """The flag as the full help shows it."""
        return (f"-{self.letter}{self._slot},  " if self.letter else "") + f"--{self.name}{self._slot}"

    @property
    def _slot(self) -> str:
        return f" <{self.value}>" if self.value else ""


def _number(text: str) -> int:
    if not re.fullmatch(r"\s*\+?[0-9]+", text) or int(text) > _LARGEST_NUMBER:
        raise ValueError(text)
    return int(text)


def _positive(text: str) -> int:
    if _number(text) == 0:
        raise ValueError(text)
    return _number(text)


def _size(text: str) -> tuple[int, int]:
    width, height = re.split(r"\s*[xX]\s*|\s+", text.strip())  # 30x30 is ours
    return _number(width), _number(height)


FLAGS = (
    Flag("", "results-as-json", "Prints the result as one JSON object and nothing else.", "as_json"),
    Flag(
        "", "init-time", "Milliseconds for a bot's name.", "init_time", "positive integer", _positive,
        "Expected whole milliseconds, 1 or more, such as --init-time 60000.",
    ),
    Flag(
        "", "turn-time", "Milliseconds for each answer.", "turn_time", "positive integer", _positive,
        "Expected whole milliseconds, 1 or more, such as --turn-time 3000.",
    ),
    Flag(
        "i", "replaydirectory", "The folder for the replay.", "replay_directory", "path to directory",
        hint="Expected a folder that exists, such as -i replays.",
    ),
    Flag(
        "s", "seed", "The seed of the map; 0 for one from the clock.", "seed", "positive integer", _number,
        f"Expected a whole number from 0 to {_LARGEST_NUMBER}, such as -s 7. Without -s the clock chooses one.",
    ),
    Flag(
        "d", "dimensions",
        "Width and height of the map, which may come out a little smaller. Without it: a random square.",
        "size", "a string containing two space-separated positive integers", _size,
        'Expected both numbers in one word, such as -d "30 30" or -d 30x30.',
    ),
    Flag(
        "n", "nplayers", "A map for this many players, for one alone.", "map_players", "{1,2,3,4,5,6}", _number,
        "Expected a number of players from 1 to 6, such as -n 3.",
    ),
    Flag("r", "noreplay", "Writes no replay.", "no_replay"),
    Flag("t", "timeout", "Gives all bots infinite time.", "ignore_timeouts"),
    Flag("o", "override", "Bot commands and names in turn; the names replace those the bots send.", "override"),
    Flag("q", "quiet", "Prints only the lines for machines.", "quiet"),
    Flag("-", "ignore_rest", "What follows are bot commands, even if it looks like a flag."),
    Flag("", "version", "Displays the version and exits."),
    Flag("h", "help", "Displays this help and exits."),
)  # fmt: skip
_COMMANDS = "<bot commands> ..."


def parse(words: list[str]) -> Settings:
    """Return the settings in these command line words. Raises FlagError, or Wanted with a text to print instead."""
    values: dict[str, Any] = {}
    seen: set[str] = set()
    rest, commands = list(words), list[str]()
    while rest:
        word = rest.pop(0)
        if "ignore_rest" in seen or not word.startswith("-"):
            commands.append(word)
            continue
        flags, value = _found(word)
        for flag in flags:
            if flag.name in seen:
                raise FlagError(str(flag), "Argument already set!")
            seen.add(flag.name)
            values[flag.field] = _value(flag, value, rest)
    values.pop("", None)
    return Settings(**values, words=tuple(commands))


def known(word: str) -> Flag | None:
    """Return the (first) flag that a word stands for; None when the parser would refuse it."""
    try:
        return _found(word)[0][0]
    except FlagError:
        return None


def _found(word: str) -> tuple[list[Flag], str]:
    """Return the flags that a word starting with "-" names, and the value when the same word holds one.

    The official program takes an unknown flag for a bot command, which hides typing mistakes.
    """
    start, _, value = word.partition("=" if re.match(r"--[a-z-]+=", word) else " ")
    for flag in FLAGS:
        if start in flag.spellings:
            return [flag], value
    switches = {flag.letter: flag for flag in FLAGS if flag.letter and not flag.value}
    if word.startswith("--") or len(word) < 2 or not set(word[1:]) <= set(switches):
        raise FlagError(word, "Couldn't find match for argument")
    return [switches[letter] for letter in word[1:]], ""


def _value(flag: Flag, value: str, rest: list[str]) -> object:
    """Return a flag's value: in the same word, or else taken from the rest."""
    if flag.name == "help":
        raise Wanted(usage())
    if flag.name == "version":
        raise Wanted(f"\n{PROGRAM}  version: {VERSION}\n")
    if not flag.value:
        return True
    hint = f"\n             {flag.hint}"
    if not value and not rest:
        raise FlagError(str(flag), f"Missing a value for this argument!{hint}")
    text = value or rest.pop(0)
    try:
        return flag.read(text)
    except ValueError:
        raise FlagError(str(flag), f"Couldn't read argument value from string '{text}'{hint}") from None


def misuse(settings: Settings) -> str | None:
    """Return the official complaint about readable settings that no game can be played with; None if one can."""
    players = len(settings.commands)
    if settings.override and (len(settings.words) < 4 or len(settings.words) % 2):
        return (
            "Invalid number of player parameters with override switch enabled.  "
            "Override intended for server use only.\n"
        )
    if not players:
        return (
            "Please provide the launch command string for at least one player.\n"
            "Use the --help flag for usage details.\n"
        )
    if players > 1 and settings.map_players != 1:
        return (
            "\nOnly single-player mode enables specified n-player maps.  "
            "When entering multiple bots, please do not try to specify n.\n\n"
        )
    if not 1 <= max(players, settings.map_players) <= 6 or settings.map_players == 0:
        return "\nA map can only accommodate between 1 and 6 players.\n\n"
    return None


def brief_usage(program: str = PROGRAM) -> str:
    """Return the usage text printed after a FlagError, for a program that was started as `program`."""
    return f"Brief USAGE: \n{_synopsis(program)}\n\nFor complete USAGE and HELP type: \n   {program} --help\n\n"


def example(program: str = PROGRAM) -> str:
    """Show a command line with bots, for a user who named no bot; on stderr, as the official complaint is on stdout."""
    return f'For example:\n  {program} -d "30 30" "python3 MyBot.py" "python3 MyBot.py"\n'


def usage() -> str:
    """Return the whole help."""
    about = "\n\n".join(f"{_wrapped(flag.long, 3)}\n{_wrapped(flag.about, 5)}" for flag in FLAGS)
    commands = f"{_wrapped(f'{_COMMANDS}  (1 to 6)', 3)}\n{_wrapped('Each is run by the shell: one bot a player.', 5)}"
    return f"\nUSAGE: \n\n{_synopsis()}\n\n\nWhere: \n\n{about}\n\n{commands}\n\n\n   {TITLE}\n\n{_EXAMPLES}"


_EXAMPLES = f"""Examples:

   {PROGRAM} -d "30 30" "python3 MyBot.py" "./TheirBot"
   {PROGRAM} -q -s 7 "python3 MyBot.py" "python3 MyBot.py --preset v17"
   {PROGRAM} -n 3 --turn-time 500 "python3 MyBot.py"
"""


_DEEPEST = 30  # columns that later lines are indented at most: ./play may have been called by a long path


def _synopsis(program: str = PROGRAM) -> str:
    return _wrapped(
        f"{program}  {' '.join(flag.short for flag in FLAGS)} {_COMMANDS}", 3, min(len(program) + 5, _DEEPEST)
    )


def _wrapped(text: str, indent: int, later: int | None = None) -> str:
    """Return lines of at most _WIDTH columns; lines after the first are indented by `later`, by default alike."""
    after = " " * (indent if later is None else later)
    return textwrap.fill(text, _WIDTH, initial_indent=" " * indent, subsequent_indent=after, break_on_hyphens=False)
