"""Tables and figures of events, and the sources of the games."""

import gzip
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from engine.errors import UserError
from engine.replay import read, write
from experiments.commands.analyse import analyse as command
from experiments.laboratory.database import Database
from experiments.recordings.analysis import Recorded, Unreadable, Wishes, analyse, drawn, fifths, grouped, recordings
from experiments.recordings.analysis.tables import STATES
from experiments.recordings.events import MEASURES, Events
from tests.support.recordings import FAULTS, GAMES, GOLDEN, recording
from tests.support.results import game, result

FIGHT = GOLDEN / "games" / "v17-v12-20x20-78851.hlt.gz"
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def table():
    import pandas as pd

    return pd.concat([rows(path) for path in (FIGHT, *FAULTS[:2])], ignore_index=True)


def rows(path, as_named=None):
    replay = recording(path)
    return fifths(as_named or path.name, replay, Events.of(replay))


def kept(path, *replays):
    with Database.open(path) as database:
        database.store((game(seed), replace(result(game(seed)), replay=replay)) for seed, replay in enumerate(replays))
    return path


@pytest.mark.parametrize("path", [FIGHT, *FAULTS], ids=lambda path: path.name.removesuffix(".hlt.gz"))
def test_fifths_add_up_to_the_game(path):
    lines, events = rows(path), Events.of(recording(path))
    for name, values in events.measures().items():
        if name in STATES:
            assert lines[name].max() <= values.max()
        else:
            assert lines.groupby("seat")[name].sum().tolist() == pytest.approx(values.sum(axis=0).tolist())
    assert lines.groupby("seat")["turns"].sum().tolist() == [recording(path).turns] * len(recording(path).player_names)


def test_a_game_shorter_than_five_turns_has_fewer_fifths(tmp_path, capsys):
    replay = recording(FIGHT)
    short = replace(replay, owner=replay.owner[:4], strength=replay.strength[:4], moves=replay.moves[:3])
    assert fifths("short", short, Events.of(short))["fifth"].unique().tolist() == [1, 2, 4]
    none = replace(short, owner=short.owner[:1], strength=short.strength[:1], moves=short.moves[:0])
    assert fifths("none", none, Events.of(none)).empty
    alone = recording(GOLDEN / "games" / "push-15x15-86770.hlt.gz")
    write(replace(alone, owner=alone.owner[:1], strength=alone.strength[:1], moves=alone.moves[:0]), tmp_path / "a.hlt")
    assert analyse([tmp_path / "a.hlt"], Wishes(out=tmp_path / "out", combat=tmp_path / "combat.csv")) == 0
    assert "none of 0 pairs" in capsys.readouterr().out


def test_averages_are_per_game_and_seat_and_boards_are_sorted_by_their_area(table):
    """Two games of which one has the event twice make one; percentages are over all squares; 8x10 comes before 10x8."""
    import pandas as pd

    double = pd.concat([table, table.assign(game=table["game"] + "again", cap_loss=0)], ignore_index=True)
    one, two = (grouped(frame, ["player"]).set_index("player") for frame in (table, double))
    assert two["games"].tolist() == (2 * one["games"]).tolist()
    assert two["cap_loss"].tolist() == pytest.approx((one["cap_loss"] / 2).tolist())
    assert two["still_percentage"].tolist() == pytest.approx(one["still_percentage"].tolist())
    assert two["territory"].tolist() == pytest.approx(one["territory"].tolist())
    sizes = ["10x10", "9x9", "10x8", "8x10"]
    frame = pd.concat([table.assign(size=size, game=size) for size in sizes], ignore_index=True)
    assert grouped(frame, ["size"])["size"].tolist() == ["8x10", "10x8", "9x9", "10x10"]


@pytest.mark.parametrize("across", ["fifth", "size"])
def test_every_panel_of_a_figure_has_a_title_a_unit_and_every_player(table, across):
    """Also when most players were in one game only, which leaves no interval."""
    figure = drawn(table, across)
    assert len(figure.axes) == 9
    assert all(axes.get_title() and axes.get_xlabel() and axes.get_ylabel() for axes in figure.axes)
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == sorted(table["player"].unique())


def test_folders_files_and_laboratories_are_read(tmp_path):
    packed = FIGHT.read_bytes()
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.hlt").write_bytes(gzip.decompress(packed))
    games = list(recordings([tmp_path / "deep", FIGHT, kept(tmp_path / "laboratory.db", packed)]))
    assert all(isinstance(each, Recorded) for each in games)
    assert [each.replay.player_names for each in games] == [*[("erdman_v17", "erdman_v12")] * 2, ("v26", "v17")]
    assert games[2].name.endswith(game(0).key)


def test_what_cannot_be_read_is_named_and_the_rest_goes_on(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "cut.hlt.gz").write_bytes(FIGHT.read_bytes()[:1000])
    packed = FIGHT.read_bytes()
    paths = [
        tmp_path / "empty",
        tmp_path / "missing.hlt",
        tmp_path / "cut.hlt.gz",
        kept(tmp_path / "without.db", None),
        kept(tmp_path / "damaged.db", packed[:1000], packed),
    ]
    games = list(recordings(paths))
    assert [type(each) for each in games] == [Unreadable] * 5 + [Recorded]
    reasons = ["no .hlt", "No such file", "damaged gzip", "no replays in this laboratory", "stored replay is damaged"]
    for each, reason in zip(games, reasons, strict=False):
        assert reason in each.reason


VERB = typer.Typer()
VERB.command()(command)


def test_the_verb_prints_tables_and_keeps_them_where_its_options_say(tmp_path):
    import pandas as pd

    combat, page, out = tmp_path / "combat.csv", tmp_path / "combat.html", tmp_path / "out"
    words = f"{FIGHT} --by seat --by fifth --out {out} --combat {combat} --page {page}".split()
    result = CliRunner().invoke(VERB, words)
    assert result.exit_code == 0
    for title in ("Averages per game and seat", "erdman_v12 by fifth", "erdman_v17 by fifth", "erdman_v12 by seat"):
        assert title in result.output
    assert "1 of 1 pairs of players touched" in result.output
    assert sorted(path.name for path in out.iterdir()) == ["by-fifth.png", "contacts.csv", "fifths.csv"]
    written = pd.read_csv(out / "fifths.csv")
    assert set(MEASURES) < set(written.columns)
    assert len(written) == 10
    assert (out / "by-fifth.png").read_bytes().startswith(PNG)
    assert combat.is_file()
    text = page.read_text(encoding="utf-8")
    assert '<div id="chart">' in text
    assert "squares in contact, of 1 games" in text


def test_the_verb_tells_some_unreadable_from_none_readable_and_what_breaks_the_rules(tmp_path, capsys):
    (tmp_path / "cut.hlt").write_text("{")
    assert analyse([tmp_path / "cut.hlt", FIGHT], Wishes()) == 1
    assert "cut.hlt: " in capsys.readouterr().err
    with pytest.raises(UserError, match="No game could be read"):
        analyse([tmp_path / "cut.hlt"], Wishes())
    replay = read(GAMES[-1])
    replay.strength[40][replay.owner[40] == 1] += 1
    write(replay, tmp_path / "edited.hlt")
    with pytest.raises(UserError, match="No game could be read"):
        analyse([tmp_path / "edited.hlt"], Wishes())
    assert "edited.hlt: turn 40: player 1 should have" in capsys.readouterr().err
