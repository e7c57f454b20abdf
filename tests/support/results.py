"""Games, blocks and searches with invented results, as consistent as the engine's."""

import hashlib
import math
import random
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from bot import effective
from experiments.arena.players import Player, player
from experiments.arena.schedule import Block, Game, Map
from experiments.laboratory.database import Played
from experiments.laboratory.laboratory import PlayedBlock
from experiments.stats import Fit, kinds

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
    times = [None if seat.parameters else dice.random() for seat in played.seats]
    return Played(
        key=played.key,
        ranks=tuple(places),
        territory=tuple(0 if place == last else land * (last - place) for place in places),
        last_frames_alive=tuple(TURNS // 2 if place == last else TURNS for place in places),
        turns=TURNS,
        faults=tuple(None for _ in places),
        mean_answer=tuple(times),
        worst_answer=tuple(times),
        replay=replay,
    )


def finished(seeds: Iterable[int], *seats: Player) -> list[tuple[Game, Played]]:
    return [(each, result(each)) for each in (game(seed, *seats) for seed in seeds)]


PAIRS = {0: "LL", 0.5: "TL", 1: "WL", 1.5: "WT", 2: "WW"}
PLACES = {"W": (1, 2), "T": (1, 1), "L": (2, 1)}


def pair(
    points: float, names: Sequence[str] = ("v26", "v17"), faults: Sequence[str | None] = (None, None)
) -> PlayedBlock:
    """Two games of two players in which the first made so many points; in the first game they had these faults."""
    block = Block(Map(10, 10, 0, 2), tuple(map(player, names)))
    return ended(block, points, faults, [game.key for game in block.games])


def ended(block, points, faults=(None, None), keys=("", "")):
    """This block of two; a key of a tuned player takes a tenth of a second."""
    games, nothing = [], (None, None)
    for rotation, (letter, key) in enumerate(zip(PAIRS[points], keys, strict=True)):
        way = 1 if block.seat(0, rotation) == 0 else -1  # by seat, not by entry of the line-up
        of_game = tuple(faults)[::way] if rotation == 0 else nothing
        games.append(Played(key, PLACES[letter][::way], (0, 0), (0, 0), 1, of_game, nothing, nothing))
    return PlayedBlock(block, tuple(games))


def rate(blocks, anchor, seed, **others):
    """All players, the best first.

    blocks   of strings such as "ab": a finished ahead of b
    others   resamples, prior
    """
    return Fit.of(kinds(blocks), seed=seed, **others).ratings(anchor)


BEST_ALPHA = 0.2


class Laboratory:
    """Plays two-player blocks, which always end the same way; `blocks_played` counts them."""

    def __init__(self):
        self.blocks_played = 0

    def play(self, blocks, progress=None):
        """A pair of games for each block, with luck that depends on who plays where."""
        for block in blocks:
            self.blocks_played += 1
            yield ended(block, np.random.default_rng(_luck(block)).binomial(2, _chance(block)))


def _luck(block):
    text = f"{block.map.seed} {_told(block.lineup[0].parameters)}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


_told = cache(effective)


def _chance(block):
    off = math.log(block.lineup[0].parameters.alpha / BEST_ALPHA)
    return 0.7 * math.exp(-2 * off * off)
