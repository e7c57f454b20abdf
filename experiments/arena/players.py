"""Players: one notation for every command, and the identity under which results are stored.

v26                              a preset
v26?alpha=0.2&enemy_ROI=-1       a preset with changes
tuned.toml                       a file of parameters, which may be followed by changes too
git:3f2c1a                       an older revision of this repository
git:3f2c1a?preset=v17&alpha=0.2  the same with options of its MyBot.py
amortizer                        a school of experiments/opponents
amortizer?stickiness=1.2         a school with changes
opponents/greedy.py              a program in experiments/opponents
cmd:python3 theirs/bot.py        any program that speaks the protocol; its games are played again in every run
cmd@3:java -jar Theirs.jar       the same, known by the version that you say it has
"""

import json
import secrets
import shlex
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import bot
from bot.knobs.families import Family
from bot.knobs.identity import telling
from bot.knobs.knob import Knobs
from engine.errors import UserError
from engine.names import is_text, shown
from experiments.opponents.registry import NAMES

from . import families, fingerprint, programs, revisions, signature, space

OPPONENTS = Path(__file__).parents[1] / "opponents"
PROGRAMS = ("dice", "greedy", "overkill", "tiny")  # small programs, which know no school and import one another
SIGNATURE = "signature"


class PlayerError(UserError, ValueError):
    """No such player; the message lists the players there are."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player. Two with the same identity make the same moves, or run the same program."""

    notation: str  # as it was written, and as tables and plots show it
    parameters: Any = None  # plays in this process: bot.Parameters, or the settings of a school
    program: str = ""  # else: JSON of everything that determines its program
    launch: tuple[str, ...] = ()  # as above: how its program is started, see `command`
    is_unversioned: bool = False  # a program without a version, whose games are not found again in another run

    @property
    def identity(self) -> str:
        """JSON of all that determines the moves: what results are stored under.

        For a player of this process: its signature, and those parameters that have an effect. Computing the signature
        takes a moment, because the player has to answer the bench.
        """
        return self.program if self.parameters is None else _behaviour(self.parameters)

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
        """The players with whom it shares its knobs; PlayerError when it is a program."""
        if self.parameters is None:
            raise PlayerError(f"{self.notation} is a program: it has no parameters that could be varied here")
        return families.family_of(self.parameters)


def player(notation: str) -> Player:
    """Return the player that `notation` means; PlayerError lists the players there are when there is no such player."""
    if not is_text(notation):  # it could be neither stored nor written into a table, after all games were played
        raise PlayerError(f"{shown(notation)}: a player's notation is UTF-8 text, but this holds other bytes")
    kind, colon, rest = notation.partition(":")
    if colon and is_command(notation):
        _, at, version = kind.partition("@")
        return _program(notation, rest, version if at else None)
    if colon and kind == "git":
        return _revision(notation, rest)
    base, _, changes = notation.partition("?")
    if base.endswith(".py"):
        return _opponent(notation, base, changes)
    return _in_process(base, _changes(changes, families.family_of(_base(base))))


def is_command(notation: str) -> bool:
    """Return whether it is a shell command, which may have commas and question marks of its own."""
    return notation.startswith(("cmd:", "cmd@"))


def opponents() -> list[str]:
    """Return the notations of the small programs in experiments/opponents; schools play in this process."""
    return [f"opponents/{name}.py" for name in PROGRAMS]


def _in_process(base: str, changes: dict[str, space.Value]) -> Player:
    listed = "&".join(f"{name}={space.text(value)}" for name, value in changes.items())
    notation = f"{base}?{listed}" if listed else base
    try:
        default = _base(base)
        parameters = families.family_of(default).changed(default, changes)
    except bot.ParameterError as error:
        raise PlayerError(f"{notation}: {error}") from None
    return Player(notation, replace(parameters, name=notation))


def in_words(notation: str) -> str:
    """Name a player of a sentence: `champion without its search`. Plans and forecasts that are off are not named."""
    return f"{notation.partition('?')[0]} without its search" if "combat_search=0" in notation else notation


