"""What recordings say: events by hand, their tables and figures, and the database of combat."""

import gzip
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from engine import Replay, State, rules
from engine.errors import UserError
from engine.replay import read, write
from experiments.laboratory.database import Database
from experiments.recordings.analysis.report import analyse
from experiments.recordings.analysis.tables import STATES, averages_by, fifths
from experiments.recordings.combat import page
from experiments.recordings.combat.database import count, squares
from experiments.recordings.combat.neighbourhood import DIRECTIONS
from experiments.recordings.events import MEASURES, Events, EventsError
from experiments.recordings.sketch import sketch
from experiments.recordings.sources import recordings
from tests.support.boards import strip
from tests.support.bots import complaint, run_command
from tests.support.recordings import FAULTS, GAMES, GOLDEN, recording
from tests.support.results import game, result


def played(board, *turns):
    """The replay of a drawn board under these orders, each {(y, x): direction}; everybody else is STILL."""
    view = sketch(board)
    states, moves = [State(view.owner, view.strength, view.production)], []
    for orders in turns:
        moves.append(np.zeros(view.owner.shape, np.int32))
        for square, direction in orders.items():
            moves[-1][square] = direction
        states.append(rules.step(states[-1], moves[-1]))
    frames = (np.array([getattr(state, layer) for state in states]) for layer in ("owner", "strength"))
    moves = np.array(moves, np.int32).reshape(-1, *view.owner.shape)
    return Replay(*frames, view.production, moves, ("one", "two"))


def events(board, *turns):
    return Events.of(played(board, *turns))


GO, NONE = {(0, 0): rules.EAST}, [[0, 0]]
COUNTED = {
    "a capture costs what stood there, here 4": (strip("a10 .4 #"), [GO], {
        "captures_of_neutral": [[1, 0]], "neutral_damage": [[4, 0]], "failed_captures": NONE, "damage_taken": NONE,
        "territory": [[2, 0]]}),
    "10 onto 10 leaves an empty neutral square": (strip("a10 .10 #"), [GO], {
        "failed_captures": [[1, 0]], "neutral_damage": [[10, 0]], "captures_of_neutral": NONE}),
    "what a fight left behind costs nothing": (strip("a10 .0 #"), [GO], {
        "captures_of_empty": [[1, 0]], "captures_of_neutral": NONE}),
    "200 + 100 loses 45 by merging, 254 producing 3 loses 2; production is realised before the cap": (
        strip("a200 a100/0 # a254/3"), [GO], {
            "cap_loss_by_merge": [[45, 0]], "cap_loss_by_production": [[2, 0]], "cap_loss": [[47, 0]],
            "realised_production": [[3, 0]]}),
    "100 step between two 60s: 120 die for 100, so 20 are overkill": (
        "# a100/0 #\nb60/0 .0 b60/0\n# # #", [{(0, 1): rules.SOUTH}], {
            "damage_taken": [[100, 120]], "damage_dealt": [[120, 100]], "overkill": [[20, 0]],
            "overkill_suffered": [[0, 20]], "self_inflicted_overkill": NONE}),
    "two 60s step beside 100 that stand: the victims asked for it": (
        strip("b60/0 .0 a100/0 .0 b60/0 #"), [{(0, 0): rules.EAST, (0, 4): rules.WEST}], {
            "overkill": [[20, 0]], "self_inflicted_overkill": [[0, 20]]}),
    "8 of the 10 go to the neutral, the last 2 to the enemy, who loses all 6": (strip("a10/0 .8 b6/0 #"), [GO], {
        "neutral_damage": [[8, 0]], "damage_taken": [[2, 6]]}),
    "breaking the last neutral between two opens a wall, even if it stays neutral; they touch on that turn": (
        strip("a10/0 .8 b6/0 #"), [{}, GO], {"wall_openings": [[0, 0], [1, 0]], "first_contact": [[0, 2], [2, 0]]}),
    "one of two stands; strength 0 that moves moves nothing, and counts as nothing else": (
        strip("a10 # a5 # a0 a1 #"), [{(0, 2): rules.EAST, (0, 4): rules.EAST}], {
            "pieces": [[3, 0]], "still": [[2, 0]], "moves_of_nothing": [[1, 0]]}),
    "east and back is a flip-flop": (strip("a10 a5 a5 #"), [GO, {(0, 1): rules.WEST}], {"flip_flops": [*NONE, [1, 0]]}),
    "east and on is none": (strip("a10 a5 a5 #"), [GO, {(0, 1): rules.EAST}], {"flip_flops": [*NONE, *NONE]}),
    "two that change places are none": (strip("a10 a5 a5 #"), [GO | {(0, 1): rules.WEST}], {"flip_flops": NONE}),
}  # fmt: skip


@pytest.mark.parametrize("what", COUNTED)
def test_what_happened_on_a_small_board_is_counted(what, monkeypatch):
    monkeypatch.setattr("experiments.recordings.events.events.BLOCK", 1)  # every turn is looked at alone
    board, turns, expected = COUNTED[what]
    counted = events(board, *turns)
    assert {name: getattr(counted, name).tolist() for name in expected} == {
        name: [pytest.approx(row) for row in rows] for name, rows in expected.items()
    }


