"""Sentences: the answer in words, for the page and the terminal. All of them stand in one table."""

from typing import Any

from bot.program.explanation_file import OPTION_NAMES
from engine.names import shown
from experiments.arena.players import in_words
from experiments.laboratory.progress import duration
from experiments.stats import Interval

from .answer import HOPE, Answer, Ejection, Point
from .policies import WELL, Policy
from .procedure import SURE, Comparison, Fall

FORMAT, VERSION = "halite-coach", 1  # of the findings that the page reads
SAFE = 0.5  # a winner whose chance is surely above this, where it looked lowest, was hardly in danger
NAMED = 4  # squares of a joint move that a sentence lists; the board marks all of them

TABLE = {
    "lost": "Why did {who} lose?",
    "won": "Where did {who} nearly lose?",
    "result": "{who} {end}, after {turns}.",
    "ejected": "{who} was ejected on turn {turn}: its program crashed, was late, or sent what cannot be read.",
    "before ejection": "On the frame before, its chance of {aim} was {won}.",
    "goal": "Looked at all over the game, no frame gave it a chance of {hope} of winning, so this is about {aim}.",
    "safe": "It was hardly in danger: about frame {frame}, where its chance looked lowest, it was {won}.",
    "lowest": "Its chance looked lowest about frame {frame}: {won}.",
    "first": "On the first frame its chance of {aim} was {won}.",
    "fell": "It fell beyond luck on {falls}.",
    "coarse": "This is a first answer, from {confirm} futures a frame.",
    "left": "{open} About {left} left.",
    "low": "No turn stands out: its chance looked low from the start, at most {highest} on the frames of the search, "
    "by {search} futures each. If it was, another player, or another place on the map, was stronger all along.",
    "none": "{start} stands out: the chance nowhere fell steeply enough to be worth measuring.",
    "unsure": "No turn, and no slow fall, is sure to have turned it. {seen} measured again with fresh futures, and "
    "luck can explain what was left of the fall.",
    "fall": "From frame {first} to frame {last} the chance went from {before} to {after}: a fall of {fall} points, by "
    "{futures} fresh futures of each frame.",
    "policy's": "Square {at} {did}. The reason that {plays} gives: {reason}",
    "other": "Square {at} {did}. As {plays} plays it {move}, so its reasons do not explain that.",
    "no move": "No other move could be tried on this turn.",
    "ejection": "No other move was tried: a player was ejected on this turn, so what would have followed is not known.",
    "alike": "No other move was tried: near the front all policies move as was played.",
    "better": "Better, all else being equal on this turn: {moves} ({name}). It {share}.",
    "not sure": "No better move is sure. {best} ({name}: {moves}) {share}, which luck can explain. {more}",
    "others": "The fall may come from what the others did on this turn.",
    "more futures": "More futures could tell whether it is better.",
    "share": "{reaches} {changed} of {futures} fresh futures, the recorded move {without}: {gain} points",
    "slow": "It took many turns, so no other move of one of them was tried.",
    "events": "{mine} (the others {theirs}) {title}",
    "policy": "{who} is played on by {plays}, which predicts {share} of its recorded moves{near}.",
    "poor": "That is little: read the figures as those of a similar player.",
    "chance": "The chance on a frame is the share of futures in which a player {reaches}: the game played on from "
    "there by the policies below, with other luck. Luck breaks ties, and on the first three turns it makes one piece "
    "of each player, or none, stand still. The curves show {search} futures a frame.",
    "confirm": "The curve only says where to look. What it shows as the steepest fall is partly luck, so each of at "
    "most three stretches is measured with futures of other seeds, and only these figures are given. The intervals of "
    "the falls and of better moves are {sure:.1f} % each, so that those of one game all hold in at least 95 of 100 "
    "games; those of the chances before and after are 95 % each.",
    "remedy": "The better move is chosen with futures of its own and measured with others. All other players move as "
    "recorded on that turn. After it the same policies play on in both cases; none of them knows the future.",
}
EVENTS = {
    "wall_openings": "walls opened",
    "damage_taken": "strength lost to enemies",
    "squares_lost": "squares lost",
    "captures_of_neutral": "neutral squares captured",
    "overkill": "overkill dealt",
}


def say(key: str, **values: Any) -> str:
    """Return a sentence of the table, with a capital at its beginning."""
    text = TABLE[key].format(**values)
    return text[:1].upper() + text[1:]


