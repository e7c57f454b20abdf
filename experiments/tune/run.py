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

# By the verdict on the search and the test.
CONCLUSIONS = {
    "NOTHING": "The search found nothing better than {base}, so there is nothing to test.",
    "FOUND": "Not tested on other maps yet.",
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


def held_out_match(study: str, winner: Player, base: Player, mix: str, sprt: str, stop: Stop) -> Experiment:
    """Return the match of the winner against the base, two players, on held-out maps. Raises ExperimentError."""
    text = f"Does what {study} found beat {base.notation}?"
    return match.ask((winner, base), text, mix, stop, sprt=sprt, is_held_out=True)


def run(asked: Experiment, question: Question, place: match.Place, sprt: str, stop: Stop, out: Path) -> bool:
    """Search, test the winner, and write its parameters into `out`; return whether it is an improvement."""
    study, searched = match.answer(asked, place, lambda _, opened: play(asked, question, opened))
    both = winner, base = player(searched.answer.best), question.base
    summary = _summary(searched)
    print(summary)

    def conclude(verdict: str) -> str:
        said = CONCLUSIONS[verdict].format(winner=winner.notation, base=base.notation)
        exports.save_all(out.parent, {out.name: parameter_file(winner, [summary, said])})
        return f"{said}\nIts parameters are in {out}"

    said = conclude(searched.answer.verdict)
    if searched.answer.verdict == "NOTHING":
        print(f"\n{said}")
        return False
    verdict = held_out_match(study, *both, question.mix, sprt, stop)
    _, answered = match.answer(verdict, place, lambda filed, opened: match.play(filed, both, opened), is_free=True)
    print(f"\n{report.text(answered)}\n\n{conclude(answered.answer.verdict)}")
    return answered.answer.verdict == "KEEP"


def play(asked: Experiment, question: Question, laboratory: Laboratory) -> Result:
    """Search for the best candidate. Raises PlayerError, UserError and what Laboratory.play raises."""
    assert asked.tune  # for the type checker: it is one
    trials, number = Trials(question), asked.tune.trials
    title, most = f"tuning {question.base.notation} by {question.sampler}", (number + 1) * question.pruning.blocks
    with closing(Progress(most * question.players, title, how="about ")) as progress:
        base = float(np.mean(search(trials, laboratory, progress, number)))
    winner = trials.winner()
    is_better = winner.score > base and winner.player.identity != question.base.identity
    return Result(
        revision=revision_here(),
        verdict="FOUND" if is_better else "NOTHING",
        best=winner.player.notation,
        expected=(round(winner.score, 4), round(base, 4)),
        points=trials.results,
    )


def _summary(asked: Experiment) -> str:
    """Return the winner of a search, and what the search expects of it, in a sentence."""
    result = asked.answer
    assert asked.tune  # for the type checker: it is a search
    assert result.expected
    given_up = sum(blocks < asked.stop.blocks for _, blocks, _ in result.points)
    expected, base = result.expected
    score = "CLOP expects {:.1f} % of it" if asked.tune.sampler == "clop" else "it scored {:.1f} %, the best of many"
    return (
        f"{result.best} is the winner of {len(result.points)} candidates ({given_up} given up). On development maps "
        f"against {asked.opponents} {score.format(100 * expected)}; {asked.players[0]} has {100 * base:.1f} %."
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
