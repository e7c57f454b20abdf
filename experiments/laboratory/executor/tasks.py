"""The messages between this program and a worker: a batch of games out, their results back."""

import socket
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from bot import Parameters
from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

from .code import Code, code_here
from .errors import ExecutorError
from .playing import play_game

BATCH = 1.0  # s of playing in a task: long against the milliseconds that sending it takes, short enough to follow
GAMES_PER_TASK = 50  # games in a task: what a killed worker had finished of it is played again
GREEDY, SEARCHING = 0.0225, 0.5  # s of a seat on 30 x 30: that decides greedily, that searches, as schools do as well
PIPED_TURN = 0.005  # s of a turn in which a program is asked; of most such games one fills a task


class Order(NamedTuple):
    """A game to play."""

    game: Game
    replay: bool  # keep the recording

    @property
    def seconds(self) -> float:
        """About how long it takes, for estimates and batches: it grows with the cube of the side."""
        side = sqrt(self.game.map.width * self.game.map.height)
        compiled = sum(_seat(player.parameters) for player in self.game.seats) * (side / 30) ** 3
        return compiled if self.game.is_deterministic else compiled + PIPED_TURN * 10 * side


def _seat(parameters: Any) -> float:
    """Return the seconds of a seat on 30 x 30; a program's come with its turns."""
    is_greedy = parameters is None or (isinstance(parameters, Parameters) and not parameters.has_stages)
    return GREEDY if is_greedy else SEARCHING


@dataclass(frozen=True, slots=True)
class Batch:
    """Games for one task."""

    orders: tuple[Order, ...]
    code: Code  # of the program that asks


def play_batch(batch: Batch) -> list[Played]:
    """Play it on this worker.

    Raises   ExecutorError, with this machine's name, for any failure; ForeignCodeError when this worker's code is not
             the asking program's
    """
    batch.code.check(code_here(), socket.gethostname())
    return [_play(order) for order in batch.orders]


def _play(order: Order) -> Played:
    try:
        return play_game(order.game, order.replay)
    except ExecutorError:
        raise
    except Exception as error:  # such as a full disk: of another machine the user sees no traceback, and must be told
        raise ExecutorError(
            f"{type(error).__name__} on {socket.gethostname()}: {error}; while it played {order.game}"
        ) from error


def load(orders: Iterable[Order]) -> float:
    """Return how many full batches these make."""
    times = [order.seconds for order in orders]
    return max(sum(times) / BATCH, len(times) / GAMES_PER_TASK)


def cut(waiting: deque[Order], share: float) -> Batch:
    """Take the next batch from what waits: `share` (0..1) of a full one, and at least one game."""
    chosen = [waiting.popleft()]
    while waiting and load([*chosen, waiting[0]]) <= share:
        chosen.append(waiting.popleft())
    return Batch(tuple(chosen), code_here())
