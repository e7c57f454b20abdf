"""The scripts of experiments/plans ask what page 16 says that they ask; `python3` is a stand-in that plays nothing."""

import os
import re
import subprocess
import sys

import pytest

from experiments.arena.players import player
from experiments.match import plan as plans
from tests.support.processes import PATIENCE
from tests.support.project import ROOT
from tests.support.recounting import PLANS

SCRIPTS = sorted((ROOT / "experiments" / "plans").glob("*.sh"))

STAND_IN = """#!/bin/bash
if [ "$1" = -m ]; then printf '%s\\n' "$@" "" >>"$ASKED"; else exec "$PYTHON" "$@"; fi
"""

VALUED = {
    *("--question", "--mix", "--blocks", "--players", "--first", "--further", "--most", "--out", "--sprt"),
    *("--trials", "--blocks-per-trial", "--space", "--sampler", "--vary", "--points"),
}
"""Options of the scripts whose value names no player."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for bash; docs/16 says what they ask")


def asked(script, folder):
    """The words of every command of a script, behind `python3 -m experiments`."""
    stand_in, heard = folder / "python3", folder / "asked"
    stand_in.write_text(STAND_IN, encoding="utf-8")
    stand_in.chmod(0o755)
    env = os.environ | {"ASKED": str(heard), "PYTHON": sys.executable, "PATH": f"{folder}:{os.environ['PATH']}"}
    subprocess.run(["bash", script], env=env, check=True, capture_output=True, timeout=PATIENCE)
    return [words.splitlines()[2:] for words in heard.read_text(encoding="utf-8").split("\n\n")[:-1]]


def names(words):
    """The players of a command: its own words, and those of --base and --against."""
    word = iter(words[1:])
    for each in word:
        if each in VALUED:
            next(word)
        elif each in {"--base", "--against"}:
            yield from next(word).split(",")
        elif not each.startswith("--"):
            yield each


class TestAScriptAskedAboutAPlayerThatIsGone:
    """champion.sh asked about `champion?last_turns=0` after the knob went, and stopped: half was no longer asked."""

    @pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
    def test_every_player_of_a_script_can_play(self, script, tmp_path):
        """All of its questions, to the last one."""
        questions = asked(script, tmp_path)
        assert questions
        for words in questions:
            assert all(player(name) for name in names(words))

    def test_a_stage_of_page_16_is_asked_by_a_script(self, tmp_path):
        """The entries of the table of stages, but for the one about a stage that is gone."""
        script = ROOT / "experiments" / "plans" / "champion.sh"
        told = {words[words.index("--question") + 1] for words in asked(script, tmp_path)}
        page = (ROOT / "docs" / "16-what-was-found.md").read_text(encoding="utf-8")
        _, _, rest = page.partition("## What each stage of the champion is worth")
        named = {int(number) for number in re.findall(r"\| E-(\d{4}) ", rest.partition("\n## ")[0])}
        assert len(named) > 10
        assert {plans.read(PLANS[number]).question for number in named - {264}} <= told
