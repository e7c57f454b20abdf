"""The lists of rules, step by step, each on the smallest board that reaches it (see tests/support/drawings.py)."""

import pytest

from bot import PRESETS, Reason, changed
from tests.support.drawings import asked, explained, strip

DIRECTIONS = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")

BESIDE_A_FIGHT = """
    # a100 .0 b50 #
    # A60  .9 #   #
    # #    #  #   #
"""

V26 = {
    "green goes": (strip("# A10 .9 #"), "EAST GREEN"),
    "two weak squares go together": (strip("# a5 .9 A5 #"), "WEST GREEN"),
    "red waits": (strip("# A9 .9 #"), "STILL RED"),
    "green goes through the wall when its tree stands on it": (strip("# A50 .20 b50 # a9 .3 #"), "EAST GREEN"),
    "what is coming in is waited for": (strip("# a30 A5 .9 #"), "STILL MELD"),
    "before a crowded enemy it stays": (strip("b50 .0 A20 .0 b50 #"), "STILL STILLING"),
    "danger ahead": (BESIDE_A_FIGHT, "STILL DODGE"),
    "danger beside, while too young to go": (strip("# a9 b50 A3 a20 .9 #"), "EAST DODGE"),
    "too much comes in: the way on leaves more": (strip("# a200 A100/5 a90 .9 #"), "EAST CAP"),
    "no way is worth anything": ("b9 A5\nb9 b9", "STILL LEAST_BAD"),
    "no way is worth anything, and staying brings nothing": ("b9 A5/0\nb9 b9", "NORTH LEAST_BAD"),
    "an empty square is entered": (strip("# A20 .0 #"), "EAST CAPTURE"),
    "younger than two turns it captures nothing": (strip("# A20/11 .0 #"), "STILL HOLD"),
    "a spare square of a green level joins the capture": (strip("# a20 .9 A5 #"), "WEST CAPTURE"),
    "unless it is too young to join": (strip("# a20 .9 A4 #"), "STILL HOLD"),
    "in combat it must be older": (strip("# a50 .0 A6 #"), "STILL HOLD"),
    "in combat it is old enough": (strip("# a50 .0 A7 #"), "WEST CAPTURE"),
    "an old and strong one walks": (strip("# A30 a20 .9 #"), "EAST FLOW"),
    "a young one gathers": (strip("# A4 a20 .9 #"), "STILL HOLD"),
    "stronger ones of the interior go first": (strip("# A6 a30 a20 .9 #"), "STILL HURDLE"),
}

V26_WITHOUT_TREES = {
    "too weak to capture": (strip("# A9 .9 #"), "STILL WEAK"),
    "255 captures everything": (strip("# A255 .255 #"), "EAST CAPTURE"),
    "the wall stands while there is something to mine": (strip("# A50 .20 b50 # a9 .3 #"), "STILL PACT"),
    "the wall falls when nothing else is left to mine": (strip("# A50 .20 b50 #"), "EAST CAPTURE"),
    "too much comes in, and as much waits ahead": (strip("# a150 a140 A130 a200 .255 #"), "STILL CAP"),
    "the way ahead is full": (strip("# A130 a200 .255 #"), "STILL LEAST_BAD"),
}

V17 = {
    "strong enough to capture": (strip("# A10 .9 #"), "EAST CAPTURE"),
    "too weak to capture": (strip("# A9 .9 #"), "STILL WEAK"),
    "younger than two turns it captures nothing": (strip("# A20/11 .9 #"), "STILL HOLD"),
    "a second one joins the capture": (strip("# a20 .9 A5 #"), "WEST CAPTURE"),
    "an old and strong one walks": (strip("# A30 a20 .9 #"), "EAST FLOW"),
    "stronger ones of the interior go first": (strip("# A6 a30 a20 .9 #"), "STILL HURDLE"),
    "what is coming in is waited for": (strip("# a30 A20 .9 #"), "STILL MELD"),
    "no way is worth anything, so it walks into the rock": (strip("# A5 #"), "NORTH LEAST_BAD"),
    "the way ahead is full, here is room": (strip("# A130 a200 .255 #"), "STILL LEAST_BAD"),
    "danger ahead": (BESIDE_A_FIGHT, "STILL DODGE"),
    "danger everywhere: the worst way of all": ("b9 .0 #\n.0 A60 a90\n# a250 #", "NORTH DODGE"),
    "too much comes in: what resists is passed over": (strip("# a200 A100 .150 #"), "WEST CAP"),
}

