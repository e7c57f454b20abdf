"""Deep: decisions of a recorded game measured by futures, and kept where one move wins and another loses.

1. Pieces at the front whose move players dispute, or around which strength was lost, are drawn at random, with a seed.
2. A quick look, few short futures of all five moves, drops those that matter little.
3. A longer look chooses the best move.
4. Fresh futures, which no step has used, measure all five moves against it; only these are reported.
5. The champion with its search plays some more, and where three or more players live whole games are played. A move
   is not called wrong if these games disagree.

No player's answer decides what is kept.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine import Replay
from engine.rules import turn_limit
from experiments.arena.players import Player
from experiments.watch.watched import Watched

from .evidence import Evidence, Measure
from .folder import name_of
from .futures import WORLDS, Frame, Futures
from .position import Choice, Position, Source
from .proposals import Proposal, answers, costly, disputed
from .themes import LAST_TURNS, Scene

MOVES = range(5)

FRESH = 1 << 32
"""Seeds of the fresh futures begin here; those of the looks before lie below."""

SEARCHING = ("champion?war_every=0&opening_search=0",)
"""The champion with its search; a council's forecasts and the search of the opening have no say on one square."""

WEAKEST = 30
"""Strength below which a piece alone decides little."""

BALANCED = (0.7, 1.5)
"""Shares of the strength, in equal shares, between which a game is open."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is spent on one game."""

    drawn: int = 60  # decisions of a quick look
    quick: int = 6  # futures of each move then
    chosen: int = 12  # decisions that are looked at longer
    longer: int = 12
    fresh: int = 75
    searched: int = 8  # futures of each move that the searching champion plays
    whole: int = 24  # whole games of each move, where three and more live
    kept: int = 4  # positions of one game at most


