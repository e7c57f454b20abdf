"""The parts of the coach: refused questions, the players of the futures, kept answers, alternative moves."""

import json
from dataclasses import replace

import numpy as np
import pytest

from bot import preset
from engine import generate
from engine.replay import write
from experiments.arena.arena import Arena
from experiments.coach import run, sentences
from experiments.coach.asked import AskedError, asked
from experiments.coach.journal import Journal, folder_of
from experiments.coach.knob import knob
from experiments.coach.moves import alternatives, parts
from experiments.coach.page import page
from experiments.coach.policies import CROWD, DUEL, GREEDY, chosen, predicting
from experiments.coach.remedy import Compared
from experiments.watch.watched import Watched
from tests.coaching import invented
from tests.watching import folder_with, game

FRAME = 60


@pytest.fixture(scope="module")
def replay():
    """A small game of v26 against v17."""
    return game()


@pytest.fixture(scope="module")
def file(replay, tmp_path_factory):
    """Its file."""
    return folder_with(replay, tmp_path_factory.mktemp("games"))


def lead(document):
    """The answer in short, as one text."""
    return " ".join(sentences.lead(document))


def refusal(*question):
    """Why a question is refused."""
    with pytest.raises(AskedError) as refused:
        asked(*question)
    return str(refused.value)


class TestAsked:
    """What can be asked, and what cannot: one line that says why."""

    def test_the_loser_of_a_duel_asks(self, file, replay):
        """Without --player the coach answers for the loser."""
        question = asked(file, None)
        assert question.places[question.seat - 1] == 2
        assert 0 < question.last < replay.turns

    def test_a_player_who_is_not_there(self, file):
        """The error lists the players of the game."""
        assert refusal(file, 3) == f"there is no player 3 in {file}, only 1 v26, 2 v17"
        assert refusal(file, 0).startswith("there is no player 0")

    def test_a_file_that_is_no_game(self, tmp_path):
        """The file is missing, or is no replay."""
        assert "cannot be read" in refusal(tmp_path / "nope.hlt", 1)
        (tmp_path / "text.hlt").write_text("hello")
        assert str(tmp_path / "text.hlt") in refusal(tmp_path / "text.hlt", 1)

    def test_more_players_need_a_name(self, tmp_path):
        """There is no one loser among three."""
        path = folder_with(game(("v26", "v17", "v12")), tmp_path)
        assert "say whose game it is with --player" in refusal(path, None)

    def test_a_player_alone(self, tmp_path):
        """There is no opponent to lose to."""
        state = generate(16, 16, 2, 3)
        lonely = Arena(16, 16).play([preset("v26")] * 2, state, record=True).replay
        owner = np.where(lonely.owner == 2, 0, lonely.owner)
        path = tmp_path / "game.hlt"
        write(replace(lonely, owner=owner), path)
        assert "alone on the first frame" in refusal(path, 1)
        assert "owns nothing on the first frame" in refusal(path, 2)

    def test_the_command_says_it_in_one_line(self, file, tmp_path, capsys):
        """With exit code 2; a page that cannot be written is refused before anything is played."""
        for seat, target in ((9, None), (1, tmp_path), (1, tmp_path / "no" / "page.html"), (1, file)):
            assert run.coach(file, seat, target, 20, 1, tmp_path / "laboratory.db", opens=False) == run.REFUSED
            (line,) = capsys.readouterr().err.splitlines()
            assert line.startswith("No answer: ")
        assert list(tmp_path.iterdir()) == []

    def test_the_game_is_known_by_what_is_in_it(self, file, replay, tmp_path):
        """However it is packed or called; another move is another game."""
        first = asked(file, 1)
        write(replay, tmp_path / "other.hlt.gz")
        assert asked(tmp_path / "other.hlt.gz", 1).fingerprint == first.fingerprint
        moves = replay.moves.copy()
        moves[5] = 0
        write(replace(replay, moves=moves), tmp_path / "changed.hlt")
        assert asked(tmp_path / "changed.hlt", 1).fingerprint != first.fingerprint


