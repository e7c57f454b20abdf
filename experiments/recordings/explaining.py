"""What a player thought in a recorded game, computed afterwards from the replay."""

import gzip
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from bot import DEFAULT, Explanation, Parameters, View
from bot.parameters.declaration import ParameterSet
from bot.program.explanation_file import ExplanationFile, header
from engine import writing
from engine.errors import UserError
from engine.names import printable, printable_in_full
from engine.replay import Replay, read
from experiments.arena import families
from experiments.arena.players import PlayerError, player
from experiments.recordings.watched import Watched

LONGEST_HEADER = 1 << 20  # bytes


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class ExplainedTurn:
    """One turn of one player."""

    view: View
    explanation: Any  # an Explanation; of an opponent, its line of the file
    differs: npt.NDArray[np.bool_]  # (H, W) our squares on which the recorded move is another


def make(game: Path, seat: int, notation: str | None, output: Path | None) -> None:
    """Write the explanation file of `seat` (1 is the first).

    Args:
        notation: whose thoughts; None: the recorded player's where it is named after a preset, the default otherwise
        output: the file; None: GAME.playerN.explain.gz
    """
    replay = read(game)
    parameters = parameters_of(replay, seat, notation)
    if output is None:
        output = beside(game, seat)
        if _is_of_the_bot(output):
            raise UserError(f"{output} is what the bot itself thought in the game; name another file with -o")
    if output.exists() and output.samefile(game):
        raise UserError(f"{output} is the replay; name another file with -o")
    lines = write(replay, seat, parameters, output)
    asked, differing = (sum(column) for column in zip((0, 0), *lines, strict=True))
    summary = f"{len(lines)} turns, {asked} decisions of {parameters.name}, {differing} differ from the recording"
    print(f"{printable_in_full(output)}: {summary}")
    if differing and getattr(parameters, "ties", None) == "seeded":
        print("Ties may be why: the original bots broke them in a fixed order, as ties=fixed does.")


def _is_of_the_bot(path: Path) -> bool:
    try:
        with gzip.open(path) as file:
            source = json.loads(file.readline(LONGEST_HEADER)).get("source")
    except (OSError, EOFError, ValueError, AttributeError):  # no file, or none of ours
        return False
    return bool(source == "bot")


def explain_turns(replay: Replay, seat: int, values: ParameterSet) -> Iterator[ExplainedTurn]:
    """Yield the thoughts of `seat` on every frame on which it owns a square.

    A champion thinks with its search, as in the laboratory: what is explained is what it plays.
    """
    mover, watched = families.mover(values, *replay.production.shape), Watched(replay)
    for turn in range(replay.turns):
        view = watched.view(turn, seat)
        ours = view.owner == seat
        if not ours.any():
            return
        differs = ours & (mover.moves(view) != replay.moves[turn])
        yield ExplainedTurn(view, mover.explain(view), differs)


def parameters_of(replay: Replay, seat: int, notation: str | None) -> ParameterSet:
    """Return the values that think for `seat` in this game; UserError or PlayerError when there are none."""
    seats = len(replay.player_names)
    if not 1 <= seat <= seats:
        names = ", ".join(map(printable, replay.player_names))
        raise UserError(f"there is no player {seat} in this game, only 1 to {seats}: {names}")
    recorded = replay.player_names[seat - 1]
    notation = notation or (recorded if recorded in families.presets() else DEFAULT)
    parameters: ParameterSet | None = player(notation).parameters
    if parameters is None:
        raise PlayerError(f"{notation} is a program: only players of this process can be asked for their reasons")
    return parameters.resolve(seats, *replay.production.shape)


def beside(game: Path, seat: int, ending: str = "explain.gz") -> Path:
    """Return where what is said of a player belongs: game.player1.explain.gz for game.hlt and game.hlt.gz."""
    return game.with_name(f"{game.name.removesuffix('.gz').removesuffix('.hlt')}.player{seat}.{ending}")


def write(replay: Replay, seat: int, values: Any, output: Path) -> list[tuple[int, int]]:
    """Write the file, whole or not at all; return for every turn how many squares were asked, and moved differently."""
    first = Watched(replay).view(0, seat)
    is_ours = isinstance(values, Parameters)
    head = header(first, values, "replay") if is_ours else families.opponent_of(values).header(values, first, "replay")
    counts, screen = [], Console(stderr=True)
    with writing.replacing(output) as part, closing(ExplanationFile(part)) as file:
        file.write_header(head)
        for explained in track(explain_turns(replay, seat, values), f"player {seat}", replay.turns, console=screen):
            file.write_turn(explained.view.turn, explained.explanation, explained.differs)
            explanation = explained.explanation
            chose = explanation.order >= 0 if isinstance(explanation, Explanation) else explanation["reason"]
            counts.append((int(np.count_nonzero(chose)), int(explained.differs.sum())))
    return counts
