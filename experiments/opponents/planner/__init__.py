"""planner: an opening planned in the simulator, exact captures, a war graph, combat by annealing."""

from dataclasses import dataclass

from experiments.opponents.school import Arrows, Layer, Mover, Reason, School, Settings, knob

OPENING, CAPTURES, FLOW, COMBAT, WARS, END = "Opening", "Captures", "Flow", "Combat", "War and peace", "End"


@dataclass(frozen=True, slots=True)
class Planning(Settings):
    """The knobs of the planner."""

    # fmt: off
    plans: int = knob(
        24, low=0, high=1000, group=OPENING, unit="plans", neutral=0,
        why="openings that are simulated before the first move; at 0 there is no plan",
    )
    regions: bool = knob(
        True, group=OPENING, unit="on or off", of="plans",
        why="on: plans take the land region by region; off: they differ in their parameters alone",
    )
    rings: int = knob(
        6, low=1, high=15, group=CAPTURES, unit="steps",
        why="squares up to this far from a target may help to take it; at 1 only its neighbours",
    )
    patience: int = knob(
        4, low=1, high=30, group=CAPTURES, unit="turns",
        why="a capture is scheduled at most this many turns ahead; waiting squares are missing elsewhere",
    )
    pairs: bool = knob(
        False, group=CAPTURES, unit="on or off", neutral=False,
        why="a stack may wait a turn to take two targets in a row where that forgoes less production",
    )
    slack: float = knob(
        1.0, low=0.0, high=50.0, group=CAPTURES, unit="labels",
        why="a square helps with a capture whose pull is at most this much weaker than the strongest pull on it",
    )
    flow: bool = knob(
        False, group=FLOW, unit="on or off", neutral=False,
        why="after the plan captures and flow of its own lead the strength; off: the bot's potential field does",
    )
    behind: float = knob(
        0.9, low=0.0, high=0.99, group=FLOW, unit="share", of="flow",
        why="share of a price that comes from the cheapest square behind",
    )
    depth: int = knob(
        25, low=0, high=100, group=FLOW, unit="passes",
        why="how often prices are lowered by the cheaper land behind them; more look farther",
    )
    step: float = knob(
        1.0, low=0.01, high=20.0, group=FLOW, unit="labels a step",
        why="how fast a border's pull fades with distance; ten labels are a factor e in price",
    )
    hold: float = knob(
        5.0, low=0.0, high=50.0, group=FLOW, unit="turns of production", of="flow",
        why="what an inner square gathers before it moves",
    )
    front_price: float = knob(
        2.0, low=0.01, high=100.0, group=FLOW, unit="turns", of="flow",
        why="a border to an enemy pulls like a neutral square of this price",
    )
    front_room: int = knob(
        500, low=0, high=1000000, group=FLOW, unit="strength", of="capacity",
        why="strength that a border square to an enemy attracts",
    )
    room_behind: float = knob(
        0.5, low=0.0, high=20.0, group=FLOW, unit="share",
        why="a border square can absorb its own strength and this share of that of the neutral squares behind it",
    )
    capacity: bool = knob(
        False, group=FLOW, unit="on or off", neutral=False,
        why="a border attracts only what it and the squares behind it can absorb; the rest goes elsewhere",
    )
    combat: bool = knob(
        True, group=COMBAT, unit="on or off", neutral=False,
        why="anneal the joint moves of the squares near an enemy against random replies",
    )
    trials: int = knob(
        60, low=1, high=10000, group=COMBAT, unit="changes a square", of="combat",
        why="how many changes are tried for each square that may change",
    )
    temperature: float = knob(
        3.0, low=0.0, high=100.0, group=COMBAT, unit="strength", of="combat",
        why="a loss that is accepted now and then while the annealing is hot",
    )
    forward: float = knob(
        0.1, low=-1.0, high=1.0, group=COMBAT, unit="share of strength", of="combat",
        why="what a step towards the enemy counts; a step back costs the same",
    )
    search_reach: int = knob(
        3, low=1, high=10, group=COMBAT, unit="steps", of="combat",
        why="our squares within this distance of an enemy may change their move",
    )
    search_worth: float = knob(
        4.0, low=0.0, high=50.0, group=COMBAT, unit="turns of production", of="combat",
        why="what holding a square counts besides the strength on it",
    )
    search_grudge: float = knob(
        1.0, low=0.0, high=5.0, group=COMBAT, unit="factor", of="combat",
        why="weight of enemy strength that survives, relative to ours",
    )
    war_graph: bool = knob(
        True, group=WARS, unit="on or off", neutral=False,
        why="captures that would begin a war are forbidden",
    )
    pact_in_duels: bool = knob(
        False, group=WARS, unit="on or off", neutral=False, of="war_graph",
        why="on: also with one enemy left; off: nothing is forbidden then",
    )
    war_ratio: float = knob(
        3.0, low=0.1, high=100.0, group=WARS, unit="factor", of="war_graph",
        why="a war may begin when all players concerned, this many times over, are weaker than we are",
    )
    vacant_to_open: float = knob(
        10.0, low=0.0, high=1000.0, group=WARS, unit="strength a square", of="war_graph",
        why="with more vacant strength than this for each square of ours we open a front on purpose",
    )
    victim_share: float = knob(
        0.5, low=0.0, high=10.0, group=WARS, unit="share of our strength", of="war_graph",
        why="the front is opened against a player weaker than this; where our land is the smallest, than we are",
    )
    end_wave: bool = knob(
        True, group=END, unit="on or off", neutral=False,
        why="a stack runs when the border is as far away as the game has turns left",
    )
    wave_early: int = knob(
        1, low=0, high=20, group=END, unit="turns", of="end_wave",
        why="how much earlier the wave starts",
    )
    # fmt: on


def _open(settings: Planning, height: int, width: int) -> Mover:
    from .play import Planner  # here, because most of what asks who plays never asks how

    return Planner(settings, height, width)


SCHOOL = School(
    "planner",
    "An opening planned in the simulator, a war graph and combat by annealing, around the bot's potential field.",
    Planning,
    _open,
    (
        Reason("NOTHING", "No decision: the square is not ours, or has no strength."),
        Reason("PLANNED", "Follows the opening plan.", ("plans",)),
        Reason("CAPTURES", "Leaves now, to reach its target together with the others.", ("slack", "rings")),
        Reason("GATHERS", "Is booked for a capture and grows until it has to leave.", ("patience", "slack", "pairs")),
        Reason(
            "FLOWS",
            "Goes where the potential field leads; with flow on, to the border that can use it best.",
            ("flow", "step", "hold", "capacity"),
        ),
        Reason("WAITS", "Stays: it grows, waits for others, or may not go where it would.", ("hold",)),
        Reason("RUNS", "Runs in the end wave.", ("wave_early", "end_wave")),
        Reason("FIGHTS", "Makes the move that the annealing chose.", ("forward", "trials", "search_grudge")),
        Reason("SWAPS", "A larger stack and a smaller one change places.", ("hold",)),
    ),
    (
        Layer("price", "turns until a neutral square, with what lies behind it, is repaid", "turns", is_low_good=True),
        Layer("pull", "how far the best border is, in labels: ten are a factor e in price", "labels", is_low_good=True),
        Layer("plan", "the order in which the opening plan takes the squares", "place", is_low_good=True),
        Layer("closed", "1: taking this square would begin a war that is not wanted", "yes or no"),
        Layer("filled", "strength that flows to this border square", "strength"),
    ),
    (Arrows("captures", "every square that is booked for a capture, and its target"),),
)
