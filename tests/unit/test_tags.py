"""The command `tags`: players and a rule of one's own judged on tagged positions, and a position in the viewer."""

import re
from html import unescape
from pathlib import Path

import pytest

from experiments.__main__ import laboratory
from experiments.positions import run
from experiments.positions.answers import of_player, of_rule, players
from experiments.positions.position import Square, Verdict, positions
from experiments.positions.shown import future
from tests.support.project import ROOT, blocks
from tests.support.tagged import keep, made, of_game


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three positions of one small game: two themes, one of them with a tag."""
    monkeypatch.chdir(tmp_path)
    for number, (theme, right) in enumerate((("dodge", "STILL"), ("dodge", "NORTH"), ("retreat", "STILL"))):
        base = of_game(turn=50 + 5 * number)
        square = Square(base.square[0].x, base.square[0].y, (right,))
        tags = ("hard",) if number == 2 else ()
        keep(
            of_game(turn=base.turn, name=f"p{number}", theme=theme, tags=tags, square=(square,)), tmp_path / "positions"
        )
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
        answers = {
            name: [of_player(each, who) for each in positions(folder)]
            for name in ("v26", "v12")
            for who in players([name])
        }
        assert re.search(r"^ +positions +v26 +v12$", said, re.MULTILINE)
        assert re.findall(r"^(dodge|retreat|hard|all) +(\d)", said, re.MULTILINE) == [
            ("dodge", "2"), ("retreat", "1"), ("hard", "1"), ("all", "3"),
        ]  # fmt: skip
        right = [sum(answer.verdict is Verdict.RIGHT for answer in given) for given in answers.values()]
        assert re.search(rf"^all +3 +{right[0]} right \(\d+ %\), \d wrong +{right[1]} right", said, re.MULTILINE)
        listed = [
            place for place in range(3) if any(given[place].verdict is not Verdict.RIGHT for given in answers.values())
        ]
        assert f"not found: {len(listed)}\n" in said
        for place in listed:
            given = " +".join(re.escape(str(each[place])) for each in answers.values())
            assert re.search(rf"^ *p{place} .* {given}", said, re.MULTILINE)

    def test_what_cannot_be_judged_is_refused_in_a_line(self, folder, capsys):
        for words, message in (
            (("none",), "'none' does not exist"),
            ((folder, "v99"), "there is no player 'v99'"),
            ((folder, "opponents/greedy.py"), "cannot be asked about a frame in the middle of a game"),
            ((folder, "--watch"), "--watch needs a rule"),
            ((folder, "--rule", "none.py"), "'none.py' does not exist"),
            ((folder, "v26", "--show", "p"), "3 positions have 'p' in their names; expected one, such as p0, p1, p2"),
            ((folder, "v26", "--show", "x"), "0 positions have 'x' in their names"),
            ((folder, "--rule", rule("return 1 / 0")), "mine.py line 2: ZeroDivisionError: division by zero (on p0)"),
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
        replay = future(positions(folder)[1], *players(["friendly"]))
        assert (replay.turns, replay.moves[0, square.y, square.x]) == (20, 1)


class TestARule:
    @pytest.fixture(autouse=True)
    def _elsewhere(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ('return "STILL"', ("STILL", Verdict.RIGHT)),
            ("return 4", ("WEST", Verdict.RIGHT)),
            ("return view.owner[0, 3]", ("EAST", Verdict.WRONG)),
            ("return 1", ("NORTH", Verdict.OPEN)),
            ("return None", (None, Verdict.OPEN)),
            ("return 'EAST' if view.owner[y, x] != view.me or (x, y) != (1, 0) else 'WEST'", ("WEST", Verdict.RIGHT)),
        ],
    )
    def test_is_judged_as_a_player_is(self, body, expected):
        (answer,) = of_rule([made()], rule(body))
        assert (*answer.moves, answer.verdict) == expected

    def test_cannot_change_the_position(self):
        position = made(square=(made().square[0], Square(0, 0, right=("EAST",))))
        (answer,) = of_rule(
            [position], rule("view.strength[:] -= view.strength[y, x]; return 'STILL' if view.strength.any() else 1")
        )
        assert answer.moves == ("STILL", "STILL")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("def move(view, x, y)\n", "mine.py line 1: SyntaxError: expected ':'"),
            ("import nothing_like_this\n", "mine.py line 1: ModuleNotFoundError: No module named"),
            ("raise SystemExit(3)\n", "mine.py line 1: SystemExit: 3"),
            ("def rule():\n    pass\n", "mine.py: a function move"),
            ("def move(view, x, y):\n    return {}[x]\n", r"mine.py line 2: KeyError: 1 \(on made\)"),
            ("def move(view, x, y):\n    return 'UP'\n", r"'UP' is no direction; .* \(on made\)"),
            ("def move(view, x, y):\n    return -1\n", r"-1 is no direction; .* \(on made\)"),
            ("def move(view, x, y):\n    return view.owner\n", r"mine.py: ValueError: .* \(on made\)"),
        ],
    )
    def test_that_fails_is_reported_in_a_sentence_with_its_line(self, text, message):
        Path("mine.py").write_text(text, encoding="utf-8")
        with pytest.raises(run.UserError, match=message) as raised:
            of_rule([made()], Path("mine.py"))
        assert "\n" not in str(raised.value)

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

    def test_of_page_24_finds_what_the_page_says(self):
        page = (ROOT / "docs" / "extras" / "positions.md").read_text(encoding="utf-8")
        (source,) = (block for block in blocks(page, "python") if "def move" in block)
        Path("mine.py").write_text(source, encoding="utf-8")
        answers = of_rule(positions(ROOT / "tests" / "positions" / "suite"), Path("mine.py"))
        found = sum(answer.verdict is Verdict.RIGHT for answer in answers)
        assert f"This one finds {found} of the {len(answers)}." in page
