"""The amortizer: every stack picks the target with the best value per turn, the most to lose first."""

from dataclasses import dataclass

from experiments.opponents.opponent import Layer, Opponent, Reason, Settings, lazy_player, parameter

VALUE = "Amortised value"
ORDER = "Assignment"
DOMINANCE = "Dominance map"
ATTACK = "Attack"


@dataclass(frozen=True, slots=True)
class Amortizing(Settings):
    """The parameters of the amortizer."""

    # fmt: off
    best_stay: bool = parameter(
        True, group=VALUE, unit="on/off", off=False,
        why="a stack gathers as many turns as its distance pays for, from a table; off: always `stay` turns",
    )
    decay: float = parameter(
        0.8, low=0.3, high=0.97, group=VALUE, unit="share", of="best_stay",
        why="what the next turn of gathering is worth, relative to the one before",
    )
    stay: float = parameter(
        5.0, low=0.0, high=50.0, group=VALUE, unit="turns of production",
        why="gathered before a stack moves where best_stay is off, and before it moves to the front",
    )
    horizon: float = parameter(
        15.0, low=1.0, high=500.0, group=VALUE, unit="turns",
        why="turns for which the production of a captured square counts",
    )
    cluster: float = parameter(
        0.8, low=0.0, high=0.99, group=VALUE, unit="weight", off=0.0,
        why="share of the land behind a target in its price; higher sees farther",
    )
    pace: float = parameter(
        3.0, low=0.1, high=50.0, group=VALUE, unit="turns",
        why="what a step to a far target costs, beside the turns until it is repaid; higher keeps stacks near",
    )
    reach: int = parameter(
        4, low=1, high=20, group=VALUE, unit="own steps",
        why="targets farther away are not weighed one by one; stacks drift towards them",
    )

    by_loss: bool = parameter(
        True, group=ORDER, unit="on/off", off=False,
        why="the stack that would lose most without its best target chooses first; off: the strongest does",
    )

    dominance: float = parameter(
        0.7, low=0.0, high=1.0, group=DOMINANCE, unit="share", off=0.0,
        why="weight of the probability that no enemy comes by, in the value of a target",
    )

    aggression: float = parameter(
        40.0, low=0.0, high=50.0, group=ATTACK, unit="factor",
        why="worth of a point of destroyed strength, relative to one that mining returns",
    )
    land: float = parameter(
        4.0, low=0.0, high=50.0, group=ATTACK, unit="turns of production",
        why="worth of destroying an enemy square, besides the strength on it",
    )
    caution: float = parameter(
        0.9, low=0.1, high=5.0, group=ATTACK, unit="weight",
        why="weight of the strength that an exchange costs, relative to the strength that it destroys",
    )
    exchange: int = parameter(
        160, low=0, high=1000, group=ATTACK, unit="changes tried per stack", off=0,
        why="how many changes are tried to find a better expected exchange near an enemy",
    )
    strategy: int = parameter(
        5, low=0, high=8, group=ATTACK, unit="of 8 rollouts", of="exchange", off=0,
        why="rollouts in which the enemy flows down v26's potential field; the rest is random",
    )
    advance: float = parameter(
        0.02, low=0.0, high=1.0, group=ATTACK, unit="share of its strength",
        why="worth of a step nearer to the best target, besides the exchange",
    )
    war_stay: float = parameter(
        6.0, low=0.0, high=50.0, group=ATTACK, unit="turns of production",
        why="gathered before a stack that attacks leaves its square",
    )
    # fmt: on


STACK = ("decay", "horizon", "cluster", "dominance", "by_loss")

OPPONENT = Opponent(
    "amortizer",
    "Every stack picks the target with the best value per turn, and the stack with most to lose picks first.",
    Amortizing,
    lazy_player(__name__, "Amortizer"),
    reasons=(
        Reason("NONE", "No decision: the square is not ours, or has no strength."),
        Reason("CAPTURE", "Mining: captures its target.", STACK),
        Reason("TRAVEL", "Mining: walks to its target, to be there when it falls.", STACK),
        Reason("WAIT", "Mining: waits, because its target falls later.", STACK),
        Reason("GATHER", "Stays: it gathers first, or no step is better.", ("best_stay", "decay", "stay", "war_stay")),
        Reason("DRIFT", "No near target needs it: moves to where the land pays most.", ("stay", "reach")),
        Reason("ATTACK", "Attacking: walks to the square from which it destroys most.", ("aggression", "land")),
        Reason("EXCHANGE", "Near an enemy: takes the best expected exchange.", ("caution", "land", "strategy")),
        Reason("CAP", "Stays, because the move would lose strength to the cap."),
    ),
    layers=(
        Layer("worth", "what a point of strength spent there returns within the horizon", "strength"),
        Layer("dominance", "chance that no enemy stack comes by within two turns", "share"),
        Layer("value", "amortised value of its target, for each stack", "strength a turn"),
        Layer("expected", "strength of the enemy expected there on the next turn", "strength"),
        Layer("mining targets", "from a stack to the square that it is assigned to mine", kind="arrows"),
        Layer("attack targets", "from a stack to the square that it is assigned to attack", kind="arrows"),
    ),
    play=2,
)
