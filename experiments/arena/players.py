"""Players: one notation for every command, and the identity under which results are stored.

v26                              a preset
v26?alpha=0.2&enemy_ROI=-1       a preset with changes
tuned.toml                       a file of parameters, which may be followed by changes too
git:3f2c1a                       an older revision of this repository
git:3f2c1a?preset=v17&alpha=0.2  the same with options of its MyBot.py
amortizer                        an opponent of experiments/opponents
amortizer?stickiness=1.2         an opponent with changes
opponents/greedy.py              a program in experiments/opponents
cmd:python3 theirs/bot.py        any program that speaks the protocol; its games are played again in every run
cmd@3:java -jar Theirs.jar       the same, known by the version that you say it has
"""

import json
import re
import secrets
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import bot
from bot.parameters.families import Family
from engine.errors import UserError
from engine.names import is_text, printable
from engine.state import MOST_PLAYERS
from experiments.opponents.opponent import NAMES

from . import families, revisions, space

OPPONENTS = Path(__file__).parents[1] / "opponents"
_json = partial(json.dumps, sort_keys=True, separators=(",", ":"))
# Small programs, each with a number that is raised when it moves differently: stored games belong to it.
PROGRAMS = {"greedy": 1, "tiny": 1}


class PlayerError(UserError, ValueError):
    """No such player; the message lists the players there are."""


@dataclass(frozen=True)
class Player:
    """One player. Two with the same identity make the same moves, or run the same program."""

    notation: str  # as it was written, and as tables and plots show it
    parameters: Any = None  # plays in this process: bot.Parameters, or the settings of an opponent
    program: str = ""  # else: JSON of everything that determines its program
    launch: tuple[str, ...] = ()  # as above: how its program is started, see `command`
    is_unversioned: bool = False  # a program without a version, whose games are not found again in another run

    @cached_property
    def identity(self) -> str:
        """JSON of all that determines the moves: what results are stored under.

        For a player of this process: PLAY, and those parameters that have an effect.
        """
        if self.parameters is None:
            return self.program
        parts = {"parameters": bot.effective(self.parameters), "play": bot.PLAY}
        if not isinstance(self.parameters, bot.Parameters):
            opponent = families.opponent_of(self.parameters)
            parts |= {"play": opponent.play, "school": opponent.name}
        return _json(parts)

    @property
    def command(self) -> str | None:
        """The shell command that starts its program on this machine; None for a player of this process."""
        match self.launch:
            case ("command", text):
                return text
            case ("script", name):
                return _shell(sys.executable, str(OPPONENTS / name))
            case ("revision", commit, *options):
                return _shell(sys.executable, str(revisions.folder(commit) / "MyBot.py"), *options)
        return None

    def replace(self, **values: space.Value) -> "Player":
        """Return the player with other values of some parameters; PlayerError when it is a program, which has none."""
        base, _, before = self.notation.partition("?")
        return _in_process(base, {**_changes(before, self.family), **values})

    @property
    def family(self) -> Family:
        """The players with whom it shares its parameters; PlayerError when it is a program."""
        if self.parameters is None:
            raise PlayerError(f"{self.notation} is a program: it has no parameters that could be varied here")
        return families.family_of(self.parameters)


def player(notation: str) -> Player:
    """Return the player that `notation` means; PlayerError lists the players there are when there is no such player."""
    if not is_text(notation):  # it could be neither stored nor written into a table, after all games were played
        raise PlayerError(f"{printable(notation)}: a player's notation is UTF-8 text, but this holds other bytes")
    kind, colon, rest = notation.partition(":")
    if colon and is_command(notation):
        _, at, version = kind.partition("@")
        return _program(notation, rest, version if at else None)
    if colon and kind == "git":
        return _revision(notation, rest)
    if notation in bot.PRESETS:  # no other family of players is loaded for it
        return Player(notation, bot.PRESETS[notation])
    base, _, changes = notation.partition("?")
    if base.endswith(".py"):
        return _opponent(notation, base)
    return _in_process(base, _changes(changes, families.family_of(_base(base))))


def lineup(notations: Sequence[str], seats: int | None = None) -> tuple[Player, ...]:
    """Return the players by seat: the first against all others, or against copies of its only opponent."""
    players = [player(notation) for notation in notations]
    if len(players) == 2 and seats:
        players += [players[1]] * (seats - 2)
    if not 2 <= len(players) <= MOST_PLAYERS or len(players) != (seats or len(players)):
        raise PlayerError(
            f"{len(players)} players for {seats or '2 to 6'} seats; expected two (the first against copies of the "
            "second) or one for each seat, for example: v26 v17"
        )
    if same := [other for other in players[1:] if other.identity == players[0].identity]:
        raise PlayerError(
            f"{players[0].notation} and {same[0].notation} are the same player, which beats itself half the time; "
            "is a change missing, as in v26?alpha=0.2"
        )
    return tuple(players)


def panel(texts: Sequence[str]) -> tuple[Player, ...]:
    """Return the players in these comma-separated lists; a command counts as one player, commas and all.

    Raises:
        PlayerError: also where a player is named twice and would count twice
    """
    names = [name for text in texts for name in ([text] if is_command(text) else text.split(","))]
    return distinct([player(name.strip()) for name in names], least=1)


