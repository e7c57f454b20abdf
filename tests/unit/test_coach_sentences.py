"""The coach's answer in words, on the page and the terminal."""

from experiments.coach import sentences
from experiments.coach.policies import GREEDY
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


def test_a_winner_is_told_where_it_was_nearly_lost_and_how_nearly(replay):
    """A chance of 92 % where it looked lowest is no near loss; other frames were not measured as often."""
    document = invented(replay) | {"place": 1, "lowest": {"frame": 10, "won": [0.8, 0.92, 0.97]}}
    assert "hardly in danger: about frame 10, where its chance looked lowest, it was 92 % (80 to 97)." in lead(document)
    document = invented(replay) | {"place": 1, "lowest": {"frame": 0, "won": [0.2, 0.3, 0.4]}}
    assert sentences.title(document) == "Where did player 1 (v26) nearly lose?"
    assert "Its chance looked lowest about frame 0: 30 % (20 to 40)." in lead(document)
    assert "On the first frame" not in lead(document)


def test_among_many_a_place_within_reach_is_asked_about(replay):
    document = invented(replay) | {"goal": 3, "place": 5, "names": [*"abcdef"]}
    assert "no frame gave it a chance of 25 % of winning, so this is about place 3" in lead(document)
    assert "It comes in place 3 or better in 70 % of" in sentences.better(document, document["falls"][0])


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


def test_what_the_others_did_is_named_only_where_a_better_move_is_ruled_out(replay):
    """ "It may come from what the others did" was said where screened moves won 8 % against 0.7 %."""
    for is_told, end in ((True, "what the others did on this turn."), (False, "could tell whether it is better.")):
        fall = invented(replay)["falls"][0]
        fall["remedy"]["compared"] |= {"gain": [-0.05, 0.01, 0.08], "is_sure": False, "is_told": is_told}
        assert sentences.better(invented(replay), fall).endswith(end)


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


def test_a_policy_is_named_in_words_and_a_poor_prediction_is_said(replay):
    """The page said champion?combat_search=0&war_every=0&opening_search=0, three times on a card."""
    document = invented(replay)
    document["policies"][0]["plays"] = {"notation": f"champion?{GREEDY}", "share": 0.9, "front": None}
    document["policies"][1]["plays"] = {"notation": "v17", "share": 0.61, "front": 0.5}
    first, second = sentences.method(document)[-2:]
    assert "is played on by champion without its search, which" in first
    assert "v26 predicts 100 %" in second
    assert "That is little" in second