def findings(answer: Answer) -> dict[str, Any]:
    """Return what the page shows, as JSON: curves, turning points with their sentences and arrows, and the method."""
    return {
        "format": FORMAT, "version": VERSION, "seat": answer.game.seat, "turns": answer.game.replay.turns,
        "title": say("won" if answer.place == 1 else "lost", who=who(answer)), "aim": aim(answer),
        "lead": lead(answer), "method": method(answer),
        "chance": [
            {"frame": frame, "won": [won.low, won.value, won.high], "each": each} for frame, won, each in answer.chance
        ],
        "points": [_findings(answer, point) for point in answer.sure],
        "unsure": [
            [turns_of(fall), percent(fall.better), percent(fall.worse), hundredths(fall.gap), fall.futures]
            for fall, *_ in answer.points if not fall.is_sure
        ],
        "growing": answer.open is not None and not answer.is_stopped,
    }  # fmt: skip


def _findings(answer: Answer, point: Point) -> dict[str, Any]:
    texts = {
        "The fall": fall_size(point.fall), "The move": reason(answer, point),
        "What futures found": better(answer, point), "Meanwhile": events(answer, point),
    }  # fmt: skip
    width = answer.game.replay.production.shape[1]
    move = point.remedy.move if point.remedy else None
    places = [] if move is None else [(place % width, place // width, place) for place in move.squares.tolist()]
    return {
        "first": point.fall.first, "last": point.fall.last, "title": turns_of(point.fall),
        "texts": [[name, text] for name, text in texts.items() if text],
        "square": point.square and {"x": point.square.x, "y": point.square.y},
        "moves": [{"x": x, "y": y, "move": int(move.moves.flat[place])} for x, y, place in places if move],
    }  # fmt: skip


def who(answer: Answer, seat: int | None = None) -> str:
    """`player 2 (v17)`."""
    seat = seat or answer.game.seat
    return f"player {seat} ({shown(answer.game.replay.player_names[seat - 1])})"


def aim(answer: Answer) -> str:
    """Return the goal whose chance is measured."""
    return "winning" if answer.goal == 1 else f"place {answer.goal} or better"


def lead(answer: Answer) -> list[str]:
    """Return the answer in a few sentences."""
    place, players, turns = answer.place, len(answer.game.places), answer.game.replay.turns
    end = "won" if place == 1 else f"came in place {place} of {players}" if players > 2 else "lost"
    text = [say("result", who=who(answer), end=end, turns="one turn" if turns == 1 else f"{turns} turns")]
    text += [ejection(answer, each) for each in answer.ejected]
    if answer.goal > 1:
        text.append(say("goal", hope=percent(HOPE), aim=aim(answer)))
    if answer.lowest:
        key = "safe" if answer.lowest.won.low > SAFE else "lowest"
        text.append(say(key, frame=answer.lowest.frame, won=range_of(answer.lowest.won)))
    if answer.chance and answer.chance[0].frame == 0:
        text.append(say("first", aim=aim(answer), won=range_of(answer.chance[0].won)))
    sure = sorted((fall for fall, *_ in answer.sure), key=lambda fall: -fall.gap.value)
    if sure:
        falls = [f"{turns_of(fall)} ({percent(fall.better)} to {percent(fall.worse)})" for fall in sure]
        text.append(say("fell", falls=listing(falls)))
    elif answer.open is None:
        text.append(nothing_sure(answer))
    if answer.open is None:
        return text
    coarse = [say("coarse", **answer.effort._asdict())] if answer.points else []
    if answer.left is None or answer.is_stopped:
        return [*text, *coarse, answer.open]
    return [*text, *coarse, say("left", open=answer.open, left=duration(answer.left))]


def ejection(answer: Answer, each: Ejection) -> str:
    """Return that a program was ejected: the replay shows that, and not why."""
    text = say("ejected", who=who(answer, each.seat), turn=each.turn)
    return f"{text} {say('before ejection', aim=aim(answer), won=range_of(each.won))}" if each.won else text


def nothing_sure(answer: Answer) -> str:
    """Return why no turning point is named."""
    if count := len(answer.points):
        one, many = "The stretch that fell most was", f"The {count} stretches that fell most were"
        return say("unsure", seen=one if count == 1 else many)
    highest = max(each.won.value for each in answer.chance)
    if highest < HOPE and answer.place > 1:
        return say("low", highest=percent(highest), **answer.effort._asdict())
    was_ejected = any(each.seat == answer.game.seat for each in answer.ejected)
    return say("none", start="Apart from that, no turn" if was_ejected else "No turn")


def turns_of(fall: Fall) -> str:
    """`turn 56`, or `turns 51 to 53`: turn 56 leads from frame 55 to frame 56."""
    first, last = fall.first + 1, fall.last
    return f"turn {first}" if first == last else f"turns {first} to {last}"


def fall_size(fall: Fall) -> str:
    """Return the size of a fall, with its interval."""
    ends = {"before": range_of(fall.better), "after": range_of(fall.worse), "fall": hundredths(fall.gap)}
    return say("fall", first=fall.first, last=fall.last, futures=fall.futures, **ends)


def reason(answer: Answer, point: Point) -> str:
    """Return the square's move and its reason, as the policy that plays for the player explains it."""
    if point.fall.is_slow:
        return ""
    if (square := point.square) is None:
        return say("no move")
    plays = in_words(answer.policies[answer.game.seat - 1].notation)
    values = {"at": f"({square.x}, {square.y})", "did": spoken_move(square.recorded), "plays": plays}
    if square.recorded != square.policy:
        return say("other", move=spoken_move(square.policy), **values)
    return say("policy's", reason=square.reason, **values)


def better(answer: Answer, point: Point) -> str:
    """Return the other move that looked best, and whether it is better."""
    fall, remedy = point.fall, point.remedy
    if fall.is_slow:
        return say("slow")
    if remedy is None:
        return say("ejection" if any(fall.first + 1 == each.turn for each in answer.ejected) else "alike")
    width, left = answer.game.replay.production.shape[1], len(remedy.move.squares) - NAMED
    moves = listing([
        f"({place % width}, {place // width}) {spoken_move(int(remedy.move.moves.flat[place]))}"
        for place in remedy.move.squares[:NAMED].tolist()
    ])  # fmt: skip
    more = f" and {left} more {'square moves' if left == 1 else 'squares move'} differently" if left > 0 else ""
    values = {"name": remedy.move.name, "moves": f"{moves}{more}", "share": _share(answer, remedy)}
    if remedy.is_sure:
        return say("better", **values)
    best = f"Of {remedy.tried} other moves the best looking one" if remedy.tried > 1 else "The only other move"
    return say("not sure", best=best, more=say("others" if remedy.is_settled else "more futures"), **values)


def _share(answer: Answer, found: Comparison) -> str:
    verb = "wins" if answer.goal == 1 else f"comes in {aim(answer)} in"
    shares = {"changed": percent(found.better), "without": percent(found.worse)}
    return TABLE["share"].format(reaches=verb, gain=hundredths(found.gap, signed=True), futures=found.futures, **shares)


def events(answer: Answer, point: Point) -> str:
    """Return what happened on these turns, the player's and all others' together."""
    seat = answer.game.seat - 1
    counted = [
        say("events", mine=f"{each[seat]:,.0f}", theirs=f"{sum(each) - each[seat]:,.0f}", title=EVENTS[name])
        for name, each in point.events.items()
        if any(each)
    ]
    return f"{listing(counted)}." if counted else ""


def method(answer: Answer) -> list[str]:
    """Return how the figures came about, and for each player the policy that plays its futures."""
    goal = "wins" if answer.goal == 1 else f"comes in {aim(answer)}"
    text = [say("chance", reaches=goal, **answer.effort._asdict()), say("confirm", sure=100 * SURE), say("remedy")]
    return [*text, *(_policy(answer, seat, policy) for seat, policy in enumerate(answer.policies, 1))]


def _policy(answer: Answer, seat: int, policy: Policy) -> str:
    near = "" if policy.front is None else f", {percent(policy.front)} near an enemy"
    values = {"plays": in_words(policy.notation), "share": percent(policy.share), "near": near}
    text = say("policy", who=who(answer, seat), **values)
    return f"{text} {say('poor')}" if policy.share < WELL else text


def percent(share: Interval | float) -> str:
    """`63 %`; the value of an interval."""
    return f"{100 * (share.value if isinstance(share, Interval) else share):.0f} %"


def range_of(share: Interval) -> str:
    """`63 % (55 to 70)`."""
    return f"{percent(share)} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def hundredths(gap: Interval, signed: bool = False) -> str:
    """`25 (9 to 40)`, in points, with the minus sign of the page."""
    form = "+z.0f" if signed else "z.0f"  # z: what rounds to zero is not -0
    ends = (gap.value, gap.low, gap.high)
    value, low, high = (f"{100 * end:{form}}".replace("-", "\N{MINUS SIGN}") for end in ends)
    return f"{value} ({low} to {high})"


def spoken_move(move: int) -> str:
    """Return a square's move in words."""
    return "stands still" if move == 0 else f"goes {OPTION_NAMES[move].lower()}"


def listing(parts: list[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
