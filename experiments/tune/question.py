"""Question: everything that decides what a study finds."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

from bot.knobs.knob import value, written
from engine.errors import UserError
from experiments.arena import schedule
from experiments.arena.players import Player, panel, player
from experiments.arena.schedule import Block, Map, Mix, Seeds
from experiments.arena.space import Axis, Space, SpaceError, Value
from experiments.stats import Pruning

from .samplers import SAMPLERS


@dataclass(frozen=True, slots=True)
class Question:
    """Which values of some parameters play best against these opponents, and how it is searched for."""

    base: Player  # its parameters are varied, and the winner must beat it
    space: Space
    against: tuple[Player, ...]
    mix: Mix
    players: int  # 2..6, of a game
    pruning: Pruning  # and how many blocks a trial has
    sampler: str  # one of SAMPLERS
    seed: int

    def settings(self) -> dict[str, Any]:
        """Return the same as JSON, by which a study knows whether it is continued or confused with another."""
        return {
            "base": self.base.notation,
            "space": [axis.line for axis in self.space.axes],
            "opponents": [each.notation for each in self.against],
            "boards": self.mix.name,
            "players": self.players,
            "blocks per trial": self.pruning.blocks,
            "pruning": [self.pruning.level, self.pruning.parts],
            "sampler": self.sampler,
            "seed": self.seed,
            "code of the players": [each.identity for each in (self.base, *self.against)],
            "rules": schedule.RULES,
        }

    def maps(self) -> tuple[Map, ...]:
        """Return a map for each block of a trial: development maps only, so that the verdict's are new."""
        return tuple(islice(schedule.maps(self.mix, self.players, Seeds.DEVELOPMENT), self.pruning.blocks))

    def blocks(self, candidate: Player, maps: Sequence[Map]) -> list[Block]:
        """Return a candidate's blocks on `maps`: one opponent on each map, in turn, which takes all other seats."""
        opponents = (self.against[number % len(self.against)] for number in range(len(maps)))
        return [
            Block(map_, (candidate, *[other] * (self.players - 1))) for map_, other in zip(maps, opponents, strict=True)
        ]

    def candidate(self, values: dict[str, Value]) -> Player:
        """Return the base with these values; PlayerError where they contradict one another."""
        return self.base.replace(**{axis.name: _rounded(axis, values[axis.name]) for axis in self.space.axes})

    def base_values(self) -> dict[str, Value] | None:
        """Return the base's own point in the space. PlayerError for a program.

        None when it lies outside, or the base has sections for a knob that is varied for all games: no point is the
        base.
        """
        parameters = self.base.replace().parameters
        values = {axis.name: value(parameters, axis.name) for axis in self.space.axes}
        is_inside = all(_holds(axis, values[axis.name]) for axis in self.space.axes)
        lost = {name for name in written(parameters) if name.rpartition(".")[2] in values} - values.keys()
        return values if is_inside and not lost else None

    def check(self) -> None:
        """Refuse before the first game what would fail after the last one.

        Raises   PlayerError where the base is a program, or lacks a knob that is varied; UserError where CLOP could
                 not name its optimum: the values of a list have no order
        """
        self.base.replace()
        for axis in self.space.axes:
            if self.sampler == "clop" and len(axis.choices) not in (0, 2):
                raise UserError(
                    f"CLOP fits no surface to {axis.name}, a list of {len(axis.choices)}; take a list of two, a range, "
                    "or another --sampler"
                )
            for choice in axis.choices:
                self.base.replace(**{axis.name: choice})

    def distributions(self) -> dict[str, BaseDistribution]:
        """Return the space in Optuna's words."""
        return {axis.name: _distribution(axis) for axis in self.space.axes}


def question(
    base: str, space: Path, against: Sequence[str], mix: str, players: int, pruning: Pruning, sampler: str, seed: int
) -> Question:
    """Return the question as it is written on a command line.

    Raises   PlayerError, SpaceError, ScheduleError; UserError when there is no such sampler
    """
    if sampler not in SAMPLERS:
        raise UserError(f"there is no sampler {sampler!r}, only {', '.join(SAMPLERS)}")
    varied = player(base)
    searched = Space.load(space, varied.family)
    asked = Question(varied, searched, panel(against), Mix.parse(mix), players, pruning, sampler, seed)
    asked.check()
    asked.maps()  # refuses boards that are too small for the players
    return asked


def _distribution(axis: Axis) -> BaseDistribution:
    if axis.choices:
        return CategoricalDistribution(axis.choices)
    if axis.whole:
        return IntDistribution(int(axis.low), int(axis.high), log=axis.log)
    return FloatDistribution(axis.low, axis.high, log=axis.log)


def _holds(axis: Axis, value: Value) -> bool:
    try:
        return 0 <= axis.share(value) <= 1
    except SpaceError:
        return False


def _rounded(axis: Axis, value: Value) -> Value:
    """Return to the digits that the space keeps, so that a notation can be read and typed."""
    return axis.at(axis.share(value)) if isinstance(value, float) and not axis.choices else value
