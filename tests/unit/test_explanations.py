"""Explanations: the file as docs/pages/explanations.md describes it, and a player in the middle of a recorded game."""

import gzip
import json
import zlib
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from bot import Reason, override, preset
from bot.parameters.declaration import plain
from bot.parameters.presets import DEFINITIONS
from bot.program.explanation_file import ARRAYS, GZIP, ExplanationFile, header
from bot.search.champion import Champion
from engine import State, generate
from engine.errors import UserError
from engine.replay import read as read_replay
from engine.replay import write as write_replay
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.recordings.explaining import beside, explain_turns, make
from experiments.recordings.explanations import parse, read
from experiments.recordings.watched import Watched
from tests.support.boards import assert_same_squares, view_of
from tests.support.explanations import assert_same, explained, write
from tests.support.project import ROOT
from tests.support.recordings import GOLDEN

pytestmark = pytest.mark.slow
PAGE = (ROOT / "docs" / "pages" / "explanations.md").read_text(encoding="utf-8")
ROW = State(*(np.array([layer], np.uint8) for layer in ([1, 1, 0, 0, 2], [9, 200, 8, 3, 0], [1, 2, 3, 0, 4])))
V26 = preset("v26")


@pytest.fixture
def lines(tmp_path):
    write(tmp_path / "a.gz", [view_of(ROW, 1)], V26)
    return [json.loads(line) for line in gzip.decompress((tmp_path / "a.gz").read_bytes()).splitlines()]


def packed(lines):
    return gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode())


def test_the_header_says_what_the_numbers_mean_as_the_page_does(lines):
    head = lines[0]
    known = {"format": "halite-explanation", "version": 4, "source": "bot", "player": 1, "name": "v26", "width": 5}
    options = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
    assert head | known | {"height": 1, "parameters": plain(V26), "options": options} == head
    assert head["definitions"].keys() == DEFINITIONS.keys()
    assert [reason["name"] for reason in head["reasons"]] == [reason.name for reason in Reason]
    for key in (key for line in lines for key in line):
        assert f"`{key}`" in PAGE, key
    assert ARRAYS.keys() == lines[1].keys() - {"turn", "hold", "hurdle", "mining_remains"} | {"differs", "rise"}
    lines[0]["mood"], lines[1]["mood"] = "good", [1, 2, 3]
    assert len(parse(packed(lines)).turns) == 1


def test_a_turn_can_be_read_as_soon_as_it_is_written(tmp_path):
    file = ExplanationFile(tmp_path / "a.gz")
    for turn in range(3):
        file.write_turn(turn, {})
        text = zlib.decompressobj(GZIP).decompress((tmp_path / "a.gz").read_bytes()).decode()
        assert [json.loads(line)["turn"] for line in text.splitlines()] == [*range(turn + 1)]
    file.close()


def test_the_same_turns_give_the_same_bytes_with_words_for_infinity_and_nothing(tmp_path):
    """No time and no name inside; 1e999 and null, for JSON has no other."""
    for name in ("a.gz", "b.gz"):
        write(tmp_path / name, [view_of(ROW, 2)], V26)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    write(tmp_path / "a.gz", [view_of(ROW, 1)], override(V26, {"name": "Ключ β"}))
    assert read(tmp_path / "a.gz").name == "Ключ β"
    write(tmp_path / "a.gz", [view_of(ROW, 1)], V26)
    text = gzip.decompress((tmp_path / "a.gz").read_bytes()).decode()
    assert [word in text for word in ("1e999", "Infinity", "NaN")] == [True, False, False]
    assert json.loads(text.splitlines()[1])["value"][3] == np.inf  # land that produces nothing


def test_what_follows_from_the_rest_is_not_written(tmp_path):
    """A game of 30 x 30 took 1.8 MB: seventeen digits a number, a potential and scores that follow from the rest."""
    won = replace(ROW, owner=np.array([[1, 1, 0, 1, 2]], np.uint8))  # the land whose value is infinite
    views = [view_of(state, 1) for state in [ROW, ROW, won, ROW, *[won] * 14]]
    written = write(tmp_path / "a.gz", views, V26)
    turns = [json.loads(line) for line in gzip.decompress((tmp_path / "a.gz").read_bytes()).splitlines()[1:]]
    assert not any({"potential", "score"} & turn.keys() for turn in turns)
    assert [turn for turn, each in enumerate(turns) if "value" in each] == [0, 16]
    assert turns[1]["rise"] == [0] * 5
    assert [type(turn["rise"][3]) for turn in turns[1:5]] == [int, list, list, list]
    for one, other in zip(read(tmp_path / "a.gz").turns, written, strict=True):
        assert_same(one, other)


def test_an_extra_score_is_written(tmp_path):
    (thought,) = explained([view_of(ROW, 1)], V26)
    score = np.full_like(thought.score, np.nan)
    score[0, 1] = [7.5, np.nan, 104.25, 4, 5]
    odd = replace(thought, score=score)
    with closing(ExplanationFile(tmp_path / "a.gz")) as file:
        file.write_header(header(view_of(ROW, 1), V26, "bot"))
        file.write_turn(0, odd)
    assert_same(read(tmp_path / "a.gz").turns[0], odd)


RECORDING = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


@pytest.fixture(scope="module")
def few_turns():
    whole = read_replay(RECORDING)
    return replace(whole, owner=whole.owner[:13], strength=whole.strength[:13], moves=whole.moves[:12])


@pytest.fixture
def game(tmp_path, few_turns):
    write_replay(few_turns, tmp_path / "game.hlt.gz")
    return tmp_path / "game.hlt.gz"


