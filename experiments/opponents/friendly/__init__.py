"""Friendly, after mlomb's Halite III bot: a map of friendliness, sorted edges, and a navigation by swaps."""

from dataclasses import dataclass

from experiments.opponents.school import Arrows, Layer, Mover, Reason, School, Settings, knob

FRIENDLINESS = "Friendliness"
EDGES = "Edges: who goes where"
NAVIGATION = "Navigation: how they get there"
CASCADE = "Cascade: other parameters for other games"


@dataclass(frozen=True, slots=True)
class Friendship(Settings):
    """The knobs of friendly."""

    # fmt: off
    friendliness: bool = knob(
        True, group=FRIENDLINESS, unit="on/off", neutral=False,
        why="whether friendliness closes squares; off, stacks go wherever it pays",
    )
    fading: float = knob(
        0.7, low=0.05, high=1.0, group=FRIENDLINESS, unit="per step", of="friendliness",
        why="how much less a stack counts with each step of distance",
    )
    should_attack: float = knob(
        -1.0, low=-50.0, high=50.0, group=FRIENDLINESS, unit="full stacks", of="friendliness", neutral=-50.0,
        why="friendliness above which a stack enters an empty square in reach of an enemy",
    )
    should_mine: float = knob(
        0.0, low=-50.0, high=50.0, group=FRIENDLINESS, unit="full stacks", of="friendliness", neutral=-50.0,
        why="friendliness above which a neutral square is a target",
    )
    fear: float = knob(
        0.03, low=0.0, high=10.0, group=FRIENDLINESS, unit="share of its strength per full stack", of="friendliness",
        neutral=0.0,
        why="cost of a step to an unfriendly square, by how unfriendly it is",
    )
    warmth: float = knob(
        0.3, low=0.0, high=10.0, group=FRIENDLINESS, unit="production per full stack", of="friendliness", neutral=0.0,
        why="what friendliness adds to the profit of a target; unfriendliness takes it away",
    )
    caution: float = knob(
        2.0, low=0.0, high=50.0, group=FRIENDLINESS, unit="turns of production", of="friendliness", neutral=0.0,
        why="what a stack gathers beyond the hold on unfriendly land",
    )

    reach: int = knob(
        6, low=1, high=15, group=EDGES, unit="steps",
        why="longest way of an edge; strength from farther away follows the field to the front",
    )
    idle: bool = knob(
        True, group=EDGES, unit="on/off", of="guide", neutral=False,
        why="only a stack that the bot's greedy move leaves standing has an edge; off: every stack that is ready",
    )
    patience: float = knob(
        1.1, low=0.0, high=1000.0, group=EDGES, unit="factor", neutral=1000.0,
        why="how much later a target may repay than the border to which the field leads; poor land is skipped",
    )
    calm: int = knob(
        2, low=0, high=15, group=EDGES, unit="steps", neutral=0,
        why="no target has an enemy stack within so many rows and columns",
    )
    region: float = knob(
        1.5, low=0.0, high=100.0, group=EDGES, unit="production", neutral=0.0,
        why="what a region as rich as the mean adds to the profit of a target in it",
    )
    walk: float = knob(
        4.0, low=0.1, high=100.0, group=EDGES, unit="weight",
        why="cost of a step to the target, relative to a turn of waiting there",
    )
    wait: float = knob(
        0.8, low=0.0, high=100.0, group=EDGES, unit="weight",
        why="what a turn of gathering before the capture costs",
    )
    toll: float = knob(
        0.25, low=0.0, high=10.0, group=EDGES, unit="weight per point", neutral=0.0,
        why="what the strength of the target costs; a mine of Halite III costs nothing to enter",
    )
    foes: float = knob(
        0.1, low=0.0, high=10.0, group=EDGES, unit="profit per enemy stack", neutral=0.0,
        why="between two players: profit that every enemy stack within four rows and columns takes away",
    )
    allies: float = knob(
        0.1, low=0.0, high=10.0, group=EDGES, unit="profit per stack", neutral=0.0,
        why="among three or more: profit that every stack of ours within four rows and columns takes away",
    )
    ties: float = knob(
        0.002, low=0.0, high=1.0, group=EDGES, unit="score", neutral=0.0,
        why="among edges of equal score the shorter travel time wins",
    )
    joint: bool = knob(
        True, group=EDGES, unit="on/off", neutral=False,
        why="a target takes stacks until they are enough; off: one stack each",
    )

    hold: float = knob(
        5.0, low=0.0, high=100.0, group=NAVIGATION, unit="turns of production",
        why="what a stack gathers before it walks through our land",
    )
    battle: float = knob(
        7.0, low=0.0, high=100.0, group=NAVIGATION, unit="turns of production",
        why="the same beside an empty square",
    )
    guide: bool = knob(
        True, group=NAVIGATION, unit="on/off", neutral=False,
        why="a stack without an edge goes where the bot's greedy move would; off: straight down its field",
    )
    given_up: float = knob(
        0.5, low=0.0, high=10.0, group=NAVIGATION, unit="weight", neutral=0.0,
        why="cost of the production that a square does not make while its stack moves",
    )
    swaps: int = knob(
        60, low=0, high=10_000, group=NAVIGATION, unit="swaps tried per stack", neutral=0,
        why="how many swaps of options are tried to lower the sum of the costs; at 0 each takes its own best in turn",
    )
    urge: float = knob(
        0.15, low=0.0, high=10.0, group=NAVIGATION, unit="share of its strength per step",
        why="worth of a step nearer to the target; at 0 hardly a step pays",
    )
    overkill: float = knob(
        0.5, low=0.0, high=10.0, group=NAVIGATION, unit="weight", neutral=0.0,
        why="cost of strength that one blow would hit together with other strength of ours",
    )
    strike: float = knob(
        0.3, low=0.0, high=10.0, group=NAVIGATION, unit="weight", neutral=0.0,
        why="worth of strength where it hits two enemies or more",
    )

    crowd_attack: float = knob(
        1.0, low=-50.0, high=50.0, group=CASCADE, unit="full stacks", of="friendliness", neutral=-50.0,
        why="should_attack while three players or more are left",
    )
    crowd_peace: bool = knob(
        True, group=CASCADE, unit="on/off", neutral=False,
        why="among three or more, neutral squares between another player and us stay closed",
    )
    small_side: int = knob(
        25, low=1, high=1000, group=CASCADE, unit="squares",
        why="boards up to this side are small",
    )
    small_hold: float = knob(
        4.0, low=0.0, high=100.0, group=CASCADE, unit="turns of production",
        why="hold on small boards",
    )
    # fmt: on