V12 = {
    "strong enough to capture": (strip("# A10 .9 #"), "EAST CAPTURE"),
    "too weak to capture": (strip("# A9 .9 #"), "STILL WEAK"),
    "an old one walks": (strip("# A30 a20 .9 #"), "EAST FLOW"),
    "a young one gathers": (strip("# A4 a8 .9 #"), "STILL HOLD"),
    "a neighbour already goes the same way": (strip("# A20 a30 .9 #"), "STILL CHECKERBOARD"),
    "what is coming in is waited for": ("# a30 # #\n# A20 .9 #\n# # # #", "STILL MELD"),
    "too much comes in: trade places": ("# a200 # #\n# A100 .9 #\n# # # #", "NORTH SWAP"),
    "too much comes in, and its place is taken": ("# a156 a220 # #\n# # A100 .9 #\n# # # # #", "EAST CAP"),
    "nothing to go to": (strip("# A5 #"), "STILL LEAST_BAD"),
    "nothing to go to, and staying loses: anywhere but north": (strip("# A250/10 #"), "EAST CAP"),
}


def cases(**lists):
    """One case for each board: preset, what is changed, the board, and what is chosen why."""
    for name, (preset, changes, table) in lists.items():
        for title, (board, expected) in table.items():
            yield pytest.param(preset, changes, board, expected, id=f"{name}: {title}")


CASES = list(cases(
    v26=("v26", {}, V26), v26_without_trees=("v26", {"red_green": "off"}, V26_WITHOUT_TREES),
    v17=("v17", {}, V17), v12=("v12", {}, V12),
))  # fmt: skip


def chosen(board, parameters):
    why, place = explained(board, changed(parameters, {"ties": "fixed"})), asked(board)
    return f"{DIRECTIONS[why.move[*place]]} {Reason(int(why.reason[*place])).name}"


@pytest.mark.parametrize(("preset", "changes", "board", "expected"), CASES)
def test_the_square_chooses(preset, changes, board, expected):
    assert chosen(board, changed(PRESETS[preset], changes)) == expected


@pytest.mark.parametrize("name", ["v12", "v17", "v26"])
def test_every_reason_of_a_list_is_reached_here(name):
    reached = {expected.split()[1] for preset, _, _, expected in (case.values for case in CASES) if preset == name}
    everybody = {"CAPTURE", "FLOW", "MELD", "HOLD", "WEAK", "CAP", "LEAST_BAD"}
    own = {
        "v12": {"SWAP", "CHECKERBOARD"},
        "v17": {"HURDLE", "DODGE"},
        "v26": {"HURDLE", "DODGE", "GREEN", "RED", "STILLING", "PACT"},
    }
    assert reached == everybody | own[name]


@pytest.mark.parametrize(("switch", "board", "otherwise"), [
    ("red_green", strip("# a5 .9 A5 #"), "STILL WEAK"),
    ("strategic_stilling", strip("b50 .0 A20 .0 b50 #"), "EAST CAPTURE"),
    ("dodge", BESIDE_A_FIGHT, "NORTH FLOW"),
])  # fmt: skip
def test_what_is_switched_off_does_nothing(switch, board, otherwise):
    assert chosen(board, changed(PRESETS["v26"], {switch: "off"})) == otherwise


def test_v26_books_what_a_square_that_stays_will_produce_and_v17_overfills_no_capture():
    """a154 will hold 155, a point of A101 would be lost; v17 books 154. Its step CAP stands alone without a price."""
    board = strip("# A101 a154 .255 #")
    v26, v17 = changed(PRESETS["v26"], {"red_green": "off"}), PRESETS["v17"]
    assert explained(board, v26).score[0, 1, 2] == pytest.approx(255.2 + 10_000)
    assert explained(board, v17).score[0, 1, 2] == pytest.approx(255.2)
    assert chosen(strip("# a200 .9 A100 #"), changed(PRESETS["v17"], {"loss_penalty": 0})) == "STILL CAP"
