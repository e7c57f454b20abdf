"""Why a square moves or stays: a number for the arrays, a sentence for readers, and the parameters that decided."""

from enum import IntEnum

# The parameters of the potential field, which decide about everything that goes downhill.
FIELD = ("alpha", "potential_degradation_step", "enemy_ROI", "route_cost")


class Reason(IntEnum):
    """One declaration per reason; explanations, files, viewer and docs read the sentence and the parameters from here.

    A recorded explanation keeps the numbers beside this list, so they may grow but never change their meaning.
    """

    sentence: str
    parameters: tuple[str, ...]  # change one of these parameters, and the answer may change

    def __new__(cls, number: int, sentence: str = "", *parameters: str) -> "Reason":
        """Make a member that is its number."""
        reason = int.__new__(cls, number)
        reason._value_, reason.sentence, reason.parameters = number, sentence, parameters
        return reason

    NONE = 0, "No decision: the square is not ours or has no strength."
    CAPTURE = 1, "Captures the square downhill, which it is strong enough to take.", *FIELD, "capture_hold"
    FLOW = (
        2, "Flows downhill through our own land.",
        *FIELD, "hold_until", "combat_hold_until", "int_max", "int_min",
    )  # fmt: skip
    GREEN = (
        3, "Green: starts now, so that all who are needed for the capture arrive together.",
        *FIELD, "red_green",
    )  # fmt: skip
    RED = 4, "Red: waits in its capture tree until the others have come up.", *FIELD, "red_green"
    MELD = 5, "Waits for strength that is already booked to come in."
    HOLD = (
        6, "Gathers strength: it holds too few turns of its own production to move.",
        "hold_until", "combat_hold_until", "capture_hold",
    )  # fmt: skip
    HURDLE = 7, "Gathers strength: stronger squares of the interior go first.", "int_max", "int_min", "hurdle_area"
    WEAK = 8, "Cannot take the square downhill yet.", *FIELD
    CAP = 9, "Does what loses least strength to the cap of 255.", *FIELD, "loss_penalty"
    SWAP = 10, "Trades places with a square that is coming in, so that neither is lost to the cap."
    CHECKERBOARD = 11, "Stays because a neighbour already moves the same way.", *FIELD
    DODGE = (
        12, "Keeps away from a square where one blast would hurt two of ours.",
        *FIELD, "dodge", "danger_penalty", "weak_penalty", "wall_penalty",
    )  # fmt: skip
    STILLING = (
        13, "Stands still before a crowded enemy, to strike back with overkill.",
        "strategic_stilling", "stilling_empties", "stilling_enemies", "stilling_ratio",
    )  # fmt: skip
    PACT = (
        14, "All ways lead through the wall of the pact; does what loses least.",
        "pact", "pact_heads_up", "wall_penalty", "bad_score",
    )  # fmt: skip
    LEAST_BAD = 15, "Every option is bad; takes the least bad one.", "bad_score", "loss_penalty"
    NO_TIME = 16, "The turn's time was over before this square was asked.", "turn_time"
    SEARCHED = (
        17, "The combat search found a better move, together with the squares beside it.",
        "combat_search", "search_worth", "search_grudge", "search_keep", "search_slope", "search_pairs",
        "search_answer", "search_models", "rival_search",
    )  # fmt: skip
