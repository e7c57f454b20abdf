"""The verdict: the winner of a search plays the base on maps that the search never saw."""

from datetime import date
from typing import Any

from bot.knobs.cascade import written
from engine.documents import toml_value
from experiments.arena.players import Player
from experiments.arena.schedule import Seeds
from experiments.match import run as match
from experiments.match.plan import MatchPlan
from experiments.match.result import MatchResult

IMPROVED = "KEEP"  # the ledger's word for a test that the first player passed


def held_out(study: str, winner: Player, base: Player, mix: str, stopping: dict[str, Any], today: date) -> MatchPlan:
    """Return the plan for the match of the winner against the base, two players, on held-out maps.

    stopping   from `match.until_decided`
    Raises     PlanError
    """
    question = f"Does what the study {study} found beat {base.notation}?"
    return match.planned((winner, base), question, today, stopping, mix=mix, seeds=Seeds.HELD_OUT, first=0)


def sentence(result: MatchResult) -> str:
    """Return the conclusion about the winner, in a sentence."""
    winner, base = result.plan.lineup
    if result.verdict == IMPROVED:
        return f"{winner} is an improvement: it beat {base} on maps that the search never saw."
    if result.is_decided:
        return f"{winner} did not pass as an improvement on {base}, on maps that the search never saw."
    return f"It is undecided whether {winner} beats {base}: the test reached {result.plan.blocks} blocks."


def parameter_file(winner: Player, remarks: list[str]) -> str:
    """Return the winner as TOML, for a program's --parameters and for notations.

    Holds only what differs from the family's default preset; remarks become comments.
    """
    family = winner.family
    lines, place = [f"# {remark}" for remark in remarks] + [f'preset = "{family.default}"'], ""
    differing = _differing(written(winner.parameters), written(family.defaults))
    for name, value in written(winner.parameters).items():
        section, _, knob = name.rpartition(".")
        if knob in differing:
            lines += [f"\n[{section}]"] if section != place else []
            lines.append(f"{knob} = {toml_value(value)}")
            place = section
    return "\n".join(lines) + "\n"


def _differing(values: dict[str, Any], default: dict[str, Any]) -> set[str]:
    """Return the knobs that differ from the default in any game; each is written for every game, with its sections."""
    names = {name for name in values.keys() | default.keys() if values.get(name) != default.get(name)}
    return {name.rpartition(".")[2] for name in names} - {"name"}
