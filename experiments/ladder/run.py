"""A ladder from its games to its files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from experiments.arena.schedule import Block
from experiments.laboratory.exports import save_figure, save_table
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.output import OutputError
from experiments.laboratory.progress import Progress
from experiments.stats import Rating

from . import plots
from .lineups import Lineups
from .standings import Standings


def climb(
    laboratory: Laboratory, lineups: Lineups, standings: Standings, width: float, most: int, games: int | None = None
) -> bool:
    """Play until all intervals are narrow enough, or `most` blocks are played.

    Whose interval is widest plays next. When to stop depends on widths alone and not on who leads, so the
    intervals stay honest.

    width     Elo, half of the widest interval that is narrow enough
    games     of that many blocks, where it is known
    Returns   whether all are
    Raises    what Laboratory.play raises
    """
    with Progress(games, f"ladder of {len(standings.players)}", is_most=True) as progress:
        blocks = lineups.first_blocks()
        while blocks:
            _play(laboratory, blocks[: most - standings.blocks], standings, progress)
            widest = _widest(standings)
            progress.advance(status=f"{standings.blocks} blocks, widest {_name(widest)}, wanted ± {width:g}")
            if widest.elo.half_width <= width:
                return True
            known = {player.notation: player for player in standings.players}
            blocks = lineups.further(known[widest.name]) if standings.blocks < most else []
    return False


def report(standings: Standings, narrow: bool, width: float) -> str:
    """The table in words, and whether the intervals are as narrow as was asked for."""
    table = standings.table()
    longest = max(len(name) for name in table.player)
    head = (
        f"{'':3} {'player':{longest}}  {'Elo':>7} {'95 %':>18}  {'score':>7}  {'games':>6}  {'openskill':>12}  faults"
    )
    lines = [head, *(_line(place, row, longest) for place, row in enumerate(table.to_dict("records"), start=1))]
    said = "All" if narrow else "NOT all"
    lines += [
        "",
        f"Elo above {standings.anchor.notation}, whole-history fit. openskill: mu ± sigma.",
        f"{said} intervals are within ± {width:g} Elo, after {standings.blocks} blocks.",
    ]
    return "\n".join(lines)


def save(standings: Standings, folder: Path) -> list[Path]:
    """Write both tables as CSV and both pictures as PNG; OutputError when that cannot be."""
    table, met = standings.table(), standings.head_to_head()
    sample = f"{standings.blocks} blocks"
    drawn = {
        "ladder.png": plots.ratings(table, standings.anchor, sample),
        "head-to-head.png": plots.matrix(table, met, sample),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _save_tables({"ladder.csv": table, "head-to-head.csv": met}, folder)
        for name, figure in drawn.items():
            save_figure(figure, folder / name)
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror or error}; the games are stored") from None
    return [folder / name for name in ("ladder.csv", "ladder.png", "head-to-head.csv", "head-to-head.png")]


def _play(laboratory: Laboratory, blocks: Sequence[Block], standings: Standings, progress: Progress) -> None:
    for block in laboratory.play(blocks, progress):
        standings.add(block)


def _widest(standings: Standings) -> Rating:
    """The player whose strength is known least; of several the first on the ladder."""
    return max(standings.ratings(), key=lambda rating: rating.elo.half_width)


def _name(rating: Rating) -> str:
    return f"{rating.name} ± {rating.elo.half_width:.0f} Elo"


def _line(place: int, row: dict[Any, Any], longest: int) -> str:
    interval = f"{row['elo_low']:+.0f} to {row['elo_high']:+.0f}"
    skill = f"{row['mu']:.1f} ± {row['sigma']:.1f}"
    return (
        f"{place:2}. {row['player']:{longest}}  {row['elo']:+7.1f} {interval:>18}  {100 * row['score']:5.1f} %  "
        f"{row['games']:6}  {skill:>12}  {row['faults']:6}"
    )


def _save_tables(tables: dict[str, pd.DataFrame], folder: Path) -> None:
    for name, table in tables.items():
        save_table(table, folder / name)
