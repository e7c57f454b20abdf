"""The coach's answer in words, on the page and the terminal."""

import dataclasses
import json

from experiments.coach import page as coached
from experiments.coach import sentences
from experiments.coach.page import page
from experiments.coach.policies import GREEDY
from tests.support.coaching import invented


def lead(document):
    """The answer in short, as one text."""
    return " ".join(sentences.lead(document))


def test_a_player_who_never_had_a_chance_or_only_one_frame(replay):
    """The answer was that the chance nowhere fell steeply enough, with a curve that lay at 0; a program may crash."""
    document = invented(replay) | {"falls": []}
    document["chance"] = [{"frame": frame, "won": [0.0, 0.05, 0.2], "beaten": 0.0} for frame in (0, 10, 20)]
    assert "its chance was low from the start, at most 5 % on the frames of the search." in lead(document)
    document = invented(replay) | {"falls": [], "turns": 1}
    document["chance"] = document["chance"][:1]
    assert "after one turn." in lead(document)
    assert "only one frame to play on from" in lead(document)
    document = invented(replay) | {"place": 1, "lowest": {"frame": 0, "won": [0.2, 0.3, 0.4]}}
    assert "On the first frame" not in lead(document)


def test_a_page_that_grows_packs_its_game_once(replay, monkeypatch):
    """It is written every two seconds, which took a tenth of a second each time."""
    packed, as_bytes = [], coached.as_bytes
    monkeypatch.setattr(coached, "as_bytes", lambda game: packed.append(game) or as_bytes(game))
    other = dataclasses.replace(replay)
    first = page(invented(other), other)
    assert page(invented(other), other) == first
    assert packed == [other]


def test_figures_and_squares_are_written_as_on_the_board(replay):
    """ "column 4, row 7" stood beside a board that says (4, 7), and "1 more squares move differently" below it."""
    document = invented(replay)
    fall = document["falls"][0]
    fall["remedy"]["squares"] = [{"x": x, "y": 7, "strength": 9, "recorded": 0, "better": 2} for x in range(5)]
    assert "(0, 7) goes east, (1, 7) goes east" in sentences.better(document, fall)
    assert "and 1 more square moves differently" in sentences.better(document, fall)
    assert sentences.points([-0.004, 0.1, 0.2]) == "10 (0 to 20)"
    assert sentences.points([-0.1, -0.004, 0.1], signed=True) == "+0 (−10 to +10)"


def test_no_line_ends_within_the_name_of_a_square(replay):
    """On a phone "(9," stood at the end of a line and "2)" on the next."""
    document = invented(replay)
    document["falls"][0]["remedy"]["squares"] = [{"x": 9, "y": 2, "strength": 9, "recorded": 0, "better": 2}]
    assert "(9,\u00a02) goes east" in page(document, replay)


def test_what_the_others_did_is_named_only_where_a_better_move_is_ruled_out(replay):
    """ "It may come from what the others did" was said where screened moves won 8 % against 0.7 %."""
    fall = invented(replay)["falls"][0]
    fall["remedy"]["compared"] |= {"gain": [-0.05, 0.01, 0.08], "is_sure": False, "is_told": True}
    assert sentences.better(invented(replay), fall).endswith("what the others did on this turn.")
    fall = invented(replay)["falls"][0]
    fall["remedy"]["compared"] |= {"gain": [-0.05, 0.1, 0.3], "is_sure": False, "is_told": False}
    assert sentences.better(invented(replay), fall).endswith("More futures could tell whether it is better.")


def test_a_slow_fall_has_turns_and_no_move(replay):
    """It is in the answer, and on the page without a better move."""
    document = invented(replay)
    slow = {name: document["falls"][0][name] for name in ("before", "after", "fall", "events", "predicted")}
    thought = document["falls"][0]["thought"] | {"square": None}
    document["falls"] = [slow | {"first": 30, "last": 41, "futures": 75, "is_sure": True, "is_slow": True,
                                 "thought": thought}]  # fmt: skip
    assert "It fell beyond luck on turns 31 to 41 (70 % to 40 %)." in lead(document)
    assert "No single turn stands out in it" in sentences.better(document, document["falls"][0])
    written = page(document, replay)
    assert "Turns 31 to 41" in written
    assert "<dt>The move</dt>" not in written


def test_a_slow_fall_names_the_sure_stretches_in_it(replay):
    """It said that no turn stands out in turns 77 to 88, of which turns 77 to 79 were told as a fall of 44 points."""
    document = invented(replay)
    short = document["falls"][0]
    around = {"first": short["first"], "last": short["last"] + 9, "is_slow": True, "is_sure": True}
    document["falls"] = [short, short | around]
    told = sentences.better(document, document["falls"][1])
    assert told.startswith(f"Part of it is the fall on {sentences.turns_of(short)}.")
    document["falls"] = [short | {"is_sure": False}, short | around]
    assert sentences.better(document, document["falls"][1]).startswith("No single turn stands out in it")


