"""Calculator: how many games a test or an interval needs, before the first one is played."""

from collections.abc import Iterator
from pathlib import Path

from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Mix, ScheduleError, Seeds
from experiments.laboratory.database import Database
from experiments.laboratory.laboratory import PlayedBlock
from experiments.stats import Sprt, Tally, chance_of_h1, expected_blocks, fixed_blocks
from experiments.stats.text_table import text_table
from experiments.stats.words import amount

from .scoresheet import Scoresheet

FEWEST_BLOCKS = 10  # stored blocks whose spread says something


def measured(database: Path, lineup: tuple[Player, ...], mix: str) -> Tally:
    """Return the stored blocks of a line-up, from the first map of the schedule on.

    Raises   ScheduleError when they are too few to measure anything; DatabaseError
    """
    sheet = Scoresheet(lineup)
    with Database.open(database, read_only=True) as opened:
        for block in _stored(opened, lineup, mix):
            sheet.add(block)
    if sheet.tally.blocks < FEWEST_BLOCKS:
        raise ScheduleError(
            f"{database} has {amount(sheet.tally.blocks, 'block')} of {' '.join(player.notation for player in lineup)} "
            f"on {mix}, of which at least {FEWEST_BLOCKS} would say how much blocks vary; play some with "
            "match --blocks 50"
        )
    return sheet.tally


def _stored(database: Database, lineup: tuple[Player, ...], mix: str) -> Iterator[PlayedBlock]:
    """Yield stored blocks up to the first one that is not complete."""
    drawn = schedule.maps(Mix.parse(mix), len(lineup), Seeds.DEVELOPMENT)
    for block in schedule.blocks(lineup, drawn):
        stored = database.find(game.key for game in block.games)
        if any(game.key not in stored for game in block.games):
            return
        yield PlayedBlock(block, tuple(stored[game.key] for game in block.games))


def report(test: Sprt, half_width: float, deviation: float, players: int) -> str:
    """Return how many blocks the test takes for several true strengths, and how many an interval of ± half_width takes.

    half_width   logistic Elo
    deviation    of a block's score
    """
    rows = []
    for truth in truths(test):
        blocks = expected_blocks(test, truth, deviation)
        passes = f"{100 * chance_of_h1(test, truth, deviation):.1f} %"
        rows.append([f"{truth:+g} Elo", passes, f"{blocks:,.0f}", f"{players * blocks:,.0f}"])
    fixed = fixed_blocks(half_width, deviation)
    return (
        f"{text_table(['true strength', 'passes', 'blocks', 'games'], rows)}\n\n"
        f"± {half_width:g} Elo (95 %, near an even score) takes a fixed {fixed:,} blocks, {players * fixed:,} games."
    )


def truths(test: Sprt) -> list[float]:
    """Return strengths to look at: both bounds, half way between them, and as far beyond."""
    step = (test.elo1 - test.elo0) / 2
    return [test.elo0 + step * number for number in range(-1, 5)]
