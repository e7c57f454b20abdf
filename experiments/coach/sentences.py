"""Sentences: the answer in words, for the page and the terminal."""

from typing import Any

from bot.program.explanation_file import OPTION_NAMES
from engine.names import printable
from experiments.arena.players import in_words
from experiments.laboratory.progress import duration
from experiments.recordings.events import MEASURES
from experiments.stats import Interval
from experiments.stats.words import amount, join_words
from experiments.stats.words import percent as interval_of

from .answer import HOPE, ROLLOUTS, SLOW_ROLLOUTS, Answer, Point, search_count
from .policies import WELL, Policy
from .procedure import SURE, Fall
from .remedy import Remedy

FORMAT, VERSION = "halite-coach", 1  # of the findings that the page reads
NAMED = 4  # squares of a joint move that a sentence lists; the board marks all of them
METHOD = (
    "A player's chance of {aim} on a frame is the share of rollouts that end so: the game played on from there by the "
    "policies below, with other luck, for the curves {search} times a frame.",
    "The curve only says where to look, for it falls by luck, too. So at most three stretches are measured with fresh "
    "rollouts. The intervals of their falls and of better moves are {sure:.1f} % each: those of one game all hold in "
    "at least 95 of 100 games.",
    "The better move is chosen with rollouts of its own and measured with others. All other players move as recorded "
    "on that turn. After it the same policies play on in both cases; none of them knows the future.",
)


def findings(answer: Answer) -> dict[str, Any]:
    """Return what the page shows, as JSON: curves, turning points with their sentences and arrows, and the method."""
    why = "Where did player {} nearly lose?" if answer.game.place == 1 else "Why did player {} lose?"
    return {
        "format": FORMAT, "version": VERSION, "seat": answer.game.seat, "turns": answer.game.replay.turns,
        "title": why.format(seat_name(answer, answer.game.seat)), "aim": goal_text(answer),
        "lead": summary(answer), "method": method(answer),
        "chance": [
            {"frame": frame, "won": [won.low, won.value, won.high], "each": each} for frame, won, each in answer.chance
        ],
        "points": [_findings(answer, point) for point in answer.turning_points],
        "unsure": [
            [turns_of(fall), percent(fall.better), percent(fall.worse), hundredths(fall.gap), fall.rollouts]
            for fall, *_ in answer.points if not fall.is_significant
        ],
        "growing": answer.open is not None and not answer.is_stopped,
    }  # fmt: skip


