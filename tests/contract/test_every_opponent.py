"""Every registered opponent, and the example in docs/opponents.md, meets the requirements of that page."""

import gc
import io
import itertools
import json
import os
import re
import subprocess
import sys
import zlib
from dataclasses import replace

import numpy as np
import pytest

from bot import View, preset
from bot.parameters.declaration import specs
from bot.parameters.families import read_arguments
from bot.program.explanation_file import GZIP, VERSION
from bot.search import combat_zone
from engine import Function, Game, State, generate
from engine.program import Program
from engine.rules import step
from experiments.arena import families
from experiments.arena.arena import Arena
from experiments.arena.players import PlayerError, opponents, player
from experiments.opponents.amortizer import OPPONENT, assignment
from experiments.opponents.opponent import NAMES
from experiments.opponents.opponent import opponent as named
from experiments.opponents.planner import Planning
from experiments.opponents.planner.play import Planner
from experiments.opponents.unifier import Unifying
from experiments.opponents.unifier.play import Unifier
from tests.support.boards import assert_same_squares, view_of
from tests.support.opponents import asking, battles, board, check, example
from tests.support.project import PATIENCE, ROOT

OPPONENTS = ROOT / "experiments" / "opponents"
PAGE = "the page's example"


@pytest.fixture(params=[*NAMES, PAGE])
def opponent(request):
    return example() if request.param == PAGE else named(request.param)


def game_of(opponent, state):
    values = [opponent.settings(name=opponent.name, seed=seat) for seat in range(int(state.owner.max()))]
    movers = [opponent.open(each, *state.owner.shape) for each in values]
    seats = [Function(asking(mover), opponent.name) for mover in movers]
    return Game(seats, state, ignore_timeouts=True, compiled=True).play()


@pytest.mark.parametrize(("height", "width", "players"), [(12, 13, 6), (1, 2, 2), (2, 7, 3)])
def test_an_opponent_plays_legal_games_on_any_board(opponent, height, width, players):
    result = game_of(opponent, board(height, width, players))
    assert all(standing.fault is None for standing in result.standings)


def test_an_opponent_may_sit_down_in_the_middle_of_a_game_and_answers_without_time(opponent):
    for view in battles()[5:]:
        mover = opponent.open(opponent.settings(), view.height, view.width)
        before = view.owner.copy(), view.strength.copy(), view.production.copy()
        mover.moves(view)
        for layer, kept in zip((view.owner, view.strength, view.production), before, strict=True):
            np.testing.assert_array_equal(layer, kept)
    for view in battles():
        moves = opponent.open(opponent.settings(), view.height, view.width).moves(view, 0.0)
        assert (moves.shape, int(moves.max()) <= 4) == (view.owner.shape, True)


def arrays_alive():
    from numba.core.runtime import _nrt_python, rtsys  # here: what declares an opponent loads no compiler

    _nrt_python.memsys_enable_stats()
    gc.collect()
    stats = rtsys.get_allocation_stats()
    return stats.mi_alloc - stats.mi_free


@pytest.mark.parametrize("name", [*NAMES, "champion"])
def test_turns_leave_no_array_behind(name):
    """Two kernels of the planner counted no references, and called kernels that make arrays: each turn left some."""
    frames = battles()
    mover = families.mover(player(name).parameters, *frames[0].owner.shape)
    for view in frames:
        mover.moves(view)
    before = arrays_alive()
    for _ in range(3):
        mover.moves(frames[-1])
    assert arrays_alive() == before


def test_an_opponent_explains_itself(opponent):
    frames = battles()
    mover = opponent.open(opponent.settings(), frames[0].height, frames[0].width)
    for view in frames:
        moves = mover.moves(view)
        line = mover.explain(view)
        check(opponent, line, view.owner.size)
        assert line["move"] == moves.ravel().tolist()
        reason = np.array(line["reason"]).reshape(view.owner.shape)
        assert reason[view.owner != view.me].max(initial=0) == 0, "a reason on a square of another player"
        json.dumps(line)
    for declared in (*opponent.layers, *opponent.reasons):
        assert re.fullmatch(r".{10,}|None.*|Waits\.", declared.sentence), declared
    names = [each.name for each in opponent.layers]
    assert len(set(names)) == len(names)
    assert {parameter for reason in opponent.reasons for parameter in reason.parameters} <= set(
        specs(opponent.settings())
    )


