"""MyBot.py as the environment meets it: a process that prints the protocol's answers and nothing else."""

import signal
import sys

import numpy as np
import pytest

from bot import Memory, decide, override, preset
from engine import State, mapgen, wire
from engine.replay import read as read_replay
from experiments.recordings.explaining import explain_turns
from experiments.recordings.explanations import read
from tests.support.boards import view_of
from tests.support.bots import MYBOT, bot, conversation, engine, log_of, run, start
from tests.support.explanations import assert_same
from tests.support.project import PATIENCE, ROOT

START = mapgen.generate(7, 5, 2, seed=3)
GROWN = State(np.repeat(np.arange(1, 7, dtype=np.uint8), 9).reshape(6, 9), *np.full((2, 6, 9), 7, np.uint8))
WHOLE = State(*np.full((3, 4, 3), 1, np.uint8))
BARREN = State(np.array([[0, 1, 2]], np.uint8), np.array([[9, 200, 3]], np.uint8), np.zeros((1, 3), np.uint8))


@pytest.mark.parametrize(
    ("player", "state"), [(6, GROWN), (1, WHOLE), (2, WHOLE), (1, BARREN), (3, BARREN)],
    ids=["six on 9 x 6", "owns all", "owns nothing", "barren", "absent from a barren board"],
)  # fmt: skip
def test_strange_boards_are_answered(tmp_path, player, state):
    code, out, err = run(tmp_path, conversation(player, state, state))
    assert (code, err, len(out.splitlines())) == (0, b"", 3)
    assert not list(tmp_path.iterdir()), "a game without trouble leaves no file"
    for line in out.decode().splitlines()[1:]:
        wire.read_moves(line, state, player)


GOOD = wire.frame(START)
UNREADABLE = {
    "letters": GOOD.replace(" ", " x ", 1),
    "half a line": GOOD[: len(GOOD) // 2],
    "not text": b"\xff\xfe\x00\n",
}


@pytest.mark.parametrize("frame", UNREADABLE.values(), ids=UNREADABLE)
def test_a_frame_that_cannot_be_read_ends_the_bot_with_a_line_in_its_log(tmp_path, frame):
    said = conversation(1, START).encode() + (frame if isinstance(frame, bytes) else frame.encode())
    code, out, err = run(tmp_path, said)
    assert (code, err) == (1, b"")
    name, line = out.decode().splitlines()
    assert name == "v26"
    wire.read_moves(line, START, 1)
    (message,) = log_of(tmp_path)
    assert "ERROR  cannot read" in message


def test_a_closed_output_ends_the_game(tmp_path):
    process = start(tmp_path)
    process.stdout.close()
    process.stdin.write(conversation(1, START, START).encode())
    process.stdin.close()
    assert process.wait(timeout=PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stderr.close()
    assert not log_of(tmp_path)


@pytest.mark.parametrize("path", ["missing/MyBot.log", "folder/MyBot.log"])
def test_a_log_that_cannot_be_written_is_in_the_folder_for_temporary_files(tmp_path, path):
    """As when its folder is missing or read only, or when it is a folder itself; the message is not lost."""
    (tmp_path / "folder" / "MyBot.log").mkdir(parents=True)
    temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path))
    code, _, err = run(tmp_path, conversation(1, START) + "x\n", "--log", str(tmp_path / path), **temporary)
    assert (code, err) == (1, b"")
    assert "cannot read" in log_of(tmp_path)[0]


@pytest.mark.parametrize(("word", "complaint"), [
    ("--alpha=9", "alpha = 9"),
    ("--alhpa=1", "unrecognized arguments"),
    ("--explain=missing/mine.gz", "cannot write the explanations to missing/mine.gz"),
])  # fmt: skip
def test_a_wrong_command_line_is_answered_before_the_game(tmp_path, word, complaint):
    code, out, err = run(tmp_path, conversation(1, START), word)
    (line,) = err.decode().splitlines()
    assert (code, out) == (2, b"")
    assert line.startswith("MyBot.py: ")
    assert complaint in line


