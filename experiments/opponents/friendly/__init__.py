"""Friendly, after mlomb's Halite III bot: a map of friendliness, sorted edges, and a navigation by swaps."""

from dataclasses import dataclass

from experiments.opponents.opponent import Layer, Opponent, Reason, Settings, lazy_player, parameter

FRIENDLINESS = "Friendliness"
EDGES = "Edges: who goes where"
NAVIGATION = "Navigation: how they get there"


@dataclass(frozen=True, slots=True)
class Friendship(Settings):
    """The parameters of friendly."""

    # fmt: off
    fading: float = parameter(
        0.7, low=0.05, high=1.0, group=FRIENDLINESS, unit="per step",
        why="how much less a stack counts with each step of distance",
    )
    should_mine: float = parameter(
        0.0, low=-50.0, high=50.0, group=FRIENDLINESS, unit="full stacks", off=-50.0,
        why="friendliness above which a neutral square is a target",
    )
    warmth: float = parameter(
        0.3, low=0.0, high=10.0, group=FRIENDLINESS, unit="production per full stack", off=0.0,
        why="what friendliness adds to the profit of a target; unfriendliness takes it away",
    )

    reach: int = parameter(
        6, low=1, high=15, group=EDGES, unit="steps",
        why="longest way of an edge; strength from farther away follows the field to the front",
    )
    patience: float = parameter(
        1.1, low=0.0, high=1000.0, group=EDGES, unit="factor", off=1000.0,
        why="how much later a target may repay than the border to which the field leads; poor land is skipped",
    )
    calm: int = parameter(
        2, low=0, high=15, group=EDGES, unit="steps", off=0,
        why="no target has an enemy stack within so many rows and columns",
    )
    region: float = parameter(
        1.5, low=0.0, high=100.0, group=EDGES, unit="production", off=0.0,
        why="what a region as rich as the mean adds to the profit of a target in it",
    )
    walk: float = parameter(
        4.0, low=0.1, high=100.0, group=EDGES, unit="weight",
        why="cost of a step to the target, relative to a turn of waiting there",
    )
    wait: float = parameter(
        0.8, low=0.0, high=100.0, group=EDGES, unit="weight",
        why="what a turn of gathering before the capture costs",
    )

    hold: float = parameter(
        5.0, low=0.0, high=100.0, group=NAVIGATION, unit="turns of production",
        why="what a stack gathers before it walks through our land",
    )
    given_up: float = parameter(
        0.5, low=0.0, high=10.0, group=NAVIGATION, unit="weight", off=0.0,
        why="cost of the production that a square does not make while its stack moves",
    )
    swaps: int = parameter(
        60, low=0, high=10_000, group=NAVIGATION, unit="swaps tried per stack", off=0,
        why="how many swaps of options are tried to lower the sum of the costs; at 0 each takes its own best in turn",
    )
    urge: float = parameter(
        0.15, low=0.0, high=10.0, group=NAVIGATION, unit="share of its strength per step",
        why="worth of a step nearer to the target; at 0 hardly a step pays",
    )
    # fmt: on


MINING = ("should_mine", "warmth", "reach", "patience", "calm", "region", "walk", "wait")

OPPONENT = Opponent(
    "friendly",
    "A map of friendliness, sorted edges of stacks and targets, and a navigation that swaps options.",
    Friendship,
    lazy_player(__name__, "Friendly"),
    (
        Reason("NONE", "No decision here."),
        Reason("GATHERS", "Stays and grows: it has less than the hold, or no step pays.", ("hold", "given_up")),
        Reason("MINES", "Goes for the target of its edge.", MINING),
        Reason("WAITS", "Has an edge and waits: its target needs more, or no step pays yet.", ("wait",)),
        Reason("ATTACKS", "Steps to where it meets enemies.", ("hold",)),
        Reason("DROPS", "Has no edge and follows the bot's field.", ("hold", "reach")),
        Reason("YIELDS", "Alone it would act differently; what others do changes that.", ("swaps", "urge")),
    ),
    layers=(
        Layer("friendliness", "our strength nearby less theirs, each fading with the distance", "full stacks"),
        Layer("target", "best score of an edge to this square", "profit a step"),
        Layer("pull", "steps that a stack's way still has", "steps", is_low_good=True),
        Layer("edges", "from a stack to the target of its edge", kind="arrows"),
        Layer("yields", "from a stack to the square it would have taken alone", kind="arrows"),
    ),
    play=3,
)
