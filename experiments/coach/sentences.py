"""Sentences: the document in words, for the page and the terminal. All of them stand in one table."""

from typing import Any

from bot.program.explanation_file import OPTION_NAMES
from experiments.arena.players import in_words
from experiments.laboratory.progress import duration

from .asked import HOPE
from .policies import WELL
from .procedure import SURE

Document = dict[str, Any]

FORMAT, VERSION = "halite-coach", 1  # of the findings that the page reads
SAFE = 0.5  # a winner whose chance is surely above this, where it looked lowest, was hardly in danger
NAMED = 4  # squares of a joint move that a sentence lists; the board marks all of them

TABLE = {
    "lost": "Why did {who} lose?",
    "won": "Where did {who} nearly lose?",
    "result": "{Who} {end}, after {turns}.",
    "ejected": "{Who} was ejected on turn {turn}: its program crashed, was late, or sent what cannot be read.",
    "before ejection": "On the frame before, its chance of {aim} was {won}.",
    "goal": "Looked at all over the game, no frame gave it a chance of {hope} of winning, so this is about {aim}.",
    "safe": "It was hardly in danger: about frame {frame}, where its chance looked lowest, it was {won}.",
    "lowest": "Its chance looked lowest about frame {frame}: {won}.",
    "first": "On the first frame its chance of {aim} was {won}.",
    "fell": "It fell beyond luck on {falls}.",
    "coarse": "This is a first answer, from {confirm} futures a frame.",
    "low so far": "On all frames so far its chance looks low: at most {highest}, by {search} futures a frame.",
    "left": "{open} About {left} left.",
    "one frame": "There is only one frame to play on from, so no turn can be compared with another.",
    "low": "No turn stands out: its chance looked low from the start, at most {highest} on the frames of the search, "
    "by {search} futures each. If it was, another player, or another place on the map, was stronger all along.",
    "none": "{start} stands out: the chance nowhere fell steeply enough to be worth measuring.",
    "unsure": "No turn, and no slow fall, is sure to have turned it. {seen} measured again with fresh futures, and "
    "luck can explain what was left of the fall.",
    "fall": "From frame {first} to frame {last} the chance went from {before} to {after}: a fall of {fall} points, by "
    "{futures} fresh futures of each frame.",
    "policy's": "Square {at} {did}. The reason that {plays} gives: {reason}",
    "other": "Square {at} {did}. {plays} would have {would} there, so its reasons do not explain the move.",
    "no move": "No other move could be tried on this turn.",
    "ejection": "No other move was tried: a player was ejected on this turn, so what would have followed is not known.",
    "alike": "No other move was tried: near the front all policies move as was played.",
    "better": "Better, all else being equal on this turn: {moves} ({name}). It {share}.",
    "not sure": "No better move is sure. {best} ({name}: {moves}) {share}, which luck can explain. {more}",
    "others": "The fall may come from what the others did on this turn.",
    "more futures": "More futures could tell whether it is better.",
    "share": "{reaches} {changed} of {futures} fresh futures, the recorded move {without}: {gain} points",
    "part": "Part of it is the fall on {inside}. For its other turns no other move was tried.",
    "slow": "No single turn stands out in it, so no other move of one turn was tried.",
    "events": "{mine} (the others {theirs}) {title}",
    "policy": "{Who} is played on by {plays}, which predicts {share} of its recorded moves{near}.",
    "best": "{best} predicts {share}{near}, and takes several times as long.",
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
    """Return a sentence of the table; `Who` is `who` as the beginning of a sentence, names in it stay as they are."""
    if "who" in values:
        values["Who"] = values["who"][:1].upper() + values["who"][1:]
    return TABLE[key].format(**values)


def findings(document: Document) -> Document:
    """Return what the page shows, as JSON: curves, turning points with their sentences and arrows, and the method."""
    sure = [fall for fall in document["falls"] if fall["is_sure"]]
    return {
        "format": FORMAT, "version": VERSION, "seat": document["seat"], "turns": document["turns"],
        "title": title(document), "aim": aim(document), "lead": lead(document), "method": method(document),
        "chance": document["chance"], "points": [_point(document, fall) for fall in sure],
        "unsure": [
            [turns_of(fall), percent(fall["before"]), percent(fall["after"]), points(fall["fall"]), fall["futures"]]
            for fall in document["falls"] if not fall["is_sure"]
        ],
        "growing": document["open"] is not None and not document.get("stopped"),
    }  # fmt: skip


def _point(document: Document, fall: Document) -> Document:
    texts = {
        "The fall": fell(fall), "The move": reason(document, fall),
        "What futures found": better(document, fall), "Meanwhile": events(document, fall),
    }  # fmt: skip
    squares = (fall.get("remedy") or {}).get("squares", [])
    key = fall.get("square") or (squares[0] if squares else None)
    return {
        "first": fall["first"], "last": fall["last"], "title": turns_of(fall),
        "texts": [[name, text] for name, text in texts.items() if text],
        "square": key and {"x": key["x"], "y": key["y"]},
        "moves": [{"x": each["x"], "y": each["y"], "move": each["better"]} for each in squares],
    }  # fmt: skip


def who(document: Document, seat: int | None = None) -> str:
    """`player 2 (v17)`."""
    seat = seat or document["seat"]
    return f"player {seat} ({document['names'][seat - 1]})"


def title(document: Document) -> str:
    """Return the question."""
    return say("won" if document["place"] == 1 else "lost", who=who(document))


def aim(document: Document) -> str:
    """Return the goal whose chance is measured."""
    return "winning" if document["goal"] == 1 else f"place {document['goal']} or better"


def reaches(document: Document) -> str:
    """Return the verb for a future in which the player reaches its goal."""
    return "wins" if document["goal"] == 1 else f"comes in {aim(document)} in"


def lead(document: Document) -> list[str]:
    """Return the answer in a few sentences."""
    place, players, turns = document["place"], len(document["names"]), document["turns"]
    end = "won" if place == 1 else f"came in place {place} of {players}" if players > 2 else "lost"
    told = [say("result", who=who(document), end=end, turns="one turn" if turns == 1 else f"{turns} turns")]
    told += [ejected(document, each) for each in document["ejected"]]
    if document["goal"] > 1:
        told.append(say("goal", hope=percent(HOPE), aim=aim(document)))
    if lowest := document["lowest"]:
        key = "safe" if lowest["won"][0] > SAFE else "lowest"
        told.append(say(key, frame=lowest["frame"], won=range_of(lowest["won"])))
    known = {each["turn"] - 1 for each in document["ejected"] if each["won"]} | ({lowest["frame"]} if lowest else set())
    first = next((each for each in document["chance"] if each["frame"] == 0), None)
    if first and first["frame"] not in known:  # where it was measured with more futures, that is told already
        told.append(say("first", aim=aim(document), won=range_of(first["won"])))
    sure = sorted((fall for fall in document["falls"] if fall["is_sure"]), key=lambda fall: -fall["fall"][1])
    if sure:
        falls = [f"{turns_of(fall)} ({percent(fall['before'])} to {percent(fall['after'])})" for fall in sure]
        told.append(say("fell", falls=listed(falls)))
    elif not document["open"]:
        told.append(none(document))
    return [*told, *so_far(document)]


def so_far(document: Document) -> list[str]:
    """Return what the frames so far say, and what is still being looked for; nothing in a whole answer."""
    if not document["open"]:
        return []
    highest = max((point["won"][1] for point in document["chance"]), default=1.0)
    is_low = document["surveyed"] and highest < HOPE and document["place"] > 1
    low = [say("low so far", highest=percent(highest), **document["effort"])] if is_low else []
    coarse = [say("coarse", **document["effort"])] if document["falls"] else []
    if document["left"] is None or document.get("stopped"):
        return [*low, *coarse, document["open"]]
    return [*low, *coarse, say("left", open=document["open"], left=duration(document["left"]))]


def ejected(document: Document, known: Document) -> str:
    """Return a program that was ejected: the replay shows that, and not why."""
    told = say("ejected", who=who(document, known["seat"]), turn=known["turn"])
    if not known["won"]:
        return told
    return f"{told} {say('before ejection', aim=aim(document), won=range_of(known['won']))}"


def none(document: Document) -> str:
    """Return why no turning point is named."""
    looked, shares = len(document["falls"]), [point["won"][1] for point in document["chance"]]
    if not looked and len(shares) == 1:
        return say("one frame")
    if not looked and max(shares) < HOPE and document["place"] > 1:
        return say("low", highest=percent(max(shares)), **document["effort"])
    if not looked:
        was_ejected = any(each["seat"] == document["seat"] for each in document["ejected"])
        return say("none", start="Apart from that, no turn" if was_ejected else "No turn")
    one, many = "The stretch that fell most was", f"The {looked} stretches that fell most were"
    return say("unsure", seen=one if looked == 1 else many)


def turns_of(fall: Document) -> str:
    """`turn 56`, or `turns 51 to 53`: turn 56 leads from frame 55 to frame 56."""
    first, last = fall["first"] + 1, fall["last"]
    return f"turn {first}" if first == last else f"turns {first} to {last}"


def fell(fall: Document) -> str:
    """Return the size of a fall, with its interval."""
    ends = {"before": range_of(fall["before"]), "after": range_of(fall["after"]), "fall": points(fall["fall"])}
    return say("fall", **{name: fall[name] for name in ("first", "last", "futures")}, **ends)


def reason(document: Document, fall: Document) -> str:
    """Return the square's move and its reason, as the policy that plays for the player explains it."""
    square = fall.get("square")
    if fall["is_slow"]:
        return ""
    if square is None:
        return say("no move")
    plays = in_words(document["policies"][document["seat"] - 1]["plays"]["notation"])
    told = {"at": at(square), "did": spoken_move(square["recorded"]), "plays": plays}
    if square["recorded"] != square["policy"]:
        would = f"gone {way(square['policy'])}" if square["policy"] else "stood still"
        return say("other", would=would, **told)
    return say("policy's", reason=square["reason"], **told)


def better(document: Document, fall: Document) -> str:
    """Return the other move that looked best, and whether it is better."""
    if fall["is_slow"]:
        sure = [each for each in document["falls"] if each["is_sure"] and not each["is_slow"]]
        inside = [turns_of(each) for each in sure if fall["first"] <= each["first"] and each["last"] <= fall["last"]]
        return say("part", inside=listed(inside)) if inside else say("slow")
    remedy = fall.get("remedy")
    if remedy is None:
        return say("ejection" if any(fall["first"] + 1 == each["turn"] for each in document["ejected"]) else "alike")
    compared, squares, left = remedy["compared"], remedy["squares"], len(remedy["squares"]) - NAMED
    moves = listed([f"{at(each)} {spoken_move(each['better'])}" for each in squares[:NAMED]])
    more = f" and {left} more {'square moves' if left == 1 else 'squares move'} differently" if left > 0 else ""
    told = {"name": remedy["name"], "moves": f"{moves}{more}", "share": _share(document, compared)}
    if compared["is_sure"]:
        return say("better", **told)
    best = f"Of {remedy['tried']} other moves the best looking one" if remedy["tried"] > 1 else "The only other move"
    return say("not sure", best=best, more=say("others" if compared["is_told"] else "more futures"), **told)


def _share(document: Document, compared: Document) -> str:
    ends = {"gain": points(compared["gain"], signed=True), "futures": compared["futures"]}
    shares = {name: percent(compared[name]) for name in ("changed", "without")}
    return say("share", reaches=reaches(document), **shares, **ends)


def events(document: Document, fall: Document) -> str:
    """Return what happened on these turns, the player's and all others' together."""
    seat = document["seat"] - 1
    counted = [
        say("events", mine=f"{each[seat]:,.0f}", theirs=f"{sum(each) - each[seat]:,.0f}", title=EVENTS[name])
        for name, each in fall["events"].items()
        if any(each)
    ]
    return f"{listed(counted)}." if counted else ""


def method(document: Document) -> list[str]:
    """Return how the figures came about, and for each player the policy that plays its futures."""
    goal = "wins" if document["goal"] == 1 else f"comes in {aim(document)}"
    told = [say("chance", reaches=goal, **document["effort"]), say("confirm", sure=100 * SURE), say("remedy")]
    return [*told, *(_policy(document, seat, known) for seat, known in enumerate(document["policies"], 1))]


def _policy(document: Document, seat: int, known: Document) -> str:
    plays, best = known["plays"], known["best"]
    told = [say("policy", who=who(document, seat), **_predicted(plays, "plays"))]
    if best["notation"] != plays["notation"]:
        told.append(say("best", **_predicted(best, "best")))
    if plays["share"] < WELL:
        told.append(say("poor"))
    return " ".join(told)


def _predicted(policy: Document, name: str) -> dict[str, str]:
    near = "" if policy["front"] is None else f", {percent(policy['front'])} near an enemy"
    return {name: in_words(policy["notation"]), "share": percent(policy["share"]), "near": near}


def percent(share: "list[float] | float") -> str:
    """`63 %`; the value of an interval."""
    value = share[1] if isinstance(share, list) else share
    return f"{100 * value:.0f} %"


def range_of(share: list[float]) -> str:
    """`63 % (55 to 70)`."""
    return f"{percent(share)} ({100 * share[0]:.0f} to {100 * share[2]:.0f})"


def points(share: list[float], signed: bool = False) -> str:
    """`25 (9 to 40)`, in hundredths, with the minus sign of the page."""
    form = "+z.0f" if signed else "z.0f"  # z: what rounds to zero is not -0
    low, value, high = (f"{100 * end:{form}}".replace("-", "\N{MINUS SIGN}") for end in share)
    return f"{value} ({low} to {high})"


def at(square: Document) -> str:
    """Name a square as the board does: `(x, y)`."""
    return f"({square['x']}, {square['y']})"


def spoken_move(move: int) -> str:
    """Return a square's move in words."""
    return "stands still" if move == 0 else f"goes {way(move)}"


def way(move: int) -> str:
    """`north`."""
    return OPTION_NAMES[move].lower()


def listed(parts: list[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
