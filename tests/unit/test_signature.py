"""A player's signature changes if and only if its play changes."""

from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import bot
from bot import PRESETS, preset, telling
from bot.knobs.parameters import KNOBS
from engine.errors import UserError
from experiments.__main__ import laboratory
from experiments.arena import bench, recorded, schedule, signature
from experiments.laboratory.database import Database
from experiments.opponents import registry
from tests.support.answers import answers_of, answers_on
from tests.support.project import ROOT


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_moves_as_recorded(name):
    """When this fails and play was not to change, the message has the board and the square; else see docs/18."""
    change = recorded.change(name, answers_of(preset(name)))
    assert change is None, f"{name}: {change}"


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.NAMES)
def test_a_school_moves_as_recorded(name):
    """A change of play is noticed, docs/18 says what to do; the table on its page was counted for these moves."""
    answers = answers_of(registry.school(name).family.defaults)
    change = recorded.change(name, answers)
    assert change is None, f"{name}: {change}"
    page = (ROOT / "docs" / "schools" / f"{name}.md").read_text(encoding="utf-8")
    assert f"Counted for {name}, signature `{signature.of_answers(answers)}`." in page


def test_rules_and_maps_are_those_of_the_published_games():
    """If play changed on purpose, see docs/18 for the stored games."""
    with Database.published() as database:
        assert (schedule.referee(),) in database.query("SELECT version FROM engines")


KNOBS_OF_PRESETS = [
    (name, knob)
    for name in PRESETS
    for knob in telling(preset(name))
    if KNOBS[knob].metadata["tunable"]  # the generation changes with the ideas that it has, or not at all
    # The champion's search is slow, and its greedy moves are v26's.
    and (name != "champion" or knob not in telling(preset("v26")))
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "knob"), KNOBS_OF_PRESETS)
def test_every_knob_shows_on_the_bench(name, knob):
    """A board must visit what a knob decides: halved, doubled, at an end of its range or as another word."""
    assert any(_differs(other, name) for other in _others(preset(name), knob)), knob


def _differs(other, name):
    """Whether a player moves differently anywhere on the preset's scenes; boards that came with an idea come first."""
    return any(
        not np.array_equal(one.moves, two.moves)
        for boards in reversed(bench.names(preset(name)))
        for one, two in zip(bench.answers_on(boards, other), answers_on(boards, preset(name)), strict=True)
    )


def _others(parameters, knob):
    """The player with other values of a knob, as far as they are allowed."""
    value, known = getattr(parameters, knob), KNOBS[knob].metadata
    if isinstance(value, bool):
        values = [not value]
    elif isinstance(value, str):
        values = [word for word in known["choices"] if word != value]
    else:
        steps = [known["low"], type(value)(value / 2), type(value)(value * 2)]
        # The ends show most. But the most of a whole number may be a search of minutes, so that one comes last.
        steps.insert(0 if isinstance(value, float) else len(steps), min(known["high"], 1e6))
        values = [number for number in steps if known["low"] <= number <= known["high"] and number != value]
    for other in values:
        try:
            yield replace(parameters, **{knob: other})
        except bot.ParameterError:  # two knobs that cannot stand together
            continue


def test_the_bench_has_all_that_a_game_has():
    """Two to six players, the smallest boards and the largest, first turns and last ones."""
    scenes = bench.scenes()
    assert {len(np.unique(scene.owner[scene.owner > 0])) for scene in scenes} >= {2, 3, 4, 5, 6}
    sides = {side for scene in scenes for side in scene.production.shape}
    assert (min(sides), max(sides)) == (10, 50)
    assert min(scene.turn for scene in scenes) == 0
    assert any(np.all(scene.owner > 0) for scene in scenes)


def test_a_scene_comes_back_as_it_was_packed(tmp_path, monkeypatch):
    """All frames, and the name."""
    monkeypatch.setattr(bench, "BOARDS", tmp_path)
    bench.pack(bench.scenes()[:3], tmp_path / "few.npz")
    for before, after in zip(bench.scenes()[:3], bench.scenes("few"), strict=True):
        assert (before.name, before.turn) == (after.name, after.turn)
        for layer in ("owner", "strength", "production"):
            np.testing.assert_array_equal(getattr(before, layer), getattr(after, layer))


def test_boards_of_a_knob_are_for_players_that_have_it(tmp_path, monkeypatch):
    """So a new idea brings boards of its own, and the signatures of other players stay."""
    for name, scenes in (("common", bench.scenes()[:2]), ("strategic_stilling", bench.scenes()[2:3])):
        bench.pack(scenes, tmp_path / f"{name}.npz")
    monkeypatch.setattr(bench, "BOARDS", tmp_path)
    bench.scenes.cache_clear()
    try:
        for name, expected in (("v26", 3), ("v17", 2)):
            assert sum(len(bench.scenes(each)) for each in bench.names(preset(name))) == expected
    finally:
        bench.scenes.cache_clear()


class Stubborn:
    """A player of this process that is no potential-field bot: it goes north, and further with every frame."""

    def __init__(self, height, width):
        self.frames = 0

    def moves(self, view):
        """North and still in turn; orders on squares of others do not count."""
        self.frames += 1
        return np.full(view.owner.shape, self.frames % 2)


