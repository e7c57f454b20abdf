"""Policies: the preset or opponent that predicts a player's recorded moves best plays its futures.

The recorded program itself cannot play on. Its policy keeps its place for the whole game: a change would look like a
turning point.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot import DEFAULT, PRESETS, Parameters, preset
from bot.parameters.declaration import ParameterSet
from engine import Replay
from experiments.arena import families
from experiments.arena.arena import is_compiled_whole
from experiments.arena.players import player
from experiments.recordings.watched import Watched

REACH = 4  # steps to an enemy's square within which a piece stands at the front
FEW = 200  # moves at the front below which all moves are compared: a short fight says little
AS_WELL = 0.02  # a policy without a search may predict so much less than one with it, and plays instead: it is faster
WELL = 0.8  # a policy that predicts a smaller share plays another game, and the answer says so
ENOUGH = 0.95  # a preset that predicts this share plays, and no opponent is asked: opponents think longer
GREEDY = "combat_search=0&war_every=0&opening_search=0"  # what makes a searching preset greedy
DUEL, CROWD = "opening_search=0", "war_every=0&opening_search=0"
"""What its futures leave out with its search on. An opening is planned on the first frame only, so that futures of that
frame would be another player's than those of all others. Forecasts of wars, among three players and more, are
left out to save time.
"""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Policy:
    """A player of this process, and how well it predicts a recorded player's moves."""

    notation: str  # as experiments.arena.players reads it
    parameters: ParameterSet
    asked: npt.NDArray[np.int64]  # (turns, 2) pieces in the game, and those at the front
    right: npt.NDArray[np.int64]  # (turns, 2) those of them that moved as it would have moved

    def share(self, until: int | None = None) -> float:
        """Return the share of the moves before turn `until` that it predicts."""
        return _share(self.right[:until, 0], self.asked[:until, 0])

    def front(self, until: int | None = None) -> float | None:
        """Return the same of the moves at the front; None where there were none."""
        return _share(self.right[:until, 1], self.asked[:until, 1]) if self.asked[:until, 1].any() else None

    @property
    def preset(self) -> Parameters:
        """Its parameters, where it is a preset: the player who asks always has one."""
        assert isinstance(self.parameters, Parameters)
        return self.parameters

    @property
    def is_slow(self) -> bool:
        """Whether its futures take several times as long as those of a greedy preset."""
        return not is_compiled_whole(self.parameters)

    @property
    def merit(self) -> float:
        """The share of predicted moves by which policies are chosen: of moves in fights, if there were enough."""
        return _share(*(counts[:, int(self.asked[:, 1].sum() >= FEW)] for counts in (self.right, self.asked)))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The policy that plays a player's futures, and how it was chosen."""

    policy: Policy
    best: Policy  # who predicts best; another one where a search predicts hardly better than none


def chosen(replay: Replay, seat: int, opponents: Sequence[str] = ()) -> Chosen:
    """Return the policy for the futures of a recorded player (1 is the first).

    opponents   asked as well if no preset predicts well. None for the player who asks: the page explains its moves by
                the parameters and reasons of a preset
    """
    recorded = replay.player_names[seat - 1]
    # Those that search without their search; in a tie the first wins: the recorded name, then the default.
    names = sorted(PRESETS, key=lambda name: (name != recorded, name != DEFAULT))
    notations = (f"{name}?{GREEDY}" if preset(name).has_search else name for name in names)
    greedy = [predicting(replay, seat, notation) for notation in notations]
    policy = best = max(greedy, key=lambda each: each.merit)
    if policy.notation.endswith(GREEDY):  # only then may its search be what is missing
        name = policy.notation.partition("?")[0]
        left_out = DUEL if len(replay.player_names) == 2 else CROWD
        best = max(policy, predicting(replay, seat, f"{name}?{left_out}"), key=lambda each: each.merit)
    for opponent in sorted(opponents, key=lambda name: name != recorded):  # its namesake first
        if best.merit < ENOUGH:
            best = max(best, predicting(replay, seat, opponent), key=lambda each: each.merit)
    return Chosen(policy if best.merit - policy.merit <= AS_WELL else best, best)


def predicting(replay: Replay, seat: int, notation: str) -> Policy:
    """Ask a preset or an opponent on every recorded frame, its memory carried along."""
    parameters = player(notation).parameters.resolved(len(replay.player_names), *replay.production.shape)
    mover = families.mover(parameters, *replay.production.shape)
    asked, right = np.zeros((2, replay.turns, 2), np.int64)
    for turn in range(replay.turns):
        view = Watched(replay).view(turn, seat)
        pieces = (view.owner == seat) & (view.strength > 0)
        if not pieces.any():
            continue
        kinds = (pieces, pieces & near_enemy(view.owner, seat, REACH))
        hits = mover.moves(view) == replay.moves[turn]
        asked[turn] = [np.count_nonzero(kind) for kind in kinds]
        right[turn] = [np.count_nonzero(kind & hits) for kind in kinds]
    return Policy(notation, parameters, asked, right)


def near_enemy(owner: npt.NDArray[np.uint8], seat: int, reach: int) -> npt.NDArray[np.bool_]:
    """(H, W) squares at most `reach` steps from a square of another player."""
    near: npt.NDArray[np.bool_] = (owner != 0) & (owner != seat)
    for _ in range(reach):
        near = near | np.roll(near, 1, 0) | np.roll(near, -1, 0) | np.roll(near, 1, 1) | np.roll(near, -1, 1)
    return near


def _share(right: npt.NDArray[np.int64], asked: npt.NDArray[np.int64]) -> float:
    return float(right.sum() / max(1, asked.sum()))
