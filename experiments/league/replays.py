"""A game's recording: the one that was kept, or the game played again, which players of this code end the same way."""

from dataclasses import dataclass, replace
from typing import Any

from bot.knobs.identity import idle
from bot.knobs.knob import ParameterError
from experiments.arena import families
from experiments.arena.players import Player
from experiments.arena.schedule import Game, Map, referee

from .season import Contestant, Season

GAME = """
SELECT games.id, width, height, map_seed, version FROM games JOIN engines ON engines.id = games.engine WHERE key = ?
"""
SEATS = "SELECT player FROM seats WHERE game = ? ORDER BY seat"
CONTENT = "SELECT content FROM replays WHERE game = ?"


class NoReplayError(ValueError):
    """A game cannot be shown; the message says why."""


@dataclass(frozen=True, slots=True)
class Order:
    """A game to be played again."""

    key: str
    map: Map
    seats: tuple[Contestant, ...]
    version: str  # of the rules that it was played under


def kept(season: Season, key: str) -> bytes | Order:
    """Return the .hlt.gz file of a game, or what has to be played for it; NoReplayError where there is no such game."""
    try:
        rows = season.database.query(GAME, bytes.fromhex(key))
    except ValueError:
        rows = []
    if not rows:
        raise NoReplayError(f"there is no game {key:.40}; expected the 32 digits of a stored one")
    number, width, height, seed, version = rows[0]
    content = season.database.query(CONTENT, number)
    if content:
        return bytes(content[0][0])
    seats = tuple(season.contestants[player] for (player,) in season.database.query(SEATS, number))
    return Order(key, Map(width, height, seed, len(seats)), seats, version)


def recording(season: Season, key: str) -> bytes:
    """Return the .hlt.gz file of a game, played again where none was kept; NoReplayError where that cannot be."""
    content = kept(season, key)
    return played_again(content) if isinstance(content, Order) else content


def played_again(order: Order) -> bytes:
    """Play an order again; return its recording, .hlt.gz.

    Raises   NoReplayError where today's code plays another game
    """
    from experiments.arena.arena import played  # here: it loads compiled code
    from experiments.laboratory.executor.playing import packed

    if order.version != referee():
        raise NoReplayError("this game was played under other rules than today's, and no recording was kept")
    seats = [parameters(each) for each in order.seats]
    players = tuple(Player(each.name, each) for each in seats)
    if Game(order.map, players).key != order.key:
        raise NoReplayError(f"game {order.key} belongs to other players than its row names; `database check` says more")
    return packed(played(seats, order.map.state()))


def parameters(contestant: Contestant) -> Any:
    """Return the parameters of a player of this process; NoReplayError if today's code plays differently."""
    name, known = contestant.name, contestant.identity.get("parameters")
    if contestant.is_program or not isinstance(known, dict):
        raise NoReplayError(f"{name} is a program, and of its games only recordings that were kept can be shown")
    base: Any = families.presets().get(contestant.identity.get("school") or known.get("generation", ""))
    try:
        values: Any = families.family_of(base).changed(idle(base), known) if base else None
    except ParameterError as error:
        raise NoReplayError(f"{name} has parameters that this code does not know: {error}") from None
    if values is None or Player(name, values).identity != contestant.text:
        raise NoReplayError(f"{name} belongs to another version of this code, which would play another game")
    return replace(values, name=contestant.notation)