def distinct(players: Sequence[Player], least: int = 2) -> tuple[Player, ...]:
    """Return the players; PlayerError when they are fewer than `least`, or two of them are the same player."""
    seen: dict[str, Player] = {}
    for each in players:
        if (same := seen.setdefault(each.identity, each)) is not each:
            raise PlayerError(f"{same.notation} and {each.notation} are the same player; name each once")
    if len(players) < least:
        got = " ".join(player.notation for player in players)
        raise PlayerError(f"expected {least} players or more, got only {got}. For example: v26 v17 v12")
    return tuple(players)


def is_command(notation: str) -> bool:
    """Return whether it is a shell command, which may have commas and question marks of its own."""
    return notation.startswith(("cmd:", "cmd@"))


def opponents() -> list[str]:
    """Return the notations of the small programs in experiments/opponents; opponents play in this process."""
    return [f"opponents/{name}.py" for name in PROGRAMS]


def in_words(notation: str) -> str:
    """Name a player of a sentence: `champion without its search`. Plans and forecasts that are off are not named."""
    return f"{notation.partition('?')[0]} without its search" if "combat_search=0" in notation else notation


def plain_name(notation: str, identity: str) -> str:
    """Return the name of the preset or opponent with the same parameters, of whatever PLAY; else the notation.

    A stored notation may spell out what is now a default, as in `champion?opening_search=100`.
    """
    return _plain_names().get(_without_play(identity), notation)


@cache
def _plain_names() -> dict[str, str]:
    return {_without_play(Player(name, values).identity): name for name, values in families.presets().items()}


def _without_play(identity: str) -> str:
    return re.sub(r'"play":\d+', "", identity)


def _in_process(base: str, changes: dict[str, space.Value]) -> Player:
    listed = "&".join(f"{name}={space.text(value)}" for name, value in changes.items())
    notation = f"{base}?{listed}" if listed else base
    try:
        default = _base(base)
        parameters = families.family_of(default).override(default, changes)
    except bot.ParameterError as error:
        raise PlayerError(f"{notation}: {error}") from None
    return Player(notation, replace(parameters, name=notation))


def _base(name: str) -> Any:
    try:
        if name.endswith(".toml"):
            return families.load(Path(name))
        if name in bot.PRESETS:
            return bot.PRESETS[name]
        if name in (presets := families.presets()):
            return presets[name]
    except bot.ParameterError as error:
        raise PlayerError(str(error)) from None
    strategies = ", ".join(name for name in families.presets() if name not in bot.PRESETS)
    raise PlayerError(
        f"there is no player {name!r}. Presets: {', '.join(bot.PRESETS)}; opponents: {strategies}; "
        f"programs: {', '.join(opponents())}; "
        "also FILE.toml, git:REVISION and cmd:COMMAND. Changes follow a question mark: v26?alpha=0.2&dodge=off"
    )


def _changes(text: str, family: Family) -> dict[str, space.Value]:
    """Return `alpha=0.2&dodge=off` as values by the names of parameters."""
    pairs = _pairs(text)
    try:
        changes: dict[str, space.Value] = {space.check_name(name, family): value for name, value in pairs}
    except space.SpaceError as error:
        raise PlayerError(str(error)) from None
    if len(changes) < len(pairs):
        raise PlayerError(f"{text!r} gives a parameter twice")
    return changes


def _pairs(text: str) -> list[tuple[str, str]]:
    """Return `alpha=0.2&dodge=off` as names and values."""
    pairs = [part.partition("=") for part in text.split("&") if part]
    if wrong := next((part for part in pairs if not all(part)), None):
        raise PlayerError(f"{''.join(wrong)!r} is not NAME=VALUE; changes are written like v26?alpha=0.2&dodge=off")
    return [(name, value) for name, _, value in pairs]


def _opponent(notation: str, base: str) -> Player:
    name = base.removeprefix("opponents/").removesuffix(".py")
    if name in NAMES:
        raise PlayerError(f"{notation!r} is an opponent, which plays in this process: call it {name}")
    if notation not in opponents():
        raise PlayerError(
            f"{notation!r} is not one of the programs in experiments/opponents: {', '.join(opponents())}; "
            f"a program elsewhere plays as cmd:{base if ' ' in base else f'python3 {base}'}"
        )
    identity = _json({"opponent": name, "play": PROGRAMS[name]})
    return Player(notation, None, identity, ("script", f"{name}.py"))


def _program(notation: str, command: str, version: str | None) -> Player:
    if not command.strip():
        raise PlayerError("cmd: needs a command, for example cmd:java -jar Theirs.jar")
    if version is not None and not version.strip():
        raise PlayerError(f"{notation} names no version; expected one behind the @, as in cmd@2:{command}")
    # Without a version nobody knows whether it is still the same program: its games belong to this run alone.
    parts = {"run": _this_run()} if version is None else {"version": version}
    return Player(notation, None, _json({"command": command, **parts}), ("command", command), version is None)


@cache
def _this_run() -> str:
    """Return twelve characters that no other process has: what is stored under them is not found again."""
    return secrets.token_hex(6)


def _revision(notation: str, text: str) -> Player:
    revision, _, changes = text.partition("?")
    try:
        commit = revisions.resolve(revision)
    except revisions.RevisionError as error:
        raise PlayerError(f"{notation}: {error}") from None
    # Its options are those of its own MyBot.py, which may have other parameters than ours, so they go there unread.
    options = [f"--{name}={value}" for name, value in _pairs(changes)]
    return Player(notation, None, _json({"revision": commit, "options": options}), ("revision", commit, *options))


def _shell(*words: str) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
