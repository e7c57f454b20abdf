"""The league's studies of single games equal the results of `analyse` and the frames of the recordings."""

import gzip
from dataclasses import replace

import numpy as np
import pytest

from engine.replay import parse
from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database, DatabaseError
from experiments.laboratory.executor import play_game
from experiments.league import again, bots, curves, exporting, feed, habits, records, studies, thumbnails
from experiments.league.documents import Documents
from experiments.league.season import Season
from experiments.recordings.analysis import fifths, grouped, recordings
from experiments.recordings.analysis.tables import contacts
from experiments.recordings.events import Events
from tests.support.leagues import season_in
from tests.support.results import PROGRAM, V12, V17, V26, finished, game, result

TABLES = ("endings", "replays", "studies", "courses")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A laboratory with recorded games of two and of three, and one game without a recording."""
    made = tmp_path_factory.mktemp("league") / "laboratory.db"
    lineups = [(V26, V17), (V26, V12), (V26, V17, V12)] * 3
    games = [each for seed, seats in enumerate(lineups) for each in Block(Map(12, 12, seed, len(seats)), seats).games]
    with Database.open(made) as database:
        database.store([(each, play_game(each, replay=True)) for each in games])
        database.store(finished([99]))
        studies.study(database)
    return made


@pytest.fixture
def season(path):
    """Its season."""
    with Database.open(path, read_only=True) as database:
        counted = Season(database)
        counted.refresh()
        yield counted


def analysed(path):
    """What `analyse` reads of the same file: the rows of its tables, and of its meetings."""
    import pandas as pd

    read = [(each, Events.of(each.replay)) for each in recordings([path])]
    return (pd.concat([table(each.name, each.replay, events) for each, events in read]) for table in (fifths, contacts))


def test_habits_and_first_contacts_equal_what_analyse_prints(path, season):
    """Losses, damage, walls and the share of STILL, per game and seat."""
    table, _ = analysed(path)
    printed = grouped(table, ["player"]).set_index("player")
    for player in ("v26", "v17", "v12"):
        told = habits.habits(season, season.named(player).number)
        means = {row["name"]: row["ours"][1] for row in told["measures"]}
        assert told["games"] == printed.games[player]
        assert told["waiting"] == 0
        for name in ("cap_loss", "damage_dealt", "damage_taken"):
            assert means[name] == pytest.approx(printed[name][player], abs=0.01)
        assert means["openings"] == pytest.approx(printed.wall_openings[player], abs=0.01)
        assert means["still"] == pytest.approx(printed.still_percentage[player], abs=0.01)
    _, meetings = analysed(path)
    number = season.named("v26").number
    met = meetings[(meetings.player == "v26") | (meetings.other_player == "v26")]
    first = met.groupby("game").first_contact.min()
    expected = first.fillna(-10).floordiv(10).astype(int).value_counts().sort_index()
    assert habits.habits(season, number)["contacts"] == [[tens, games] for tens, games in expected.items()]


def test_forgone_production_is_that_of_squares_that_moved(season):
    """Counted square by square from the frames and moves of a recording."""
    key, number = season.database.query("SELECT lower(hex(key)), id FROM games LIMIT 1")[0]
    replay = parse(gzip.decompress(season.database.find([key], replays=True)[key].replay))
    moved = (replay.moves >= 1) & (replay.moves <= 4)
    for seat in (1, 2):
        forgone = ((replay.owner[:-1] == seat) & moved) * replay.production.astype(int)
        stored = season.database.query("SELECT forgone FROM studies WHERE game = ? AND seat = ?", number, seat)
        assert stored == [(forgone.sum(),)]


def test_the_most_damage_of_a_turn_opens_its_game_at_that_turn(path, season):
    """Over all recordings of a board and number of players."""
    best = {}
    for each in recordings([path]):
        dealt = Events.of(each.replay).damage_dealt
        players = dealt.shape[1]
        best[players] = max(best.get(players, (0, 0)), (round(dealt.max()), -int(dealt.max(axis=1).argmax()) - 1))
    kinds = {kind["name"]: kind["rows"] for kind in records.records(season)["kinds"]}
    assert {row["players"]: (row["value"], -row["turn"]) for row in kinds["damage"]} == best


def test_a_comeback_opens_at_half_time(path, season):
    """Where its winner held less than an even share of the owned squares."""
    kinds = {kind["name"]: kind["rows"] for kind in records.records(season)["kinds"]}
    shares = {2: [], 3: []}
    for each in recordings([path]):
        players = len(each.replay.player_names)
        squares = [np.count_nonzero(each.replay.owner[each.replay.turns // 2] == seat + 1) for seat in range(players)]
        last = [np.count_nonzero(each.replay.owner[-1] == seat + 1) for seat in range(players)]
        share = squares[int(np.argmax(last))] / sum(squares)
        if share < 1 / players:
            shares[players].append((int(1000 * share) / 10, each.replay.turns // 2))
    expected = {players: min(each)[0] for players, each in shares.items() if each}
    assert expected
    assert {row["players"]: row["value"] for row in kinds["comeback"]} == pytest.approx(expected)
    assert all((row["value"], row["turn"]) in shares[row["players"]] for row in kinds["comeback"])


def test_curves_count_from_the_first_contact(season):
    """Turn 0 is the first contact of every game: the value is the mean of what the player then held."""
    number = season.named("v26").number
    told = curves.curves(season, number)
    rows = season.database.query(
        "SELECT contact, course FROM studies JOIN courses USING (game, seat) WHERE player = ? AND contact > 0", number
    )
    held = [studies.course(packed)[0, contact] for contact, packed in rows]
    territory = next(measure for measure in told["aligned"] if measure["name"] == "territory")
    at_zero = next((point for point in territory["points"] if point["turn"] == 0), None)
    assert told["met"] == len(held)
    assert at_zero is None or at_zero["ours"][1] == pytest.approx(np.mean(held), abs=0.01)
    assert territory["points"][0]["turn"] < 0 < territory["points"][-1]["turn"]


def test_curves_tell_what_a_player_held_beside_its_opponents(tmp_path):
    """Counted by hand on the first frame and the last of a recorded game of three; others have none."""
    made = play_game(game(5, V17, V26, V12), replay=True)
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([(game(5, V17, V26, V12), made), *finished([9])])
        documents = Documents.of(database, database.path, waits=True)
        told = documents.document(f"curves/{documents.season.named('v26').number}")
    replay = parse(gzip.decompress(made.replay))
    territory, production, strength = told["measures"]
    assert told["games"] == 1
    for frame, place in ((0, 0), (-1, -1)):
        owner, mine = replay.owner[frame], replay.owner[frame] == 2
        others = (owner > 0) & ~mine
        for measure, layer in ((territory, 1), (production, replay.production), (strength, replay.strength[frame])):
            point = measure["points"][place]
            assert point["ours"] == [pytest.approx(np.sum(mine * layer))] * 3
            assert point["theirs"][1] == pytest.approx(np.sum(others * np.asarray(layer, int)) / 2, abs=0.01)
    assert territory["points"][-1]["turn"] == replay.turns


def test_a_thumbnail_shows_the_last_frame(season):
    """Of every game of the feed, run by run; of a large board every second square or fewer."""
    newest, *games = feed.newest(season)
    assert newest["last"] is None
    for each in games:
        width, text = each["last"]
        squares = [int(owner) for owner, length in (run.split(".") for run in text.split()) for _ in range(int(length))]
        assert len(squares) % width == 0
        territory = [squares.count(seat) for seat in range(1, len(each["seats"]) + 1)]
        assert territory == [seat["territory"] for seat in each["seats"]]
    assert thumbnails.drawn(np.ones((150, 100), int)) == [34, "1.1700"]


def test_a_game_that_was_looked_at_is_studied(tmp_path):
    """Its recording is not kept, what it says is: of a game that was published or merged."""
    made = play_game(game(4), replay=True)
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([(game(4), replace(made, replay=None, ending=None))])
        study = studies.study_recording(database.path, made.key, gzip.decompress(made.replay))
        assert np.array_equal(study.ending.last(), made.ending.last())
        assert database.query("SELECT count(*) FROM studies") == [(2,)]
        assert database.query("SELECT halfway, owners FROM endings") == [
            (" ".join(map(str, made.ending.halfway)), made.ending.owners)
        ]
        assert database.check() == []


def test_recordings_are_read_when_a_page_asks(tmp_path):
    """Once, with what they say kept in the file."""
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([(game(4), play_game(game(4), replay=True))])
        documents = Documents.of(database, database.path, waits=True)
        assert documents.document(f"habits/{documents.season.named('v26').number}")["games"] == 1
        assert database.query("SELECT count(*) FROM courses") == [(2,)]
    with Database.open(tmp_path / "damaged.db") as database:  # a damaged recording is left out
        database.store([(game(4), play_game(game(4), replay=True)), (game(5), result(game(5), replay=b"no recording"))])
        studies.study(database)
        assert database.query("SELECT DISTINCT game FROM studies") == [(1,)]
    with Database.open(tmp_path / "unrecorded.db") as database:  # a player that was never studied has a page
        database.store(finished([1]))
        season = Season(database)
        season.refresh()
        assert habits.habits(season, 1) == {"games": 0, "waiting": 0, "measures": [], "contacts": [], "openings": []}
        assert curves.curves(season, 1) == {"games": 0, "measures": [], "met": 0, "aligned": []}


def test_faults_come_with_the_last_words_of_the_program(tmp_path):
    """The page shows them as printed; older games have none."""
    (each, played), (other, silent) = finished([1, 2], V26, PROGRAM)
    faulty = {"faults": (None, "exited on turn 3: it exited with code 1")}
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([(each, replace(played, **faulty, last_words=((), ("Traceback", "KeyError: 'x'"))))])
        database.store([(other, replace(silent, **faulty))])
        season = Season(database)
        season.refresh()
        listed = bots.page(season, season.named(PROGRAM.notation), None)["conduct"]["listed"]
        assert [row["words"] for row in listed] == [None, "Traceback\nKeyError: 'x'"]
        with Database.open(tmp_path / "other.db") as merged:
            merged.merge(database.path)
            assert merged.query("SELECT text FROM words") == [("Traceback\nKeyError: 'x'",)]


def test_games_to_be_studied_are_from_the_whole_season():
    """Regression: all came from its first third where each could be played again, and none was of the last days."""
    games = again.spread(range(1, 901), 3)
    assert sorted(games) == [1, 113, 226, 338, 451, 563, 675, 788, 900]
    assert games[:3] == [1, 338, 675]
    assert again.spread([5, 6], 3) == [5, 6]
    assert again.spread([], 3) == []


@pytest.mark.slow
@pytest.mark.parametrize("recording", [b"no recording", gzip.compress(b"{}")], ids=["no gzip", "no replay"])
def test_a_damaged_recording_is_left_out_of_an_export_and_of_what_is_studied(tmp_path, recording):
    """Regression: one such game ended `league --study` with a traceback, and refused the whole export."""
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([(game(5), result(game(5), replay=recording)), (game(4), play_game(game(4), replay=True))])
        assert exporting.write(database, database.path, tmp_path / "pages", studied=2) == 1
        assert database.query("SELECT DISTINCT game FROM studies") == [(2,)]


def test_games_without_recordings_are_played_again_to_be_studied(tmp_path):
    """As many of each player as are wanted; those of programs cannot be."""
    made = [(each, play_game(each)) for seed in range(5) for each in Block(Map(10, 10, seed, 2), (V26, V17)).games]
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([*made, *finished([50], V26, PROGRAM)])
        season = Season(database)
        season.refresh()
        said = []
        assert again.study(season, 3, said.append) == 3
        assert again.study(season, 3, said.append) == 0
        assert database.query("SELECT count(DISTINCT game) FROM studies") == [(3,)]
        assert said[0] == "Playing 3 games of v26 again …"
        assert database.query("SELECT count(*) FROM replays") == [(0,)]


def test_studies_that_cannot_be_kept_are_said_so_and_nothing_is_played(path, monkeypatch):
    """`--study` on a database that cannot be written to played its games again and kept nothing, without a word."""

    def refuse(*_):
        raise DatabaseError("laboratory.db: it cannot be written to.")

    monkeypatch.setattr(Database, "keep_studies", refuse)
    monkeypatch.setattr(studies, "study_recording", refuse)
    said = []
    with Database.open(path, read_only=True) as database:
        assert again.study(season_in(database), 50, said.append) == 0
    (line,) = said
    assert "could not be kept: laboratory.db: it cannot be written to" in line


def test_studies_come_along_when_games_are_merged(path, tmp_path):
    """Merged games had to be played again before their curves were seen, and known ones got no last frame."""
    with Database.open(path) as source:
        known = [key for (key,) in source.query("SELECT lower(hex(key)) FROM games ORDER BY id LIMIT 3")]
        seen = [source.query(f"SELECT count(*) FROM {table}") for table in TABLES]
        stored = source.find(known)
    lineups = [(V26, V17), (V26, V12)]
    blocks = [Block(Map(12, 12, seed, 2), lineup) for seed in range(2) for lineup in lineups]
    games = {each.key: each for block in blocks for each in block.games}
    with Database.open(tmp_path / "mine.db") as database:
        database.store([(games[key], stored[key]) for key in known])
        assert database.merge(path) > 0
        assert [database.query(f"SELECT count(*) FROM {table}") for table in TABLES] == seen
        assert database.check() == []
        ((player, seated),) = database.query(
            "SELECT count(*), sum(studies.player = seats.player) FROM studies JOIN seats USING (game, seat)"
        )
        assert player == seated > 0
        assert database.merge(path) == 0
