"""Wrong input is refused in one line that says what was wrong: a reader, what it is given, and words of its answer."""

import gzip
import io
import json
import os

import numpy as np
import pytest
import typer

from bot import Parameters, Reason, View, kernels, load, override, preset
from bot.parameters.families import read_arguments
from bot.parameters.presets import OURS
from bot.program import protocol
from engine import Replay, State, halite1_v0, mapgen, rules
from engine.errors import UserError
from engine.game import Game
from engine.replay import as_bytes, parse, read
from engine.seats import Function
from experiments.arena.arena import Arena
from experiments.arena.players import distinct, lineup, panel, player
from experiments.arena.schedule import HELD_OUT_FROM, Seeds, maps
from experiments.arena.space import Axis, Space
from experiments.commands.watch import question
from experiments.ladder.run import ladder as make_ladder
from experiments.match.experiment import Draw, Stop
from experiments.match.run import ask
from experiments.positions.answers import of_rule
from experiments.positions.position import LARGEST, positions
from experiments.positions.position import read as read_position
from experiments.recordings import explanations
from experiments.recordings.explaining import make
from experiments.stats import Pruning, Sprt, Tally, contrasts, expected_blocks, fixed_blocks, interval, of_wins, shares
from experiments.stats.clop import Samples
from experiments.sweep.run import design
from experiments.tune.search import Question
from tests.support.boards import view_of
from tests.support.explanations import write
from tests.support.recordings import GOLDEN, recording
from tests.support.results import rate
from tests.support.tagged import keep, made


def read_start(given, folder):
    """The start of a game as a bot is sent it, with another line in this place."""
    lines = b"2\n3 2 \n1 2 3 4 5 6 \n2 0 1 1 3 2 10 20 30 40 50 60 \n".splitlines(keepends=True)
    lines[given[0]] = given[1].encode()
    protocol.read_start(io.BytesIO(b"".join(lines)))