def plain_name(notation: str, identity: str) -> str:
    """Return the name of the preset or school with the same parameters, else the notation.

    A stored notation may spell out what is now a default, as in `champion?opening_search=100`. Signatures are not
    compared: computing one takes seconds.
    """
    return _plain_names().get(_unsigned(identity), notation)


@cache
def _plain_names() -> dict[str, str]:
    return {_unsigned(_signed(values, "")): name for name, values in families.presets().items()}


@cache
def _behaviour(values: Knobs) -> str:
    return _signed(values, signature.of_player(values))


def _signed(values: Knobs, sign: str) -> str:
    parts: dict[str, object] = {SIGNATURE: sign, "parameters": telling(values)}
    if not isinstance(values, bot.Parameters):
        parts["school"] = families.school_of(values).name
    return _identity(**parts)


def _unsigned(identity: str) -> str:
    return identity.rpartition(f'"{SIGNATURE}":')[0]  # the keys are sorted, and this is the last one


def _base(name: str) -> Any:
    try:
        if name.endswith(".toml"):
            return families.load(Path(name))
        if name in (known := families.presets()):
            return known[name]
    except bot.ParameterError as error:
        raise PlayerError(str(error)) from None
    schools = ", ".join(name for name in families.presets() if name not in bot.PRESETS)
    raise PlayerError(
        f"there is no player {name!r}. Presets: {', '.join(bot.PRESETS)}; schools: {schools}; "
        f"programs: {', '.join(opponents())}; "
        "also FILE.toml, git:REVISION and cmd:COMMAND. Changes follow a question mark: v26?alpha=0.2&dodge=off"
    )


def _changes(text: str, family: Family) -> dict[str, space.Value]:
    """Return `alpha=0.2&dodge=off` as values by the parameters' own names."""
    pairs = _pairs(text)
    try:
        changes: dict[str, space.Value] = {space.known(name, family): value for name, value in pairs}
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


def _opponent(notation: str, base: str, changes: str) -> Player:
    name = base.removeprefix("opponents/")
    if name.removesuffix(".py") in NAMES:
        raise PlayerError(f"{notation!r} is a school, which plays in this process: call it {name.removesuffix('.py')}")
    if changes or name.removesuffix(".py") not in PROGRAMS:
        raise PlayerError(
            f"{notation!r} is not one of the programs in experiments/opponents: {', '.join(opponents())}; "
            f"a program elsewhere plays as cmd:{base if ' ' in base else f'python3 {base}'}"
        )
    if base == name and Path(name).is_file():
        raise PlayerError(
            f"two programs have this name: opponents/{name} of this project, and {name} here, "
            f"which is cmd:python3 {name}"
        )
    programs = [OPPONENTS / f"{each}.py" for each in PROGRAMS]
    files = [OPPONENTS / name, *sorted((OPPONENTS / "starter").glob("*.py")), *programs]
    source = fingerprint.of_code(*files)  # they may import one another
    return Player(f"opponents/{name}", None, _identity(opponent=name, source=source), ("script", name))


def _program(notation: str, command: str, version: str | None) -> Player:
    if not command.strip():
        raise PlayerError("cmd: needs a command, for example cmd:java -jar Theirs.jar")
    launch = ("command", command)
    if version is not None:
        if not version.strip():
            raise PlayerError(f"{notation} names no version; expected one behind the @, as in cmd@2:{command}")
        return Player(notation, None, _identity(command=command, version=version), launch)
    try:
        parts: dict[str, object] = {"command": command, "run": _this_run(), "files": programs.files(command)}
    except programs.ProgramError as error:
        raise PlayerError(f"{notation}: {error}") from None
    return Player(notation, None, _identity(**parts), launch, is_unversioned=True)


def is_unchanged(known: Player) -> bool:
    """Return whether the files that a program's command names are as they were; True for all that is no program."""
    if known.launch[:1] != ("command",):
        return True
    try:
        return player(known.notation).identity == known.identity
    except PlayerError:  # a file went away while it was read
        return False


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
    return Player(notation, None, _identity(revision=commit, options=options), ("revision", commit, *options))


def _identity(**parts: object) -> str:
    return json.dumps(parts, sort_keys=True, separators=(",", ":"))


def _shell(*words: str) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