class TestNothingWasSeenForFiftyMinutes:
    """The page opened with the whole answer; a champion's game takes 7 to 50 minutes until then."""

    def test_a_page_without_a_future_says_what_it_waits_for_and_turning_points_as_they_are_confirmed(self, replay):
        """Nothing is claimed beyond the result; more is being looked for."""
        document = invented(replay) | {"chance": [], "falls": [], "surveyed": False, "open": "Futures are played."}
        assert sentences.lead(document) == [sentences.result(document), "Futures are played."]
        assert "Futures are played." in page(document, replay)
        told = lead(invented(replay) | {"open": "Looking on."})
        assert "It fell beyond luck on turn 31" in told
        assert told.endswith("Looking on.")

    def test_after_the_coarse_frames_it_says_that_the_opponent_is_stronger(self, replay):
        """Not before all of them are measured."""
        low = [{"frame": frame, "won": [0.0, 0.05, 0.2], "beaten": 0.0} for frame in (0, 10, 20)]
        document = invented(replay) | {"chance": low, "falls": [], "surveyed": False, "open": "More."}
        assert "stronger" not in lead(document)
        assert "On the first frame its chance of winning was 5 % (0 to 20)." in lead(document)
        document["surveyed"] = True
        assert "at most 5 % on all frames so far: another player, or another place" in lead(document)
        assert "No turn" not in lead(document)

    def test_a_page_that_grows_is_read_again_and_a_stopped_one_is_not(self, replay):
        """The script asks the document."""
        growing = page(invented(replay) | {"open": "More."}, replay)
        stopped = page(invented(replay) | {"open": "Stopped.", "stopped": True}, replay)
        pages = growing, stopped, page(invented(replay), replay)
        assert ['"isGrowing":true' in text for text in pages] == [True, False, False]


def test_a_policy_is_named_in_words_and_a_poor_prediction_is_said(replay):
    """The page said champion?combat_search=0&war_every=0&opening_search=0, three times on a card."""
    document = invented(replay)
    document["policies"][0]["plays"] = {"notation": f"champion?{GREEDY}", "share": 0.9, "front": None}
    assert "is played on by champion without its search, which" in sentences.policies(document)[0]
    document = invented(replay)
    document["policies"][1]["plays"] = {"notation": "v17", "share": 0.61, "front": 0.5}
    assert "That is little" in sentences.policies(document)[1]
    assert "v26 predicts 100 %" in sentences.policies(document)[1]


def test_an_ejection_is_told_first_and_turned_its_game(replay):
    """The coach looked for bad moves in a game that was lost by a crash, and did not mention it."""
    document = invented(replay) | {"ejected": [{"seat": 1, "turn": 61, "won": [0.5, 0.6, 0.7]}]}
    assert "Player 1 (v26) was ejected on turn 61: its program crashed, was late, or sent" in lead(document)
    assert "On the frame before, its chance of winning was 60 % (50 to 70)." in lead(document)
    document = invented(replay) | {"falls": [], "ejected": [{"seat": 1, "turn": 61, "won": [0.8, 1.0, 1.0]}]}
    assert sentences.lead(document)[-1].startswith("Apart from that, no turn stands out")
    document["ejected"][0]["seat"] = 2
    assert sentences.lead(document)[-1].startswith("No turn stands out")


def test_none_is_named_where_none_is_sure_and_among_many_a_place_is_asked_about(replay):
    """The answer names the steepest stretch, if there is one; the sentences name the place that is the goal."""
    document = invented(replay)
    document["falls"] = document["falls"][1:]
    told = sentences.lead(document)[-1]
    assert "No turn, and no slow fall, is sure to have turned it. The stretch that fell most was" in told
    document["falls"] = []
    assert "No turn stands out" in sentences.lead(document)[-1]
    document = invented(replay) | {"goal": 3, "place": 5, "names": [*"abcdef"]}
    assert "no frame gave it a chance of 25 % of winning, so this page asks about place 3" in lead(document)
    assert "It comes in place 3 or better in 70 % of" in sentences.better(document, document["falls"][0])


def test_a_winner_is_told_where_it_was_nearly_lost_and_how_nearly(replay):
    """A chance of 92 % where it looked lowest is no near loss; other frames were not measured as often."""
    document = invented(replay) | {"place": 1, "lowest": {"frame": 10, "won": [0.8, 0.92, 0.97]}}
    assert "It was hardly in danger: about frame 10, where its chance looked lowest, it was 92 % (80 to 97)." in lead(
        document
    )
    document = invented(replay) | {"place": 1, "lowest": {"frame": 48, "won": [0.2, 0.3, 0.4]}}
    assert sentences.title(document) == "Where did player 1 (v26) nearly lose?"
    assert "Its chance looked lowest about frame 48: 30 % (20 to 40)." in sentences.lead(document)


def test_a_page_quotes_names_and_keeps_their_capitals(replay):
    """A name may hold markup: the page escapes it."""
    document = invented(replay)
    document["names"] = ["<script>alert(1)</script>", "[SCRIPT]"]
    written = page(document, replay)
    assert "<script>alert" not in written
    assert written.count("[SCRIPT]") >= 1
    json.loads(written.split('id="answer">')[1].split("</script>")[0])
    document = invented(replay) | {"names": ["MyBot", "OTHER"]}
    assert "Player 1 (MyBot) lost" in lead(document)
    assert "Player 2 (OTHER) is played on by" in sentences.policies(document)[1]
