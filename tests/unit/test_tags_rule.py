"""A rule of one's own on tagged positions: judged, judged again when its file changes, and told where it fails."""

import re
import signal
from pathlib import Path

import pytest

from experiments.__main__ import laboratory
from experiments.positions import rule as rules
from experiments.positions import run
from experiments.positions.folder import keep, positions
from experiments.positions.position import Verdict
from experiments.positions.report import not_found
from experiments.positions.rule import SILENT, RuleError, judged, load
from tests.support.project import ROOT, blocks
from tests.support.tagged import made, of_game


def rule(folder, body, name="mine.py"):
    """A file with this rule."""
    path = folder / name
    path.write_text(f"def move(view, x, y):\n    {body}\n", encoding="utf-8")
    return path


def verdicts(folder, body):
    """The verdict on the position made by hand, whose square (1, 0) should stay or go west and not go east."""
    path = rule(folder, body)
    (answer,) = judged([made()], load(path), path)
    return answer.chosen, answer.verdict


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('return "STILL"', ("STILL", Verdict.RIGHT)),
        ("return 4", ("WEST", Verdict.RIGHT)),
        ('return "EAST"', ("EAST", Verdict.WRONG)),
        ("return 1", ("NORTH", Verdict.OPEN)),
        ("return None", (SILENT, Verdict.OPEN)),
        ("return 'EAST' if view.owner[y, x] != view.me or (x, y) != (1, 0) else 'WEST'", ("WEST", Verdict.RIGHT)),
    ],
)
def test_a_rule_is_judged_as_a_player_is(tmp_path, body, expected):
    """By word or number; without an opinion it is open."""
    assert verdicts(tmp_path, body) == expected


def test_a_rule_cannot_change_the_position(tmp_path):
    """It gets a copy of the board."""
    position = made()
    path = rule(tmp_path, "view.strength[:] = 0; view.owner[:] = 0")
    judged([position], load(path), path)
    assert position.state.strength[0, 0] == 255


class TestHostile:
    """What a rule did beyond raising an error ended `tags --rule` with a traceback of ours, or never."""

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ("return 1 / 0", "mine.py line 2: ZeroDivisionError: division by zero (on made)"),
            ("return 'UP'", "mine.py: 'UP' is no direction (on made)"),
            ("return 9", "mine.py: 9 is no direction (on made)"),
            ("raise SystemExit(3)", "mine.py line 2: SystemExit: 3 (on made)"),
            ("raise BaseException('no')", "mine.py line 2: BaseException: no (on made)"),
            ("return view.owner[0]", "mine.py: array([1, 1, 0, 2], dtype=uint8) is no direction (on made)"),
            ("return 10 ** 5000", "mine.py: <int> is no direction (on made)"),
            ("return float('nan')", "mine.py: nan is no direction (on made)"),
            ("return type('R', (), {'__repr__': lambda self: 1 / 0})()", "mine.py: <R> is no direction (on made)"),
            (
                "return type('R', (), {'__eq__': lambda *_: 1 / 0, '__repr__': lambda _: 'R'})()",
                "mine.py: R is no direction (on made)",
            ),
            ("raise type('E', (Exception,), {'__str__': None})", "mine.py line 2: E: <E> (on made)"),
        ],
    )
    def test_what_a_rule_does_is_told_in_one_sentence(self, tmp_path, body, message):
        """Each was a traceback."""
        path = rule(tmp_path, body)
        with pytest.raises(RuleError) as raised:
            judged([made()], load(path), path)
        assert str(raised.value).removesuffix("; expected 0 to 4, a word or None") == message

    @pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no such alarm")
    @pytest.mark.parametrize("caught", ["Exception", "BaseException"])
    def test_a_rule_that_does_not_return_is_told(self, tmp_path, monkeypatch, caught):
        """Also where the rule catches what it can: BaseException once."""
        monkeypatch.setattr(rules, "LIMIT", 0.1)
        waits = "__import__('time').sleep(30)"  # Python 3.11 catches nothing that interrupts a loop's jump
        path = rule(tmp_path, f"try:\n        {waits}\n    except {caught}:\n        {waits}")
        with pytest.raises(RuleError, match=r"mine\.py line \d: it still computes after 0\.1 s \(on made\)"):
            judged([made()], load(path), path)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("while True: pass\n", "still computes"),
            ("class B(BaseException): pass\nraise B\n", "B"),
            ("def move(view, x, y)\n", "mine.py line 1: SyntaxError: expected ':'"),
            ("import nothing_like_this\n", "mine.py line 1: ModuleNotFoundError: No module named"),
            ("raise SystemExit\n", "mine.py line 1: SystemExit: "),
            ("def rule():\n    pass\n", "mine.py: a function move"),
        ],
    )
    def test_a_file_that_is_no_rule_or_does_not_end_is_told(self, tmp_path, monkeypatch, text, message):
        """As it is loaded."""
        monkeypatch.setattr(rules, "LIMIT", 0.1)
        (tmp_path / "mine.py").write_text(text, encoding="utf-8")
        with pytest.raises(RuleError, match=message):
            load(tmp_path / "mine.py")


