"""The verdict: the winner of a search plays the base on maps that the search never saw."""

from typing import Any

from bot.knobs.knob import written
from experiments.arena.players import Player
from experiments.arena.schedule import Seeds
from experiments.match.experiment import Experiment, Stop, toml
from experiments.match.run import experiment


def held_out(study: str, winner: Player, base: Player, mix: str, stop: Stop) -> Experiment:
    """Return the match of the winner against the base, two players, on held-out maps. Raises ExperimentError."""
    question = f"Does what the study {study} found beat {base.notation}?"
    return experiment((winner, base), question, mix, Seeds.HELD_OUT, 0, stop)


def sentence(answered: Experiment) -> str:
    """Return the conclusion about the winner, in a sentence."""
    assert answered.result  # for the type checker: it is answered
    winner, base = answered.players
    match answered.result.verdict:
        case "KEEP":
            return f"{winner} is an improvement: it beat {base} on maps that the search never saw."
        case "DROP":
            return f"{winner} did not pass as an improvement on {base}, on maps that the search never saw."
    return f"It is undecided whether {winner} beats {base}: the test reached {answered.stop.blocks} blocks."


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
            lines.append(f"{knob} = {toml(value)}")
            place = section
    return "\n".join(lines) + "\n"


def _differing(values: dict[str, Any], default: dict[str, Any]) -> set[str]:
    """Return the knobs that differ from the default in any game; each is written for every game, with its sections."""
    names = {name for name in values.keys() | default.keys() if values.get(name) != default.get(name)}
    return {name.rpartition(".")[2] for name in names} - {"name"}
