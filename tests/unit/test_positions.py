"""Tagged positions: their files, the command that judges players and rules, and the tactical suite."""

import re
from functools import cache
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from bot import Memory
from experiments.__main__ import laboratory
from experiments.positions import run
from experiments.positions.answers import of_player, of_rule, players
from experiments.positions.position import Square, Verdict, positions, read
from experiments.positions.run import play_rollout
from tests.support.project import ROOT, blocks
from tests.support.tagged import keep, made, of_game, text


@pytest.mark.parametrize(
    "tagged", [made, of_game, lambda: made(tags=(), note="", square=(Square(0, 0, wrong=("NORTH",)),))]
)
def test_a_position_is_read_as_it_was_written(tmp_path, tagged):
    assert read(keep(tagged(), tmp_path)) == tagged()


def test_the_rows_of_a_file_are_the_board_and_the_letters_the_memory():
    position = made()
    assert position.state.owner.tolist() == [[1, 1, 0, 2], [0, 0, 0, 2], [0, 0, 0, 0]]
    assert position.state.strength[0].tolist() == [255, 9, 0, 40]
    assert position.state.production[:2].tolist() == [[1, 0, 35, 4], [10, 2, 3, 4]]
    assert position.memories == (Memory(2, frozenset({2})), Memory(2))
    assert (position.view.me, position.view.turn) == (1, 7)
    assert np.array_equal(position.view.owner, position.state.owner)


def test_a_file_needs_player_turn_square_and_board_alone(tmp_path):
    sections = re.split(r"\n(?=\[)", text(made()))
    needed = [line for line in sections[0].splitlines() if line.startswith(("player", "turn"))]
    path = tmp_path / "short.toml"
    path.write_text("\n".join([*needed, *(each for each in sections if each.startswith(("[[square", "[board")))]))
    assert (read(path).theme, read(path).memories) == ("untitled", (Memory(2), Memory(2)))


@pytest.mark.parametrize(("square", "verdicts"), [
    (Square(0, 0, right=("NORTH",)), "wrong right wrong wrong wrong open"),
    (Square(0, 0, wrong=("NORTH", "EAST")), "right wrong wrong right right open"),
    (Square(0, 0, right=("STILL", "WEST"), wrong=("NORTH",)), "right wrong open open right open"),
])  # fmt: skip
def test_where_only_right_moves_are_named_the_rest_is_wrong_and_the_other_way_round(square, verdicts):
    moves = ("STILL", "NORTH", "EAST", "SOUTH", "WEST", None)
    assert list(map(square.verdict, moves)) == verdicts.split()


def test_one_wrong_square_makes_an_answer_wrong_and_one_open_square_leaves_it_open():
    position = made(square=(Square(0, 0, right=("NORTH",)), Square(1, 0, right=("STILL",), wrong=("EAST",))))
    answers = "NORTH STILL", "EAST STILL", "NORTH SOUTH", "NORTH EAST"
    verdicts = [position.verdict(tuple(moves.split())) for moves in answers]
    assert verdicts == list(map(Verdict, ("right", "wrong", "open", "wrong")))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number, (theme, right) in enumerate((("dodge", "STILL"), ("dodge", "NORTH"), ("retreat", "STILL"))):
        base = of_game(turn=50 + 5 * number)
        square = Square(base.square[0].x, base.square[0].y, (right,))
        changes = {"name": f"p{number}", "theme": theme, "tags": ("hard",) * (number == 2), "square": (square,)}
        keep(of_game(turn=base.turn, **changes), tmp_path / "positions")
    return tmp_path / "positions"


def command(*words):
    with pytest.raises(SystemExit) as ended:
        laboratory(["tags", *map(str, words)], prog_name="python -m experiments")
    return ended.value.code


def rule(body, name="mine.py"):
    Path(name).write_text(f"def move(view, x, y):\n    {body}\n", encoding="utf-8")
    return Path(name)


class TestPlayers:
    def test_the_tables_count_by_theme_and_tag_and_list_what_one_does_not_find(self, folder, capsys):
        assert command(folder, "v26", "v12") == 0
        said = capsys.readouterr().out
        answers = [[of_player(each, who) for each in positions(folder)] for who in players(["v26", "v12"])]
        assert re.search(r"^ +positions +v26 +v12$", said, re.MULTILINE)
        assert re.findall(r"^(dodge|retreat|hard|all) +(\d)", said, re.MULTILINE) == [
            ("dodge", "2"), ("retreat", "1"), ("hard", "1"), ("all", "3"),
        ]  # fmt: skip
        right = [sum(answer.verdict is Verdict.RIGHT for answer in given) for given in answers]
        assert re.search(rf"^all +3 +{right[0]} right \(\d+ %\), \d wrong +{right[1]} right", said, re.MULTILINE)
        listed = [
            f"p{place}" + " .* " + " +".join(re.escape(str(each)) for each in given)
            for place, given in enumerate(zip(*answers, strict=True))
            if any(each.verdict is not Verdict.RIGHT for each in given)
        ]
        assert f"not found: {len(listed)}\n" in said
        assert all(re.search(rf"^ *{line}", said, re.MULTILINE) for line in listed)

    def test_what_cannot_be_judged_is_refused_in_a_line(self, folder, capsys):
        for words, message in (
            ((folder, "v99"), "there is no player 'v99'"),
            ((folder, "opponents/greedy.py"), "cannot be asked about a frame in the middle of a game"),
            ((folder, "--watch"), "--watch needs a rule"),
            ((folder, "v26", "--show", "p"), "no position is called 'p'; there are p0, p1, p2 ..."),
        ):
            assert command(*words) == 2
            said = capsys.readouterr().err
            assert message in said
            assert "Traceback" not in said

    def test_a_position_is_shown_with_its_right_move_and_the_turns_after_it(self, folder, capsys):
        assert command(folder, "friendly", "--show", "p1", "--no-open") == 0
        square = positions(folder)[1].square[0]
        assert f"p1.html#turn=0&x={square.x}&y={square.y}\n" in capsys.readouterr().out
        assert 'id="planes"' in Path("p1.html").read_text(encoding="utf-8")
        replay = play_rollout(positions(folder)[1], *players(["friendly"]))
        assert (replay.turns, replay.moves[0, square.y, square.x]) == (20, 1)


