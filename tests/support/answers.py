"""What players of this process answer on the bench: tests ask each once in a process, because the champion is slow."""

from functools import cache

from experiments.arena import bench


def answers_of(values):
    """As bench.answers_of."""
    return [answer for boards in bench.names(values) for answer in answers_on(boards, values)]


@cache
def answers_on(boards, values):
    """As bench.answers_on."""
    return list(bench.answers_on(boards, values))
