"""planner: an opening planned in the simulator, captures scheduled exactly, and combat by annealing."""

from dataclasses import dataclass

from experiments.opponents.opponent import Layer, Opponent, Reason, Settings, lazy_player, parameter

OPENING, COMBAT = "Opening plan", "Combat"


@dataclass(frozen=True, slots=True)
class Planning(Settings):
    """The parameters of the planner."""

    # fmt: off
    plans: int = parameter(
        24, low=0, high=1000, group=OPENING, unit="plans", off=0,
        why="openings that are simulated before the first move; at 0 there is no plan",
    )
    rings: int = parameter(
        6, low=1, high=15, group=OPENING, unit="steps", of="plans",
        why="squares up to this far from a target may help to take it; at 1 only its neighbours",
    )
    patience: int = parameter(
        4, low=1, high=30, group=OPENING, unit="turns", of="plans",
        why="a capture is scheduled at most this many turns ahead; waiting squares are missing elsewhere",
    )
    step: float = parameter(
        1.0, low=0.01, high=20.0, group=OPENING, unit="labels a step", of="plans",
        why="how fast a border's pull fades with distance; ten labels are a factor e in price",
    )
    combat: bool = parameter(
        True, group=COMBAT, unit="on or off", off=False,
        why="anneal the joint moves of the squares near an enemy against random replies",
    )
    trials: int = parameter(
        60, low=1, high=10000, group=COMBAT, unit="changes a square", of="combat",
        why="how many changes are tried for each square that may change",
    )
    temperature: float = parameter(
        3.0, low=0.0, high=100.0, group=COMBAT, unit="strength", of="combat",
        why="a loss that is accepted now and then while the annealing is hot",
    )
    forward: float = parameter(
        0.1, low=-1.0, high=1.0, group=COMBAT, unit="share of strength", of="combat",
        why="what a step towards the enemy counts; a step back costs the same",
    )
    search_reach: int = parameter(
        3, low=1, high=10, group=COMBAT, unit="steps", of="combat",
        why="our squares within this distance of an enemy may change their move",
    )
    search_worth: float = parameter(
        4.0, low=0.0, high=50.0, group=COMBAT, unit="turns of production", of="combat",
        why="what holding a square counts besides the strength on it",
    )
    search_grudge: float = parameter(
        1.0, low=0.0, high=5.0, group=COMBAT, unit="factor", of="combat",
        why="weight of enemy strength that survives, relative to ours",
    )
    # fmt: on


OPPONENT = Opponent(
    "planner",
    "An opening planned in the simulator, captures scheduled exactly, and combat by annealing.",
    Planning,
    lazy_player(__name__, "Planner"),
    (
        Reason("NOTHING", "No decision: the square is not ours, or has no strength."),
        Reason("CAPTURES", "By the plan: leaves now, to reach its target together with the others.", ("rings",)),
        Reason("GATHERS", "By the plan: is booked for a capture and grows until it has to leave.", ("patience",)),
        Reason("FLOWS", "Goes to the border that pays most; after the opening by the potential field.", ("step",)),
        Reason("WAITS", "Stays: it grows, or waits for others."),
        Reason("FIGHTS", "Makes the move that the annealing chose.", ("forward", "trials", "search_grudge")),
    ),
    (
        Layer("price", "turns until a neutral square, with what lies behind it, is repaid", "turns", is_low_good=True),
        Layer("pull", "how far the best border is, in labels: ten are a factor e in price", "labels", is_low_good=True),
        Layer("plan", "the order in which the opening plan takes the squares", "place", is_low_good=True),
        Layer("captures", "every square that is booked for a capture, and its target", kind="arrows"),
    ),
    play=2,
)
