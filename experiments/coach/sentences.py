"""Sentences: the document in words, the same on the page and the terminal."""

from typing import Any

from bot.program.explanation_file import OPTION_NAMES
from experiments.arena.players import in_words

from .asked import HOPE
from .policies import WELL

Document = dict[str, Any]

SAFE = 0.5  # a winner whose chance is surely above this, where it looked lowest, was hardly in danger
STRONGER = "another player, or another place on the map, was stronger all along."

NAMED = 4  # squares of a joint move that a sentence lists; the board marks all of them


def who(document: Document, seat: int | None = None) -> str:
    """`player 2 (v17)`."""
    seat = seat or document["seat"]
    return f"player {seat} ({document['names'][seat - 1]})"


def begun(text: str) -> str:
    """Return the same as the beginning of a sentence; names in it stay as they are."""
    return text[:1].upper() + text[1:]


def title(document: Document) -> str:
    """Return the question."""
    if document["place"] == 1:
        return f"Where did {who(document)} nearly lose?"
    return f"Why did {who(document)} lose?"


def result(document: Document) -> str:
    """Return how the recorded game ended for the player."""
    place, players = document["place"], len(document["names"])
    end = "won" if place == 1 else f"came in place {place} of {players}" if players > 2 else "lost"
    turns = "one turn" if document["turns"] == 1 else f"{document['turns']} turns"
    return f"{begun(who(document))} {end}, after {turns}."


def aim(document: Document) -> str:
    """Return the goal whose chance is measured."""
    return "winning" if document["goal"] == 1 else f"place {document['goal']} or better"


def reaches(document: Document) -> str:
    """Return the verb for a future in which the player reaches its goal."""
    return "wins" if document["goal"] == 1 else f"comes in {aim(document)} in"


def lead(document: Document) -> list[str]:
    """Return the answer in a few sentences."""
    lowest = document["lowest"]
    told = [result(document), *(ejected(document, each) for each in document["ejected"])]
    if document["goal"] > 1:
        hope = f"Looked at all over the game, no frame gave it a chance of {percent(HOPE)} of winning"
        told.append(f"{hope}, so this page asks about {aim(document)}.")
    if lowest:
        told.append(_lowest(lowest))
    known = {each["turn"] - 1 for each in document["ejected"] if each["won"]} | ({lowest["frame"]} if lowest else set())
    first = next((each for each in document["chance"] if each["frame"] == 0), None)
    if first and first["frame"] not in known:  # where it was measured with more futures, that is told already
        told.append(f"On the first frame its chance of {aim(document)} was {range_of(first['won'])}.")
    sure = sorted((fall for fall in document["falls"] if fall["is_sure"]), key=lambda fall: -fall["fall"][1])
    if sure:
        falls = [f"{turns_of(fall)} ({percent(fall['before'])} to {percent(fall['after'])})" for fall in sure]
        told.append(f"It fell beyond luck on {listed(falls)}.")
    elif not document["open"]:
        told.append(none(document))
    return [*told, *so_far(document)]


def so_far(document: Document) -> list[str]:
    """Return what the coarse frames say, and what is still being looked for; nothing in a whole answer."""
    if not document["open"]:
        return []
    highest = max((point["won"][1] for point in document["chance"]), default=1.0)
    is_low = document["surveyed"] and highest < HOPE and document["place"] > 1
    low = f"Its chance is at most {percent(highest)} on all frames so far: {STRONGER}"
    return [*([low] if is_low else []), document["open"]]


def ejected(document: Document, known: Document) -> str:
    """Return a program that was ejected: the replay shows that, and not why."""
    told = f"{begun(who(document, known['seat']))} was ejected on turn {known['turn']}: its program "
    told += "crashed, was late, or sent what cannot be read."
    if known["won"]:
        told += f" On the frame before, its chance of {aim(document)} was {range_of(known['won'])}."
    return told


