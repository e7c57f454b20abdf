"""The matcher, after CowZow's Halite III bot: four scores for every move, resolved as one assignment."""

from dataclasses import dataclass

from experiments.opponents.opponent import Layer, Opponent, Reason, Settings, lazy_player, parameter

TILE = "Tile score"
FORECAST = "Forecast fronts"
RELEASE = "Release score"
ENEMY = "Kill score"


@dataclass(frozen=True, slots=True)
class Matching(Settings):
    """The parameters of the matcher."""

    # fmt: off
    horizon: float = parameter(
        25.0, low=1.0, high=500.0, group=TILE, unit="turns",
        why="how long a tile's production counts",
    )
    choice: float = parameter(
        1.0, low=0.0, high=5.0, group=TILE, unit="share of the rate", off=0.0,
        why="what every tile within four steps that no match takes counts for a stack that can take it alone",
    )
    reach: int = parameter(
        4, low=1, high=4, group=TILE, unit="steps",
        why="distance from which stacks join for one tile; at 1 only those beside it",
    )
    patience: int = parameter(
        12, low=1, high=100, group=TILE, unit="turns",
        why="turns within which a tile has to fall; what takes longer is not planned",
    )
    delay: float = parameter(
        8.0, low=0.0, high=100.0, group=TILE, unit="turns",
        why="added to the time that a tile takes: the lower, the more near tiles are preferred",
    )
    thrift: float = parameter(
        0.8, low=0.0, high=2.0, group=TILE, unit="power of the cost", off=0.0,
        why="how far a tile counts by its gain for each point spent on it; at 0 expensive tiles win",
    )

    rich: float = parameter(
        1.2, low=0.0, high=20.0, group=FORECAST, unit="times the mean", of="front_bonus",
        why="density, and velocity, that a tile beside our land needs to be a front",
    )
    front_bonus: float = parameter(
        0.2, low=0.0, high=5.0, group=FORECAST, unit="share of the tile's worth", off=0.0,
        why="tiles within two steps of a forecast front are worth more",
    )

    ratio: float = parameter(
        0.1, low=0.0, high=100.0, group=RELEASE, unit="weight", off=0.0,
        why="the original's magic ratio: weight of strength on its way home, relative to strength that takes a tile",
    )
    war: float = parameter(
        10.0, low=0.0, high=1000.0, group=RELEASE, unit="weight", off=0.0,
        why="the same where the way leads to an enemy",
    )
    calm: float = parameter(
        5.0, low=0.0, high=100.0, group=RELEASE, unit="turns of production",
        why="what a stack gathers before it flows",
    )
    battle: float = parameter(
        7.0, low=0.0, high=100.0, group=RELEASE, unit="turns of production",
        why="the same while an empty square touches our land",
    )

    kill: float = parameter(
        4.0, low=0.0, high=20.0, group=ENEMY, unit="weight", off=0.0,
        why="weight of blows that destroy more than they can lose",
    )
    # fmt: on


REASONS = (
    Reason("NONE", "No decision here."),
    Reason("GATHERS", "Stays: no direction scores more than staying.", ("calm", "battle")),
    Reason("WAITS", "Waits for the turn on which its tile falls.", ("patience", "delay")),
    Reason(
        "TILE",
        "Goes for the tile it is matched with, or for another that it takes alone.",
        ("horizon", "choice", "thrift", "reach"),
    ),
    Reason("RELEASE", "Brings strength to the front.", ("ratio", "war", "calm", "battle")),
    Reason(
        "FIGHTS",
        "Takes another direction than tile and release would: kill score or assignment chose it.",
        ("kill",),
    ),
    Reason("REFUSED", "Wanted to move; the assignment did not let it."),
)

OPPONENT = Opponent(
    "matcher",
    "Four scores for every move of every stack, resolved as one maximum-weight assignment.",
    Matching,
    lazy_player(__name__, "Matcher"),
    REASONS,
    layers=(
        Layer("tile", "best tile score of the stack's directions", "strength a turn"),
        Layer("release", "best release score of the stack's directions", "strength a turn"),
        Layer("kill", "kill score of the direction taken", "strength"),
        Layer("net", "net score of the direction taken, beyond that of staying", "strength a turn"),
        Layer("density", "what neutral land within four steps pays beyond its cost", "strength"),
        Layer("velocity", "the same divided by the distance, with our own strength", "strength a step"),
        Layer("due", "turns until a tile is to be taken", "turns", is_low_good=True),
        Layer("matches", "from a stack to the tile it is matched with", kind="arrows"),
        Layer("refused", "from a stack to the square it was refused", kind="arrows"),
    ),
    play=3,
)
