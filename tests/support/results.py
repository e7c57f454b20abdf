"""Games with invented results, as consistent as the engine's."""

import random
from collections.abc import Iterable

from experiments.arena.players import Player, player
from experiments.arena.schedule import Block, Game, Map
from experiments.laboratory.database import Played

V26, V17, V12 = player("v26"), player("v17"), player("v12")
PROGRAM = player("cmd:theirs")
TURNS = 100


def game(seed: int, *seats: Player, side: int = 12) -> Game:
    """A game on a square map; v26 against v17 if no players are given."""
    seated = seats or (V26, V17)
    return Block(Map(side, side, seed, len(seated)), seated).games[0]


def result(played: Game, shuffle: int = 0, replay: bytes | None = None) -> Played:
    """How `played` might have ended, another way for another `shuffle`: the best has most land; programs are timed."""
    dice = random.Random(f"{played.map.seed} {shuffle}")
    places = list(range(1, len(played.seats) + 1))
    dice.shuffle(places)
    last = len(places)
    land = dice.randrange(1, 20)
    asked = [None if seat.parameters else dice.random() for seat in played.seats]
    return Played(
        key=played.key,
        ranks=tuple(places),
        territory=tuple(0 if place == last else land * (last - place) for place in places),
        last_frames_alive=tuple(TURNS // 2 if place == last else TURNS for place in places),
        turns=TURNS,
        faults=tuple(None for _ in places),
        mean_answer=tuple(asked),
        worst_answer=tuple(asked),
        replay=replay,
    )


def finished(seeds: Iterable[int], *seats: Player) -> list[tuple[Game, Played]]:
    """A game with its result for each map seed."""
    return [(each, result(each)) for each in (game(seed, *seats) for seed in seeds)]