@pytest.mark.parametrize("name", ["numpy", "sortedcontainers"])
def test_a_missing_library_is_named(tmp_path, name):
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{name!r}] = None", encoding="utf-8")
    code, out, err = run(tmp_path, conversation(1, START), PYTHONPATH=str(tmp_path))
    assert (code, out) == (2, b"")
    (line,) = err.decode().splitlines()
    assert name in line
    assert "sortedcontainers" in line


# MyBot.py with something put between it and the strategy.
AROUND = f"""
import os, sys, warnings
sys.path.insert(0, {str(ROOT)!r})
import MyBot
from bot.program import bot, module

decide = bot.decide

def around(*words, **options):
    {{}}
    return decide(*words, **options)

bot.decide = around
if "readable" in sys.argv:
    sys.argv.remove("readable")
    module.BUILT = module.BUILT / "none"
sys.exit(MyBot.main())
"""


def around(folder, before):
    """The command that runs MyBot.py with these statements before every greedy decision."""
    (folder / "around.py").write_text(AROUND.format(before), encoding="utf-8")
    return (str(folder / "around.py"),)


def test_what_a_library_prints_reaches_only_the_log(tmp_path):
    noise = "warnings.warn('deprecated'); print('noise', file=sys.stderr); os.write(2, b'noise'); print('a print')"
    code, out, err = run(tmp_path, conversation(1, START), "readable", command=around(tmp_path, noise))
    assert (code, err, len(out.splitlines())) == (0, b"", 2)
    assert any("deprecated" in line for line in log_of(tmp_path))


def test_a_defect_of_the_bot_leaves_its_traceback_in_the_log(tmp_path):
    code, out, err = run(tmp_path, conversation(1, START), "readable", command=around(tmp_path, "1 / 0"))
    assert (code, out, err) == (1, b"champion\n", b"")
    lines = log_of(tmp_path)
    assert any("a defect in the bot" in line for line in lines)
    assert lines[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no such signals for one process")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)], ids=str)
def test_a_signal_ends_the_bot(tmp_path, number, code):
    process = start(tmp_path)
    process.stdin.write(wire.handshake(START, 1).encode())
    process.stdin.flush()
    assert process.stdout.readline() == b"v26\n"
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err, log_of(tmp_path)) == (code, b"", b"", [])


def test_a_parameter_file_with_tables_gives_the_values_of_its_game(tmp_path):
    (tmp_path / "mine.toml").write_text('preset = "v17"\nalpha = 0.2\n[players.3.size.-25]\nenemy_ROI = -3\n')
    state = mapgen.generate(12, 10, 3, seed=3)
    said = conversation(2, state, state, state)
    code, out, err = run(tmp_path, said, "--parameters", "mine.toml", command=[MYBOT])
    assert (code, err) == (0, b"")
    memory, resolved = Memory(), override(preset("v17"), {"alpha": 0.2, "enemy_ROI": -3})
    for turn, line in enumerate(out.decode().splitlines()[1:]):
        decision = decide(view_of(state, 2, turn), memory, resolved)
        memory = decision.memory
        np.testing.assert_array_equal(wire.read_moves(line, state, 2), decision.moves)


def test_a_bot_explains_while_it_plays_what_is_computed_afterwards(tmp_path):
    words = sys.executable, str(ROOT / "MyBot.py"), "--preset", "v26", "--explain", "mine.gz"
    command = " ".join(f'"{word}"' for word in words)
    played = engine("-d", "9 8", "-s", "5", "-q", command, bot("pusher", "other"), folder=tmp_path)
    assert played.returncode == 0
    (replay,) = map(read_replay, tmp_path.glob("*.hlt"))
    file, computed = read(tmp_path / "mine.gz"), list(explain_turns(replay, 1, preset("v26")))
    assert (file.source, file.player, file.is_complete, file.name) == ("bot", 1, True, "v26")
    assert not any(thought.differs.any() for thought in computed)
    for one, other in zip(file.turns, computed, strict=True):
        assert_same(one, other.explanation)
