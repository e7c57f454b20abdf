"""A ladder from its games to its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from engine.errors import UserError
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Game, Map, Mix, Seeds
from experiments.laboratory.executor.code import revision_here
from experiments.laboratory.exports import save_figure, save_table
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.playing_time import duration
from experiments.laboratory.progress import Progress
from experiments.match import ledger_page, places
from experiments.match.experiment import Book, Draw, Experiment, Result, Stop
from experiments.match.run import ends, experiment, note_faults
from experiments.stats import Estimate

from . import plots
from .lineups import Lineups, check, in_turn
from .standings import Standings

LOOKED_AT = 20  # maps whose boards stand for all

WIDE = 1  # exit code: the blocks ended before the intervals were narrow enough


def climb(
    laboratory: Laboratory, lineups: Lineups, standings: Standings, width: float, most: int, games: int | None = None
) -> bool:
    """Play until all intervals are within ± `width` Elo, or `most` blocks are played; returns whether all are.

    Whose interval is widest plays next. When to stop depends on widths alone, not on who leads: so the intervals still
    hold, as docs/lab/statistics.md says.

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


def run(asked: Experiment, players: Sequence[Player], laboratory: Laboratory, book: Book, out: Path) -> int:
    """File a ladder of a fixed number of blocks, play it, answer it, and write its tables; return the exit code.

    players   those that it names, in its order
    Raises    ExperimentError, UserError, and what Laboratory.play raises
    """
    number, filed = book.file(asked)
    print(f"{book.name(number)} is in {book.path(number)}", flush=True)
    standings = play(filed, players, laboratory)
    answered = book.answer(number, filed, answer(filed, standings))
    ledger_page.update()
    print(f"{filed.question} {ledger_page.size(answered)}\n\n{table(standings)}\n")
    print(*save(standings, out), sep="\n")
    return 0


def planned(
    players: Sequence[Player], question: str, mix: str, seeds: Seeds, first: int, stop: Stop, draw: Draw
) -> Experiment:
    """Return a ladder of a fixed number of blocks. Raises ExperimentError, ScheduleError."""
    asked = experiment(players, question, mix, seeds, first, stop, draw)
    check(players, draw.seats, stop.blocks, draw.gauntlet)
    next(blocks_of(asked, players))  # a board that is too small is refused now
    return asked


def answer(asked: Experiment, standings: Standings) -> Result:
    """Return what the blocks of a ladder say: the ratings, or in a gauntlet the first player's lead over each."""
    faults: dict[str, tuple[int, int, int]] = {}
    for block in standings.played:
        note_faults(faults, block)
    if asked.ladder and asked.ladder.gauntlet:
        leads = {name: Estimate.of(tally).elo for name, tally in standings.tallies().items()}
    else:
        leads = {rating.name: rating.elo for rating in standings.ratings()}
    return Result(
        revision=revision_here(),
        verdict="RATED",
        ratings=tuple((name, *ends(elo)) for name, elo in leads.items()),
        faults=faults,
        games=" ".join(places.word(block, asked.players, is_ladder=True) for block in standings.played),
    )


def blocks_of(asked: Experiment, players: Sequence[Player]) -> Iterator[Block]:
    """Yield the blocks of a ladder's experiment, in its order: the same whatever their results are."""
    draw, maps = asked.ladder, asked.maps
    assert draw is not None  # for the type checker: it is that of a ladder
    drawn = in_turn(players, Mix.parse(maps.mix), draw.seats, maps.first, draw.seed, maps.seeds, draw.gauntlet)
    return islice(drawn, asked.stop.blocks)


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


def play(asked: Experiment, players: Sequence[Player], laboratory: Laboratory) -> Standings:
    """Play and rate all blocks of a ladder's experiment. Raises what Laboratory.play raises."""
    assert asked.ladder is not None  # for the type checker: it is that of a ladder
    standings = Standings(players, players[0], asked.ladder.seed)
    games = asked.ladder.seats and asked.ladder.seats * asked.stop.blocks
    with Progress(games, f"ladder of {len(players)}") as progress:
        for block in laboratory.play(blocks_of(asked, players), progress):
            standings.add(block)
    return standings


def report(standings: Standings, is_narrow: bool, width: float) -> str:
    """Return the table in words, and whether the intervals are as narrow as was asked for."""
    said = "All" if is_narrow else "NOT all"
    return f"{table(standings)}\n{said} intervals are within ± {width:g} Elo, after {standings.blocks} blocks."


def table(standings: Standings) -> str:
    """Return the players, the best first."""
    rows = standings.table()
    longest = max(len(name) for name in rows.player)
    head = (
        f"{'':3} {'player':{longest}}  {'Elo':>7} {'95 %':>18}  {'score':>7}  {'games':>6}  {'openskill':>12}  faults"
    )
    lines = [head, *(_line(place, row, longest) for place, row in enumerate(rows.to_dict("records"), start=1))]
    return "\n".join(
        [*lines, "", f"Elo above {standings.anchor.notation}, all games fitted at once. openskill: mu ± sigma."]
    )


def save(standings: Standings, folder: Path) -> list[Path]:
    """Write three tables as CSV and two pictures as PNG; UserError when that cannot be."""
    rated, met = standings.table(), standings.head_to_head()
    sample = f"{standings.blocks} blocks"
    drawn = {
        "ladder.png": plots.ratings(rated, standings.anchor, sample),
        "head-to-head.png": plots.matrix(rated, met, sample),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tables = {"ladder.csv": rated, "head-to-head.csv": met, "differences.csv": standings.differences()}
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