def test_every_parameter_says_what_it_is_and_help_lists_it(opponent, capsys):
    definitions = specs(opponent.settings())
    for name, spec in definitions.items():
        known = spec.metadata
        assert known["unit"], name
        assert known["why"], name
        assert known["of"] in ("", *definitions), name
        if isinstance(spec.default, float):
            assert known["low"] <= spec.default <= known["high"], name
    with pytest.raises(SystemExit):
        read_arguments(["--help"], opponent.family)
    text = " ".join(capsys.readouterr().out.split())
    assert "alpha" in definitions or "alpha" not in text, "an example with the bot's parameter"
    for name, spec in specs(opponent.settings()).items():
        assert f"--{name}" in text
        assert spec.metadata["why"].split(";")[0][:30].replace("-", "") in text.replace("- ", "").replace("-", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_registered_opponent_is_a_player(name):
    opponent_player = player(name)
    assert opponent_player.family.default == name
    known = json.loads(opponent_player.identity)
    assert (known["school"], known["play"]) == (name, named(name).play)
    assert player(f"{name}?seed=0&turn_time=5").identity == opponent_player.identity
    with pytest.raises(PlayerError, match="no parameter 'turn_tine'"):
        player(f"{name}?turn_tine=1")
    with pytest.raises(PlayerError, match=f"call it {name}"):
        player(f"opponents/{name}.py")


def test_importing_what_declares_an_opponent_loads_no_compiler():
    modules = ", ".join(f"experiments.opponents.{name}" for name in NAMES)
    look = f"import sys, {modules}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("name", [name for name in opponents() if name not in NAMES])
def test_a_program_that_registers_nothing_plays_a_whole_game(name):
    decider = families.mover(preset("v26"), 12, 12)
    seats = [Function(asking(decider), "v26"), Program(player(name).command)]
    result = Game(seats, generate(12, 12, 2, 3)).play()
    standing = result.standings[1]
    assert standing.fault is None
    assert standing.name == name.removeprefix("opponents/").removesuffix(".py")
    assert standing.territory > 1 or standing.last_frame_alive < result.turns
    assert (result.replay.owner == 2).sum(axis=(1, 2)).max() > 1


@pytest.mark.parametrize("name", ["matcher", "unifier"])  # the program is the same for all
def test_an_opponent_is_the_same_player_as_a_program(name, tmp_path):
    state = generate(10, 8, 2, 3)
    usual = named(name).family.defaults
    home = Arena(8, 10).play([usual, preset("v12")], state, record=True).replay
    why = tmp_path / "why.gz"
    words = "--turn_time 60"  # all of the game is to be its own
    command = f'"{sys.executable}" "{OPPONENTS}" {name} {words} --log "{tmp_path / "log"}" --explain "{why}"'
    decider = families.mover(preset("v12"), 8, 10)
    away = Game([Program(command), Function(asking(decider), "v12")], state, ignore_timeouts=True).play()
    assert [standing.fault for standing in away.standings] == [None, None]
    assert away.standings[0].name == name
    np.testing.assert_array_equal(away.replay.owner, home.owner)
    np.testing.assert_array_equal(away.replay.strength, home.strength)
    text = zlib.decompressobj(wbits=GZIP).decompress(why.read_bytes())
    head, *turns = (json.loads(line) for line in io.BytesIO(text))
    assert (head["opponent"], head["version"], len(turns)) == (name, VERSION, away.turns)
    log = tmp_path / "log"  # there is one where numba had to compile
    assert not log.exists() or not re.search("ERROR|WARNING", log.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("words", "sentence"), [
    (["matcher"], "matcher: it needs the package scipy, which is not installed"),
    (["nobody"], f"nobody: no such opponent; expected one of {', '.join(NAMES)}"),
])  # fmt: skip
def test_a_program_that_cannot_play_says_so_in_one_line(words, sentence, tmp_path):
    if words == ["matcher"]:
        (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['scipy'] = None", encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(OPPONENTS), *words], env=os.environ | {"PYTHONPATH": str(tmp_path)}, input="",
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(sentence)
    assert ended.stderr.count("\n") == 1


# Searches of the opponents against brute force; recorded answers hold the rest.


def test_the_plan_is_never_worse_than_the_field_and_ends_where_the_board_is_not_as_foreseen():
    start = view_of(generate(16, 16, 2, 4), 1)
    planner = Planner(Planning(plans=12), 16, 16)
    moves = planner.moves(start)
    plan = planner.plan
    assert plan.tried[0] == 1000
    assert plan.worth == max(plan.tried) >= 1000
    assert len(plan.tried) == 12
    assert_same_squares(moves, plan.moves[0])
    y, x = np.argwhere(start.owner == 1)[0]
    near = start.owner.copy()
    near[y, (x + 3) % 16] = 2
    assert plan.at(replace(start, strength=start.strength + (start.owner == 1))) is None
    assert plan.at(replace(start, owner=near)) is None
    hurried = Planner(Planning(plans=6), 16, 16)
    hurried.moves(start, 0.0)
    assert len(hurried.plan.tried) == 1, "without time it is the field"


def test_targets_that_are_passed_over_change_nothing():
    frames, weighed = battles(), 0
    mover = OPPONENT.open(player("amortizer").parameters, *frames[0].owner.shape)
    for view in frames:
        mover.moves(view)
        desk, common = mover.desk, (mover.stay, mover.weight, mover.parameters, mover.desk)
        for c in desk.rank[: mover.stacks].copy():
            worths = np.array([assignment.worth_of(c, number, *common) for number in range(mover.targets)])
            second, best = np.sort(np.append(worths, 0.0))[-2:]
            assert assignment.loss_of(c, mover.targets, *common) == best - second
            assert desk.value[c] == best
            assert best == 0 or worths[desk.goal[c]] == best
            weighed += 1
    assert weighed > 100


def random_view(seed, stacks):
    """A front of so many stacks of ours and three of the enemy, on land of both with two empty columns between."""
    dice, far = np.random.default_rng(seed), 5
    owner, strength = np.zeros((7, 8), np.uint8), np.full((7, 8), 250, np.uint8)
    owner[1:6, 1:3], owner[1:6, far : far + 2] = 1, 2
    strength[1:6, 1 : far + 2] = 0
    for side, columns, count in ((1, (1, 3), stacks), (2, (far, far + 2), 3)):
        for cell in dice.choice(10, count, replace=False):
            y, x = 1 + cell // 2, columns[0] + cell % 2
            assert owner[y, x] == side
            strength[y, x] = dice.integers(5, 120)
    return View(owner, strength, dice.integers(0, 8, owner.shape).astype(np.uint8), 1, 20)


def value(mover, view, moves):
    """The twin of a front's score: our survivors less theirs over the samples, by the referee's own rules."""
    total, worth = 0, mover.front.squares["worth"].reshape(view.owner.shape)
    state = State(view.owner, view.strength, view.production)
    for reply in mover.front.reply:
        orders = np.where(view.owner == 1, moves.reshape(view.owner.shape), reply.reshape(view.owner.shape))
        after = step(state, np.where(view.owner > 0, orders, 0).astype(np.int32))
        counts = after.strength.astype(int) + worth
        total += counts[after.owner == 1].sum() - counts[after.owner == 2].sum()
    return total / combat_zone.SAMPLES


def every_joint_move(mover):
    free, usual = mover.front.free[: mover.free], mover.field_moves.ravel()
    choices = [np.flatnonzero(mover.front.squares["bonus"][c] > -np.inf) for c in free]
    for options in itertools.product(*choices):
        moves = usual.copy()
        moves[free] = options
        yield moves


@pytest.mark.parametrize("stacks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_small_front_is_searched_exhaustively(seed, stacks):
    view = random_view(seed, stacks)
    mover = Unifier(Unifying(openings=0, retaliation=0.0, manoeuvre=0.0, reach=8), *view.owner.shape)
    mover.moves(view)
    assert mover.free == stacks
    best = max(value(mover, view, moves) for moves in every_joint_move(mover))
    chosen, field = value(mover, view, mover.chosen), value(mover, view, mover.field_moves)
    if mover.fronts == 1:
        assert chosen == pytest.approx(best)
    assert mover.gain == pytest.approx(chosen - field)
