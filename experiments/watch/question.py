"""A question about a frame, checked member by member."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot import DEFAULT, PRESETS, ParameterError, Parameters, changed
from engine import Replay
from engine.documents import DocumentError, brief, loads
from experiments.arena.players import PlayerError, player

BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_LARGE = 400, 403, 404, 413


class Refusal(Exception):
    """Why a request is not answered: a status of HTTP and a sentence for the page."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class Question:
    """A player on a frame, and the parameters with which it is asked."""

    turn: int
    seat: int
    usual: Parameters  # the preset from which the parameters were changed; both as they play this game
    parameters: Parameters


def members(body: bytes) -> Mapping[str, Any]:
    """The JSON object in a request's body."""
    try:
        request = loads(body)
    except DocumentError as error:
        raise Refusal(BAD_REQUEST, f"the request should be short JSON, it is not: {error!s:.80}") from None
    if not isinstance(request, dict):
        raise Refusal(BAD_REQUEST, f"the request should be a JSON object, it is a {type(request).__name__}")
    return request


def question(request: Mapping[str, Any], replay: Replay) -> Question:
    """The question in a request about this game."""
    turn = whole(request, "turn", 0, replay.turns)
    seat = whole(request, "player", 1, len(replay.player_names))
    recorded = replay.player_names[seat - 1]
    usual = preset(request.get("preset", recorded if recorded in PRESETS else DEFAULT))
    changes = request.get("parameters", {})
    if not isinstance(changes, dict):
        raise Refusal(BAD_REQUEST, f"parameters should be an object of name and value, it is {brief(changes)}")
    game = len(replay.player_names), *replay.production.shape
    try:
        asked = changed(usual, changes)
    except ParameterError as error:
        raise Refusal(BAD_REQUEST, str(error)) from None
    return Question(turn, seat, usual.settled(*game), asked.settled(*game))


def preset(notation: Any) -> Parameters:
    """The parameters of `v26` or `v26?alpha=0.2`; no files and programs, which a page has no business to name."""
    is_named = isinstance(notation, str) and notation.isprintable() and notation.partition("?")[0] in PRESETS
    if not is_named:
        raise Refusal(BAD_REQUEST, f"preset should be one of {', '.join(PRESETS)}, it is {brief(notation)}")
    try:
        parameters: Parameters = player(notation).parameters
    except PlayerError as error:
        raise Refusal(BAD_REQUEST, str(error)) from None
    return parameters


def whole(request: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """The whole number called `name`, within these bounds."""
    value = request.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Refusal(BAD_REQUEST, f"{name} should be a whole number {low}..{high}, it is {brief(value)}")
    return value
