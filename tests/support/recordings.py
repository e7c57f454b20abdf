"""The games that the official environment recorded, for every test that compares with them."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine import Replay
from engine.replay import read

GOLDEN = Path(__file__).parents[1] / "golden"
TRANSCRIPT = GOLDEN / "transcript"
GAMES = sorted((GOLDEN / "games").glob("*.hlt.gz"))
FAULTS = sorted((GOLDEN / "faults").glob("*.hlt.gz"))


@dataclass(frozen=True)
class Outcome:
    """What the official environment printed about a recorded game."""

    seed: int
    requested: tuple[int, int]  # width, height
    ranks: list[int]  # by player, 1 = best
    last_frames_alive: list[int]  # by player
    ejected: dict[int, list[int]]  # turn (the first is 1) -> players


@cache
def recording(path: Path) -> Replay:
    return read(path)


def outcome(path: Path) -> Outcome:
    result = json.loads(path.with_name(path.name.replace(".hlt.gz", ".result.json")).read_text(encoding="utf-8"))
    faults = [player for player, fault in enumerate(result.get("faults", []), start=1) if fault != "ok"]
    _, ranks, last_frames_alive = zip(*result["tag_rank_last_alive"], strict=True)
    return Outcome(
        seed=result["seed"],
        requested=tuple(result["requested"]),
        ranks=list(ranks),
        last_frames_alive=list(last_frames_alive),
        ejected={result["fault_turn"]: faults} if faults else {},
    )