def test_the_file_lies_beside_the_replay_and_says_whose_thoughts_it_holds(game, few_turns, capsys):
    make(game, 2, "v17?ties=fixed", None)
    path = game.with_name("game.player2.explain.gz")
    file = read(path)
    assert (file.source, file.player, file.is_complete, len(file.turns)) == ("replay", 2, True, 12)
    assert file.parameters == player("v17?ties=fixed").parameters
    assert not np.any(file.differs)
    asked = np.count_nonzero((few_turns.owner[:-1] == 2) & (few_turns.strength[:-1] > 0))
    said = f"{path}: 12 turns, {asked} decisions of v17?ties=fixed, 0 differ from the recording\n"
    assert capsys.readouterr().out == said


def test_what_the_bot_itself_thought_is_not_replaced(game):
    """`explain` wrote over the file of `./play`, which no command can make again."""
    path = beside(game, 1)
    kept = gzip.compress(b'{"format": "halite-explanation", "source": "bot"}\n')
    path.write_bytes(kept)
    with pytest.raises(UserError, match="the bot itself"):
        make(game, 1, "v26?ties=fixed", None)
    assert path.read_bytes() == kept
    path.write_bytes(b"of another program")
    make(game, 1, "v26?ties=fixed", None)
    assert read(path).source == "replay"


def test_where_the_recorded_move_is_another_the_squares_are_marked(game, few_turns, tmp_path, capsys):
    moves = few_turns.moves.copy()
    moves[3] = (moves[3] + 1) % 5
    write_replay(replace(few_turns, moves=moves), game)
    make(game, 1, "v26?ties=fixed", tmp_path / "out.gz")
    file = read(tmp_path / "out.gz")
    assert_same_squares(file.differs[3], few_turns.owner[3] == 1)
    assert [turn for turn, mask in enumerate(file.differs) if mask.any()] == [3]
    assert f" {np.count_nonzero(file.differs)} differ from the recording" in capsys.readouterr().out


def test_the_recorded_name_is_asked_and_a_player_who_is_gone_has_no_more_thoughts(game, few_turns):
    """A game of an unknown player by v26; where it owns nothing the rest of the game is the others'."""
    make(game, 2, None, None)
    assert read(beside(game, 2)).parameters.generation == "v17"
    write_replay(replace(few_turns, player_names=("somebody", "else")), game)
    make(game, 2, None, None)
    assert read(beside(game, 2)).parameters.generation == "v26"
    owner = few_turns.owner.copy()
    owner[5:][owner[5:] == 1] = 2
    assert len(list(explain_turns(replace(few_turns, owner=owner), 1, player("v26").parameters))) == 5


@pytest.fixture(scope="module")
def played():
    players = [preset("champion"), player("v26?pact=off").parameters]
    return Arena(16, 16).play(players, generate(16, 16, 2, 3), record=True).replay


@pytest.fixture(scope="module")
def of_champion(played):
    return list(explain_turns(played, 1, preset("champion")))


class TestTheExplanationWasAnotherPlayersThanTheOneThatPlayed:
    """The champion searched in games, and `explain` told the greedy moves that it had started from."""

    def test_the_explained_moves_are_the_played_ones(self, of_champion):
        assert len(of_champion) > 50
        assert not any(thought.differs.any() for thought in of_champion)
        assert sum(len(thought.explanation.search["changes"]) for thought in of_champion) > 20
        for why in (thought.explanation for thought in of_champion):
            for square, greedy, chosen in why.search["changes"]:
                assert (why.reason.flat[square], why.move.flat[square]) == (Reason.SEARCHED, chosen)
                assert chosen != greedy

    def test_the_file_holds_the_report_and_no_clock(self, played, of_champion, tmp_path):
        write_replay(played, tmp_path / "game.hlt")
        for name in ("one.gz", "two.gz"):
            make(tmp_path / "game.hlt", 1, "champion", tmp_path / name)
        assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
        turns = read(tmp_path / "one.gz").turns
        assert [turn.search for turn in turns] == [thought.explanation.search for thought in of_champion]
        assert "seconds" not in turns[-1].search


def test_the_replay_is_never_overwritten_and_a_file_that_cannot_be_used_is_named(game, tmp_path):
    before = game.read_bytes()
    with pytest.raises(UserError, match=r"game.* is the replay"):
        make(game, 1, "v26", game)
    assert game.read_bytes() == before
    (tmp_path / "broken.hlt").write_text("{")
    with pytest.raises(UserError, match=r"broken\.hlt: no whole replay"):
        make(tmp_path / "broken.hlt", 1, "v26", None)
    with pytest.raises(OSError, match=r"No such file or directory: .*out\.gz"):
        make(game, 1, "v26", tmp_path / "missing" / "out.gz")


CHAMPION = preset("champion")


@pytest.fixture(scope="module")
def answers(replay):
    champion = Champion(CHAMPION, *replay.production.shape)
    return [champion.moves(Watched(replay).view(turn, 1)) for turn in range(100)]


def test_it_answers_in_any_order_as_it_would_in_order(replay, answers):
    watched = Watched(replay)
    differs = False
    for turn in (60, 61, 60, 99, 8, 7, 60, 61, 62, 0, 99):
        view, other = watched.view(turn, 1), watched.player(turn, 1, CHAMPION)
        assert_same_squares(watched.player(turn, 1, CHAMPION).moves(view), answers[turn])
        other.change_parameters(override(CHAMPION, {"combat_search": 0, "alpha": 0.4}))
        differs |= bool((other.moves(view) != answers[turn]).any())
    assert differs
