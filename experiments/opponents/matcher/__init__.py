"""The matcher, after CowZow's Halite III bot: five scores for every move, resolved as one assignment."""

from dataclasses import dataclass

from experiments.opponents.school import Arrows, Layer, Mover, Reason, School, Settings, knob

TILE = "Tile score"
FORECAST = "Forecast fronts"
RELEASE = "Release score"
ENEMY = "Enemy influence and kill score"
RESOLUTION = "Move resolution"


@dataclass(frozen=True, slots=True)
class Matching(Settings):
    """The knobs of the matcher."""

    # fmt: off
    horizon: float = knob(
        25.0, low=1.0, high=500.0, group=TILE, unit="turns",
        why="how long a tile's production counts",
    )
    behind: float = knob(
        0.4, low=0.0, high=5.0, group=TILE, unit="share of the velocity grid", neutral=0.0,
        why="what the land behind a tile adds to its worth; at 0 every tile counts alone",
    )
    choice: float = knob(
        1.0, low=0.0, high=5.0, group=TILE, unit="share of the rate", neutral=0.0,
        why="what every tile within four steps that no match takes counts for a stack that can take it alone",
    )
    reach: int = knob(
        4, low=0, high=4, group=TILE, unit="steps", neutral=0,
        why="distance from which stacks join for one tile; at 0 each works alone, beside its tile",
    )
    patience: int = knob(
        12, low=1, high=100, group=TILE, unit="turns",
        why="turns within which a tile has to fall; what takes longer is not planned",
    )
    delay: float = knob(
        8.0, low=0.0, high=100.0, group=TILE, unit="turns",
        why="added to the time that a tile takes: the lower, the more near tiles are preferred",
    )
    thrift: float = knob(
        0.8, low=0.0, high=2.0, group=TILE, unit="power of the cost", neutral=0.0,
        why="how far a tile counts by its gain for each point spent on it; at 0 expensive tiles win",
    )

    forecast: int = knob(
        3, low=0, high=20, group=FORECAST, unit="turns", neutral=0,
        why="captures due within this time already count as ours, and strength sets out for the tiles behind them",
    )
    front_bonus: float = knob(
        0.2, low=0.0, high=5.0, group=FORECAST, unit="share of the tile's worth", neutral=0.0,
        why="tiles within two steps of a forecast front are worth more",
    )
    dense: float = knob(
        1.2, low=0.0, high=20.0, group=FORECAST, unit="times the mean", of="front_bonus",
        why="density that a tile beside our land needs to be a front",
    )
    fast: float = knob(
        1.2, low=0.0, high=20.0, group=FORECAST, unit="times the mean", of="front_bonus",
        why="velocity that a tile beside our land needs to be a front",
    )

    ratio: float = knob(
        0.1, low=0.0, high=100.0, group=RELEASE, unit="weight", neutral=0.0,
        why="the original's magic ratio: weight of strength on its way home, relative to strength that takes a tile",
    )
    war: float = knob(
        10.0, low=0.0, high=1000.0, group=RELEASE, unit="weight", neutral=0.0,
        why="the same where the way leads to an enemy",
    )
    guide: bool = knob(
        True, group=RELEASE, unit="on/off", neutral=False,
        why="released strength goes where the bot's greedy move would; off: straight down its field",
    )
    calm: float = knob(
        5.0, low=0.0, high=100.0, group=RELEASE, unit="turns of production",
        why="what a stack gathers before it flows",
    )
    battle: float = knob(
        7.0, low=0.0, high=100.0, group=RELEASE, unit="turns of production",
        why="the same while an empty square touches our land; with guide off, beside one",
    )
    pact: bool = knob(
        True, group=RELEASE, unit="on/off", neutral=False,
        why="while three or more live, squares between another player and us stay closed",
    )

    influence: float = knob(
        3.0, low=0.0, high=20.0, group=ENEMY, unit="weight", neutral=0.0,
        why="weight of blows that hit a stronger stack of ours as well",
    )
    bold: float = knob(
        1.5, low=0.0, high=100.0, group=ENEMY, unit="times their strength", of="influence",
        why="at this superiority within two steps we ignore enemies, as the original does",
    )
    kill: float = knob(
        4.0, low=0.0, high=20.0, group=ENEMY, unit="weight", neutral=0.0,
        why="weight of blows that destroy more than they can lose",
    )
    trust: float = knob(
        0.6, low=0.0, high=1.0, group=ENEMY, unit="chance", of="kill",
        why="probability that an enemy goes where the potential field leads it; the rest is spread over its directions",
    )

    slots: bool = knob(
        True, group=RESOLUTION, unit="on/off", neutral=False,
        why="fill squares by the assignment; off: every stack takes its best direction, and the cap decides",
    )
    meld: bool = knob(
        True, group=RESOLUTION, unit="on/off", neutral=False,
        why="a stack waits for a stronger one that comes to it, and both go on as one",
    )
    spread: bool = knob(
        True, group=RESOLUTION, unit="on/off", neutral=False,
        why="no stack steps to where more strikes than before may hit it together with a stronger one",
    )
    rounds: int = knob(
        6, low=1, high=50, group=RESOLUTION, unit="matchings a turn",
        why="each round bars the moves that still collide; stacks that collide after the last one stay",
    )
    # fmt: on


def _open(settings: Matching, height: int, width: int) -> Mover:
    from .play import Matcher  # here, because most of what asks who plays never asks how

    return Matcher(settings, height, width)


REASONS = (
    Reason("NONE", "No decision here."),
    Reason("GATHERS", "Stays: no direction scores more than staying.", ("calm", "battle")),
    Reason("WAITS", "Waits for the turn on which its tile falls.", ("patience", "delay")),
    Reason(
        "TILE",
        "Goes for the tile it is matched with, or for another that it takes alone.",
        ("horizon", "behind", "choice", "thrift", "reach"),
    ),
    Reason("RELEASE", "Brings strength to the front.", ("ratio", "war", "calm", "battle")),
    Reason(
        "FIGHTS",
        "Takes another direction than tile and release would: kill score, influence or assignment chose it.",
        ("influence", "kill"),
    ),
    Reason("MELDS", "Stays, because a stronger stack comes to it.", ("meld",)),
    Reason("REFUSED", "Wanted to move; the assignment did not let it.", ("slots", "spread", "rounds")),
)

SCHOOL = School(
    "matcher",
    "Five scores for every move of every stack, resolved as one maximum-weight assignment.",
    Matching,
    _open,
    REASONS,
    layers=(
        Layer("tile", "best tile score of the stack's directions", "strength a turn"),
        Layer("release", "best release score of the stack's directions", "strength a turn"),
        Layer("influence", "enemy influence on the direction taken", "strength"),
        Layer("kill", "kill score of the direction taken", "strength"),
        Layer("net", "net score of the direction taken, beyond that of staying", "strength a turn"),
        Layer("density", "what neutral land within four steps pays beyond its cost", "strength"),
        Layer("velocity", "the same divided by the distance, with our own strength", "strength a step"),
        Layer("due", "turns until a tile is to be taken", "turns", is_low_good=True),
        Layer("danger", "enemy strength that may strike from here", "strength"),
    ),
    arrows=(
        Arrows("matches", "from a stack to the tile it is matched with"),
        Arrows("refused", "from a stack to the square it was refused"),
    ),
    needs=("scipy",),
)