class Rude(Stubborn):
    """The same, with orders on squares of others."""

    def moves(self, view):
        """The same moves, and west on squares of others."""
        return np.where(view.owner == view.me, super().moves(view), 4)


def test_any_player_of_this_process_has_a_signature():
    """It answers on its own squares, with a memory that begins anew in each scene."""
    stubborn, rude = (signature.of_answers(bench.answers(kind, bench.scenes())) for kind in (Stubborn, Rude))
    assert stubborn == rude != signature.of_player(preset("v12"))


def test_a_seed_is_play_and_a_name_a_clock_and_what_was_asked_before_are_not():
    """It breaks ties differently; nothing is left in memory between two players."""
    assert signature.of_player(replace(preset("v26"), seed=1)) != signature.of_player(preset("v26"))
    plain = preset("v26")
    assert signature.of_player(replace(plain, name="mine", turn_time=0.01)) == signature.of_player(plain)
    anew = signature.of_player.__wrapped__  # the champion's, which is expensive, stays in the cache of the others
    before = anew(preset("v12"))
    anew(preset("v26"))
    assert anew(preset("v12")) == before


class TestRecordedAnswers:
    """What is recorded of a preset tells where a change is."""

    def test_a_change_names_board_and_square(self):
        """The first one, in the order of the bench, with both moves."""
        answers = answers_of(preset("v26"))
        at = next(number for number, answer in enumerate(answers) if answer.moves.any())
        y, x = np.argwhere(answers[at].moves)[0].tolist()
        moves = answers[at].moves.copy()
        moves[y, x] = 0
        answers[at] = replace(answers[at], moves=moves)
        change = recorded.change("v26", answers)
        assert (change.first.scene, change.y, change.x, change.squares, change.frames) == (
            answers[at].scene, y, x, 1, 1,
        )  # fmt: skip
        assert f"square ({x}, {y}): recorded " in str(change)
        assert repr(answers[at].scene.name) in str(change)
        assert str(change).endswith("now STILL")

    def test_what_was_recorded_is_compared_and_answers_to_other_boards_are_told(self, tmp_path):
        """Read again nothing has changed; of another player much has. A scene may have been added to the bench."""
        answers = answers_of(preset("v12"))
        recorded.record("v12", answers, tmp_path)
        assert recorded.change("v12", answers, tmp_path) is None
        assert recorded.change("v12", answers_of(preset("v26")), tmp_path).squares > 1000
        recorded.record("v12", answers[:-1], tmp_path)
        with pytest.raises(UserError, match=r"squares are recorded of v12, the bench has"):
            recorded.change("v12", answers, tmp_path)

    @pytest.mark.parametrize("content", [None, b"no xz"])
    def test_missing_answers_are_told(self, tmp_path, content):
        """The error names the command that writes them."""
        if content:
            (tmp_path / "v12.xz").write_bytes(content)
        with pytest.raises(UserError, match="signature v12 --record"):
            recorded.change("v12", answers_of(preset("v12")), tmp_path)


def asked(*words):
    """What `python -m experiments signature WORDS` prints."""
    return CliRunner().invoke(laboratory, ["signature", *words])


def test_the_command_prints_the_signature_of_a_player():
    """Alone on its line, before the notation."""
    done = asked("v26", "v26?alpha=0.2")
    assert done.exit_code == 0
    changed = replace(preset("v26"), alpha=0.2)
    assert done.stdout == (
        f"{signature.of_player(preset('v26'))}  v26\n{signature.of_player(changed)}  v26?alpha=0.2\n"
    )


def test_the_command_without_players_prints_all_that_games_belong_to(monkeypatch):
    """Presets, rules and maps. The presets' answers are those that other tests have asked for."""
    monkeypatch.setattr(bench, "answers_of", answers_of)
    done = asked()
    assert done.exit_code == 0
    assert [line.split()[1] for line in done.stdout.splitlines()] == [*PRESETS, "rules", "maps"]


def test_the_command_ends_with_1_where_play_has_changed(tmp_path, monkeypatch):
    """A script can tell; --record makes the change the rule."""
    monkeypatch.setattr(recorded, "FOLDER", tmp_path)
    monkeypatch.setattr(bench, "answers_of", answers_of)
    recorded.record("v12", answers_of(preset("v17")), tmp_path)
    done = asked("v12")
    assert (done.exit_code, "squares in" in done.stdout) == (1, True)
    assert asked("v12", "--record").exit_code == 0
    assert asked("v12").exit_code == 0


def test_the_command_records_no_player_beside_presets_and_schools(tmp_path, monkeypatch):
    """The story: with `v26?alpha=0.2` it wrote nothing and said nothing. One wrong name, and nothing is recorded."""
    monkeypatch.setattr(recorded, "FOLDER", tmp_path)
    monkeypatch.setattr(bench, "answers_of", answers_of)
    done = asked("v26", "v26?alpha=0.2", "--record")
    assert done.exit_code == 2
    assert "planner, unifier; not for v26?alpha=0.2" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("player", "told"), [("opponents/tiny.py", "has no signature"), ("v99", "no player 'v99'")])
def test_the_command_refuses_who_has_no_signature(player, told):
    """The error is one sentence."""
    done = asked(player)
    assert done.exit_code == 2
    assert told in done.stderr
