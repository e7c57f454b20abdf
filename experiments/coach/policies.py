"""Policies: the preset or opponent that predicts a player's recorded moves best plays its rollouts.

The recorded program itself cannot play on. Its policy keeps its place for the whole game: a change would look like a
turning point.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot import DEFAULT, PRESETS, preset
from bot.parameters.declaration import ParameterSet
from experiments.arena import families
from experiments.arena.arena import is_compiled_whole
from experiments.arena.players import player
from experiments.recordings.watched import Watched

REACH = 4  # steps to an enemy's square within which a piece stands at the front
FEW = 200  # moves at the front below which all moves are compared: a short fight says little
AS_WELL = 0.02  # a policy without a search may predict so much less than one with it, and plays instead: it is faster
WELL = 0.8  # a policy that predicts a smaller share plays another game, and the answer says so
ENOUGH = 0.95  # a preset that predicts this share plays, and no opponent is tried: opponents think longer
GREEDY = "combat_search=0&war_every=0&opening_search=0"  # what makes a searching preset greedy
# What its rollouts leave out with its search on. An opening is planned on the first frame only, so rollouts of that
# frame would be another player's than those of all others. Forecasts of wars, among three players and more, are left
# out to save time.
DUEL, CROWD = "opening_search=0", "war_every=0&opening_search=0"


@dataclass(frozen=True, slots=True)
class Policy:
    """A player of this process, and how well it predicts a recorded player's moves."""

    notation: str  # as experiments.arena.players reads it
    parameters: ParameterSet
    share: float  # of the moves that it predicts
    front: float | None  # the same of moves at the front; None where there were none
    merit: float  # by which policies are chosen: the share of moves in fights, if there were enough

    @property
    def is_slow(self) -> bool:
        """Whether its rollouts take several times as long as those of a greedy preset."""
        return not is_compiled_whole(self.parameters)


def choose_policy(watched: Watched, seat: int, opponents: Sequence[str] = ()) -> Policy:
    """Return the policy for the rollouts of a recorded player (1 is the first).

    Args:
        opponents: tried as well if no preset predicts well. Empty for the player who is coached: the page explains its
            moves by the parameters and reasons of a preset
    """
    names = watched.replay.player_names
    # Those that search without their search; in a tie the first wins: the recorded name, then the default.
    presets = sorted(PRESETS, key=lambda name: (name != names[seat - 1], name != DEFAULT))
    notations = (f"{name}?{GREEDY}" if preset(name).has_search else name for name in presets)
    greedy = best = max((prediction(watched, seat, each) for each in notations), key=lambda each: each.merit)
    name, _, without = greedy.notation.partition("?")
    if without:  # only then may its search be what is missing
        searching = prediction(watched, seat, f"{name}?{DUEL if len(names) == 2 else CROWD}")
        best = max(greedy, searching, key=lambda each: each.merit)
    for opponent in sorted(opponents, key=lambda name: name != names[seat - 1]):  # its namesake first
        if best.merit < ENOUGH:
            best = max(best, prediction(watched, seat, opponent), key=lambda each: each.merit)
    return greedy if best.merit - greedy.merit <= AS_WELL else best


def prediction(watched: Watched, seat: int, notation: str) -> Policy:
    """Compare the moves of a preset or an opponent with the recorded ones, frame by frame, its memory carried along."""
    replay = watched.replay
    parameters = player(notation).parameters.resolve(len(replay.player_names), *replay.production.shape)
    mover = families.mover(parameters, *replay.production.shape)
    moves, hits = np.zeros((2, 2), np.int64)  # each: of all pieces, of those at the front
    for turn in range(replay.turns):
        view = watched.view(turn, seat)
        pieces = (view.owner == seat) & (view.strength > 0)
        if not pieces.any():
            continue
        kinds = np.stack([pieces, pieces & near_enemy(view.owner, seat, REACH)])
        moves += np.count_nonzero(kinds, axis=(1, 2))
        hits += np.count_nonzero(kinds & (mover.moves(view) == replay.moves[turn]), axis=(1, 2))
    share, front = (hits / np.maximum(moves, 1)).tolist()
    return Policy(notation, parameters, share, front if moves[1] else None, front if moves[1] >= FEW else share)


def near_enemy(owner: npt.NDArray[np.uint8], seat: int, reach: int) -> npt.NDArray[np.bool_]:
    """(H, W) squares at most `reach` steps from a square of another player."""
    near: npt.NDArray[np.bool_] = (owner != 0) & (owner != seat)
    for _ in range(reach):
        near = near | np.roll(near, 1, 0) | np.roll(near, -1, 0) | np.roll(near, 1, 1) | np.roll(near, -1, 1)
    return near