def _open(settings: Friendship, height: int, width: int) -> Mover:
    from .play import Friendly  # here, because most of what asks who plays never asks how

    return Friendly(settings, height, width)


MINING = ("should_mine", "warmth", "reach", "idle", "patience", "calm", "region", "walk", "wait", "toll")

REASONS = (
    Reason("NONE", "No decision here."),
    Reason(
        "GATHERS",
        "Stays and grows: it has less than the hold, or no step pays.",
        ("hold", "battle", "caution", "given_up"),
    ),
    Reason("MINES", "Goes for the target of its edge.", MINING),
    Reason("WAITS", "Has an edge and waits: its target needs more, or no step pays yet.", ("joint", "wait")),
    Reason("ATTACKS", "Steps to where it meets enemies.", ("should_attack", "strike", "fear")),
    Reason("DROPS", "Has no edge and follows the bot's field.", ("hold", "reach")),
    Reason("YIELDS", "Alone it would act differently; what others do changes that.", ("swaps", "overkill", "urge")),
)

SCHOOL = School(
    "friendly",
    "A map of friendliness, sorted edges of stacks and targets, and a navigation that swaps options.",
    Friendship,
    _open,
    REASONS,
    layers=(
        Layer("friendliness", "our strength nearby less theirs, each fading with the distance", "full stacks"),
        Layer("target", "best score of an edge to this square", "profit a step"),
        Layer("pull", "steps that a stack's way still has", "steps", is_low_good=True),
    ),
    arrows=(
        Arrows("edges", "from a stack to the target of its edge"),
        Arrows("yields", "from a stack to the square it would have taken alone"),
    ),
)
