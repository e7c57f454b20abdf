"""The answer: everything the coach finds out about one game, as one document that grows while futures are played."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any

import numpy as np

from bot import Reason, decide
from engine.names import shown
from experiments.laboratory.progress import Progress, duration
from experiments.opponents.opponent import NAMES
from experiments.recordings.events import Events, EventsError, ejections
from experiments.recordings.watched import Watched
from experiments.stats import Interval, of_wins

from . import moves, procedure, remedy
from .asked import HOPE, Asked
from .futures import HESITANT, Futures
from .journal import Journal
from .policies import Chosen, Policy, chosen
from .procedure import Fall, Purpose

COARSE = 20  # futures that measure a frame in the first answer
FUTURES, SLOW_FUTURES = 150, 75  # in the last one: 150 tell nine in ten falls of 25 points from none
STEADY = 40  # futures after which the time left is told: the first ones may wait for a compiler
SEARCH_SHARE = 2 / 15  # futures that look for a fall or a better move, as a share of those that measure it

Document = dict[str, Any]
Show = Callable[[Document], object]  # called with the document as far as it is known, whenever more is

# What the events of a turn are counted of.
COUNTED = ("wall_openings", "damage_taken", "squares_lost", "captures_of_neutral", "overkill")


@dataclass(frozen=True, slots=True)
class Effort:
    """How many futures one frame, and one comparison, gets."""

    search: int
    confirm: int

    @classmethod
    def of(cls, futures: int) -> "Effort":
        """Return the effort for the number that measures."""
        return cls(max(4, round(futures * SEARCH_SHARE)), futures)

    def most(self, last: int) -> int:
        """Return about how many futures a game with frames 0..last takes at most."""
        frames = procedure.FRAMES + procedure.WINDOWS * procedure.INSIDE + 4 * procedure.STRETCHES * procedure.AROUND
        return self.search * min(frames, last + 1) + self.confirm + self.confirmed(procedure.STRETCHES)

    def confirmed(self, falls: int) -> int:
        """Return how many of them measure so many falls and look for better moves there."""
        return falls * (2 * self.confirm + self.search * (moves.ASKED + remedy.MORE) + 4 * self.confirm)


class TimeLeft:
    """About how long an answer still takes. It never rises: of two estimates the smaller one stays."""

    def __init__(self, last: int, futures: int, clock: Callable[[], float] = monotonic):
        self._last, self._left, self._clock = last + 1, float(futures), clock
        self._played, self._began, self._shown = 0.0, clock(), np.inf

    def advance(self, frame: int, played: int, found: int = 0) -> None:
        """Count futures from a frame: one from the middle of the game is the unit, later ones are shorter."""
        unit = max(0.1, 2 - 2 * frame / self._last)
        self._played += unit * played
        self._left -= unit * (played + found)

    def expect(self, futures: int) -> None:
        """Say that at most so many are to come."""
        self._left = min(self._left, futures)

    @property
    def seconds(self) -> float | None:
        """The time left; None before STEADY futures were played."""
        if self._played >= STEADY:
            rate = (self._clock() - self._began) / self._played
            self._shown = min(self._shown, max(0.0, self._left) * rate)
        return None if np.isinf(self._shown) else self._shown


class Coach:
    """Answers one question, first from few futures; what was played before is found in the journal.

    Args:
        asked: The game and the player.
        journal: Where its futures are kept.
        count: Futures that measure a frame; None for the default of these players.
        workers: Futures played at once.
        show: Called with the document whenever more is known.
    """

    def __init__(
        self, asked: Asked, journal: Journal, count: int | None, workers: int, show: Show = lambda document: None
    ):
        self.asked, self._show = asked, show
        self.watched = Watched(asked.replay)
        self.chosen = [
            chosen(asked.replay, seat, () if seat == asked.seat else NAMES) for seat in range(1, asked.players + 1)
        ]
        is_slow = any(each.policy.is_slow for each in self.chosen)
        whole = Effort.of(count or (SLOW_FUTURES if is_slow else FUTURES))
        self.efforts = [Effort.of(COARSE), whole] if whole.confirm > COARSE else [whole]
        players = [each.policy.parameters for each in self.chosen]
        self.futures = Futures(self.watched, players, asked.seat, journal, workers, self._advance, HESITANT)
        self.left = TimeLeft(asked.last, whole.most(asked.last))
        self._progress: Progress | None = None
        self.document = self._begun()

    @property
    def own(self) -> Policy:
        """The policy that plays for the player who asks."""
        return self.chosen[self.asked.seat - 1].policy

    def answer(self) -> Document:
        """Return the whole document, and show its parts as they come. Raises DatabaseError, OSError."""
        self._tell(open="The first futures are being played.")
        self._progress = Progress(None, f"futures of {shown(self.asked.name)}")
        with self._progress, self.futures:
            for effort in self.efforts:
                self._refine(effort)
        return self._tell(open=None, left=None)

    def _begun(self) -> Document:
        """Return the document before a future was played."""
        asked = self.asked
        return {
            "game": shown(asked.name), "names": [shown(name) for name in asked.replay.player_names],
            "seat": asked.seat, "place": asked.places[asked.seat - 1], "turns": asked.replay.turns, "goal": 1,
            "ejected": [{"seat": seat, "turn": turn, "won": None} for seat, turn in self._ejections()],
            "policies": [_policy(each) for each in self.chosen], "effort": asdict(self.efforts[0]),
            "chance": [], "falls": [], "lowest": None, "surveyed": False, "open": None, "left": None,
        }  # fmt: skip

    def _tell(self, **known: Any) -> Document:
        """Show the document with what is known now."""
        self.document = self.document | known
        self._show(self.document)
        return self.document

    def _advance(self, frame: int, played: int, found: int) -> None:
        self.left.advance(frame, played, found)
        seconds = self.left.seconds
        self.document["left"] = seconds
        if self._progress:
            waits = "" if seconds is None else f"about {duration(seconds)} left · "
            self._progress.advance(games=played, stored=found, status=f"{waits}{self.document['open']}")

    def _refine(self, effort: Effort) -> None:
        """Work the answer out with this effort; the one before stays until there is a new one."""
        goal = self.futures.goal = self._goal(effort)
        if goal != self.document["goal"]:
            self._tell(goal=goal, chance=[])
        shares = procedure.search(self._shown_frames(effort), self.asked.last, effort.search)
        self._tell(open="Measuring the stretches that fall most, with fresh futures.")
        self.left.expect(effort.confirm + effort.confirmed(len(procedure.stretches(shares))))
        falls = procedure.measured(self.futures.won, shares, effort.confirm)
        self.left.expect(effort.confirm + effort.confirmed(sum(fall.is_sure for fall in falls)))
        points = list[Document]()
        for fall in falls:
            self._tell(open=f"Looking for what would have been better on turn {fall.first + 1}.")
            points.append(_fall(fall) | (self._turning_point(fall, effort) if fall.is_sure else {}))
        lowest = self._lowest(shares, effort) if self.document["place"] == 1 else None
        chance = [self._chance(frame, effort) for frame in sorted(shares)]
        found = {"falls": points, "lowest": lowest, "chance": chance, "ejected": self._ejected(effort)}
        self._tell(**found, effort=asdict(effort), open="Playing more futures of each frame.")

    def _goal(self, effort: Effort) -> int:
        """Return the best place that is better than the recorded one and within reach on some frame.

        First place for two players, and where no place is within reach.
        """
        frames = procedure.first_pass(self.asked.last) if self.asked.players > 2 else []
        seen = [self.futures.places(self.futures.recorded(each), Purpose.SEARCH, 0, effort.search) for each in frames]
        for goal in range(1, self.asked.places[self.asked.seat - 1]):
            if any(np.mean([place <= goal for place in places]) >= HOPE for places in seen):
                return goal
        return 1

    def _shown_frames(self, effort: Effort) -> procedure.Ask:
        """Return how the procedure asks, so that every frame that it measures is shown at once."""
        seen = {point["frame"]: point for point in self.document["chance"]}
        first, measured = set(procedure.first_pass(self.asked.last)), set[int]()

        def ask(frame: int, purpose: Purpose, number: int, count: int) -> list[bool]:
            won = self.futures.won(frame, purpose, number, count)
            seen[frame] = self._chance(frame, effort)
            measured.add(frame)
            self._tell(
                chance=[seen[each] for each in sorted(seen)],
                surveyed=self.document["surveyed"] or first <= measured,
                open=f"Looking where the chance falls: {len(measured)} frames so far, {effort.search} futures each.",
            )
            return won

        return ask

    def _chance(self, frame: int, effort: Effort) -> Document:
        """Return a point of the curves: who reached the goal in the futures of the search on this frame, alone."""
        rankings = np.array(self.futures.rankings(self.futures.recorded(frame), Purpose.SEARCH, 0, effort.search))
        reached = rankings <= self.futures.goal
        won = of_wins(int(reached[:, self.asked.seat - 1].sum()), len(rankings))
        return {"frame": frame, "won": _ends(won), "each": reached.mean(axis=0).round(4).tolist()}

    def _ejected(self, effort: Effort) -> list[Document]:
        """Return the players whose programs crashed or were late.

        For the player who asks, also the chance to win on the frame before.
        """
        return [
            {"seat": seat, "turn": turn, "won": self._fresh(turn - 1, effort) if seat == self.asked.seat else None}
            for seat, turn in self._ejections()
        ]

    def _ejections(self) -> list[tuple[int, int]]:
        return sorted(ejections(self.asked.replay).items(), key=lambda each: each[::-1])

    def _lowest(self, shares: dict[int, float], effort: Effort) -> Document:
        """Return the frame on which the search saw the least hope, measured with fresh futures."""
        frame = min(shares, key=lambda each: shares[each])
        return {"frame": frame, "won": self._fresh(frame, effort)}

    def _fresh(self, frame: int, effort: Effort) -> list[float]:
        won = self.futures.won(frame, Purpose.CONFIRM, 0, effort.confirm)
        return _ends(of_wins(sum(won), len(won)))

    def _turning_point(self, fall: Fall, effort: Effort) -> Document:
        """Return a turning point: its events, better moves, and the reason of the move in their middle.

        A slow fall comes from no single move: it has its events only.
        """
        told: Document = {"events": _counted(self.asked, fall)}
        if fall.is_slow:
            return told
        better = remedy.remedy(self.futures, fall.first, self.own.preset, effort.search, effort.confirm)
        if not better:
            return told
        strength = self.asked.replay.strength[fall.first]
        key = max(better.move.squares.tolist(), key=lambda place: int(strength.flat[place]))
        return told | {"remedy": self._remedy(fall.first, better), "square": self._reason(fall.first, key)}

    def _remedy(self, frame: int, better: remedy.Remedy) -> Document:
        replay, width = self.asked.replay, self.asked.replay.production.shape[1]
        squares = [
            {"x": place % width, "y": place // width, "better": int(better.move.moves.flat[place]),
             "recorded": int(replay.moves[frame].flat[place])}
            for place in better.move.squares.tolist()
        ]  # fmt: skip
        compared = {name: _ends(getattr(better.compared, name)) for name in ("without", "changed", "gain")}
        verdict = {name: getattr(better.compared, name) for name in ("futures", "is_sure", "is_told")}
        return {"name": better.move.name, "tried": better.tried, "squares": squares, "compared": compared | verdict}

    def _reason(self, frame: int, place: int) -> Document:
        """Return a square's recorded move, and the policy's with its reason."""
        view = self.watched.view(frame, self.asked.seat)
        memory = self.watched.memory(frame, self.asked.seat)
        explanation = decide(view, memory, self.own.preset, explain=True).explanation
        assert explanation is not None
        return {
            "x": place % view.width, "y": place // view.width,
            "reason": Reason(int(explanation.reason.flat[place])).sentence,
            "recorded": int(self.asked.replay.moves[frame].flat[place]), "policy": int(explanation.move.flat[place]),
        }  # fmt: skip


def _counted(asked: Asked, fall: Fall) -> dict[str, list[float]]:
    """Return the events on these turns; none for a recording whose frames do not follow from its moves."""
    try:
        measures = Events.of(asked.replay).measures()
    except EventsError:
        return {}
    return {name: measures[name][fall.first : fall.last].sum(axis=0).astype(float).tolist() for name in COUNTED}


def _policy(each: Chosen) -> Document:
    return {
        name: {"notation": who.notation, "share": who.share(), "front": who.front()}
        for name, who in (("plays", each.policy), ("best", each.best))
    }


def _fall(fall: Fall) -> Document:
    ends = {name: _ends(getattr(fall, name)) for name in ("before", "after", "fall")}
    verdict = {"is_sure": fall.is_sure, "is_slow": fall.is_slow}
    return {"first": fall.first, "last": fall.last, "futures": fall.futures, **verdict, **ends}


def _ends(interval: Interval) -> list[float]:
    """Return low end, value, high end."""
    return [interval.low, interval.value, interval.high]