def _lowest(lowest: Document) -> str:
    """Return where a winner was nearest to losing, and whether that was near."""
    frame, won = lowest["frame"], lowest["won"]
    if won[0] > SAFE:
        return f"It was hardly in danger: about frame {frame}, where its chance looked lowest, it was {range_of(won)}."
    return f"Its chance looked lowest about frame {frame}: {range_of(won)}."


def none(document: Document) -> str:
    """Return why no turning point is named."""
    looked, shares = len(document["falls"]), [point["won"][1] for point in document["chance"]]
    if not looked and len(shares) == 1:
        return "There is only one frame to play on from, so no turn can be compared with another."
    if not looked and max(shares) < HOPE and document["place"] > 1:
        return (
            f"No turn lost it: its chance was low from the start, at most {percent(max(shares))} on the frames of the "
            f"search. {begun(STRONGER)}"
        )
    if not looked:
        was_ejected = any(each["seat"] == document["seat"] for each in document["ejected"])
        start = "Apart from that, no turn" if was_ejected else "No turn"
        return f"{start} stands out: the chance nowhere fell steeply enough to be worth measuring."
    seen = "The stretch that fell most was" if looked == 1 else f"The {looked} stretches that fell most were"
    return (
        f"No turn, and no slow fall, is sure to have turned it. {seen} measured again with fresh "
        "futures, and luck can explain what was left of the fall."
    )


def turns_of(fall: Document) -> str:
    """`turn 56`, or `turns 51 to 53`: turn 56 leads from frame 55 to frame 56."""
    first, last = fall["first"] + 1, fall["last"]
    return f"turn {first}" if first == last else f"turns {first} to {last}"


def fell(document: Document, fall: Document) -> str:
    """Return the size of a fall, with its interval."""
    return (
        f"From frame {fall['first']} to frame {fall['last']} the chance went from {range_of(fall['before'])} to "
        f"{range_of(fall['after'])}: a fall of {points(fall['fall'])} points, by {fall['futures']} fresh futures of "
        "each frame."
    )


def reason(document: Document, fall: Document) -> str:
    """Return the square's move and its reason, as the policy that plays for the player explains it."""
    square = fall["thought"].get("square")
    if fall["is_slow"]:
        return ""
    if square is None:
        return "No other move could be tried on this turn."
    plays = in_words(document["policies"][document["seat"] - 1]["plays"]["notation"])
    did = f"Square {at(square)} {spoken(square['recorded'])}."
    if square["recorded"] != square["policy"]:
        would = "would have stood still" if not square["policy"] else f"would have gone {way(square['policy'])}"
        return f"{did} {plays} {would} there, so its reasons do not explain the move."
    return f"{did} The reason that {plays} gives: {square['reason']}"


def better(document: Document, fall: Document) -> str:
    """Return the other move that looked best, and whether it is better."""
    if fall["is_slow"]:
        return _within(document, fall)
    remedy = fall.get("remedy")
    if remedy is None:
        if any(fall["first"] + 1 == each["turn"] for each in document["ejected"]):
            return (
                "No other move was tried: what would have followed is not known, for a player was ejected on this turn."
            )
        return "No other move was tried: near the front all policies move as was played."
    compared, squares = remedy["compared"], remedy["squares"]
    moves = listed([f"{at(each)} {spoken(each['better'])}" for each in squares[:NAMED]])
    left = len(squares) - NAMED
    more = f" and {left} more {'square moves' if left == 1 else 'squares move'} differently" if left > 0 else ""
    share = (
        f"{reaches(document)} {percent(compared['changed'])} of {compared['futures']} fresh futures, the recorded move "
        f"{percent(compared['without'])}: {points(compared['gain'], signed=True)} points"
    )
    if compared["is_sure"]:
        return f"Better, all else being equal on this turn: {moves}{more} ({remedy['name']}). It {share}."
    best = f"Of {remedy['tried']} other moves the best looking one" if remedy["tried"] > 1 else "The only other move"
    return (
        f"No better move is sure. {best} "
        f"({remedy['name']}: {moves}{more}) {share}, which luck can explain. {_open(compared)}"
    )


