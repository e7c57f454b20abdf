"""The command `python -m experiments analyse`."""

import typer
from typer.testing import CliRunner

from experiments.commands.analyse import analyse
from tests.support.recordings import GAMES

VERB = typer.Typer()
VERB.command()(analyse)


def test_options_become_wishes(tmp_path):
    """Groups, folder, kind of table, combat database arrive where they belong."""
    combat, out = tmp_path / "combat.csv", tmp_path / "out"
    arguments = f"{GAMES[-1]} --by seat --by fifth --out {out} --table parquet --combat {combat}".split()
    result = CliRunner().invoke(VERB, arguments)
    assert result.exit_code == 0
    assert "by seat" in result.output
    assert sorted(path.name for path in out.iterdir()) == ["by-fifth.png", "contacts.parquet", "fifths.parquet"]
    assert combat.is_file()


def test_the_combat_database_is_written_as_a_page(tmp_path):
    """With its games in it, and no address of another file."""
    page = tmp_path / "combat.html"
    result = CliRunner().invoke(VERB, [str(GAMES[-1]), "--page", str(page)])
    assert (result.exit_code, "combat.html" in result.output) == (0, True)
    text = page.read_text(encoding="utf-8")
    assert 'id="game-0"' in text
    assert "https://" not in text.partition('id="answer"')[0]


def test_nothing_to_do_is_bad_input():
    """The exit code is 2."""
    assert CliRunner().invoke(VERB, []).exit_code == 2