def _findings(answer: Answer, point: Point) -> dict[str, Any]:
    texts = {
        "The fall": fall_size(point.fall), "The move": reason(answer, point),
        "What rollouts found": better(answer, point), "Meanwhile": events(answer, point),
    }  # fmt: skip
    width = answer.game.replay.production.shape[1]
    move = point.remedy.move if point.remedy and point.remedy.is_significant else None  # an arrow says it is better
    places = [] if move is None else [(place % width, place // width, place) for place in move.squares.tolist()]
    return {
        "first": point.fall.first, "last": point.fall.last, "title": turns_of(point.fall),
        "texts": [[name, text] for name, text in texts.items() if text],
        "square": point.square and {"x": point.square.x, "y": point.square.y},
        "moves": [{"x": x, "y": y, "move": int(move.moves.flat[place])} for x, y, place in places if move],
    }  # fmt: skip


def seat_name(answer: Answer, seat: int) -> str:
    """`2 (v17)`."""
    return f"{seat} ({printable(answer.game.replay.player_names[seat - 1])})"


def goal_text(answer: Answer) -> str:
    """Return the goal whose chance is measured."""
    return "winning" if answer.goal == 1 else f"place {answer.goal} or better"


def summary(answer: Answer) -> list[str]:
    """Return the answer in a few sentences."""
    game, place, players = answer.game, answer.game.place, len(answer.game.places)
    end = "won" if place == 1 else f"came in place {place} of {players}" if players > 2 else "lost"
    text = [f"Player {seat_name(answer, game.seat)} {end} in a game of {amount(game.replay.turns, 'turn')}."]
    for seat, turn in game.ejected.items():
        text.append(
            f"Player {seat_name(answer, seat)} was ejected on turn {turn}: its program crashed, was late, or sent what "
            "cannot be read."
        )
        if (won := answer.fresh.get(turn - 1)) and seat == game.seat:
            text.append(f"On the frame before, its chance of {goal_text(answer)} was {interval_of(won, 0)}.")
    if answer.goal > 1:
        text.append(
            f"Looked at all over the game, no frame gave it a chance of {percent(HOPE)} of winning, so this is about "
            f"{goal_text(answer)}."
        )
    if answer.lowest is not None:
        text.append(
            f"Its chance looked lowest about frame {answer.lowest}: {interval_of(answer.fresh[answer.lowest], 0)}."
        )
    if answer.chance and answer.chance[0].frame == 0:
        won = next((fall.better for fall, *_ in answer.points if fall.first == 0), answer.chance[0].won)
        text.append(f"On the first frame its chance of {goal_text(answer)} was {interval_of(won, 0)}.")
    if sure := [fall for fall, *_ in answer.points if fall.is_significant]:
        falls = [f"{turns_of(fall)} ({percent(fall.better)} to {percent(fall.worse)})" for fall in sure]
        text.append(f"It fell by more than luck explains on {join_words(falls)}.")
    elif answer.open is None:
        text.append(why_no_turning_point(answer))
        if answer.rollouts < SLOW_ROLLOUTS:
            text.append(
                f"{answer.rollouts} rollouts of a frame show the largest falls only; try --rollouts {ROLLOUTS}."
            )
    if answer.open and answer.points:
        text.append(f"This is a first answer, from {answer.rollouts} rollouts a frame.")
    left = "" if answer.left is None or answer.is_stopped else f" At most {duration(answer.left)} left."
    return [*text, f"{answer.open}{left}"] if answer.open else text


def why_no_turning_point(answer: Answer) -> str:
    """Return why no turning point is named."""
    if count := len(answer.points):
        seen = f"The {count} stretches that fell most were" if count > 1 else "The stretch that fell most was"
        return f"No turning point is sure. {seen} measured again with fresh rollouts, and luck can explain the rest."
    highest = max(each.won.value for each in answer.chance)
    if highest < HOPE and answer.game.place > 1:
        return (
            f"No turn stands out: its chance looked low from the start, at most {percent(highest)}. If it was, another "
            "player, or another place on the map, was stronger all along."
        )
    return "No turn stands out: the chance nowhere fell steeply enough to be worth measuring."


def turns_of(fall: Fall) -> str:
    """`turn 56`, or `turns 51 to 53`: turn 56 leads from frame 55 to frame 56."""
    first, last = fall.first + 1, fall.last
    return f"turn {first}" if first == last else f"turns {first} to {last}"


def fall_size(fall: Fall) -> str:
    """Return the size of a fall, with its interval."""
    return (
        f"From frame {fall.first} to frame {fall.last} the chance went from {interval_of(fall.better, 0)} to "
        f"{interval_of(fall.worse, 0)}: a fall of {hundredths(fall.gap)} points, "
        f"by {fall.rollouts} fresh rollouts each."
    )


def reason(answer: Answer, point: Point) -> str:
    """Return the square's move and its reason, as the policy that plays for the player explains it."""
    if (square := point.square) is None:
        return ""
    plays = in_words(answer.policies[answer.game.seat - 1].notation)
    moved = f"Square ({square.x}, {square.y}) {move_in_words(square.recorded)}."
    if square.recorded == square.policy:
        return f"{moved} The reason that {plays} gives: {square.reason}"
    return f"{moved} As {plays} plays it {move_in_words(square.policy)}, so its reasons do not explain that."


def better(answer: Answer, point: Point) -> str:
    """Return the other move that looked best, and whether it is better."""
    fall, remedy = point.fall, point.remedy
    if fall.is_slow:
        return "It took many turns, so no other move of one of them was tried."
    if remedy is None and fall.first + 1 in answer.game.ejected.values():
        return "No other move was tried: a player was ejected on this turn, so what would have followed is not known."
    if remedy is None:
        return "No other move was tried: near the front all policies move as was played."
    reaches = "wins" if answer.goal == 1 else f"comes in {goal_text(answer)} in"
    share = (
        f"{reaches} {percent(remedy.better)} of {remedy.rollouts} fresh rollouts, the recorded move "
        f"{percent(remedy.worse)}: {hundredths(remedy.gap, signed=True)} points"
    )
    if remedy.is_significant:
        return f"Better, all else being equal on this turn: {_moves(answer, remedy)} ({remedy.move.name}). It {share}."
    best = f"Of {remedy.tried} other moves the best looking one" if remedy.tried > 1 else "The only other move"
    found = f"{best} ({remedy.move.name}: {_moves(answer, remedy)}) {share}, which luck can explain."
    return f"No better move is sure. {found}{'' if remedy.is_conclusive else ' More rollouts could tell.'}"


def _moves(answer: Answer, remedy: Remedy) -> str:
    """`(3, 4) goes east and 2 more`."""
    width, left = answer.game.replay.production.shape[1], len(remedy.move.squares) - NAMED
    squares = [
        f"({place % width}, {place // width}) {move_in_words(int(remedy.move.moves.flat[place]))}"
        for place in remedy.move.squares[:NAMED].tolist()
    ]
    return join_words([*squares, *([f"{left} more"] if left > 0 else [])])


def events(answer: Answer, point: Point) -> str:
    """Return what happened on these turns, the player's and all others' together."""
    seat = answer.game.seat - 1
    counted = [
        f"{MEASURES[name].title} {each[seat]:,.0f} (by the others {sum(each) - each[seat]:,.0f})"
        for name, each in point.events.items()
        if any(each)
    ]
    return f"{', '.join(counted)}." if counted else ""


def method(answer: Answer) -> list[str]:
    """Return how the figures came about, and for each player the policy that plays its rollouts."""
    search = search_count(answer.rollouts)
    text = [each.format(aim=goal_text(answer), search=search, sure=100 * SURE) for each in METHOD]
    return [*text, *(_policy(answer, seat, policy) for seat, policy in enumerate(answer.policies, 1))]


def _policy(answer: Answer, seat: int, policy: Policy) -> str:
    near = "" if policy.front is None else f", {percent(policy.front)} near an enemy"
    plays = f"Player {seat_name(answer, seat)} is played on by {in_words(policy.notation)}"
    text = f"{plays}, which predicts {percent(policy.share)} of its recorded moves{near}."
    return f"{text} That is little: read the figures as those of a similar player." if policy.share < WELL else text


def percent(share: Interval | float) -> str:
    """`63 %`; the value of an interval."""
    return f"{100 * (share.value if isinstance(share, Interval) else share):.0f} %"


def hundredths(gap: Interval, signed: bool = False) -> str:
    """`25 (9 to 40)`, in points, with the minus sign of the page."""
    form = "+z.0f" if signed else "z.0f"  # z: what rounds to zero is not -0
    ends = (gap.value, gap.low, gap.high)
    value, low, high = (f"{100 * end:{form}}".replace("-", "\N{MINUS SIGN}") for end in ends)
    return f"{value} ({low} to {high})"


def move_in_words(move: int) -> str:
    """Return a square's move in words."""
    return "stands still" if move == 0 else f"goes {OPTION_NAMES[move].lower()}"
