"""The answer: everything the coach finds out about one game; it grows while rollouts are played."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from bot import Parameters, Reason, decide
from experiments.laboratory.progress import Progress
from experiments.opponents.opponent import NAMES
from experiments.recordings.events import Events, EventsError
from experiments.stats import Interval, of_wins

from . import moves, procedure
from .game import CoachedGame
from .journal import Journal
from .policies import Policy, choose_policy
from .procedure import STRETCHES, Fall, Purpose
from .remedy import MORE, Remedy, remedy
from .rollouts import Rollouts

COARSE = 20  # rollouts that measure a frame in the first answer
ROLLOUTS, SLOW_ROLLOUTS = 150, 75  # in the last one: 150 tell nine in ten falls of 25 points from none
SEARCH_SHARE = 2 / 15  # rollouts that look for a fall or a better move, as a share of those that measure it
HOPE = 0.25  # a chance that was never as high was lost on no turn; a place without it in the first pass is out of reach
# What the events of a turn are counted of.
COUNTED = ("wall_openings", "damage_taken", "squares_lost", "captures_of_neutral", "overkill")


def search_count(rollouts: int) -> int:
    """Return how many rollouts of a frame look for what so many measure."""
    return max(4, round(rollouts * SEARCH_SHARE))


class Chance(NamedTuple):
    """Who reached the goal in the rollouts of the search of a frame."""

    frame: int
    won: Interval  # by the player who is coached
    each: list[float]  # the share of every player


class Square(NamedTuple):
    """The strongest square whose move matters: as recorded, and as the policy moves it, with its reason."""

    x: int
    y: int
    recorded: int
    policy: int
    reason: str


class Point(NamedTuple):
    """A stretch that was measured; of a sure one also what happened there, a better move, and a square's reason."""

    fall: Fall
    events: Mapping[str, list[float]]  # by name: of each player
    remedy: Remedy | None = None
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known by now."""

    game: CoachedGame
    policies: Sequence[Policy]  # who plays each seat's rollouts
    rollouts: int  # that measure a frame
    goal: int = 1  # the place whose chance is measured, or better
    chance: Sequence[Chance] = ()
    points: Sequence[Point] = ()
    lowest: int | None = None  # the frame on which a winner's chance looked lowest
    fresh: Mapping[int, Interval] = field(default_factory=dict)  # by frame: chances measured again
    open: str | None = "The first rollouts are being played."  # what is still being looked for; None: nothing
    left: float | None = None  # seconds that it may still take
    is_stopped: bool = False

    @property
    def turning_points(self) -> list[Point]:
        """The falls that are sure, without a slow one around a steep one: that says more exactly where."""
        sure = [point for point in self.points if point.fall.is_significant]
        turns = [set(range(fall.first, fall.last)) for fall, *_ in sure]
        return [point for point, some in zip(sure, turns, strict=True) if not any(some > others for others in turns)]


class Coach:
    """Answers one question, first from few rollouts; what was played before is found in the journal.

    Args:
        count: rollouts that measure a frame; None for the default of these players
        show: called with the answer whenever more is known
    """

    def __init__(
        self, game: CoachedGame, journal: Journal, count: int | None, workers: int,
        show: Callable[[Answer], object] = lambda answer: None,
    ):  # fmt: skip
        self.game, self._show = game, show
        seats = range(1, len(game.places) + 1)
        policies = [choose_policy(game, seat, () if seat == game.seat else NAMES) for seat in seats]
        count = count or (SLOW_ROLLOUTS if any(each.is_slow for each in policies) else ROLLOUTS)
        self.efforts = sorted({min(COARSE, count), count})
        own = policies[game.seat - 1].parameters
        assert isinstance(own, Parameters)  # who is coached is played by a preset
        self.own = own
        self.rollouts = Rollouts(game, [each.parameters for each in policies], journal, workers, self._advance)
        frames = procedure.FRAMES + procedure.WINDOWS * procedure.INSIDE + 4 * STRETCHES * procedure.AROUND
        looked = min(frames, game.last + 1) + STRETCHES * (moves.USUAL + MORE)
        self._progress = Progress(search_count(count) * looked + STRETCHES * 6 * count, "rollouts", how="at most ")
        self._progress.advance(stored=journal.count)
        self.answer = Answer(game, policies, self.efforts[0])

    def run(self) -> Answer:
        """Return the whole answer, and show its parts as they come. Raises OSError."""
        self._update()
        with closing(self._progress), self.rollouts:
            for effort in self.efforts:
                self._refine(effort)
        return self._update(open=None)

    def _update(self, **changes: Any) -> Answer:
        self.answer = replace(self.answer, left=self._progress.seconds_left, **changes)
        self._show(self.answer)
        return self.answer

    def _advance(self, played: int) -> None:
        self._progress.advance(games=played, status=self.answer.open)

    def _refine(self, count: int) -> None:
        """Work the answer out with so many rollouts; the one before stays until there is a new one."""
        search = search_count(count)
        goal = self.rollouts.goal = self._goal(search)
        if goal != self.answer.goal:
            self._update(goal=goal, chance=[])
        shares = procedure.search(self._ask_and_show(search), self.game.last, search)
        self._update(open="Measuring the stretches that fall most, with fresh rollouts.")
        points = [self._point(fall, count) for fall in procedure.measure_falls(self.rollouts.wins, shares, count)]
        lowest = min(shares, key=lambda frame: shares[frame]) if self.game.place == 1 else None
        ejected = self.game.ejected.get(self.game.seat)
        frames = [frame for frame in (lowest, ejected and ejected - 1) if frame is not None]
        won = {frame: self.rollouts.wins(frame, Purpose.CONFIRM, 0, count) for frame in frames}
        self._update(
            points=points, chance=[self._chance(frame, search) for frame in sorted(shares)], rollouts=count,
            lowest=lowest, fresh={frame: of_wins(sum(each), count) for frame, each in won.items()},
            open="Playing more rollouts of each frame.",
        )  # fmt: skip

    def _goal(self, search: int) -> int:
        """Return the best place that is better than the recorded one and within reach on some frame.

        First place for two players, and where no place is within reach.
        """
        frames = procedure.first_pass(self.game.last) if len(self.game.places) > 2 else []
        rankings = [self.rollouts.rankings(self.rollouts.line_at(each), Purpose.SEARCH, 0, search) for each in frames]
        places = [np.array(each)[:, self.game.seat - 1] for each in rankings]
        goals = range(1, self.game.place)
        return next((goal for goal in goals if any(np.mean(each <= goal) >= HOPE for each in places)), 1)

    def _ask_and_show(self, search: int) -> procedure.Ask:
        """Return how the procedure asks, so that every frame that it measures is shown at once."""
        seen = {point.frame: point for point in self.answer.chance}

        def ask(frame: int, purpose: Purpose, first: int, count: int) -> procedure.Won:
            won = self.rollouts.wins(frame, purpose, first, count)
            seen[frame] = self._chance(frame, search)
            text = f"Looking where the chance falls, {search} rollouts of each frame."
            self._update(chance=[seen[each] for each in sorted(seen)], open=text)
            return won

        return ask

    def _chance(self, frame: int, search: int) -> Chance:
        rankings = np.array(self.rollouts.rankings(self.rollouts.line_at(frame), Purpose.SEARCH, 0, search))
        reached = rankings <= self.rollouts.goal
        won = of_wins(int(reached[:, self.game.seat - 1].sum()), len(rankings))
        return Chance(frame, won, reached.mean(axis=0).round(4).tolist())

    def _point(self, fall: Fall, count: int) -> Point:
        """Return what is known of a stretch. A slow fall comes from no single move: it has its events only."""
        events = self._events(fall) if fall.is_significant else {}
        if fall.is_slow or not fall.is_significant:
            return Point(fall, events)
        self._update(open=f"Looking for what would have been better on turn {fall.first + 1}.")
        better = remedy(self.rollouts, fall.first, self.own, search_count(count), count)
        return Point(fall, events, better, self._square(fall.first, better) if better else None)

    def _events(self, fall: Fall) -> dict[str, list[float]]:
        """Return the events on these turns; none for a recording whose frames do not follow from its moves."""
        try:
            measures = Events.of(self.game.replay).measures()
        except EventsError:
            return {}
        return {name: measures[name][fall.first : fall.last].sum(axis=0).astype(float).tolist() for name in COUNTED}

    def _square(self, frame: int, better: Remedy) -> Square:
        """Return the strongest square of the better move."""
        view, memory = self.game.view(frame, self.game.seat), self.game.memory(frame, self.game.seat)
        explanation = decide(view, memory, self.own, explain=True).explanation
        assert explanation is not None
        place = max(better.move.squares.tolist(), key=lambda each: int(view.strength.flat[each]))
        recorded, policy = int(self.game.replay.moves[frame].flat[place]), int(explanation.move.flat[place])
        y, x = divmod(place, view.width)
        return Square(x, y, recorded, policy, Reason(int(explanation.reason.flat[place])).sentence)