def test_a_rule_may_change_the_folder(tmp_path, monkeypatch, capsys):
    """The story: its page was then written into a folder that is not there, and changes of its file went unseen."""
    monkeypatch.chdir(tmp_path)
    keep(of_game().called("p0"), tmp_path / "positions")
    (tmp_path / "elsewhere").mkdir()
    path = rule(tmp_path, f"import os; os.chdir({str(tmp_path / 'elsewhere')!r}); return 1")
    run.rule(Path("positions"), Path(path.name), [], follows=False, opens=False)
    assert "not found: 1" in capsys.readouterr().out
    assert "Not found: 1" in (tmp_path / "mine.pages" / "rule.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "\N{BYTE ORDER MARK}def move(view, x, y):\n    return 0\n",
        "from __future__ import annotations\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Thought:\n"
        "    way: int = 0\n\n\ndef move(view, x, y):\n    return Thought().way\n",
    ],
)
def test_a_file_that_python_runs_is_a_rule(tmp_path, text):
    """The story: the mark that Notepad writes was a SyntaxError, and dataclasses did not find the file's module."""
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    (answer,) = judged([made()], load(path), path)
    assert answer.chosen == "STILL"


def test_percentages_by_tag_and_the_missed_positions_are_printed_and_pages(tmp_path, capsys, monkeypatch):
    """Two of one small game, of which one is missed: its page is the viewer's, and the list links to it."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "positions"
    keep(of_game(turn=50).called("p0"), folder)
    keep(of_game(turn=55, theme="retreat", tags=("hard",)).called("p1"), folder)
    path = rule(tmp_path, "return 0 if view.turn == 50 else 1")
    with pytest.raises(SystemExit) as ended:
        laboratory(
            ["tags", str(folder), "v12", "--rule", str(path), "--no-follow", "--no-open"],
            prog_name="python -m experiments",
        )
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert re.search(r"dodge +1 +1 of 1, 100 % ", said)
    assert re.search(r"hard +1 +0 of 1, 0 % ", said)
    assert re.search(r"all +2 +1 of 2, 50 % ", said)
    assert "not found: 1\n  p1 (" in said
    page = (tmp_path / "mine.pages" / "rule.html").read_text(encoding="utf-8")
    assert '<a href="p1.html#turn=0&amp;x=' in page
    assert "p0.html" not in page
    assert "<td>NORTH (wrong)<td>STILL" in page
    assert (tmp_path / "mine.pages" / "p1.html").exists()
    assert not (tmp_path / "mine.pages" / "p0.html").exists()


def test_a_rule_is_judged_again_when_its_file_changes(tmp_path, capsys, monkeypatch):
    """First it is wrong, then it fails, then it is right; what the page shows follows."""
    monkeypatch.chdir(tmp_path)
    keep(of_game().called("p0"), tmp_path / "positions")
    path, shown = rule(tmp_path, "return 1"), []
    versions = iter(("return 1 / 0", "return 0"))

    def look(_):
        shown.append((tmp_path / "mine.pages" / "rule.html").read_text(encoding="utf-8"))
        body = next(versions, None)
        if body is None:
            raise KeyboardInterrupt
        path.unlink()
        assert run._stamp(path) is None, "an editor replaces the file: nothing is judged"
        rule(tmp_path, body)

    monkeypatch.setattr(run, "sleep", look)
    run.rule(tmp_path / "positions", path, [], follows=True, opens=False)
    said = capsys.readouterr().out
    assert said.count("not found: 1") == 1
    assert said.count("not found: 0") == 1
    assert "mine.py line 2: ZeroDivisionError: division by zero (on p0)" in said
    assert "Not found: 1" in shown[0]
    assert "ZeroDivisionError" in shown[1]
    assert "Not found: 1" in shown[1], "the answers of its last version stay"
    assert "Not found: 0" in shown[2]
    assert "ZeroDivisionError" not in shown[2]


def test_a_mistake_ends_a_rule_that_is_judged_once(tmp_path, capsys, monkeypatch):
    """Exit code 2 and the sentence."""
    monkeypatch.chdir(tmp_path)
    keep(of_game().called("p0"), tmp_path / "positions")
    for words in ([str(rule(tmp_path, "return 1 / 0"))], [str(tmp_path / "none.py")]):
        with pytest.raises(SystemExit) as ended:
            laboratory(
                ["tags", str(tmp_path / "positions"), "--rule", *words, "--no-follow", "--no-open"],
                prog_name="python -m experiments",
            )
        assert ended.value.code == 2
    assert "ZeroDivisionError" in (said := capsys.readouterr().err)
    assert "none.py: cannot be read" in said


def test_the_rule_on_the_page_finds_what_the_page_says(tmp_path):
    """Page 24's example judged on the suite; the one before it looked for enemies where none can stand."""
    page = (ROOT / "docs" / "24-positions.md").read_text(encoding="utf-8")
    (source,) = (block for block in blocks(page, "python") if "def move" in block)
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    answers = judged(positions(ROOT / "tests" / "positions" / "suite"), load(path), path)
    found = sum(answer.verdict is Verdict.RIGHT for answer in answers)
    assert f"This one finds {found} of the {len(answers)}." in page
    missed = [answer.verdict for answer in not_found(answers)]
    assert missed == missed.count(Verdict.WRONG) * [Verdict.WRONG] + missed.count(Verdict.OPEN) * [Verdict.OPEN]
    assert len(set(missed)) == 2