class TestARule:
    @pytest.fixture(autouse=True)
    def _elsewhere(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)

    @pytest.mark.parametrize(("body", "expected"), [
        ('return "STILL"', ("STILL", Verdict.RIGHT)),
        ("return 4", ("WEST", Verdict.RIGHT)),
        ("return view.owner[0, 3]", ("EAST", Verdict.WRONG)),
        ("return 1", ("NORTH", Verdict.OPEN)),
        ("return None", (None, Verdict.OPEN)),
        ("return 'EAST' if view.owner[y, x] != view.me or (x, y) != (1, 0) else 'WEST'", ("WEST", Verdict.RIGHT)),
    ])  # fmt: skip
    def test_is_judged_as_a_player_is(self, body, expected):
        (answer,) = of_rule([made()], rule(body))
        assert (*answer.moves, answer.verdict) == expected

    def test_cannot_change_the_position(self):
        position = made(square=(made().square[0], Square(0, 0, right=("EAST",))))
        emptied = rule("view.strength[:] -= view.strength[y, x]; return 'STILL' if view.strength.any() else 1")
        assert of_rule([position], emptied)[0].moves == ("STILL", "STILL")

    def test_is_judged_again_when_its_file_changes(self, folder, capsys, monkeypatch, tmp_path):
        path, shown, pages = rule("import os; os.chdir('..'); return 2").resolve(), [], tmp_path / "mine.pages"
        versions = iter(("return 1 / 0", "return 0 if view.turn != 55 else 1"))

        def look(_):
            shown.append(unescape((pages / "rule.html").read_text(encoding="utf-8")))
            body = next(versions, None)
            if body is None:
                raise KeyboardInterrupt
            path.unlink()
            rule(body, path)

        monkeypatch.setattr(run, "sleep", look)
        run.rule(folder, path, [], watches=True, opens=False)
        said = capsys.readouterr().out
        assert "not found: 3\n" in said
        assert said.rstrip().endswith("not found: 0")
        assert "mine.py line 2: ZeroDivisionError: division by zero (on p0)" in said
        square = positions(folder)[1].square[0]
        assert f'<a href="p1.html#turn=0&x={square.x}&y={square.y}">p1</a>' in shown[0]
        assert {path.stem for path in pages.iterdir()} == {"rule", "p0", "p1", "p2"}
        assert "ZeroDivisionError" in shown[1]
        assert ">p1</a>" in shown[1], "the answers of its last version stay"
        assert "ZeroDivisionError" not in shown[2]
        assert "3 right (100 %)" in shown[2]

    def test_of_the_page_finds_what_the_page_says(self):
        (source,) = (block for block in blocks(PAGE, "python") if "def move" in block)
        Path("mine.py").write_text(source, encoding="utf-8")
        answers = of_rule(suite(), Path("mine.py"))
        found = sum(answer.verdict is Verdict.RIGHT for answer in answers)
        assert f"This one finds {found} of the {len(answers)}." in PAGE


SUITE = ROOT / "tests" / "positions" / "suite"
PAGE = (ROOT / "docs" / "extras" / "positions.md").read_text(encoding="utf-8")

# By measure: what a move that is right too surely loses less than, and the mean loss of the worst move at least.
AS_GOOD = {"opponents beaten": 0.05, "lead after 10 turns": 15.0, "squares at the end": 0.25}
LEAST = {"opponents beaten": 0.15, "lead after 10 turns": 60.0, "squares at the end": 1.0}

# The share that the champion finds at least; docs/extras/positions.md has what it really finds.
FLOOR = 0.4


@cache
def suite():
    return positions(SUITE)


def test_every_position_stands_on_its_evidence():
    for position in suite():
        (square,), (first, *further) = position.square, position.evidence
        assert first["futures"] >= 60, position.name
        good, losses = AS_GOOD[first["measure"]], dict(zip(first["moves"][1:], first["losses"], strict=True))
        right = {move for move, (_, _, high) in losses.items() if high < good}
        wrong = {move for move, (low, _, high) in losses.items() if low > 0 and high >= good}
        assert set(square.right) == {first["moves"][0], *right}, position.name
        assert set(square.wrong) <= wrong, position.name
        assert max(losses[move][1] for move in wrong) >= LEAST[first["measure"]], position.name
        assert further, position.name
        for more in further:
            losses = dict(zip(more["moves"][1:], more["losses"], strict=True))
            assert not any(high < 0 for _, _, high in losses.values()), position.name
            assert all(losses[move][1] > 0 for move in square.wrong), position.name


@pytest.mark.slow
def test_the_champion_finds_its_share():
    (champion,) = players(["champion"])
    answers = [of_player(position, champion) for position in suite()]
    found = sum(answer.verdict is Verdict.RIGHT for answer in answers)
    assert found >= FLOOR * len(answers), answers
    assert f"The champion finds {found} of the {len(answers)}" in PAGE
    assert [of_player(position, champion) for position in suite()[:10]] == answers[:10]
