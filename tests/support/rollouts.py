"""Rollouts turn by turn, as bot.search.turn plays them in pieces."""

from bot.search import rollout, simulator


def play_out(turn, end, parameters, scratch, table):
    """Continue from the frame on the table until turn `end`, or until one player is left; return the turn reached."""
    while turn < end and not rollout.is_decided(living := simulator.living(table.grids.owner)):
        rollout.advance(turn, living, parameters, scratch, table)
        turn += 1
    return turn