def test_frames_that_do_not_follow_from_the_moves_are_refused():
    replay = played(strip("a10 .4 #"), {(0, 0): rules.EAST})
    replay.strength[1, 0, 1] += 7
    with pytest.raises(EventsError, match=r"turn 1: player 1 should have 6 strength left, .* holds 13; .*verify`"):
        Events.of(replay)


FIGHT = GOLDEN / "games" / "v17-v12-20x20-78851.hlt.gz"


@pytest.fixture(scope="module")
def table():
    return pd.concat([rows(path) for path in (FIGHT, *FAULTS[:2])], ignore_index=True)


def rows(path):
    replay = recording(path)
    return fifths(path.name, replay, Events.of(replay))


def cut(replay, turns):
    layers = {"owner": replay.owner[: turns + 1], "strength": replay.strength[: turns + 1]}
    return replace(replay, **layers, moves=replay.moves[:turns])


def kept(path, *replays):
    with Database.open(path) as database:
        database.store((game(seed), replace(result(game(seed)), replay=replay)) for seed, replay in enumerate(replays))
    return path


@pytest.mark.parametrize("path", [FIGHT, *FAULTS], ids=lambda path: path.name.removesuffix(".hlt.gz"))
def test_fifths_add_up_to_the_game(path):
    lines, events = rows(path), Events.of(recording(path))
    for name, values in events.measures().items():
        if name in STATES:
            assert averages_by(lines, ["seat"])[name].tolist() == pytest.approx(values.mean(axis=0).tolist()), name
        else:
            assert lines.groupby("seat")[name].sum().tolist() == pytest.approx(values.sum(axis=0).tolist())
    replay = recording(path)
    assert lines.groupby("seat")["turns"].sum().tolist() == [replay.turns] * len(replay.player_names)
    land = np.bincount(replay.owner[-1].ravel())[1:]
    assert lines.groupby("seat")["rank"].unique().tolist()[land.argmax()] == [
        1
    ]  # who holds most land at the end has won


def test_a_game_shorter_than_five_turns_has_fewer_fifths(tmp_path, capsys):
    short, none = (cut(recording(FIGHT), turns) for turns in (3, 0))
    assert fifths("short", short, Events.of(short))["fifth"].unique().tolist() == [1, 2, 4]
    assert fifths("none", none, Events.of(none)).empty
    write(cut(recording(GOLDEN / "games" / "push-15x15-86770.hlt.gz"), 0), tmp_path / "a.hlt")
    assert analyse([tmp_path / "a.hlt"], out=tmp_path / "out", database=tmp_path / "combat.csv") == 0
    assert "none of 0 pairs" in capsys.readouterr().out


def test_averages_are_per_game_and_seat_and_boards_are_sorted_by_their_area(table):
    """Two games of which one has the event twice make one; percentages are over all squares; 8x10 comes before 10x8."""
    double = pd.concat([table, table.assign(game=table["game"] + "again", cap_loss=0)], ignore_index=True)
    one, two = (averages_by(frame, ["player"]).set_index("player") for frame in (table, double))
    for name, factor in (("games", 2), ("cap_loss", 0.5), ("still_percentage", 1), ("territory", 1)):
        assert two[name].tolist() == pytest.approx((factor * one[name]).tolist()), name
    sizes = ["10x10", "9x9", "10x8", "8x10"]
    frame = pd.concat([table.assign(size=size, game=size) for size in sizes], ignore_index=True)
    assert averages_by(frame, ["size"])["size"].tolist() == ["8x10", "10x8", "9x9", "10x10"]


def test_folders_files_and_laboratories_are_read(tmp_path):
    packed = FIGHT.read_bytes()
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.hlt").write_bytes(gzip.decompress(packed))
    games = list(recordings([tmp_path / "deep", FIGHT, kept(tmp_path / "laboratory.db", packed)]))
    assert [each.replay.player_names for each in games] == [*[("erdman_v17", "erdman_v12")] * 2, ("v26", "v17")]
    assert games[2].name.endswith(game(0).key)


def test_what_cannot_be_read_is_named_and_the_rest_goes_on(tmp_path):
    (tmp_path / "empty").mkdir()
    packed = FIGHT.read_bytes()
    (tmp_path / "cut.hlt.gz").write_bytes(packed[:1000])
    paths = [tmp_path / name for name in ("empty", "missing.hlt", "cut.hlt.gz")]
    paths += [kept(tmp_path / "without.db", None), kept(tmp_path / "damaged.db", packed[:1000], packed)]
    *unread, last = recordings(paths)
    assert last.replay is not None
    reasons = ["no .hlt", "No such file", "damaged gzip", "no replays in this laboratory", "stored replay is damaged"]
    for each, reason in zip(unread, reasons, strict=True):
        assert each.replay is None
        assert reason in each.reason


@pytest.fixture
def _without_charts(monkeypatch):
    """Their script takes seconds to make; a browser draws them in tests/browser/test_reports.py."""
    monkeypatch.setattr(page, "chart_script", str)


