"""The command `python -m experiments analyse`."""

import typer
from typer.testing import CliRunner

from experiments.commands.analyse import analyse
from tests.support.recordings import GAMES

VERB = typer.Typer()
VERB.command()(analyse)


def test_options_become_wishes(tmp_path):
    """Groups, folder, kind of table, combat database and questions arrive where they belong."""
    combat, out = tmp_path / "combat.csv", tmp_path / "out"
    arguments = f"{GAMES[-1]} --by seat --by fifth --out {out} --table parquet --combat {combat} --most 1".split()
    result = CliRunner().invoke(VERB, [*arguments, "--pattern", "?.e/?o./???"])
    assert result.exit_code == 0
    assert "by seat" in result.output
    assert "The 1 commonest" in result.output
    assert sorted(path.name for path in out.iterdir()) == ["by-fifth.png", "contacts.parquet", "fifths.parquet"]
    assert combat.is_file()


def test_nothing_to_do_is_bad_input():
    """The exit code is 2."""
    assert CliRunner().invoke(VERB, []).exit_code == 2
