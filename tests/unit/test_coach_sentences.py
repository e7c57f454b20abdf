"""The coach's answer in words, on the page and the terminal."""

from experiments.coach import sentences
from tests.support.coaching import invented


def lead(document):
    return " ".join(sentences.lead(document))


def test_why_no_turning_point_is_named(replay):
    document = invented(replay) | {"falls": []}
    assert "No turn stands out" in lead(document)
    document["ejected"] = [{"seat": 1, "turn": 61, "won": [0.5, 0.6, 0.7]}]
    assert "Player 1 (v26) was ejected on turn 61: its program crashed, was late, or sent" in lead(document)
    assert "On the frame before, its chance of winning was 60 % (50 to 70)." in lead(document)
    assert sentences.lead(document)[-1].startswith("Apart from that, no turn stands out")
    document = invented(replay)
    document["falls"] = document["falls"][1:]
    assert "The stretch that fell most was measured again" in lead(document)
    low = {"won": [0.0, 0.05, 0.2], "each": [0.05, 0.95]}
    document = invented(replay) | {"falls": [], "chance": [low | {"frame": frame} for frame in (0, 10, 20)]}
    assert "its chance looked low from the start, at most 5 % on the frames of the search, by" in lead(document)
    document |= {"open": "More.", "surveyed": False}
    assert "looks low" not in lead(document), "not before all frames of the first pass are measured"
    assert "at most 5 %, by 20 futures a frame" in lead(document | {"surveyed": True})
    document = invented(replay) | {"falls": [], "turns": 1, "chance": document["chance"][:1]}
    assert "after one turn." in lead(document)
    assert "only one frame to play on from" in lead(document)


def test_figures_and_squares_are_written_as_on_the_board(replay):
    """ "column 4, row 7" stood beside a board that says (4, 7), and "1 more squares move differently" below it."""
    document = invented(replay)
    fall = document["falls"][0]
    fall["remedy"]["squares"] = [{"x": x, "y": 7, "recorded": 0, "better": 2} for x in range(5)]
    assert "(0, 7) goes east, (1, 7) goes east" in sentences.better(document, fall)
    assert "and 1 more square moves differently" in sentences.better(document, fall)
    assert sentences.points([-0.004, 0.1, 0.2]) == "10 (0 to 20)"
    assert sentences.points([-0.1, -0.004, 0.1], signed=True) == "+0 (−10 to +10)"
    lost = "105 (the others 105) strength lost to enemies and 1 (the others 0) squares lost."
    assert sentences.events(document, fall) == lost


def test_a_slow_fall_has_no_move_and_names_the_sure_stretches_in_it(replay):
    """It said that no turn stands out in turns 77 to 88, of which turns 77 to 79 were told as a fall of 44 points."""
    document = invented(replay)
    short = document["falls"][0]
    around = {name: short[name] for name in ("first", "before", "after", "fall", "futures", "events", "is_sure")}
    around |= {"last": short["last"] + 9, "is_slow": True}
    document["falls"] = [short, around]
    assert sentences.better(document, around) == (
        f"Part of it is the fall on {sentences.turns_of(short)}. For its other turns no other move was tried."
    )
    document["falls"] = [short | {"is_sure": False}, around]
    assert sentences.better(document, around).startswith("No single turn stands out in it")
    (point,) = sentences.findings(document)["points"]
    assert (point["title"], point["moves"], point["square"]) == ("turns 31 to 40", [], None)
    assert "The move" not in dict(point["texts"])


def test_a_growing_answer_says_what_is_known_what_it_waits_for_and_how_long(replay):
    begun = invented(replay) | {"chance": [], "falls": [], "surveyed": False, "open": "Futures are played."}
    assert sentences.lead(begun) == ["Player 1 (v26) lost, after 100 turns.".replace("100", str(replay.turns)),
                                     "Futures are played."]  # fmt: skip
    coarse = invented(replay) | {"open": "Looking on.", "left": 200.0, "effort": {"search": 4, "confirm": 20}}
    assert lead(coarse).endswith("This is a first answer, from 20 futures a frame. Looking on. About 3:20 left.")
    growing = [sentences.findings(each)["growing"] for each in (coarse, coarse | {"stopped": 1}, invented(replay))]
    assert growing == [True, False, False]