def explanation_file(given, folder):
    """A file of one turn in which a member of a line, 0 for the header, is another."""
    place, name, value = given
    write(folder / "mine.gz", [view_of(ROW, 1)], preset("v26"))
    lines = [json.loads(line) for line in gzip.decompress((folder / "mine.gz").read_bytes()).splitlines()]
    lines[place][name] = value
    explanations.parse(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


def edited_position(given, folder):
    """A good file in which a text is replaced by another."""
    path = keep(made(name="mine"), folder)
    before = path.read_text(encoding="utf-8")
    assert given[0] in before
    read_position(kept(path, before.replace(*given)))


def ask_ladder(given, folder):
    """A ladder of four for so many seats; a first map makes it one on held-out maps."""
    (seats, rest), asked = given, {"blocks": 24, "gauntlet": False, "mix": "12x12", "first": 5}
    blocks, gauntlet, boards, first = (asked | rest).values()
    draw = Draw(seats=seats, seed=1, gauntlet=gauntlet)
    four = [player(name) for name in ("v26", "v17", "v12", "v26?alpha=0.5")]
    make_ladder(four, "Who is best?", boards, True, first, Stop(blocks=blocks), draw)


def ask_tuning(given, folder):
    sampler, base, axis = given
    Question(player(base), Space.parse([axis]), panel(["v17"]), "10x10", 2, Pruning(9), sampler, 1)


def sweep(axis, base="v26"):
    design(player(base), Space.parse([axis]), 12, 1)


def make_explanation(given, folder):
    """A question to a player of a recording, of which nothing stays."""
    game = folder / "game.hlt.gz"
    game.write_bytes(EXPLAINED.read_bytes())
    try:
        make(game, *given, None)
    finally:
        assert list(folder.iterdir()) == [game]


def read_positions(given, folder):
    for name, content in given.items():
        (folder / name).write_bytes(content)
    positions(folder)


def played_in(shape, seats):
    Arena(*shape).play([preset("v26")] * seats, mapgen.generate(12, 14, 2, 1))


def game_of(state, **options):
    Game([Function(lambda *_: np.zeros((5, 1), int))] * 2, state, **options).play()


def act(orders, folder):
    env = halite1_v0.parallel_env(width=4, height=4)
    env.reset(seed=1)
    env.step({"player_1": orders, "player_2": orders})


def layer(value=0, shape=(2, 3), kind=np.uint8):
    return np.full(shape, value, kind)


def kept(path, content):
    """A file with this content; none where that is None."""
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


READERS = {
    "start": read_start,
    "parameters": lambda given, folder: override(Parameters(), given),
    "parameter_file": lambda given, folder: load(kept(folder / "mine.toml", given)),
    "command_line": lambda given, folder: read_arguments(given.split(" "), OURS),
    "notation": lambda given, folder: player(given),
    "axis": lambda given, folder: Axis.parse(given),
    "space": lambda given, folder: Space.load(kept(folder / "mine.toml", given)),
    "replay": lambda given, folder: parse(json.dumps(json.loads(GAME) | given).encode()),
    "replay_file": lambda given, folder: read(kept(folder / "mine.hlt", given)),
    "explanation": explanation_file,
    "tagged_position": edited_position,
    "call": lambda given, folder: given(),
    "act": act,
    "question": lambda given, folder: question(recording(EXPLAINED), *given),
    "mix": lambda given, folder: next(maps(given, 2, Seeds.DEVELOPMENT)),
    "match": lambda given, folder: ask([player("v26"), player("v17")], **MATCH | given),
    "ladder": ask_ladder,
    "tuning": ask_tuning,
    "explained": make_explanation,
    "positions_in": read_positions,
    "rule": lambda given, folder: of_rule([made()], kept(folder / "mine.py", given)),
}
FILES = {"parameter_file", "space", "replay_file", "tagged_position", "rule"}  # those that name the file first
EXPLAINED = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
STEP = "potential_degradation_step"
MATCH = {"question": "Who?", "mix": "12x12", "stop": Stop(blocks=50)}

ROW = State(*(np.array([layer], np.uint8) for layer in ([1, 1, 0, 0, 2], [9, 200, 8, 3, 0], [1, 2, 3, 0, 4])))
BOARD = State(*(np.array([layer], np.uint8) for layer in ([1, 0], [1, 1], [0, 0])))
GAME = (
    '{"frames":[[[[0,7],[1,20]]],[[[1,13],[1,0]]]],"height":1,"moves":[[[0,4]]],"num_frames":2,"num_players":1,'
    '"player_names":["one"],"productions":[[3,2]],"version":11,"width":2}'
)

OFF = {"red_green": "off", "strategic_stilling": "off", "dodge": "off", "pact": "off"}
REFUSED = {
    "start": [
        ((0, "1 2\n"), "expected our player number as 1 number, got 2"),
        ((0, "7\n"), "expected a player 1..6 and a board, got player 7 and 3 x 2"),
        ((0, "hello\n"), "expected our player number in digits and spaces, got 'h'"),
        ((1, "0 2\n"), "got player 2 and 0 x 2"),
        # It wrapped to a board of 0 squares, as a run of 2**63 - 1 did below: the bot died in numpy.
        ((1, "4294967296 2\n"), "`width height` has a number too large for this game"),
        ((2, "1 2 3 4 5 256\n"), "expected production 0..255, got 256"),
        ((3, "2 0 1 1 3 2 10 20 30 40 50\n"), "the map has 5 strengths for 2 x 3 = 6 squares; was it cut off?"),
        ((3, "2 0 1 7 3 2 10 20 30 40 50 60\n"), "expected owner 0..6, got 7"),
        ((3, "2 0 1 1 4 2 10 20 30 40 50 60\n"), "cover 7 squares, the board has 6; is it another board's map?"),
        ((3, "\n"), "owner runs cover 0 squares, the board has 6"),
        ((3, f"{2**63 - 1} 0 {2**63 - 1} 0 2 0 6 0\n"), "the map has a number too large for this game"),
    ],
    "parameters": [
        ({"alpha": 9}, "alpha = 9 is outside 0.001..0.999 (weight)"),
        ({"alpha": "nan"}, "alpha = nan is outside 0.001..0.999 (weight)"),
        ({"alpha": "much"}, "alpha = 'much' should be a number in 0.001..0.999 (weight)"),
        ({"alpha": True}, "alpha = True should be a number in 0.001..0.999 (weight)"),
        ({"red_green": "maybe"}, "red_green = 'maybe' should be on or off"),
        ({"stilling_empties": 2.5}, "stilling_empties = 2.5 should be a whole number"),
        ({"pact": "nobody"}, "pact = 'nobody' should be one of everybody, until_met, off"),
        ({"name": 26}, "name = 26 should be text"),
        ({"name": "two\nlines"}, "name = 'two\\nlines' should be text that can be printed on one line"),
        ({"xyz": 1}, "there is no parameter 'xyz'; `MyBot.py --help` lists all"),
        # What a generation lacks would be ignored quietly, and the measurement of its effect would show none.
        ({"generation": "v17"}, "red_green needs generation = v26, not v17: set it to off"),
        ({"players.4.alpha": 9}, "alpha = 9 is outside 0.001..0.999 (weight)"),
        (OFF | {"generation": "v12", "dodge": True}, "dodge needs generation = v17 or v26, not v12: set it to off"),
    ],
    "parameter_file": [
        (None, "cannot read the parameter file"),
        ("preset = 'v27'", "there is no preset 'v27', only v12, v17, v26"),
        ("alpha: 0.2", "is not TOML (Expected '=' after a key"),
        (b"name = '\xff'", "is not TOML ("),
        ("[bot]\nalpha = 0.2", "'bot.alpha' should be a parameter in [players.N], [size.N] or"),
        ("[players.4]\nname = 'four'", "'players.4.name' should be"),
        ("preset = 'v17'\n[players.4]\nred_green = true", "red_green needs generation = v26, not v17"),
        ('["players\\n4"]\nalpha = 0.2', "'players\\n4.alpha' should be"),
    ],
    "command_line": [
        ("--alpha", "--alpha: expected one argument; `MyBot.py --help` lists all options"),
        ("--preset ", "there is no preset '', only v12, v17, v26"),  # an unset variable once played v26 quietly
        ("--alph 0.1", "unrecognized arguments: --alph 0.1; `MyBot.py --help` lists all options"),
    ],
    "notation": [
        ("v27", "Presets: v12, v17, v26, champion; opponents: "),
        ("v26?alpa=2", "there is no parameter 'alpa'; `MyBot.py --help` lists all; is it alpha?"),
        ("v26?alpha", "is not NAME=VALUE"),
        ("v26?alpha=0.2&alpha=0.3", "a parameter twice"),
        ("v26?players.x.alpha=0.2", "players.x.alpha' should be"),
        ("missing.py", "cmd:python3 missing.py"),
        ("opponents/../players.py", "not one of the programs"),
        ("cmd:", "needs a command"),
        ("git:no-such-branch", "git knows no revision"),
        ("git:--all", "git knows no revision"),
    ],
    "axis": [
        ("alpha=", "names no values"),
        ("generation=v12,v17", "'generation' cannot be varied"),
        ("alpha=0.1:5", "alpha = 5.0 is outside 0.001..0.999 (weight)"),
        ("alpha=0.5:0.1", "the low end should come first"),
        ("alpha=0.1:0.5:1", "at least its two ends"),
        ("alpha=0.1:0.5:8:4", "is not a range"),
        ("alpha=0.1,0.1", "a value twice"),
        ("enemy_ROI=-1:1:5:log", "a low end above 0"),
        ("dodge=0:1:2", "is not a number; expected a list"),
    ],
    "space": [
        (None, "cannot be read"),
        ("alpha = 0.5", 'expected "0.05:0.5:8:log"'),
        ("alpha = [", "mine.toml: "),
        ("", "nothing to vary"),
    ],
    "replay": [
        ({"version": 12}, "version 11 expected, found 12"),
        ({"frames": []}, "frames must be whole numbers 0..255, nested as 2 x 1 x 2 x 2"),
        ({"frames": [[[[0, 7], [1, 20]]], [[[1, 13]]]]}, "was the file edited"),
        ({"frames": [[[[0, 7], [1, 20]]], [[[1, 256], [1, 0]]]]}, "but one is 256 or more"),
        ({"frames": [[[[0, 7], [1, 20]]], [[[2, 1], [1, 0]]]]}, "1 players, but a square belongs to 2"),
        ({"width": -2}, "width cannot be -2"),
        ({"moves": [[[0, -4]]]}, "moves must be whole numbers 0"),
        ({"productions": [[3], [2]]}, "nested as 1 x 2"),
        ({"productions": [[256, 2]]}, "but one is 256 or more"),
        ({"num_players": "1"}, 'num_players cannot be "1"'),
        ({"num_players": 7, "player_names": ["a"] * 7}, "1 to 6 players, not 7"),
        ({"num_players": 2, "player_names": ["a", 1]}, "player_names must be a list of 2 texts"),
        ({"moves": [[[0, 2**31]]]}, "but one is 2147483648 or more"),
    ],
    "replay_file": [
        (None, "cannot be read"),
        (b"", "no whole replay"),
        (b"[1, 2]", "found a list"),
        (b'{"version":11}', "no frames, moves,"),
        (GAME.replace('"moves"', '"moves":[],"moves"'), "moves must be"),
        (b"\x1f\x8b\x08\x00", "damaged gzip"),
        (GAME.replace('"version"', '"extra":[' + "[]," * (1 << 20) + '0],"version"'), "more than 1 MiB"),
    ],
    "explanation": [
        ((0, "format", "halite"), "the header of a halite-explanation, version 4, expected: Invalid enum value"),
        ((0, "player", 7), "Expected `int` <= 6 - at `$.player`"),
        ((0, "parameters", {"alpha": 9}), "the header's parameters are not ours: alpha = 9 is outside"),
        ((1, "turn", 3), "turn 0: another turn stands here; are lines missing?"),
        ((1, "value", [1.0]), "turn 0: cannot reshape array of size 1 into shape (1,5)"),
        ((1, "value", None), "turn 0: value is missing"),
        ((1, "extra", [[99, 1.0]]), "turn 0: index 99 is out of bounds for size 10"),
        ((1, "reason", [99, 0, 0, 0, 0]), f"turn 0: Expected `int` <= {max(Reason)} - at `$.reason[0]`"),
        ((1, "order", [1, 1]), "turn 0: order names a square twice"),
        ((1, "wall", [5]), "turn 0: index 5 is out of bounds for size 5"),
        ((1, "step", 1e999), "turn 0: hold and step should be finite numbers"),
    ],
    "tagged_position": [
        (("turn = 7", "turn = 9999"), "turn: 0..33 expected on this board, it is 9999"),
        (("turn = 7", "#" * LARGEST), "more than 2,097,152 bytes"),
        (("turn = 7", 'turn = 7\n"\\u001b[31mred" = 1'), "unknown field"),
        (('player = "a"', 'player = "f"'), "player: f owns no square"),
        (('right = ["STILL", "WEST"]', 'right = ["UP"]'), "Invalid enum value 'UP' - at `$.square[0].right[0]`"),
        (('right = ["STILL", "WEST"]', 'right = ["EAST"]'), "square[0]: x 1 y 0: right or wrong moves expected"),
        (("x = 1", "x = 4"), "square[0]: x 4 y 0: outside the board"),
        (("x = 1", "x = 3"), "square[0]: x 3 y 0: a has no piece there"),
        (('"...b"', '"...x"'), "board.owner[1]: 'x' is none of .abcdef"),
        (('"...b"', '"...bb"'), "board.owner[1]: 4 characters expected"),
        ((', "...b", "...."', ""), "board.strength: 3 rows, but owner has 1"),
        (('["aa.b", "...b", "...."]', "[]"), "board.owner: at least one row"),
        (('"ff090028"', '"ff0900"'), "board.strength[0]: 8 characters expected"),
        (('met = ["b", ""]', 'met = ["b"]'), "memory.met: of every player expected, it has 1"),
    ],
    "call": [
        # A transposed or computed array must not play a wrong turn silently.
        (lambda: rules.step(BOARD, np.zeros((2, 1), int)), "of shape (1, 2)"),
        (lambda: rules.step(BOARD, np.zeros((1, 2))), "float64"),
        (lambda: game_of(ROW), "width and height swapped"),
        (lambda: game_of(State(layer(3), layer(), layer())), "belongs to 3"),
        (lambda: game_of(ROW, names=["only one"]), "2 players need as many names, but 1 were given"),
        (lambda: expected_blocks(Sprt(0, 10), 0, 0), "should be above 0"),
        (lambda: fixed_blocks(0, 0.3), "should be above 0"),
        (lambda: fixed_blocks(1, 0), "should be above 0"),
        (lambda: as_bytes(Replay(*np.zeros((2, 2, 1, 2), int), layer(shape=(1, 2)), layer()[:0], "a")), "moves of 2"),
        (lambda: player("cmd:./theirs").replace(alpha=0.2), "is a program"),
        (lambda: player("cmd@:python3 bot.py"), "names no version"),
        (
            lambda: player(os.fsdecode(b"cmd:caf\xe9")),
            r"cmd:caf\xe9: a player's notation is UTF-8 text, but this holds",
        ),
        (lambda: Space.parse(["enemy_ROI=0:1", "enemy_ROI=-1:0"]), "enemy_ROI is varied twice"),
        (lambda: kernels.values(override(Parameters(), {"players.2.alpha": 0.2})), "resolve its parameters"),
        (lambda: next(maps("10x10", 2, Seeds.DEVELOPMENT, first=HELD_OUT_FROM)), "outside"),
        (lambda: rules.step(BOARD, np.array([[0, -1]])), "they span -1..0"),
        (lambda: Tally.pairs(1, 2, 3), "expected 5 whole numbers"),
        (lambda: Tally.pairs(0, 0, -1, 0, 0), "expected 5 whole numbers"),
        (lambda: Tally.empty(1), "2 to 6"),
        (lambda: Tally.of_games([0, 1]), "expected (blocks, players)"),
        (lambda: Tally.of_games([[0, np.nan]]), "not a share of 1 opponents"),
        (lambda: Tally.empty(2) + Tally.empty(3), "cannot be counted together"),
        (lambda: shares([1]), "at least 2 players"),
        (lambda: Sprt(5, 5), "elo0 should be the smaller one"),
        (lambda: Sprt(0, np.nan), "elo0 should be"),
        (lambda: Sprt(0, 10, 5), "both should lie between"),  # a likely slip for 0.05
        (lambda: interval.of_score(Tally.empty(2), confidence=95), "95 % is written"),
        (lambda: interval.of_mean([]), "expected (blocks,)"),
        (lambda: interval.of_shares([50, 60]), "expected numbers of 0..1"),
        (lambda: interval.of_gain([50, -60]), "expected numbers of -1..1"),
        (lambda: of_wins(6, 5), "6 of 5 games"),
        (lambda: contrasts([], 0), "settings"),
        (lambda: contrasts([[0.5, 0.5]], 2), "settings"),
        *((lambda given=given: Pruning(*given), "5 % is 0.05") for given in ((0,), (9, 5), (9, 0.05, 0))),
        (lambda: rate([["ab"]], "c", seed=1), "'c' played no game; those who did: a, b"),
        (lambda: rate([[], ["a"]], "a", seed=1), "nothing to rate"),
        (lambda: rate([["ab"]], "a", seed=1, prior=0), "prior = 0 virtual games; expected more than 0"),
        (lambda: Samples.of([[2.0]], [0.5], [2]), "outside the box"),
        (lambda: Samples.of([[np.nan]], [0.5], [2]), "outside the box"),
        (lambda: Samples.of([[0.0]], [np.nan], [2]), "broken game"),
        (lambda: Samples.of([[0.0]], [1.5], [2]), "broken game"),
        (lambda: Samples.of([[0.0]], [0.5], [0]), "above 0"),
        (lambda: Samples.of([0.0], [0.5], [2]), "shapes"),
        (lambda: View(BOARD.owner, BOARD.owner.T, BOARD.owner, me=1, turn=0), "they are [(1, 2), (2, 1)]"),
        (lambda: View(*[np.zeros(6, np.uint8)] * 3, me=1, turn=0), "should be one (H, W)"),
        (lambda: State(layer(), layer(shape=(3, 2)), layer()).check(2), "strength must be a uint8 array of shape"),
        (lambda: State(layer(shape=(6,)), layer(), layer()).check(2), "owner must be"),
        (lambda: State(*(layer(shape=(0, 3)) for _ in range(3))).check(2), "at least one square"),
        *((lambda given=given: played_in(*given), "arena") for given in (((12, 14), 2), ((14, 12), 3), ((14, 12), 1))),
        (lambda: next(maps("2x2", 6, Seeds.DEVELOPMENT)), "cannot be played by 6: "),
        (lambda: next(maps("30x30", 1, Seeds.DEVELOPMENT)), "2 to 6"),
        (lambda: next(maps("30x30", 7, Seeds.DEVELOPMENT)), "2 to 6"),
        (lambda: halite1_v0.parallel_env(width=100_000, height=100_000), "a board may have 10,000"),
        (lambda: distinct([player("v26")]), "2 players or more"),
        # alpha = 0.1 is what v26 has anyway; copies of a player would be rated against themselves.
        (lambda: distinct(map(player, ["v26", "v17", "v26?alpha=0.1"])), "are the same player"),
        (lambda: lineup(["v26"], None), "1 players for 2 to 6 seats"),
        (lambda: lineup(["v26", "v17", "v26?alpha=0.1"]), "v26 and v26?alpha=0.1 are the same player"),
        (lambda: sweep(f"{STEP}=0.1:1:4:log", f"v26?{STEP}=0"), "which a logarithmic axis cannot show"),
        (lambda: sweep("pact=everybody"), "nothing to compare"),
    ],
    "question": [
        ((9999, 1, None), "turn 9999"),
        ((None, 3, None), "player 3"),
        ((None, 1, "friendly"), "--as friendly"),
        # Values of a section stood in the address, and the page passed over them.
        ((None, 1, "v26?players.4.alpha=0.2"), "leave out the tables"),
    ],
    "act": [  # a flat array would be broadcast, or fail somewhere deep
        (orders, "integers 0..4 of shape (4, 4)")
        for orders in (np.zeros(16, int), np.zeros((4, 4)), np.full((4, 4), 5), np.full((4, 4), -1))
    ],
    "mix": [(text, "30x30") for text in ("", "30x", "axb", "30x30;20x20", f"{'9' * 5000}x30")],
    "match": [
        *(({"sprt": bounds}, "expected ELO0,ELO1") for bounds in ("10", "0,10,20", "a,b", "10,0", "0,inf")),
        *(({"question": question}, "expected one line") for question in ("", " ", "one\ntwo", "\udcff")),
    ],
    "ladder": [
        ((2, {"blocks": 23}), "take --blocks 24 or more"),
        ((3, {"blocks": 15}), "take --blocks 16 or more"),
        ((2, {"blocks": 11, "gauntlet": True}), "11 blocks are too few"),
        ((3, {"gauntlet": True}), "a gauntlet is a ladder of pairs"),
        ((5, {}), "4 players are too few for games of 5"),
        ((2, {"first": HELD_OUT_FROM - 5}), "outside"),
    ],
    "tuning": [
        (("spsa", "v26", "alpha=0.1:0.2"), "no sampler 'spsa', only tpe, cmaes, random, nsga2, clop"),
        # After the last game it was, when CLOP should have named its optimum.
        (("clop", "v26", "pact=off,until_met,everybody"), "CLOP fits no surface to pact, a list of 3"),
    ],
    "explained": [
        ((3, None), "there is no player 3 in this game, only 1 to 2: v26, v17"),
        ((1, "cmd:java Theirs"), "cmd:java Theirs is a program: only players of this process can be asked"),
    ],
    "positions_in": [
        ({}, "no position; "),
        ({"mine.toml": b"\xff\x00 = ["}, "mine.toml: "),
    ],
    "rule": [
        ("def move(view, x, y)\n", "mine.py line 1: SyntaxError: expected ':'"),
        ("raise SystemExit(3)\n", "mine.py line 1: SystemExit: 3"),
        ("def rule():\n    pass\n", "mine.py: a function move"),
        ("def move(view, x, y):\n    return {}[x]\n", "mine.py line 2: KeyError: 1 (on made)"),
        ("def move(view, x, y):\n    return 'UP'\n", "'UP' is no direction; "),
        ("def move(view, x, y):\n    return -1\n", "-1 is no direction; "),
        ("def move(view, x, y):\n    return view.owner\n", "mine.py: ValueError: "),
    ],
}


@pytest.mark.parametrize(("reader", "given", "words"), [
    pytest.param(reader, *row, id=f"{reader}: {row[-1]}") for reader, rows in REFUSED.items() for row in rows
])  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(tmp_path, reader, given, words):
    with pytest.raises((ValueError, UserError, typer.BadParameter)) as refused:
        READERS[reader](given, tmp_path)
    said = str(refused.value)
    assert words in said
    assert said.isprintable()
    assert reader not in FILES or "mine" in said
