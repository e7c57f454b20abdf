"""Propose: the command. Goes through recorded games and prints the proposals, or measures and stores them."""

from collections.abc import Sequence
from pathlib import Path

from engine import Replay, ReplayError
from engine.names import shown, shown_in_full
from experiments.arena.ready import timed
from experiments.recordings.combat import DIRECTIONS, Combat

from .asked import players
from .deep import Effort, decisive
from .evidence import Measure
from .folder import check_folder, keep
from .futures import WORLDS
from .position import Position, Source
from .proposing import DEFAULT_PLAYERS, proposed

PANEL = ("v17", *WORLDS, "champion?war_every=0&opening_search=0")
"""Players whose disagreement draws decisions that futures then measure."""

Replays = Sequence[tuple[Path, Replay]]
"""Games, and the files they were read from."""


def propose(replays: Replays, kind: str, notations: Sequence[str], combat: Path | None, most: int) -> None:
    """Print what a filter proposes in each game. Raises PlayerError and CombatError."""
    asked = players(notations or DEFAULT_PLAYERS)
    counted = None
    if kind == "unusual":
        counted = Combat.load(combat) if combat else Combat.of(replay for _, replay in replays)
    with timed():
        for game, replay in replays:
            listed = proposed(replay, kind, asked, counted)
            print(f"{shown_in_full(game)}: {len(listed)} proposed")
            for each in listed[:most]:
                y, x = divmod(each.square, replay.production.shape[1])
                print(f"  turn {each.turn}, player {each.player} ({x}, {y}): {each.why}")


def deepen(replays: Replays, measure: str, notations: Sequence[str], into: Path) -> None:
    """Measure decisions of each game, and store those that decide something.

    Raises ReplayError for a game of one player, PlayerError and PositionError, all before it measures the first.
    """
    asked = players(notations or PANEL)
    check_folder(into)
    for game, replay in replays:
        if len(replay.player_names) < 2:
            raise ReplayError(f"{game} has one player: no move wins or loses anything")
    for number, (game, replay) in enumerate(replays):
        source = Source(shown_in_full(game.name), tuple(map(shown, replay.player_names)))
        print(f"{shown_in_full(game)}:", flush=True)
        with timed():
            tell = lambda said: print(f"  {said}", flush=True)  # noqa: E731  # a name for one line of output
            for position in decisive(replay, source, asked, Measure[measure], Effort(), number, tell):
                print(f"  {keep(position, into)}: {in_short(position)}", flush=True)


def in_short(position: Position) -> str:
    """Return the decision in one line: turn, square, right and wrong moves, what the worst loses."""
    (choice,), evidence = position.choices, position.evidence[0]
    right, wrong = (" ".join(DIRECTIONS[move] for move in moves) for moves in (choice.right, choice.wrong))
    lost = f"{evidence.largest:.{evidence.measure.digits}f} {evidence.measure}"
    return f"turn {position.turn} ({choice.x}, {choice.y}) right {right}, wrong {wrong}; the worst loses {lost}"
