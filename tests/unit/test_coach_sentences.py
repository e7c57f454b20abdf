"""The coach's answer in words, on the page and the terminal."""

from dataclasses import replace

import numpy as np
import pytest

from experiments.coach import sentences
from experiments.coach.answer import Chance
from experiments.stats import Interval
from tests.support.coaching import invented

LOW = [Chance(frame, Interval(0.0, 0.05, 0.2), [0.05, 0.95]) for frame in (0, 10, 20)]


def gone(answer, seat=1, turn=61, **changes):
    """A player was ejected."""
    answer.game.ejected = {seat: turn}
    return replace(answer, fresh={turn - 1: Interval(0.5, 0.6, 0.7)}, **changes)


def point(answer, **changes):
    """The turning point, with these changes."""
    (sure,) = answer.turning_points
    return sure._replace(**changes)


def lead(answer):
    return " ".join(sentences.summary(answer))


def winning(answer):
    answer.game.places = answer.game.places[::-1]
    return answer


def slow(answer):
    """A slow fall around the turning point."""
    fall = replace(point(answer).fall, last=point(answer).fall.last + 9)
    return replace(answer, points=[*answer.points, point(answer, fall=fall, remedy=None, square=None)])


def elsewhere(answer):
    """The policy would have moved the square differently."""
    return point(answer, square=point(answer).square._replace(policy=1))


def unsure(answer, gap):
    """The move that looked best is not surely better."""
    return point(answer, remedy=replace(point(answer).remedy, gap=gap))


def poor(answer):
    policies = [replace(each, share=0.5) for each in answer.policies]
    return " ".join(sentences.method(replace(answer, policies=policies)))


# What is said of an invented answer, and the sentence.
SAID = {
    "lost": (lambda it: sentences.findings(it)["title"], "Why did player 1 (v26) lose?"),
    "won": (lambda it: sentences.findings(winning(it))["title"], "Where did player 1 (v26) nearly lose?"),
    "result": (lead, "Player 1 (v26) lost, after"),
    "ejected": (lambda it: lead(gone(it)),
                "Player 1 (v26) was ejected on turn 61: its program crashed, was late, or sent"),
    "before ejection": (lambda it: lead(gone(it)),
                        "On the frame before, its chance of winning was 60 % (50 to 70)."),
    "goal": (lambda it: lead(replace(it, goal=2)), "a chance of 25 % of winning, so this is about place 2 or better."),
    "lowest": (lambda it: lead(winning(replace(it, lowest=9, fresh={9: Interval(0.1, 0.2, 0.3)}))),
               "Its chance looked lowest about frame 9: 20 % (10 to 30)."),
    "first": (lead, "On the first frame its chance of winning was 70 % (50 to 90)."),
    "fell": (lead, "It fell beyond luck on turn 31 (70 % to 40 %)."),
    "coarse": (lambda it: lead(replace(it, open="More.", futures=20)), "from 20 futures a frame. More."),
    "left": (lambda it: lead(replace(it, open="More.", left=200.0)), "More. At most 3:20 left."),
    "low": (lambda it: lead(replace(it, points=[], chance=LOW)),
            "its chance looked low from the start, at most 5 %. If it was, another player"),
    "none": (lambda it: lead(replace(it, points=[])), "No turn stands out: the chance nowhere fell steeply"),
    "unsure": (lambda it: lead(replace(it, points=it.points[1:])), "The stretch that fell most was measured again"),
    "fall": (lambda it: sentences.fall_size(point(it).fall), "a fall of 30 (10 to 48) points, by 75 fresh"),
    "policy's": (lambda it: sentences.reason(it, point(it)), "goes south. The reason that v26 gives: it waits"),
    "other": (lambda it: sentences.reason(it, elsewhere(it)), "As v26 plays it goes north, so its reasons do not"),
    "ejection": (lambda it: sentences.better(gone(it, 2, 31), point(it, remedy=None)),
                 "a player was ejected on this turn"),
    "alike": (lambda it: sentences.better(it, point(it, remedy=None)), "all policies move as was played."),
    "better": (lambda it: sentences.better(it, point(it)), "goes west (the moves of v12). It wins 70 % of 150 fresh"),
    "share": (lambda it: sentences.better(it, point(it)), "the recorded move 40 %: +30 (+10 to +45) points."),
    "not sure": (lambda it: sentences.better(it, unsure(it, Interval(-0.1, 0.2, 0.4))),
                 "No better move is sure. Of 12 other moves the best looking one (the moves of v12: "),
    "more futures": (lambda it: sentences.better(it, unsure(it, Interval(-0.1, 0.2, 0.4))), "More futures could"),
    "slow": (lambda it: sentences.better(it, slow(it).turning_points[1]), "It took many turns"),
    "events": (lambda it: sentences.events(it, point(it)),
               "lost to enemies 105 (by the others 105), squares lost 1 (by the others 0)."),
    "policy": (lambda it: " ".join(sentences.method(it)),
               "Player 2 (v17) is played on by v26, which predicts 100 % of its recorded moves, 99 % near an enemy."),
    "poor": (poor, "predicts 50 % of its recorded moves, 99 % near an enemy. That is little"),
    "curves": (lambda it: " ".join(sentences.method(it)), "chance of winning on a frame is the share"),
    "confirm": (lambda it: " ".join(sentences.method(it)), "are 99.2 % each"),
    "remedy": (lambda it: " ".join(sentences.method(it)), "The better move is chosen with futures of its own"),
}  # fmt: skip


@pytest.mark.parametrize("key", SAID)
def test_every_sentence_is_said_of_the_answer_that_it_is_about(key, replay):
    say, expected = SAID[key]
    assert expected in say(invented(replay))


def test_many_squares_are_counted_and_gains_have_a_sign(replay):
    answer = invented(replay)
    remedy = point(answer).remedy
    moves = np.full_like(remedy.move.moves, 2)
    joint = replace(remedy, move=replace(remedy.move, moves=moves, squares=np.arange(5)))
    assert "(0, 0) goes east, (1, 0) goes east" in sentences.better(answer, point(answer, remedy=joint))
    assert "and 1 more (" in sentences.better(answer, point(answer, remedy=joint))
    assert sentences.hundredths(Interval(-0.004, 0.1, 0.2)) == "10 (0 to 20)"
    assert sentences.hundredths(Interval(-0.1, -0.004, 0.1), signed=True) == "+0 (−10 to +10)"


def test_a_slow_fall_has_no_move_and_the_page_knows_whether_the_answer_grows(replay):
    answer = slow(invented(replay))
    _, around = sentences.findings(answer)["points"]
    assert (around["title"], around["moves"], around["square"]) == ("turns 31 to 40", [], None)
    assert "The move" not in dict(around["texts"])
    growing = [sentences.findings(replace(answer, **each))["growing"]
               for each in ({"open": "More."}, {"open": "Stopped.", "is_stopped": True}, {})]  # fmt: skip
    assert growing == [True, False, False]
    begun = invented(replay, chance=[], points=[], open="Futures are played.")
    assert sentences.summary(begun)[1:] == ["Futures are played."]
