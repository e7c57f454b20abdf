"""An interrupted game leaves no bot running, prints no traceback, and exits with a code that names the reason."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.bots import bot, start_engine
from tests.support.project import PATIENCE, ROOT

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells how a process is there")


def await_numbers(files: list[Path]) -> list[int]:
    deadline = time.monotonic() + PATIENCE
    while not all(file.exists() for file in files):
        assert time.monotonic() < deadline, "the bots did not start"
        time.sleep(0.02)
    return [int(number) for file in files for number in file.read_text().split()]


def is_alive(number: int) -> bool:
    """Whether the process lives; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:  # it has ended
        return False


def assert_all_gone(numbers: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while left := [number for number in numbers if is_alive(number)]:
        assert time.monotonic() < deadline, f"still running: {left}"
        time.sleep(0.05)


def start_stubborn_game(folder: Path, *words: str, **options: object) -> tuple["subprocess.Popen[str]", list[int]]:
    """A game of two bots that ignore every polite request to end; they and a child of each are running."""
    files = [folder / "first", folder / "second"]
    commands = [bot("stubborn", file) for file in files]
    process = start_engine("-d", "20 20", *words, *commands, folder=folder, **options)
    return process, await_numbers(files)


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
    ids=lambda value: str(value),
)
def test_a_signal_ends_the_game_and_every_bot(number, code, tmp_path):
    process, numbers = start_stubborn_game(tmp_path)
    process.send_signal(number)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert_all_gone(numbers)
    assert process.returncode == code
    assert "Traceback" not in complaint
    assert "Stopped by" in complaint
    assert not list(tmp_path.glob("*.hlt"))


def test_a_reader_that_goes_away_ends_the_game_and_every_bot(tmp_path):
    """`python -m engine … | head -1`: the next line that is printed ends it, with the exit code of a broken pipe."""
    reading, writing = os.pipe()
    process, numbers = start_stubborn_game(tmp_path, stdout=writing)
    os.close(writing)
    os.close(reading)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert_all_gone(numbers)
    assert (process.returncode, complaint) == (141, "")


def test_a_finished_game_leaves_no_bot_either(tmp_path):
    file = tmp_path / "numbers"
    process = start_engine("-q", "-d", "2 2", bot("stubborn", file), folder=tmp_path)
    process.communicate(timeout=PATIENCE)
    assert_all_gone(await_numbers([file]))
    assert process.returncode == 0


def honest(folder: Path) -> tuple[str, Path]:
    """The command of a bot that reads its input to the end, and the file into which it writes its number."""
    program, number = folder / "honest.py", folder / "number"
    program.write_text(
        f"import os\nopen('{number}.part', 'w').write(str(os.getpid()))\nos.replace('{number}.part', '{number}')\n"
        "for _ in range(4): input()\nprint('honest', flush=True)\nwhile True: input(), print(flush=True)\n"
    )
    return f'"{sys.executable}" -S "{program}"', number


def test_an_honest_bot_does_not_outlive_an_environment_that_is_killed(tmp_path):
    command, number = honest(tmp_path)
    process = start_engine("-d", "50 50", command, folder=tmp_path)
    numbers = await_numbers([number])
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert_all_gone(numbers)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "workers"), [(signal.SIGHUP, 1), (signal.SIGKILL, 2)])
def test_an_honest_bot_does_not_outlive_the_laboratory(number, workers, tmp_path):
    command, file = honest(tmp_path)
    words = ["--blocks", "1", "--mix", "12x12", "--database", str(tmp_path / "games.db")]
    process = subprocess.Popen(
        [sys.executable, "-m", "experiments", "match", f"cmd@1:{command}", "v17", *words, "--workers", str(workers)],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        numbers = await_numbers([file])
        process.send_signal(number)
        assert process.wait(PATIENCE) != 0
    finally:
        process.kill()
        process.wait()
    assert_all_gone(numbers)