def _within(document: Document, slow: Document) -> str:
    """Return which sure stretches lie in a slow fall; no move of one turn answers all of it."""
    sure = [each for each in document["falls"] if each["is_sure"] and not each["is_slow"]]
    inside = [turns_of(each) for each in sure if slow["first"] <= each["first"] and each["last"] <= slow["last"]]
    if inside:
        return f"Part of it is the fall on {listed(inside)}. For its other turns no other move was tried."
    return "No single turn stands out in it, so no other move of one turn was tried."


def _open(compared: Document) -> str:
    """Return whether the futures rule a better move out, or are too few to say."""
    if compared["is_told"]:
        return "The fall may come from what the others did on this turn."
    return "More futures could tell whether it is better."


def policies(document: Document) -> list[str]:
    """Return for each player the policy that plays its futures, and how well it predicts."""
    return [_policy(document, seat, known) for seat, known in enumerate(document["policies"], 1)]


def _policy(document: Document, seat: int, known: Document) -> str:
    plays, best = known["plays"], known["best"]
    near = "" if plays["front"] is None else f", {percent(plays['front'])} near an enemy"
    told = f"{begun(who(document, seat))} is played on by {in_words(plays['notation'])}, which predicts "
    told += f"{percent(plays['share'])} of its recorded moves{near}."
    if best["notation"] != plays["notation"]:
        front = "" if best["front"] is None else f", {percent(best['front'])} near an enemy"
        told += (
            f" {in_words(best['notation'])} predicts {percent(best['share'])}{front}, and takes several times as long."
        )
    if plays["share"] < WELL:
        told += " That is little: read the figures as those of a similar player."
    return told


def method(document: Document) -> list[str]:
    """Return how the figures came about."""
    effort = document["effort"]
    futures = "won" if document["goal"] == 1 else f"in which the player comes in {aim(document)}"
    return [
        f"The chance on a frame is the share of futures {futures}: the game played on from there by the policies "
        "below, with other luck. Luck breaks ties, and on the first three turns it makes one piece of each player, or "
        f"none, stand still. The curve shows {effort['search']} futures a frame; its band is 95 % for each frame "
        "alone.",
        "The curve only says where to look. What it shows as the steepest fall is partly luck, so each of at most "
        "three stretches is measured with futures of other seeds, and only these figures are given. The intervals of "
        f"the falls are {100 * document['sure']:.1f} % each, so that those of one game all hold in at least 95 of 100 "
        "games; those of the chances before and after are 95 % each.",
        "The better move is chosen with futures of its own and measured with others "
        f"({100 * document['confidence']:.1f} %). All other players move as recorded on that turn. After it "
        "the same policies play on in both cases; none of them knows the future.",
    ]


def percent(share: "list[float] | float") -> str:
    """`63 %`; the value of an interval."""
    value = share[1] if isinstance(share, list) else share
    return f"{100 * value:.0f} %"


def range_of(share: list[float]) -> str:
    """`63 % (55 to 70)`."""
    return f"{percent(share)} ({100 * share[0]:.0f} to {100 * share[2]:.0f})"


def points(share: list[float], signed: bool = False) -> str:
    """`25 (9 to 40)`, in hundredths."""
    form = "+z.0f" if signed else "z.0f"  # z: what rounds to zero is not -0
    return minus(f"{100 * share[1]:{form}} ({100 * share[0]:{form}} to {100 * share[2]:{form}})")


def minus(number: str) -> str:
    """Write a number with the minus sign of the board's page."""
    return number.replace("-", "\N{MINUS SIGN}")


def at(square: Document) -> str:
    """Name a square as the board does: `(x, y)`."""
    return f"({square['x']}, {square['y']})"


def spoken(move: int) -> str:
    """Return a square's move in words."""
    return "stands still" if move == 0 else f"goes {way(move)}"


def way(move: int) -> str:
    """`north`."""
    return OPTION_NAMES[move].lower()


def listed(parts: list[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
