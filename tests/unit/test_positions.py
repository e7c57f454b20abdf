"""Tagged positions: their files, the verdict on an answer, and one-line refusals."""

import re

import numpy as np
import pytest

from bot import Memory
from engine import State
from experiments.positions.document import LARGEST, read, text
from experiments.positions.folder import fingerprint, keep, name_of, positions
from experiments.positions.position import Choice, PositionError, Verdict
from tests.support.tagged import evidence, made, of_game


def written(position, folder):
    """The position after it was stored and read."""
    return read(keep(position, folder))


def same(one, other):
    """Whether two positions agree in everything."""
    layers = ("owner", "strength", "production")
    rest = ("name", "theme", "note", "player", "turn", "memories", "choices", "source", "tags")
    return all(np.array_equal(getattr(one.state, layer), getattr(other.state, layer)) for layer in layers) and all(
        getattr(one, name) == getattr(other, name) for name in rest
    )


@pytest.mark.parametrize("tagged", [made, of_game, lambda: made(tags=(), note="", choices=(Choice(0, 0, wrong=(1,)),))])
def test_a_position_is_read_as_it_was_written(tmp_path, tagged):
    """Board, memory, moves and words; writing it again gives the same bytes."""
    position = tagged()
    again = written(position, tmp_path)
    assert same(again, position)
    assert text(again) == text(position)