class TestPolicies:
    """Which preset plays on for which player."""

    def test_a_preset_is_known_by_its_moves(self, replay):
        """Under any name: the preset that predicts all of its moves."""
        nameless = replace(replay, player_names=("Sly", "Fox"))
        policies = [chosen(nameless, seat) for seat in (1, 2)]
        assert [each.policy.notation for each in policies] == ["v26", "v17"]
        assert [each.policy.share() for each in policies] == [1.0, 1.0]

    def test_a_tie_goes_to_the_recorded_name(self, replay):
        """On the first turn all presets move alike; a player called v26 was played by the champion there."""
        short = replace(replay, owner=replay.owner[:2], strength=replay.strength[:2], moves=replay.moves[:1])
        assert [chosen(short, seat).policy.notation for seat in (1, 2)] == ["v26", "v17"]

    def test_shares_are_of_the_turns_before(self, replay):
        """The share at a frame counts the predicted moves before it only."""
        policy = predicting(replay, 1, "v17")
        wrong = predicting(replay, 1, "v26")
        assert wrong.share(10) == 1.0
        assert 0 < policy.share(40) < 1
        assert policy.front(0) is None

    def test_the_champion_searches_where_its_search_is_seen(self):
        """Its greedy moves lose to it in most games: they stand in only where they predict as well."""
        policies = chosen(game(("champion", "v17")), 1)
        assert policies.best.notation == f"champion?{DUEL}"
        is_seen = policies.best.merit - predicting(game(("champion", "v17")), 1, f"champion?{GREEDY}").merit > 0.02
        assert policies.policy.notation == (policies.best.notation if is_seen else f"champion?{GREEDY}")

    def test_an_opponent_may_be_a_school(self):
        """Its namesake is asked first, and no other once it predicts enough; who asks is always played by a preset."""
        replay = game(("planner", "v17"))
        assert chosen(replay, 1, ("no such school", "planner")).policy.notation == "planner"
        nameless = replace(replay, player_names=("Sly", "Fox"))
        policy = chosen(nameless, 1, ("friendly", "planner")).policy
        assert (policy.notation, policy.share(), policy.is_slow) == ("planner", 1.0, True)
        assert chosen(replay, 1).policy.preset

    def test_forecasts_of_wars_are_left_out_among_three(self):
        """They would take longer than everything else."""
        policies = chosen(game(("champion", "v17", "v12")), 1)
        assert policies.best.notation in (f"champion?{CROWD}", f"champion?{GREEDY}")
        assert [chosen(game(("champion", "v17", "v12")), seat).policy.notation for seat in (2, 3)] == ["v17", "v12"]


class TestJournal:
    """Futures that were played are read from the journal."""

    def test_a_torn_journal_is_read_as_far_as_it_is_whole(self, tmp_path):
        """A power cut leaves half a line, a full disk half an answer."""
        journal = Journal(tmp_path)
        journal.note("a", [1, 2])
        journal.note("b", [2, 2])
        journal.keep("answer", {"one": 1})
        path = tmp_path / "futures.jsonl"
        path.write_bytes(path.read_bytes()[:-4])
        (tmp_path / "answer.json").write_text('{"one": ')
        again = Journal(tmp_path)
        assert (again.batch("a"), again.batch("b"), again.answer("answer")) == ([1, 2], None, None)
        again.note("b", [2, 2])
        assert Journal(tmp_path).batch("b") == [2, 2]

    def test_each_game_and_player_has_a_journal(self, file, tmp_path):
        """The two players of one game have two journals."""
        names = {folder_of(asked(file, seat), tmp_path / "laboratory.db").name for seat in (1, 2)}
        assert len(names) == 2


class TestMoves:
    """Alternative moves for a turn."""

    def test_alternatives_are_different_and_only_ours(self, replay):
        """The others move as recorded, and no two alternatives are the same."""
        watched, recorded = Watched(replay), replay.moves[FRAME]
        others = alternatives(watched, 1, FRAME, preset("v26"))
        assert len(others) > 3
        assert len({each.moves.tobytes() for each in others}) == len(others)
        for each in others:
            changed = np.flatnonzero(each.moves != recorded)
            assert set(each.squares) <= set(changed)
            assert (replay.owner[FRAME].flat[changed] == 1).all()

    def test_parts_lie_apart(self, replay):
        """Together they are the whole, or its strongest pieces."""
        for each in alternatives(Watched(replay), 1, FRAME, preset("v26")):
            pieces = parts(each, replay.strength[FRAME], replay.moves[FRAME])
            squares = [square for piece in pieces for square in piece.squares.tolist()]
            assert len(pieces) != 1
            assert set(squares) <= set(each.squares.tolist())
            assert len(squares) == len(set(squares))

    def test_a_knob_that_was_tried_is_the_knob(self, replay):
        """Where the better move is what a changed knob does, that knob is named, at a smaller change if one does."""
        watched = Watched(replay)
        by_knobs = [each for each in alternatives(watched, 1, FRAME, preset("v26")) if each.changes]
        assert by_knobs
        for each in by_knobs:
            wanted = {int(square): int(each.moves.flat[square]) for square in each.squares}
            flip = knob(watched, 1, FRAME, preset("v26"), wanted, each.changes)
            assert flip is not None
            assert flip.name in each.changes

    def test_a_flip_flips(self, replay):
        """The knob at its value makes the square move as it says."""
        watched = Watched(replay)
        squares = np.flatnonzero((replay.owner[FRAME] == 1) & (replay.strength[FRAME] > 0))
        flip = knob(watched, 1, FRAME, preset("v26"), {int(square): 1 for square in squares}, {})
        assert flip is not None
        view, memory = watched.view(FRAME, 1), watched.memory(FRAME, 1)
        from bot import changed, decide

        moves = decide(view, memory, changed(preset("v26"), {flip.name: flip.value})).moves
        assert moves.flat[flip.square] == flip.move


def test_a_comparison_is_sure_beyond_luck_only():
    """Its interval lies above 0."""
    assert Compared.of([False] * 50, [True] * 50).is_sure
    assert not Compared.of([True, False] * 25, [True, False] * 25).is_sure