@pytest.mark.slow
@pytest.mark.usefixtures("_without_charts")
def test_the_verb_prints_tables_and_keeps_them_where_its_options_say(tmp_path):
    write(replace(recording(FIGHT), player_names=("<script>alert(1)</script>", "erdman_v12")), tmp_path / "game.hlt")
    words = "analyse game.hlt --by rank --by fifth --out out --combat combat.csv --page combat.html"
    said = run_command(tmp_path, *words.split())
    assert said.exit_code == 0
    for title in ("Averages per game and seat", "erdman_v12 by fifth", "</script> by fifth", "erdman_v12 by rank"):
        assert title in said.output
    assert "1 of 1 pairs of players touched" in said.output
    out = tmp_path / "out"
    assert sorted(path.name for path in out.iterdir()) == ["by-fifth.png", "contacts.csv", "fifths.csv"]
    met, replay = pd.read_csv(out / "contacts.csv").iloc[0], read(FIGHT)
    after = replay.owner[met["first_contact"]]
    assert [met["squares"], met["other_squares"]] == [np.count_nonzero(after == seat) for seat in (1, 2)]
    written = pd.read_csv(out / "fifths.csv")
    assert set(MEASURES) < set(written.columns)
    assert len(written) == 10
    assert (out / "by-fifth.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "combat.csv").is_file()
    text = (tmp_path / "combat.html").read_text(encoding="utf-8")
    assert '<div id="chart">' in text
    assert "squares in contact, of 1 games" in text
    assert "<script>alert" not in text


def test_the_verb_tells_some_unreadable_from_none_readable_and_what_breaks_the_rules(tmp_path, capsys):
    (tmp_path / "cut.hlt").write_text("{")
    assert analyse([tmp_path / "cut.hlt", FIGHT]) == 1
    assert "cut.hlt: " in capsys.readouterr().err
    replay = read(GAMES[-1])
    replay.strength[40][replay.owner[40] == 1] += 1
    write(replay, tmp_path / "edited.hlt")
    for name in ("cut.hlt", "edited.hlt"):
        with pytest.raises(UserError, match="No game could be read"):
            analyse([tmp_path / name])
    assert "edited.hlt: turn 40: player 1 should have" in capsys.readouterr().err
    with pytest.raises(UserError, match=r"its name ends in .csv or .parquet"):  # else the game would be gone
        analyse([FIGHT], database=tmp_path / "cut.hlt")
    said = run_command(tmp_path, "analyse", str(FIGHT), "--combat", "nope/x.csv")  # mistyped; the folder was made
    assert "nope/x.csv cannot be written: there is no folder nope" in complaint(said)
    assert not (tmp_path / "nope").exists()


def games_of(*boards, move=2):
    """Games of one turn each, in which the one square of ours on the board chose this."""
    for board in boards:
        view = sketch(board)
        moves = np.where(view.owner == 1, move, 0)[None].astype(np.int32)
        yield Replay(np.array([view.owner] * 2), np.array([view.strength] * 2), view.production, moves, ("us", "them"))


AHEAD = "# # # # # #\n# # # # # #\n# # a9 .0 b5 #\n# # # # # #\n# # # # # #"


def test_databases_of_games_are_added_up():
    parts = [squares(replay, "game") for replay in games_of(AHEAD, AHEAD, "a9 # # #\n# # # #")]
    assert count([count([part]) for part in parts]).equals(count(parts))
    assert count(parts)[list(DIRECTIONS)].to_numpy().sum() == 4


def choices(*boards):
    return page.choices(pd.concat([squares(replay, f"game {at}") for at, replay in enumerate(games_of(*boards))]))


def test_turned_places_are_one_and_everybody_is_counted_beside_the_players():
    found = choices(AHEAD, "# # # #\n# # # #\n# # a9 #\n# # .0 #\n# # b5 #\n# # # #\n# # # #")
    assert found.groupby("player")["squares"].sum().to_dict() == {page.EVERYBODY: 4, "them": 2, "us": 2}
    us = found[found["player"] == "us"]
    assert us["pattern"].nunique() == 1
    assert us["chosen"].tolist() == [0.5, 0.5], "ours went to the enemy in the first game, and past it in the other"
    assert set(us["example"]) == {"game 0, turn 0, (2, 2)", "game 1, turn 0, (2, 2)"}


@pytest.mark.parametrize(("strength", "ahead"), [(9, 0.5), (99, 1.0), (1, 0.0)])
def test_what_happened_next_is_the_balance_of_strength_around(strength, ahead):
    (replay,) = games_of(AHEAD)
    replay.strength[1][replay.owner[1] == 1] = strength
    seen = squares(replay, "game")
    assert seen[seen["player"] == "us"]["ahead"].tolist() == [ahead]


@pytest.mark.slow
@pytest.mark.usefixtures("_without_charts")
def test_a_game_without_contact_makes_a_page():
    assert "0 squares in contact" in page.page([squares(next(games_of("a9 # # #\n# # # #")), "game")])
