"""The answer: everything the coach found out about one game, as one document that can be kept."""

import gzip
from base64 import b64encode
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from engine.names import shown
from engine.replay import as_bytes
from experiments.laboratory.playing_time import roughly
from experiments.laboratory.progress import Progress
from experiments.opponents.school import NAMES
from experiments.recordings.events import Events, EventsError, ejections
from experiments.recordings.watched import Watched
from experiments.stats import Interval, of_wins

from . import moves, procedure, remedy, thoughts
from .asked import HOPE, Asked
from .futures import HESITANT, Futures, joined
from .journal import Journal
from .policies import Chosen, Policy, chosen
from .procedure import Fall, Purpose

FUTURES, SLOW_FUTURES = 150, 75  # that measure a frame: 150 tell nine in ten falls of 25 points from none
COARSE = 20  # futures that measure a frame in the first answer, which the whole one replaces
SEARCH_SHARE = 2 / 15  # futures that look for a fall or a better move, as a share of those that measure it
FEWER = "A game without any takes fewer; those that were kept take no time, and Ctrl-C keeps what was played."

Show = Callable[[dict[str, Any]], object]  # called with the document as far as it is known, whenever more is


def unshown(_: dict[str, Any]) -> None:
    """Show nothing before the whole answer."""


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

    def expected(self, last: int) -> int:
        """Futures of a usual game with frames 0..last: what the search takes, and two turning points."""
        frames = procedure.FRAMES + procedure.WINDOWS * procedure.INSIDE + 4 * procedure.STRETCHES * procedure.AROUND
        return self.search * min(frames, last + 1) + procedure.STRETCHES * 2 * self.confirm + 2 * self.point

    @property
    def point(self) -> int:
        """About as many for one turning point: other moves are screened, one of them is measured."""
        return self.search * (moves.ASKED + remedy.MORE) + 3 * self.confirm


