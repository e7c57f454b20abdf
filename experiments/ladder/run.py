"""A ladder from its games to its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from engine.errors import UserError
from experiments.arena.players import Player
from experiments.arena.schedule import Game, Map
from experiments.laboratory.exports import save_figure, save_table
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.playing_time import duration
from experiments.laboratory.progress import Progress
from experiments.match import filing, used_maps
from experiments.match.ledger import Ledger
from experiments.match.plan import MatchPlan

from . import entry, plots
from .lineups import Lineups
from .plan import blocks_of
from .standings import Standings

LOOKED_AT = 20  # maps whose boards stand for all

WIDE = 1  # exit code: the blocks ended before the intervals were narrow enough


def climb(
    laboratory: Laboratory, lineups: Lineups, standings: Standings, width: float, most: int, games: int | None = None
) -> bool:
    """Play until all intervals are within ± `width` Elo, or `most` blocks are played; returns whether all are.

    Whose interval is widest plays next. When to stop depends on widths alone, not on who leads: so the intervals still
    hold, as docs/6 simulates.

    games   of that many blocks, where it is known
    Raises  what Laboratory.play raises
    """
    with Progress(games, f"ladder of {len(standings.players)}", is_most=True) as progress:
        blocks = lineups.first_blocks()
        while blocks:
            for block in laboratory.play(blocks[: most - standings.blocks], progress):
                standings.add(block)
            widest = max(standings.ratings(), key=lambda rating: rating.elo.half_width)  # of several the first
            half, played = widest.elo.half_width, f"{standings.blocks} blocks"
            progress.advance(status=f"{played}, widest {widest.name} ± {half:.0f} Elo, wanted ± {width:g}")
            if half <= width:
                return True
            known = {player.notation: player for player in standings.players}
            blocks = lineups.further(known[widest.name]) if standings.blocks < most else []
    return False


def cost(players: Sequence[Player], drawn: Iterator[Map], blocks: int, workers: int | None) -> tuple[int, str]:
    """Return how many games so many blocks have, and the same in words with the time that they take.

    drawn     maps like theirs
    workers   of this machine; None where other machines play
    """
    some = [Game(board, (players[0], *[players[1]] * (board.players - 1))) for board in islice(drawn, LOOKED_AT)]
    games = round(blocks * sum(len(game.seats) for game in some) / len(some))
    return games, f"{games:,} games{duration(games, some, workers)}"


def run(plan: MatchPlan, players: Sequence[Player], laboratory: Laboratory, ledger: Ledger, out: Path) -> int:
    """File a plan, play it, enter and publish it, and write its tables; return the exit code.

    players   those that the plan names, in its order
    Raises    LedgerError, UserError, and what Laboratory.play raises
    """
    number, filed = filing.file(plan, ledger)
    with Progress(plan.seats and plan.seats * plan.blocks, f"ladder of {len(players)}") as progress:
        standings = play(filed, players, laboratory, progress)
    seen = used_maps.statement(filed, number, filed.blocks, ledger)
    text = entry.entry(ledger.called(number), filed, standings, seen)
    print(f"{filing.enter(number, text, blocks_of(filed, players), ledger, laboratory.database)}\n")
    print(*save(standings, out), sep="\n")
    return 0


def run_open(
    lineups: Lineups, standings: Standings, laboratory: Laboratory, width: float, most: int, games: int, out: Path
) -> int:
    """Climb without a plan, write the tables and print the report; return the exit code. Arguments as for `climb`.

    Raises    UserError, and what Laboratory.play raises
    """
    is_narrow = climb(laboratory, lineups, standings, width, most, games)
    written = save(standings, out)
    print(report(standings, is_narrow, width), *written, sep="\n")
    return 0 if is_narrow else WIDE


def play(plan: MatchPlan, players: Sequence[Player], laboratory: Laboratory, progress: Progress) -> Standings:
    """Play and rate all blocks of a plan. Raises what Laboratory.play raises."""
    assert plan.ladder is not None  # for mypy: the plan is that of a ladder
    standings = Standings(players, players[0], plan.ladder.seed)
    for block in laboratory.play(blocks_of(plan, players), progress):
        standings.add(block)
    return standings


def report(standings: Standings, is_narrow: bool, width: float) -> str:
    """Return the table in words, and whether the intervals are as narrow as was asked for."""
    table = standings.table()
    longest = max(len(name) for name in table.player)
    head = (
        f"{'':3} {'player':{longest}}  {'Elo':>7} {'95 %':>18}  {'score':>7}  {'games':>6}  {'openskill':>12}  faults"
    )
    lines = [head, *(_line(place, row, longest) for place, row in enumerate(table.to_dict("records"), start=1))]
    said = "All" if is_narrow else "NOT all"
    lines += [
        "",
        f"Elo above {standings.anchor.notation}, whole-history fit. openskill: mu ± sigma.",
        f"{said} intervals are within ± {width:g} Elo, after {standings.blocks} blocks.",
    ]
    return "\n".join(lines)


def save(standings: Standings, folder: Path) -> list[Path]:
    """Write three tables as CSV and two pictures as PNG; UserError when that cannot be."""
    table, met = standings.table(), standings.head_to_head()
    sample = f"{standings.blocks} blocks"
    drawn = {
        "ladder.png": plots.ratings(table, standings.anchor, sample),
        "head-to-head.png": plots.matrix(table, met, sample),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tables = {"ladder.csv": table, "head-to-head.csv": met, "differences.csv": standings.differences()}
        for name, rows in tables.items():
            save_table(rows, folder / name)
        for name, figure in drawn.items():
            save_figure(figure, folder / name)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror or error}; the games are stored") from None
    return [folder / name for name in (*tables, *drawn)]


def _line(place: int, row: dict[Any, Any], longest: int) -> str:
    interval = f"{row['elo_low']:+.0f} to {row['elo_high']:+.0f}"
    skill = f"{row['mu']:.1f} ± {row['sigma']:.1f}"
    return (
        f"{place:2}. {row['player']:{longest}}  {row['elo']:+7.1f} {interval:>18}  {100 * row['score']:5.1f} %  "
        f"{row['games']:6}  {skill:>12}  {row['faults']:6}"
    )
