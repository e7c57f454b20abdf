"""What the matcher says of its turn: reasons, grids and arrows, from the arrays that the turn left behind."""

from typing import Any

import numpy as np

from experiments.opponents.school import Thought

NONE, GATHERS, WAITS, TILE, RELEASE, FIGHTS, MELDS, REFUSED = range(8)


def thought(player: Any) -> Thought:
    """Return the last turn of a Matcher."""
    ours, moves = player.land.owner == player.land.me, player.chosen
    taken = np.arange(moves.size), moves

    def grid(values: Any, mask: Any) -> Any:
        return np.where(mask, values, np.nan).reshape(player.shape)

    everywhere = np.ones(moves.size, np.bool_)
    stacks = ours & (player.land.strength > 0)
    return Thought(
        reasons(player, ours).reshape(player.shape),
        layers={
            "tile": grid(player.tile.max(axis=1), stacks), "release": grid(player.release.max(axis=1), stacks),
            "influence": grid(player.influence[taken], stacks), "kill": grid(player.kill[taken], stacks),
            "net": grid(player.net[taken] - player.net[:, 0], stacks), "density": grid(player.density, everywhere),
            "velocity": grid(player.velocity, everywhere), "due": grid(player.plan.due, player.plan.due > 0),
            "danger": grid(player.danger, player.danger > 0),
        },
        arrows={
            "matches": _arrows(np.flatnonzero(ours & (player.plan.target >= 0)), player.plan.target),
            "refused": _refused(player, ours),
        },
        figures={
            "stacks that took part": player.report.movers, "matchings": player.report.rounds,
            "tiles that are matched": int(np.count_nonzero(player.plan.due)),
            "sum of the net scores": player.net[taken][ours].sum(),
        },
    )  # fmt: skip


def reasons(player: Any, ours: Any) -> Any:
    """Return (N,) the reason for every square of ours."""
    moves, squares = player.chosen, np.arange(player.chosen.size)
    wish = player.net.argmax(axis=1)
    calm = np.maximum(player.tile, player.release).argmax(axis=1)
    tile, release = player.tile[squares, moves], player.release[squares, moves]
    stays = [player.report.melts, (wish != 0) & (player.land.strength > 0), player.plan.target >= 0]
    goes = [moves != calm, tile >= release]
    chosen = np.where(
        moves == 0, np.select(stays, [MELDS, REFUSED, WAITS], GATHERS), np.select(goes, [FIGHTS, TILE], RELEASE)
    )
    return np.where(ours, chosen, NONE)


def _refused(player: Any, ours: Any) -> Any:
    wish = player.net.argmax(axis=1)
    denied = np.flatnonzero(ours & (wish != player.chosen) & ~player.report.melts & (player.land.strength > 0))
    wanted = player.land.near[np.arange(wish.size), wish]
    return _arrows(denied, wanted)


def _arrows(squares: Any, target: Any) -> Any:
    return np.stack([squares, target[squares]], axis=1).astype(np.int64)
