"""The command `tune`: the search, then the match of its winner on held-out maps, then the file of parameters."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from bot.parameters.declaration import all_values
from experiments.arena.players import Player, player
from experiments.laboratory import exports
from experiments.laboratory.games import revision_here
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.match import report
from experiments.match import run as match
from experiments.match.experiment import Experiment, Result, Search, Stop, toml

from .search import Question, Trials, search

NOTHING = "That is the base itself: the search found nothing better, and there is nothing to test."
UNTESTED = "Not tested on other maps yet."
CONCLUSIONS = {
    "KEEP": "{winner} is an improvement: it beat {base} on maps that the search never saw.",
    "DROP": "{winner} did not pass as an improvement on {base}, on maps that the search never saw.",
    "UNDECIDED": "It is undecided whether {winner} beats {base}: the test reached its last block.",
}


def tune(question: Question, trials: int, prune: float) -> Experiment:
    """Return what is asked of the search for the best of so many candidates. Raises ExperimentError."""
    how = Search(
        vary=tuple(axis.line for axis in question.space.axes),
        sampler=question.sampler,
        trials=trials,
        prune=prune,
        seats=question.players,
        seed=question.seed,
    )
    players, stop = (question.base, *question.against), Stop(blocks=question.pruning.blocks)
    text = f"Which {', '.join(question.space.names)} of {question.base.notation} play best?"
    return match.ask(players, text, question.mix, stop, tune=how)


def held_out(study: str, winner: Player, base: Player, mix: str, sprt: str, stop: Stop) -> Experiment:
    """Return the match of the winner against the base, two players, on held-out maps. Raises ExperimentError."""
    text = f"Does what {study} found beat {base.notation}?"
    return match.ask((winner, base), text, mix, stop, sprt=sprt, is_held_out=True)


def most_games(question: Question, trials: int) -> int:
    """Return how many games a search takes at most, the base's included."""
    return (trials + 1) * question.pruning.blocks * question.players


def run(asked: Experiment, question: Question, place: match.Place, sprt: str, stop: Stop, out: Path) -> bool:
    """Search, test the winner, and write its parameters into `out`; return whether it is an improvement.

    Args:
        sprt, stop: of the test.

    Raises:
        ExperimentError, UserError, PlayerError, and what Laboratory.play raises.
    """
    study, searched = match.answer(asked, place, lambda _, opened: play(asked, question, opened))
    assert searched.result  # for the type checker: it is answered
    winner, summary = player(searched.result.best), _summary(searched, searched.result)
    print(summary)
    if searched.result.verdict == "NOTHING":
        exports.save_all(out.parent, {out.name: parameter_file(winner, [summary, NOTHING])})
        print(f"\n{NOTHING}")
        return False
    exports.save_all(out.parent, {out.name: parameter_file(winner, [summary, UNTESTED])})
    both = winner, question.base
    verdict = held_out(study, *both, question.mix, sprt, stop)
    _, answered = match.answer(verdict, place, lambda filed, opened: match.play(filed, both, opened), is_free=True)
    assert answered.result  # for the type checker: it is answered
    conclusion = CONCLUSIONS[answered.result.verdict].format(winner=winner.notation, base=question.base.notation)
    exports.save_all(out.parent, {out.name: parameter_file(winner, [summary, conclusion])})
    print(f"\n{report.text(answered)}\n\n{conclusion}\nIts parameters are in {out}")
    return answered.result.verdict == "KEEP"


def play(asked: Experiment, question: Question, laboratory: Laboratory) -> Result:
    """Search for the best candidate. Raises PlayerError, UserError and what Laboratory.play raises."""
    assert asked.tune  # for the type checker: it is one
    trials, number = Trials(question), asked.tune.trials
    title = f"tuning {question.base.notation} by {question.sampler}"
    with closing(Progress(most_games(question, number), title, how="about ")) as progress:
        base = search(trials, laboratory, progress, number)
    winner = trials.winner()
    print(f"The winner is {winner.origin}.")
    return Result(
        revision=revision_here(),
        verdict="NOTHING" if winner.player.identity == question.base.identity else "FOUND",
        best=winner.player.notation,
        expected=(round(winner.score, 4), round(float(np.mean(base)), 4)),
        points=trials.results,
    )


def _summary(asked: Experiment, result: Result) -> str:
    """Return the winner of a search, and what the search expects of it, in a sentence."""
    assert asked.tune  # for the type checker: it is a search
    assert result.expected  # the same
    given_up = sum(blocks < asked.stop.blocks for _, blocks, _ in result.points)
    expected, base = result.expected
    score = "CLOP expects {:.1%} of it" if asked.tune.sampler == "clop" else "it scored {:.1%}, the best of many"
    return (
        f"{result.best} is the winner of {len(result.points)} candidates ({given_up} given up). On development maps "
        f"against {asked.opponents} {score.format(expected)}; {asked.players[0]} has {base:.1%}."
    )


def parameter_file(winner: Player, remarks: Sequence[str]) -> str:
    """Return the winner as TOML, for a program's --parameters and for notations.

    Holds only what differs from its preset; remarks become comments.
    """
    family, named = winner.family, winner.notation.partition("?")[0]
    preset = named if named in family.presets else family.default
    lines, place = [f"# {remark}" for remark in remarks] + [f'preset = "{preset}"'], ""
    values, default = all_values(winner.parameters), all_values(family.presets[preset])
    # A parameter with tables is written for every game, with all its tables, or not at all.
    differing = {
        name.rpartition(".")[2] for name in values.keys() | default.keys() if values.get(name) != default.get(name)
    }
    for name, value in values.items():
        section, _, own = name.rpartition(".")
        if own in differing - {"name"}:
            lines += [f"\n[{section}]"] if section != place else []
            lines.append(f"{own} = {toml(value)}")
            place = section
    return "\n".join(lines) + "\n"