class Coach:
    """Answers one question; what was played before is found in the journal."""

    def __init__(self, asked: Asked, journal: Journal, count: int | None, workers: int, show: Show = unshown):
        self.asked, self.journal, self.workers = asked, journal, workers
        self._show = show
        self.watched = Watched(asked.replay)
        self.chosen = [
            chosen(asked.replay, seat, () if seat == asked.seat else NAMES) for seat in range(1, asked.players + 1)
        ]
        is_slow = any(each.policy.is_slow for each in self.chosen)
        self.effort = Effort.of(count or (SLOW_FUTURES if is_slow else FUTURES))

    @property
    def own(self) -> Policy:
        """The policy that plays for the player who asks."""
        return self.chosen[self.asked.seat - 1].policy

    def begun(self) -> dict[str, Any]:
        """Return the document before a future was played, and show it."""
        names = [shown(name) for name in self.asked.replay.player_names]
        told = {
            "game": shown(self.asked.name), "names": names, "seat": self.asked.seat,
            "place": self.asked.places[self.asked.seat - 1], "turns": self.asked.replay.turns, "goal": 1,
            "ejected": [{"seat": seat, "turn": turn, "won": None} for seat, turn in self._ejections()],
            "policies": [_policy(each) for each in self.chosen],
            "effort": asdict(self.effort), "sure": procedure.SURE, "confidence": remedy.CONFIDENCE,
            "chance": [], "contact": None, "falls": [], "lowest": None, "played": 0, "surveyed": False,
            "open": "The first futures are being played.",
        }  # fmt: skip
        self._show(told)
        return told

    def answer(self) -> dict[str, Any]:
        """Return the whole document, and show its parts as they come. Raises DatabaseError, OSError."""
        watch = Progress(self.effort.expected(self.asked.last), f"futures of {shown(self.asked.name)}")
        with watch, self._futures(lambda played, stored: watch.advance(games=played, stored=stored)) as futures:
            return self._document(futures, watch)

    def first_answer(self) -> None:
        """Show an answer from COARSE futures a frame, and nothing more until the whole one."""
        whole, self.effort = self.effort, Effort.of(COARSE)
        waits = f"This is a first answer, from {COARSE} futures a frame; {whole.confirm} of each are being played."
        self._show(self.answer() | {"open": waits})
        self._show, self.effort = unshown, whole

    def rehearse(self) -> None:
        """Compile what the futures need, before their time is estimated."""
        with self._futures(lambda played, stored: None) as futures:
            futures.rehearse(self.asked.last)

    def forecast(self) -> str:
        """Return how many futures the answer takes, and how long: from some that begin in the middle of the game."""
        with self._futures(lambda played, stored: None) as futures:
            one = futures.seconds(self.asked.last // 2)
        count = self.effort.expected(self.asked.last)
        return f"About {count:,} futures for two turning points{roughly(count * one, self.workers)}. {FEWER}"

    def _futures(self, done: Callable[[int, int], None]) -> Futures:
        players = [each.policy.parameters for each in self.chosen]
        return Futures(self.watched, players, self.asked.seat, self.journal, self.workers, done, HESITANT)

    def _document(self, futures: Futures, watch: Progress) -> dict[str, Any]:
        told = self.begun()
        futures.goal = told["goal"] = self._goal(futures)
        events = _events(self.asked)
        told["contact"] = _contact(events, self.asked.seat)
        falls, shares = self._falls(futures, watch, told)
        told["chance"] = [self._chance(futures, frame) for frame in sorted(shares)]
        for fall in falls:
            told["open"] = f"Looking for what would have been better on turn {fall.first + 1}."
            self._show(told)
            watch.advance(status=f"what would have been better on turn {fall.first + 1}?")
            point = _fall(fall) | (self._told(futures, fall, events) if fall.is_sure else {})
            told["falls"] = [*told["falls"], point]
        return told | {
            "ejected": self._ejected(futures),
            "lowest": self._lowest(futures, shares) if told["place"] == 1 else None,
            "played": watch.played + watch.stored,
            "open": None,
        }

    def _goal(self, futures: Futures) -> int:
        """Return the best place that is better than the recorded one and within reach on some frame.

        First place for two players, and where no place is within reach.
        """
        frames = procedure.first_pass(self.asked.last) if self.asked.players > 2 else []
        seen = [futures.places(futures.recorded(frame), Purpose.SEARCH, 0, self.effort.search) for frame in frames]
        for goal in range(1, self.asked.places[self.asked.seat - 1]):
            if any(np.mean([place <= goal for place in places]) >= HOPE for places in seen):
                return goal
        return 1

    def _ejected(self, futures: Futures) -> list[dict[str, Any]]:
        """Return the players whose programs crashed or were late.

        For the player who asks, also the chance to win on the frame before.
        """
        told: list[dict[str, Any]] = []
        for seat, turn in self._ejections():
            told.append({"seat": seat, "turn": turn, "won": None})
            if seat == self.asked.seat:
                won = futures.won(turn - 1, Purpose.CONFIRM, 0, self.effort.confirm)
                told[-1]["won"] = _ends(of_wins(sum(won), len(won)))
        return told

    def _ejections(self) -> list[tuple[int, int]]:
        return sorted(ejections(self.asked.replay).items(), key=lambda each: each[::-1])

    def _shown_frames(self, futures: Futures, told: dict[str, Any]) -> procedure.Ask:
        """Return how the procedure asks, so that every frame that it measures is shown at once."""
        seen: set[int] = set()
        first = set(procedure.first_pass(self.asked.last))

        def ask(frame: int, purpose: Purpose, number: int, count: int) -> list[bool]:
            won = futures.won(frame, purpose, number, count)
            seen.add(frame)
            told["chance"] = [self._chance(futures, each) for each in sorted(seen)]
            told["surveyed"] = first <= seen
            told["open"] = f"Looking where its chance falls: {len(seen)} frames so far."
            self._show(told)
            return won

        return ask

    def _falls(self, futures: Futures, watch: Progress, told: dict[str, Any]) -> tuple[list[Fall], dict[int, float]]:
        effort = self.effort
        watch.advance(status="search: where does the chance fall?")
        shares = procedure.search(self._shown_frames(futures, told), self.asked.last, effort.search)
        told["open"] = "Measuring the stretches that fall most, with fresh futures."
        self._show(told)
        named = procedure.stretches(shares)
        later = effort.confirm  # the lowest frame of a winner, or the last one of a program that was ejected
        watch.expect(watch.played + watch.stored + later + len(named) * (2 * effort.confirm + effort.point))
        watch.advance(status="fresh futures: how far does it fall there?")
        falls = procedure.measured(futures.won, shares, effort.confirm)
        watch.expect(watch.played + watch.stored + later + sum(fall.is_sure for fall in falls) * effort.point)
        return falls, shares

    def _chance(self, futures: Futures, frame: int) -> dict[str, Any]:
        """Return a point of the curve: what the search saw on this frame, alone."""
        places = futures.places(futures.recorded(frame), Purpose.SEARCH, 0, self.effort.search)
        others = self.asked.players - 1
        won = of_wins(sum(futures.reached(places)), len(places))
        return {"frame": frame, "won": _ends(won), "beaten": float(np.mean([1 - (p - 1) / others for p in places]))}

    def _lowest(self, futures: Futures, shares: dict[int, float]) -> dict[str, Any]:
        """Return the frame on which the search saw the least hope, measured with fresh futures."""
        frame = min(shares, key=lambda each: shares[each])
        won = futures.won(frame, Purpose.CONFIRM, 0, self.effort.confirm)
        return {"frame": frame, "won": _ends(of_wins(sum(won), len(won)))}

    def _told(self, futures: Futures, fall: Fall, events: Events | None) -> dict[str, Any]:
        """Return a turning point: its events, the reason of the move, and better moves.

        A slow fall comes from no single move: it has its events only.
        """
        frame = fall.first
        told = {
            "events": _counted(events, fall),
            "predicted": {"share": self.own.share(frame), "front": self.own.front(frame)},
        }
        if fall.is_slow:
            return told | {"thought": thoughts.thought(self.watched, self.asked.seat, frame, self.own.preset, None)}
        return told | self._advice(futures, frame)

    def _advice(self, futures: Futures, frame: int) -> dict[str, Any]:
        policy = self.own.preset
        better = remedy.remedy(futures, frame, policy, self.effort.search, self.effort.confirm)
        advice: dict[str, Any] = {}
        key = None
        if better:
            strength = self.asked.replay.strength[frame]
            key = max(better.move.squares.tolist(), key=lambda place: int(strength.flat[place]))
            advice["remedy"] = self._remedy(futures, frame, better)
        return advice | {"thought": thoughts.thought(self.watched, self.asked.seat, frame, policy, key)}

    def _remedy(self, futures: Futures, frame: int, chosen: remedy.Remedy) -> dict[str, Any]:
        """Return the better move, and a future that it won as a whole game."""
        replay, width = self.asked.replay, self.asked.replay.production.shape[1]
        line = remedy.line_after(futures, frame, chosen.move)
        better = [
            {
                "x": place % width, "y": place // width, "strength": int(replay.strength[frame].flat[place]),
                "recorded": int(replay.moves[frame].flat[place]), "better": int(chosen.move.moves.flat[place]),
            }
            for place in chosen.move.squares.tolist()
        ]  # fmt: skip
        game = None
        if chosen.won is not None:
            whole = joined(replay, frame + 1, futures.replay(line, chosen.won))
            whole.moves[frame] = chosen.move.moves
            game = b64encode(gzip.compress(as_bytes(whole), mtime=0)).decode()
        return {
            "name": chosen.move.name, "tried": chosen.tried, "squares": better,
            "compared": _compared(chosen.compared), "game": game,
        }  # fmt: skip


def _events(asked: Asked) -> Events | None:
    """None for a recording whose frames do not follow from its moves: it can still be played on."""
    try:
        return Events.of(asked.replay)
    except EventsError:
        return None


def _contact(events: Events | None, seat: int) -> int | None:
    """Return the turn on which the player first touched another; None where that never happened, or is not known."""
    if events is None:
        return None
    turns = [int(turn) for turn in events.first_contact[seat - 1] if turn > 0]
    return min(turns, default=None)


def _counted(events: Events | None, fall: Fall) -> dict[str, list[float]]:
    if events is None:
        return {}
    measures = events.measures()
    return {name: measures[name][fall.first : fall.last].sum(axis=0).astype(float).tolist() for name in COUNTED}


def _policy(each: Chosen) -> dict[str, Any]:
    return {
        name: {"notation": who.notation, "share": who.share(), "front": who.front()}
        for name, who in (("plays", each.policy), ("best", each.best))
    }


def _fall(fall: Fall) -> dict[str, Any]:
    ends = {name: _ends(getattr(fall, name)) for name in ("before", "after", "fall")}
    verdict = {"is_sure": fall.is_sure, "is_slow": fall.is_slow}
    return {"first": fall.first, "last": fall.last, "futures": fall.futures, **verdict, **ends}


def _compared(compared: remedy.Compared) -> dict[str, Any]:
    ends = {name: _ends(getattr(compared, name)) for name in ("without", "changed", "gain")}
    return {"futures": compared.futures, "is_sure": compared.is_sure, "is_told": compared.is_told, **ends}


def _ends(interval: Interval) -> list[float]:
    """Return low end, value, high end."""
    return [interval.low, interval.value, interval.high]
