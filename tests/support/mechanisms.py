"""Which mechanisms of a school act: the moves that each changes in six games, and its worth by the ledger.

Every knob is one. In all frames, a player with another value is asked, too: the neutral one, or the ends of the knob's
range. If its idea is off by default, both are asked with it on.
`python -m tests.support.mechanisms unifier` prints the table of a page; its last column is filled in from the ledger.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import Field, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import View
from bot.knobs.knob import Knobs, specs, spoken
from engine import generate
from experiments.arena import families
from experiments.arena.arena import played
from experiments.arena.players import player
from experiments.opponents import registry
from experiments.opponents.school import GAME, School
from experiments.opponents.sources import HERE

GAMES = (  # width, height, seed, opponents
    (12, 12, 41, ("v12",)), (16, 14, 42, ("v12",)), (24, 10, 44, ("v26", "v26", "v26")),
    (26, 26, 44, ("v12?hold_until=12",)), (12, 15, 45, ("v12", "v26")), (16, 16, 46, ("v12", "v26", "v17")),
)  # fmt: skip
"""The six games of the table, the school in the first seat. The third lasts to the last turn, where end waves run; the
fourth is on a board that no school calls small, against a player that no hypothesis of `unifier` explains."""

Moves = npt.NDArray[np.uint8]


class Mechanism(NamedTuple):
    """A knob of a school, and how its play is asked without it."""

    knob: str
    base: dict[str, Any]  # ideas that are switched on for it
    values: tuple[Any, ...]  # at which it is asked
    on: bool  # by default
    files: tuple[str, ...]  # that read it


class Row(NamedTuple):
    """A line of the table."""

    mechanism: Mechanism
    value: Any  # at which most moves change
    changed: int  # moves
    worth: str


def mechanisms(school: School) -> list[Mechanism]:
    """Return the mechanisms of a school, in the order of their knobs."""
    defaults = school.family.defaults
    known = specs(defaults)
    tuned = [name for name, spec in known.items() if spec.metadata["tunable"] and spec.metadata["group"] != GAME]
    return [
        Mechanism(name, _ideas(name, known, defaults), _values(known[name], defaults), _is_on(name, known, defaults),
                  _files(school.name, name))
        for name in tuned
    ]  # fmt: skip


def rows(school: School, names: Sequence[str] = ()) -> Iterator[Row]:
    """Count for every mechanism, or those of these names, how many moves of the six games it changes."""
    for mechanism in mechanisms(school):
        if names and mechanism.knob not in names:
            continue
        counted = [sum(_changes(school, mechanism, value)) for value in mechanism.values]
        best = int(np.argmax(counted))
        value = mechanism.values[best]
        yield Row(mechanism, value, counted[best], "not measured")


def acts(school: School, mechanism: Mechanism) -> bool:
    """Return whether the mechanism changes a move; the frames are asked only up to the first such move."""
    return any(any(_changes(school, mechanism, value)) for value in mechanism.values)


def table(school: School, counted: Sequence[Row]) -> str:
    """Return the table of a school's page."""
    known = specs(school.family.defaults)
    lines = [
        "| mechanism | file | on | without | moves changed | worth in Elo |",
        "| --- | --- | --- | --- | ---: | --- |",
    ]
    for row in counted:
        mechanism = row.mechanism
        why, files = known[mechanism.knob].metadata["why"], ", ".join(f"`{file}`" for file in mechanism.files)
        change = f"`{mechanism.knob}={spoken(row.value)}`"
        on = "yes" if mechanism.on else "no"
        lines.append(f"| {why} | {files} | {on} | {change} | {row.changed:,} | {row.worth} |")
    return "\n".join(lines)


def _ideas(name: str, known: dict[str, "Field[Any]"], defaults: Knobs) -> dict[str, Any]:
    """Return the values that switch on the ideas that a knob belongs to, where they are off by default."""
    of = known[name].metadata["of"]
    if not of:
        return {}
    above = _ideas(of, known, defaults)
    neutral = known[of].metadata["neutral"]
    return above | {of: _opposite(known[of])} if neutral is not None and getattr(defaults, of) == neutral else above


def _values(spec: "Field[Any]", defaults: Knobs) -> tuple[Any, ...]:
    known, now = spec.metadata, getattr(defaults, spec.name)
    if known["neutral"] is not None:
        return (known["neutral"],) if now != known["neutral"] else (_opposite(spec),)
    if isinstance(now, bool):
        return (not now,)
    return tuple(type(now)(end) for end in (known["low"], known["high"]) if end != now)


def _opposite(spec: "Field[Any]") -> Any:
    """Return a value at which an idea is on that is off by default."""
    neutral = spec.metadata["neutral"]
    return not neutral if isinstance(neutral, bool) else type(neutral)(spec.metadata["high"])


def _is_on(name: str, known: dict[str, "Field[Any]"], defaults: Knobs) -> bool:
    neutral = known[name].metadata["neutral"]
    return not _ideas(name, known, defaults) and (neutral is None or getattr(defaults, name) != neutral)


def _files(school: str, name: str) -> tuple[str, ...]:
    """Return the files of a school that read a knob, or hand it over to the bot's kernels."""
    sources = {path.name: path.read_text("utf-8") for path in sorted((HERE / school).glob("*.py"))}
    for reads in (rf"(settings|knobs|this_game)\.{name}\b", rf"^    {name}: "):
        if files := tuple(file for file, text in sources.items() if re.search(reads, text, re.MULTILINE)):
            return files
    return ()


def _changes(school: School, mechanism: Mechanism, value: Any) -> Iterator[int]:
    """Count frame by frame the moves that differ when the knob has this value."""
    other = replace(school.family.defaults, **{**mechanism.base, mechanism.knob: value})
    for number in range(len(GAMES)):
        answers = _default(school, tuple(mechanism.base.items()), number)
        for one, two in zip(answers, _asked(school, other, number), strict=True):
            yield int(np.count_nonzero(one != two))


@cache
def _default(school: School, base: tuple[tuple[str, Any], ...], number: int) -> tuple[Moves, ...]:
    return tuple(_asked(school, replace(school.family.defaults, **dict(base)), number))


@cache
def _frames(school: School, number: int) -> tuple[View, ...]:
    """Return the frames of one of the six games, as the school sees them."""
    width, height, seed, opponents = GAMES[number]
    state = generate(width, height, len(opponents) + 1, seed)
    lineup = [school.family.defaults, *(player(name).parameters for name in opponents)]
    replay = played(lineup, state)
    frames = enumerate(zip(replay.owner[:-1], replay.strength[:-1], strict=True))
    return tuple(
        View(owner, strength, replay.production, 1, turn) for turn, (owner, strength) in frames if np.any(owner == 1)
    )


def _asked(school: School, settings: Any, number: int) -> Iterator[Moves]:
    """Yield (H, W) the answer to each frame of a game, in order; 0 where the school has no strength."""
    game = _frames(school, number)
    mover = families.mover(settings.settled(len(GAMES[number][3]) + 1, *game[0].owner.shape), *game[0].owner.shape)
    for view in game:
        yield np.where((view.owner == 1) & (view.strength > 0), mover.moves(view), 0)


if __name__ == "__main__":
    (name,) = sys.argv[1:]
    print(table(registry.school(name), list(rows(registry.school(name)))))