def decisive(
    replay: Replay,
    source: Source,
    players: Sequence[Player],
    measure: Measure,
    effort: Effort,
    seed: int,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[Position]:
    """Yield positions of a game in which the player's move decides something.

    players   whose disagreement proposes decisions
    seed      of the lot
    tell      is told what is looked at
    """  # fmt: skip
    watched, dice = Watched(replay), np.random.default_rng(seed)
    drawn = _drawn(replay, players, measure is Measure.SQUARES, effort, dice)
    frames = [_frame(watched, each) for each in drawn]
    quick = Measure.SQUARES if measure is Measure.SQUARES else Measure.LEAD
    stakes = [_stake(Futures(frame), quick, range(effort.quick)) for frame in frames]
    order = sorted(range(len(drawn)), key=lambda place: -stakes[place])
    tell(f"{len(drawn)} decisions drawn, {min(len(drawn), effort.chosen)} of them looked at longer")
    kept: list[Position] = []
    for place in order[: effort.chosen]:
        position = _measured(frames[place], drawn[place], source, measure, effort)
        if position and all(_apart(position, other) for other in kept):
            kept.append(position)
            yield position
        if len(kept) == effort.kept:
            return


def measured(frame: Frame, measure: Measure, best: int, count: int) -> Evidence:
    """Measure all five moves in fresh futures, against the one that other futures found best."""
    scores = Futures(frame, WORLDS, FRESH).asked(measure, MOVES, range(count))
    return Evidence.of(measure, WORLDS, FRESH, best, scores)


def _drawn(
    replay: Replay, players: Sequence[Player], is_late: bool, effort: Effort, dice: np.random.Generator
) -> list[Proposal]:
    """Decisions by lot: strong pieces that are disputed, and those around which strength was lost.

    is_late   whether only the last turns are asked about, or only those before
    """
    late = turn_limit(*replay.production.shape[::-1]) - LAST_TURNS
    proposals: list[Proposal] = []
    for seat in range(1, len(replay.player_names) + 1):
        moves = {who.notation: answers(replay, seat, who) for who in players}
        strong = [each for each in disputed(replay, seat, moves) if each.weight >= WEAKEST]
        proposals += strong + costly(replay, seat)[: len(strong) // 4 + 1]
    once = list({(each.turn, each.player, each.square): each for each in proposals}.values())
    once = [each for each in once if (each.turn >= late) == is_late and _is_balanced(replay, each)]
    weights = np.array([each.weight for each in once])
    count = min(effort.drawn, len(once))
    if not count:
        return []
    return [once[place] for place in dice.choice(len(once), count, replace=False, p=weights / weights.sum())]


def _is_balanced(replay: Replay, proposal: Proposal) -> bool:
    """Return whether the player holds about an equal share of all strength.

    Where a game is decided, no move wins it.
    """
    owner, strength = replay.owner[proposal.turn], replay.strength[proposal.turn].astype(np.int64)
    equal = strength[owner > 0].sum() / len(replay.player_names)
    return bool(BALANCED[0] * equal <= strength[owner == proposal.player].sum() <= BALANCED[1] * equal)


def _frame(watched: Watched, proposal: Proposal) -> Frame:
    seats = range(1, len(watched.replay.player_names) + 1)
    memories = tuple(watched.memory(proposal.turn, seat) for seat in seats)
    return Frame(watched.replay.state(proposal.turn), proposal.turn, memories, proposal.player, proposal.square)


def _stake(futures: Futures, measure: Measure, numbers: range) -> float:
    """Return how much depends on the move, beyond the luck of these futures, as a share of all strength."""
    leads = np.stack(list(futures.asked(measure, MOVES, numbers).values()))
    best, worst = leads[leads.mean(axis=1).argmax()], leads[leads.mean(axis=1).argmin()]
    difference = best - worst
    sure = difference.mean() - difference.std(ddof=1) / np.sqrt(len(difference))
    return float(sure / futures.frame.state.strength[futures.frame.state.owner > 0].sum())


def _measured(frame: Frame, proposal: Proposal, source: Source, measure: Measure, effort: Effort) -> Position | None:
    """Return the position, when fresh futures say that the move decides something."""
    longer = Futures(frame, WORLDS, effort.quick).asked(measure, MOVES, range(effort.longer))
    means = {move: float(scores.mean()) for move, scores in longer.items()}
    if max(means.values()) - min(means.values()) < 1.5 * measure.least:
        return None
    best = max(means, key=lambda move: means[move])
    evidence = measured(frame, measure, best, effort.fresh)
    if not evidence.is_worth_keeping:
        return None
    return confirmed(_position(frame, proposal, source, evidence), effort)


def confirmed(position: Position, effort: Effort) -> Position | None:
    """Return the position after more futures by other rules, see `_further`; None where they refute it.

    A wrong move that loses nothing among them is open.
    """
    (choice,), (first,) = position.choices, position.evidence
    square = choice.y * position.state.width + choice.x
    frame = Frame(position.state, position.turn, position.memories, position.player, square)
    wrong, evidence = choice.wrong, [first]
    for number, (measure, worlds, count) in enumerate(_further(position, effort), 2):
        scores = Futures(frame, worlds, number * FRESH).asked(measure, MOVES, range(count))
        more = Evidence.of(measure, worlds, number * FRESH, first.moves[0].move, scores)
        wrong = tuple(move for move in wrong if more.loses(move))
        if more.is_refuted or first.worst not in wrong:
            return None
        evidence.append(more)
    return replace(position, choices=(replace(choice, wrong=wrong),), evidence=tuple(evidence))


def _further(position: Position, effort: Effort) -> Iterator[tuple[Measure, Sequence[str], int]]:
    """By what measure, who plays, how many: first the champion with its search.

    Where three and more live, also whole games: what is taken from one neighbour may only help another.
    """
    measure = position.evidence[0].measure
    yield measure, SEARCHING, effort.searched
    if position.living > 2 and measure is Measure.LEAD:
        yield Measure.BEATEN, WORLDS, effort.whole


def _position(frame: Frame, proposal: Proposal, source: Source, evidence: Evidence) -> Position:
    y, x = divmod(proposal.square, frame.state.width)
    best, worst = evidence.moves[0].move, evidence.worst
    met = frame.memories[frame.player - 1].met
    theme = Scene(frame.state, frame.turn, frame.player, proposal.square, met).theme(best, worst)
    choice = Choice(x, y, evidence.right, evidence.wrong)
    made = Position(
        "", theme, "", frame.player, frame.turn, frame.state, frame.memories, (choice,), source, (), (evidence,)
    )
    return made.called(name_of(made))


def _apart(one: Position, other: Position) -> bool:
    """Return whether two positions of a game are different questions.

    Another player, far in time, or far on the board.
    """
    (a,), (b,) = one.choices, other.choices
    near = max(abs(a.x - b.x), abs(a.y - b.y)) <= 4
    return one.player != other.player or abs(one.turn - other.turn) > 5 or not near
