"""The command `tune`: the search, then the match on held-out maps, then the files."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from engine import writing
from engine.errors import UserError
from experiments.arena.players import Player
from experiments.arena.schedule import Game
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.playing_time import STORED, duration
from experiments.laboratory.progress import Progress
from experiments.match import run as match
from experiments.match.experiment import Book, Experiment

from .question import Question
from .search import search
from .trials import Trials, Winner
from .verdict import parameter_file, sentence

NOT_IMPROVED = 1  # exit code

UNCHANGED = "That is the base itself: the search found nothing better, and there is nothing to test."


def run(
    trials: Trials,
    number: int,
    laboratory: Laboratory,
    book: Book,
    planned: Callable[[Player], Experiment],
    out: Path,
) -> int:
    """Search until `number` candidates are finished, test the best one, and write `out` and the result.

    planned   makes the experiment of the winner's match
    Returns   the exit code: 0 when the winner is an improvement
    Raises    UserError, PlayerError, and what Laboratory.play raises
    """
    question = trials.question
    with Progress(_most_games(question, number), f"tuning {question.base.notation} by {question.sampler}") as progress:
        base = search(trials, laboratory, progress, number)
    winner = trials.winner()
    summary = [*_summary(trials, winner, base)]
    print("\n".join(summary))
    _write(out, parameter_file(winner.player, [*summary, "Not tested on other maps yet."]))
    if winner.player.identity == question.base.identity:
        _write(out, parameter_file(winner.player, [*summary, UNCHANGED]))
        print(f"\n{UNCHANGED}")
        return NOT_IMPROVED
    print()
    answered = match.run(planned(winner.player), (winner.player, question.base), laboratory, book)
    conclusion = sentence(answered)
    _write(out, parameter_file(winner.player, [*summary, conclusion]))
    print(f"\n{conclusion}\nIts parameters are in {out}")
    return 0 if answered.result and answered.result.verdict == match.IMPROVED else NOT_IMPROVED


def cost(question: Question, number: int, workers: int | None) -> str:
    """Return how many games the search takes at most, and how long with `workers` of this machine; None for others."""
    games, seats = _most_games(question, number), (question.base, *[question.against[0]] * (question.players - 1))
    time = duration(games, [Game(each, seats) for each in question.maps()], workers)
    return f"At most {games:,} games for the search{time}, then the test of its winner. {STORED}"


def _most_games(question: Question, number: int) -> int:
    """Return those of so many candidates and of the base, with nothing given up."""
    return (number + 1) * question.pruning.blocks * question.players


def _summary(trials: Trials, winner: Winner, base: Sequence[float]) -> list[str]:
    question = trials.question
    opponents = ", ".join(player.notation for player in question.against)
    return [
        f"Winner of {trials.finished} trials ({trials.pruned} given up) by {question.sampler}, seed {question.seed}: "
        f"{winner.player.notation}",
        f"Score against {opponents} on development maps: {winner.score:.1%}; {question.base.notation} has "
        f"{np.mean(base):.1%}",
        f"It is {winner.origin}",
    ]


def _write(out: Path, text: str) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        writing.write(out, text)
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}; name another place with --out") from None
