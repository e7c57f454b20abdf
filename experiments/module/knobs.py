"""The parameters as a page reads them: their declarations, the presets, and their order in the export `pack`."""

from collections.abc import Iterable
from typing import Any

from bot import PRESETS, Parameters
from bot.greedy.reasons import Reason
from bot.knobs.knob import plain
from bot.knobs.parameters import DEFAULT, HEARD, KNOBS, SILENT, groups
from bot.knobs.sections import Section, cells
from bot.stages.settings import INVITATION, MODELS, RANGES, SEARCHES
from bot.stages.state import CHOSEN, OURS, PLAYING

from .asking import CONFIDENCE, HALVINGS, MOST_SEEDS, SCANNED, STEPS


def knob_table() -> dict[str, Any]:
    """Return declarations, groups and presets."""
    return {
        "groups": [{"name": group, "knobs": heard} for group, names in groups().items() if (heard := _heard(names))],
        "knobs": {name: _declared(name, KNOBS[name]) for name in _heard(KNOBS)},
        "presets": {name: _preset(parameters) for name, parameters in PRESETS.items()},
        "default": DEFAULT,
        "stages": _stages(),
        "asking": {
            "scanned": SCANNED,
            "steps": STEPS,
            "halvings": HALVINGS,
            "most_seeds": MOST_SEEDS,
            "confidence": CONFIDENCE,
        },
        "reasons": [
            {"name": each.name, "sentence": each.sentence, "parameters": [*each.parameters]} for each in Reason
        ],
    }


def _stages() -> dict[str, Any]:
    """Return places in a seat's players, the names of its models, and what an opening plan and a campaign change."""
    plan = [known.name for known in RANGES]
    return {
        "ours": OURS,
        "playing": PLAYING,
        "chosen": CHOSEN,
        "models": [*MODELS, SEARCHES],
        "plan": plan,
        "fight": [*plan, INVITATION.name],
    }


def _heard(names: Iterable[str]) -> list[str]:
    """Return those that change a move."""
    return [name for name in names if name not in SILENT]


def _declared(name: str, spec: Any) -> dict[str, Any]:
    """Return a parameter's declaration, and its place among the numbers that the export `pack` takes."""
    declared = {key: value for key, value in spec.metadata.items() if key not in ("silent", "choices", "field")}
    choices = [*spec.metadata["choices"]]
    return {"kind": type(spec.default).__name__, **declared, "choices": choices, "at": HEARD.index(name)}


def _preset(parameters: Parameters) -> dict[str, Any]:
    """Return how a preset plays, for each of the games that its sections tell apart."""
    games = cells(parameters.sections) if parameters.sections else [Section()]
    return {"games": [_in_games(parameters.in_games(section), section) for section in games]}


def _in_games(parameters: Parameters, games: Section) -> dict[str, Any]:
    """Return the games by their players and their longer side, and the values of the parameters there."""
    values = plain(parameters)
    return {
        "players": [games.players.low, games.players.high],
        "size": [games.size.low, games.size.high],
        "values": {name: values[name] for name in HEARD},
    }