def test_evidence_and_memories_are_read_as_they_were_written_and_owners_are_a_drawing(tmp_path):
    """Equal to the digits that are written; a row is a line, so that a diff shows another square."""
    again = written(made(evidence=(evidence(), evidence())), tmp_path).evidence[1]
    assert (again.moves, again.losses) == (evidence().moves, evidence().losses)
    assert again.scores == pytest.approx(evidence().scores, abs=0.0005)
    memories = (Memory(3, frozenset({2, 3})), Memory(3), Memory(3, frozenset({1})))
    assert written(made(memories=memories), tmp_path).memories == memories
    lines = text(made()).splitlines()
    start = lines.index("owner = [")
    assert lines[start + 1 : start + 4] == ['  "aa.b",', '  "...b",', '  "....",']


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("turn = 7", 'turn = "7"'), "Expected `int`, got `str` - at `$.turn`"),
        (("turn = 7", "turn = 9999"), "turn: 0..33 expected on a board of 4x3, it is 9999"),
        (('player = "a"', 'player = "g"'), "player: a letter of a..f expected, it is 'g'"),
        (('player = "a"', 'player = "f"'), "player: a letter of a..b expected"),
        (('theme = "dodge"', 'them = "dodge"'), "unknown field `them`"),
        (('right = ["STILL", "WEST"]', 'right = ["UP"]'), "square[0].right: STILL, NORTH, EAST, SOUTH, WEST expected"),
        (('right = ["STILL", "WEST"]', 'right = ["EAST"]'), "square[0]: EAST cannot be both right and wrong"),
        (("x = 1", "x = 4"), "square[0]: x 4 y 0 lies outside the board of 4x3"),
        (("x = 1", "x = 3"), "square[0]: x 3 y 0 does not belong to a"),
        (('"...b"', '"...x"'), "owner[1]: 'x' is none of .abcdef"),
        (('"...b"', '"...bb"'), "owner[1]: 5 characters, expected 4 squares"),
        (('met = ["b", ""]', 'met = ["b"]'), "memory.met: an entry for each of 2 to 6 players expected, it has 1"),
        (("started = 2", "started = -5"), "memory.started: 1..2 expected, it is -5"),
        (('theme = "dodge"', 'theme = " "'), "theme: a word or two expected, it is empty"),
        (('met = ["b", ""]', 'met = ["q", ""]'), "memory.met: a letter of a..f expected, it is 'q'"),
        (('"ff090028",', '"ff0900",'), "strength[0]: 6 characters, expected 4 squares of 2 characters"),
        (('"ff090028",', '"ff0900zz",'), "strength[0]: 'z' is none of 0123456789abcdef"),
        (('  "10z4",\n', ""), "production: 2 rows, but owner has 3"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_in_one_line_with_file_and_field(tmp_path, change, message):
    """What was expected and what came."""
    path = keep(made(), tmp_path)
    before = path.read_text(encoding="utf-8")
    assert change[0] in before
    path.write_text(before.replace(*change), encoding="utf-8")
    with pytest.raises(PositionError) as refused:
        read(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a = " + b"[" * 20_000 + b"]" * 20_000, "nested too deeply"),
        (b"turn = " + b"9" * 6_000, "6000 digits"),
        (b"#" * (LARGEST + 1), "more than 2,097,152 bytes"),
        (b"\xff\x00 = [", ""),
        (None, ""),
    ],
    ids=["deep", "long", "large", "no TOML", "not there"],
)
def test_a_hostile_file_is_refused_in_one_line(tmp_path, content, message):
    """Deep nesting and numbers of thousands of digits ended in a traceback; a file of any size was read."""
    path = tmp_path / "strange.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PositionError) as refused:
        read(path)
    fault = " cannot be read" if content is None else ""
    assert str(refused.value).startswith(f"{path}{fault}: ")
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_piece_without_strength_evidence_without_a_move_and_control_characters_are_refused(tmp_path):
    """A move of strength 0 has no effect; showing a position without a best move ended in a traceback."""
    path = keep(made(evidence=(evidence(),)), tmp_path)
    whole = path.read_text(encoding="utf-8")
    for names in (("moves", "scores", "losses"), ("scores",), ("losses",)):
        empty = re.sub(rf"^({'|'.join(names)}) = .*$", r"\1 = []", whole, flags=re.MULTILINE)
        path.write_text(empty, encoding="utf-8")
        with pytest.raises(PositionError, match=r"evidence\[0\]: moves, a score of each"):
            read(path)
    path = keep(made(), tmp_path)
    path.write_text('"\\u001b[31mred" = 1\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(PositionError, match="unknown field") as refused:
        read(path)
    assert "\x1b" not in str(refused.value)
    strength = np.zeros((3, 4), np.uint8)
    state = State(made().state.owner, strength, made().state.production)
    with pytest.raises(PositionError, match=r"square\[0\]: x 1 y 0 has strength 0"):
        text(made(state=state))


@pytest.mark.parametrize(
    ("choice", "verdicts"),
    [
        (Choice(0, 0, right=(1,)), "wrong right wrong wrong wrong"),
        (Choice(0, 0, wrong=(1, 2)), "right wrong wrong right right"),
        (Choice(0, 0, right=(0, 4), wrong=(1,)), "right wrong open open right"),
    ],
)
def test_what_an_answer_is_worth(choice, verdicts):
    """Only right moves named: the rest is wrong. Only wrong ones: the rest is right. Both: the rest is open."""
    assert [choice.verdict(move) for move in range(5)] == verdicts.split()


def test_one_wrong_square_makes_an_answer_wrong_and_one_open_square_leaves_it_open():
    """With several squares all must be right."""
    position = made(choices=(Choice(0, 0, right=(1,)), Choice(1, 0, right=(0,), wrong=(2,))))
    moves = np.zeros((3, 4), np.uint8)
    for first, second, verdict in ((1, 0, "right"), (2, 0, "wrong"), (1, 3, "open"), (1, 2, "wrong")):
        moves[0, :2] = first, second
        assert position.verdict(moves) == Verdict(verdict)


def test_the_name_tells_theme_size_and_players_and_the_same_question_has_one_name():
    """Stored again with another note it replaces itself; another theme is another name of the same question."""
    assert name_of(made()).startswith("dodge-4x3-2p-")
    assert name_of(made(note="else", choices=(Choice(1, 0, wrong=(3,)),))) == name_of(made())
    assert name_of(made(theme="../up: to/you")).startswith("up-to-you-4x3")
    assert name_of(made(turn=8)) != name_of(made())
    assert fingerprint(made(theme="retreat")) == fingerprint(made())


def test_a_folder_without_positions_says_how_to_make_some(tmp_path):
    """A missing folder has an error of its own."""
    for folder, message in ((tmp_path, "no tagged position in it"), (tmp_path / "none", "no such folder")):
        with pytest.raises(PositionError, match=message):
            positions(folder)