class TestSentences:
    """The sentences of the answer."""

    def test_a_player_who_never_had_a_chance(self, replay):
        """The answer was that the chance nowhere fell steeply enough, with a curve that lay at 0."""
        document = invented(replay) | {"falls": []}
        document["chance"] = [{"frame": frame, "won": [0.0, 0.05, 0.2], "beaten": 0.0} for frame in (0, 10, 20)]
        assert "its chance was low from the start, at most 5 % on the frames of the search." in lead(document)

    def test_a_single_frame_is_compared_with_nothing(self, replay):
        """A program that crashed on the first turn; "after 1 turns" it said."""
        document = invented(replay) | {"falls": [], "turns": 1}
        document["chance"] = document["chance"][:1]
        assert "after one turn." in lead(document)
        assert "only one frame to play on from" in lead(document)

    def test_a_name_keeps_its_capitals(self, replay):
        """`str.capitalize` made "Player 1 (mybot) lost" of MyBot."""
        document = invented(replay) | {"names": ["MyBot", "OTHER"]}
        assert "Player 1 (MyBot) lost" in lead(document)
        assert "Player 2 (OTHER) is played on by" in sentences.policies(document)[1]

    def test_one_frame_has_one_chance(self, replay):
        """ "Its chance was lowest about frame 0: 48 %" stood beside "On the first frame its chance was 40 %"."""
        document = invented(replay) | {"place": 1, "lowest": {"frame": 0, "won": [0.2, 0.3, 0.4]}}
        assert "On the first frame" not in lead(document)

    def test_a_policy_is_named_in_words(self, replay):
        """The page said champion?combat_search=0&war_every=0&opening_search=0, three times on a card."""
        document = invented(replay)
        document["policies"][0]["plays"] = {"notation": f"champion?{GREEDY}", "share": 0.9, "front": None}
        assert "is played on by champion without its search, which" in sentences.policies(document)[0]

    def test_a_knob_that_loses_is_not_just_unsure(self, replay):
        """-55 (-76 to -18) points, "not sure to be better"."""
        document = invented(replay)
        document["falls"][0]["with_knob"] |= {"gain": [-0.76, -0.55, -0.18], "is_sure": False}
        assert sentences.knob(document, document["falls"][0]).endswith("points, worse beyond luck.")

    def test_an_ejection_is_told_first(self, replay):
        """The coach looked for bad moves in a game that was lost by a crash, and did not mention it."""
        document = invented(replay) | {"ejected": [{"seat": 1, "turn": 61, "won": [0.5, 0.6, 0.7]}]}
        assert "Player 1 (v26) was ejected on turn 61: its program crashed, was late, or sent" in lead(document)
        assert "On the frame before, its chance of winning was 60 % (50 to 70)." in lead(document)

    def test_among_many_a_place_is_asked_about(self, replay):
        """The sentences name the place that is the goal."""
        document = invented(replay) | {"goal": 3, "place": 5, "names": [*"abcdef"]}
        assert "no frame gave it a chance of 25 % of winning, so this page asks about place 3" in lead(document)
        assert "It comes in place 3 or better in 70 % of" in sentences.better(document, document["falls"][0])

    def test_a_winner_who_was_never_in_danger(self, replay):
        """A lowest chance of 92 % is no near loss."""
        document = invented(replay) | {"place": 1, "lowest": {"frame": 10, "won": [0.8, 0.92, 0.97]}}
        assert "It was never in danger: its lowest chance, about frame 10, was 92 % (80 to 97)." in lead(document)

    def test_none_is_named_where_none_is_sure(self, replay):
        """The answer says that no turn is sure, and names the steepest stretch, if there is one."""
        document = invented(replay)
        document["falls"] = document["falls"][1:]
        assert "No single turn is sure to have turned it. The steepest stretch was" in sentences.lead(document)[-1]
        document["falls"] = []
        assert "No turn stands out" in sentences.lead(document)[-1]

    def test_a_winner_is_told_where_it_was_nearly_lost(self, replay):
        """For the winner the answer names the turn with the lowest chance."""
        document = invented(replay) | {"place": 1, "lowest": {"frame": 48, "won": [0.2, 0.3, 0.4]}}
        assert sentences.title(document) == "Where did player 1 (v26) nearly lose?"
        assert "Its chance was lowest about frame 48: 30 % (20 to 40)." in sentences.lead(document)

    def test_a_poor_prediction_is_said(self, replay):
        """Futures of another player are those of another player."""
        document = invented(replay)
        document["policies"][1]["plays"] = {"notation": "v17", "share": 0.61, "front": 0.5}
        assert "That is little" in sentences.policies(document)[1]
        assert "v26 predicts 100 %" in sentences.policies(document)[1]

    def test_a_page_quotes_names(self, replay):
        """A name may hold markup: the page escapes it."""
        document = invented(replay)
        document["names"] = ["<script>alert(1)</script>", "[SCRIPT]"]
        written = page(document, replay)
        assert "<script>alert" not in written
        assert written.count("[SCRIPT]") >= 1
        json.loads(written.split('id="answer">')[1].split("</script>")[0])
