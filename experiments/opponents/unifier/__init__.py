"""The unifier, after pb4's account of Ocean of Code: one discounted currency, and every front searched as one agent."""

from dataclasses import dataclass

from experiments.opponents.opponent import Layer, Opponent, Reason, Settings, lazy_player, parameter

CURRENCY = "Currency"
SEARCH = "Front search"
MANOEUVRE = "Manoeuvre through the minefield"
RETALIATION = "Retaliation"
HYPOTHESES = "Policy hypotheses"
OPENING = "Opening"


@dataclass(frozen=True, slots=True)
class Unifying(Settings):
    """The parameters of the unifier."""

    # fmt: off
    discount: float = parameter(
        0.95, low=0.5, high=1.0, group=CURRENCY, unit="share of a turn earlier",
        why="what a point of strength is worth one turn later; everything is counted in strength of today",
    )
    horizon: float = parameter(
        5.0, low=0.0, high=500.0, group=CURRENCY, unit="turns",
        why="how long a square's production counts",
    )
    grudge: float = parameter(
        1.0, low=0.0, high=10.0, group=CURRENCY, unit="weight",
        why="damage dealt against damage taken; at 0 only what we lose counts",
    )

    combat: bool = parameter(
        True, group=SEARCH, unit="on/off", off=False,
        why="search the fronts; off, the field's greedy moves are played everywhere",
    )
    reach: int = parameter(
        3, low=1, high=8, group=SEARCH, unit="passable steps to an enemy", of="combat",
        why="the stacks that are searched; those farther behind follow the field",
    )
    stacks: int = parameter(
        12, low=1, high=12, group=SEARCH, unit="stacks", of="combat", off=1,
        why="a front has at most this many, searched as one agent; at 1 every stack decides for itself",
    )
    kicks: int = parameter(
        12, low=0, high=1000, group=SEARCH, unit="times each front", of="combat", off=0,
        why="two stacks of a climbed front are thrown off their moves, and it climbs again",
    )
    captures: bool = parameter(
        True, group=SEARCH, unit="on/off", of="combat", off=False,
        why="between two players a front may also take neutral squares that the field would leave, at their price",
    )

    manoeuvre: float = parameter(
        1.0, low=0.0, high=10.0, group=MANOEUVRE, unit="weight", of="combat", off=0.0,
        why="future damage on the cheapest way through the enemy's reach, five plies deep",
    )
    boldness: float = parameter(
        0.5, low=0.0, high=1.0, group=MANOEUVRE, unit="chance a turn", of="manoeuvre",
        why="that strength comes nearer: how fast the minefield spreads",
    )

    retaliation: float = parameter(
        1.0, low=0.0, high=10.0, group=RETALIATION, unit="weight", of="combat", off=0.0,
        why="the best strike that an enemy has on the turn after ours",
    )
    riposte: float = parameter(
        1.0, low=0.0, high=10.0, group=RETALIATION, unit="weight", of="retaliation", off=0.0,
        why="our own best strike then, which is set against it",
    )
    width: int = parameter(
        24, low=1, high=64, group=RETALIATION, unit="joint moves", of="retaliation",
        why="the best of a front, for which retaliation is counted",
    )

    hypotheses: int = parameter(
        4, low=0, high=8, group=HYPOTHESES, unit="of 8 samples", of="combat", off=0,
        why="replies by the policies that explain an enemy; the safe rest is every move, biased to the front",
    )

    openings: int = parameter(
        24, low=0, high=1000, group=OPENING, unit="candidates", off=0,
        why="sets of the field's parameters that the bot simulates before the game; the best one opens",
    )
    # fmt: on


OPPONENT = Opponent(
    "unifier",
    "One discounted currency for everything, every front searched as one agent: manoeuvre, strike, retaliation.",
    Unifying,
    lazy_player(__name__, "Unifier"),
    (
        Reason("NOTHING", "No decision: the square is not ours, or has no strength."),
        Reason("FLOWS", "Far from every front: goes where the potential field leads.", ("openings",)),
        Reason("GROWS", "Far from every front: grows where it is.", ("openings",)),
        Reason("AGREES", "The search of its front found nothing better than the field's move.", ("combat",)),
        Reason("STRIKES", "Goes where it strikes an enemy.", ("grudge", "horizon", "hypotheses")),
        Reason("HOLDS", "Stays, against the field.", ("retaliation", "manoeuvre", "horizon")),
        Reason("RETREATS", "Steps away from the enemy.", ("retaliation", "manoeuvre")),
        Reason("TAKES", "Captures a neutral square that the field would leave.", ("captures", "horizon")),
        Reason("MANOEUVRES", "Moves differently from the field, and strikes no enemy.", ("manoeuvre", "retaliation")),
    ),
    (
        Layer("worth", "what holding the square is worth, in strength of today", "strength"),
        Layer("reach", "enemy strength to be expected here and beside it in two turns", "strength"),
        Layer("minefield", "the same less the strength of ours that would answer", "strength"),
        Layer("future", "future damage after the move of the stack, on the cheapest way", "strength", is_low_good=True),
        Layer("expected", "samples of eight in which an enemy piece stands here", "samples"),
        Layer("front", "the number of the front that the stack is searched with", "number"),
        Layer("searched", "from a stack to where the search sent it, against the field", kind="arrows"),
        Layer("refused", "from such a stack to where the field would have sent it", kind="arrows"),
        Layer("policy", "what the likeliest policy expects of an enemy stack", kind="arrows"),
    ),
    play=2,
)
