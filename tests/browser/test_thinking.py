"""A page thinks: opened from a file, without network, it has Python's moves, reasons and futures, to the last bit."""

from base64 import b64decode

import numpy as np
import pytest

from bot import changed, kernels, preset
from bot.kernels import Decider
from bot.search.champion import Champion
from experiments.arena.arena import Arena, Outcome
from experiments.recordings.watched import Watched
from tests.support.futures import curves, different, ending, ends, seated, verdict
from tests.support.pages import new_tab
from tests.support.trial import page

TEXT = """
window.text = (array) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
};
window.last = (generator) => {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
  }
};
"""
"""In a page: an array's bytes, and what a generator comes to."""

GRIDS = {
    "value": np.float64, "distance": np.int32, "potential": np.float64, "root": np.int32, "light": np.uint8,
    "reason": np.uint8, "move": np.uint8, "wall": np.uint8, "danger": np.float64, "order": np.int32,
    "booked": np.int32, "score": np.float64,
}  # fmt: skip


def opened(tab, folder, replay, name="thinking.html"):
    """The tab, with that page."""
    file = folder / name
    file.write_text(page(replay), encoding="utf-8")
    tab.page.add_init_script(TEXT)
    tab.page.goto(file.as_uri())
    assert tab.js("'ready' in window"), tab.problems
    return tab


@pytest.fixture(scope="module")
def kept(browser, files, replay):
    """Its page, opened once."""
    tab = opened(new_tab(browser), files, replay)
    tab.js("ready")
    yield tab
    tab.page.context.close()
    tab.check()


def test_a_golden_game_is_decided_as_python_decides_it(kept, replay):
    """Every frame and both players: recorded moves, and Python's field, scores, reasons and roots."""
    height, width = replay.production.shape
    for seat, name in enumerate(replay.player_names, 1):
        python = Decider(changed(preset(name), {"ties": "fixed"}), height, width, whole=True)
        who = {"preset": name, "values": {"ties": "fixed"}}
        told = kept.js(
            "Array.from({length: it.turns}, (_, turn) => { const thought = analysis.thought({...it.asked, turn});"
            "return Object.fromEntries(it.grids.map((grid) => [grid, text(thought[grid])])); })",
            {"turns": replay.turns, "asked": {"player": seat, "who": who}, "grids": [*GRIDS]},
        )
        for turn, thought in enumerate(told):
            view = Watched(replay).view(turn, seat)
            ours = view.owner == seat
            if not ours.any():
                break
            expected = python.explained(view)
            assert (expected.move == replay.moves[turn])[ours].all()
            for grid, kind in GRIDS.items():
                found = np.frombuffer(b64decode(thought[grid]), kind)
                assert found.tobytes() == getattr(expected, grid).astype(kind).tobytes(), (turn, grid)


def test_the_champion_is_followed_from_the_first_frame_and_an_earlier_one_is_reached_from_a_kept_state(kept, replay):
    """With the opening's plan, the campaign and what it has learnt; each step back would follow the whole game."""
    height, width = replay.production.shape
    python = Champion(preset("champion"), height, width)
    expected = [python.moves(Watched(replay).view(turn, 1)) for turn in range(100)]
    asked = {"player": 1, "who": {"preset": "champion"}}
    for turn in (60, 61, 99, 40):
        found = kept.js("text(last(analysis.whole(it)).usual)", {**asked, "turn": turn})
        assert b64decode(found) == expected[turn].tobytes()
    kept.js("(last(analysis.whole(it)), null)", {**asked, "turn": 100})
    steps = kept.js(
        "(() => { let count = 0; for (const _ of analysis.whole(it)) count++; return count; })()", {**asked, "turn": 60}
    )
    assert steps < replay.turns / 8


@pytest.mark.parametrize("names", [("v17", "v26"), ("v17", "champion")])
def test_a_future_is_the_laboratorys(kept, replay, names):
    """Both players play on from a frame of the recording to the end: land on every turn, every frame and every move."""
    height, width = replay.production.shape
    turn, memories = 30, [Watched(replay).memory(30, seat) for seat in (1, 2)]
    players = [changed(preset(name), {"seed": 7}) for name in names]
    sitting = seated(Watched(replay), turn, [preset(name) for name in names], players)
    expected = Arena(height, width).play(
        players, replay.state(turn), record=True, turn=turn, memories=memories, seated=sitting
    )
    asked = {
        "turn": turn, "isKept": True,
        "players": [{"preset": who.name, "values": {"seed": 7}} for who in players],
    }  # fmt: skip
    found = kept.js(
        "(({turn, territory, game}) => ({turn, territory, layers: [game.owner, game.strength, game.moves].map(text)}))"
        "(last(analysis.future(it)))",
        asked,
    )
    assert found["turn"] == turn + expected.turns
    assert found["territory"] == expected.territory.tolist()
    layers = (expected.replay.owner, expected.replay.strength, expected.replay.moves)
    assert [b64decode(each) for each in found["layers"]] == [layer.astype(np.uint8).tobytes() for layer in layers]


@pytest.mark.parametrize(
    "values",
    [{"alpha": 0.5}, {"seed": 2**40 + 3}, {"pact": "off"}, {"dodge": False}, {"wall_factor": 1.0}],
    ids=lambda values: ",".join(values),
)
def test_a_parameter_that_is_changed_is_changed_as_in_python(kept, replay, values):
    """Numbers, words, switches and the seed: written where the kernels read them."""
    who = changed(preset("v26"), values)
    python = Decider(who, *replay.production.shape, Watched(replay).memory(110, 1), whole=True)
    expected = python.explained(Watched(replay).view(110, 1))
    asked = {"player": 1, "turn": 110, "who": {"preset": "v26", "values": values}}
    found = kept.js("(({move, potential}) => [move, potential].map(text))(analysis.thought(it))", asked)
    assert [b64decode(each) for each in found] == [expected.move.tobytes(), expected.potential.tobytes()]
    luck = kept.js("String(analysis.wasm.field('parameters', 'luck', [0])[0])")
    assert int(luck) == kernels.values(who)["luck"]


def test_a_value_beyond_its_range_is_refused(kept):
    """As the declaration says, and not clamped."""
    refused = "(() => { try { analysis.parametersOf(it) } catch (error) { return error.message } })()"
    assert kept.js(refused, {"preset": "v26", "values": {"alpha": 9}}).startswith("alpha = 9: expected 0.001 to ")
    assert "expected everybody" in kept.js(refused, {"preset": "v26", "values": {"pact": "never"}})


def test_a_worker_answers_as_the_page_does_tells_how_far_it_is_and_can_be_ended(kept):
    """The same code and the same kernels, in a thread of its own."""
    question = {"player": 2, "turn": 70, "who": {"preset": "v17"}}
    kept.js("(window.thinking ??= new BotWorker(kernels, game), null)")
    there = kept.js("text((await thinking.ask('thought', it)).thought.potential)", question)
    assert there == kept.js("text(analysis.thought(it).potential)", question)
    found = kept.js("""(async () => {
        let old;
        const reached = await new Promise((told) => {
            const who = {preset: "champion", values: {combat_search: 20000}};
            old = thinking.ask("whole", {player: 1, turn: 140, who}, told);
            old.catch(() => {});
        });
        thinking.end();
        return [reached < 140, (await old.catch((error) => error)) instanceof CancelledError];
    })()""")
    assert found == [True, True]


PLAYERS, FIRST, LIMIT = 3, 5, 34


def history(rng, frames):
    """(frames, players) squares: players vanish for good, and many numbers are equal."""
    land = rng.integers(1, 4, (frames, PLAYERS))
    for player in range(PLAYERS):
        if rng.random() < 0.5:
            land[rng.integers(FIRST, frames + 1) :, player] = 0
    return land


def games(rng, seeds):
    """Two games for each seed, with the same first frames; some pairs repeat themselves."""
    before = history(rng, LIMIT + 1)[:FIRST]
    made = []
    for _ in range(seeds):
        if made and rng.random() < 0.3:
            made.append(made[rng.integers(len(made))])
            continue
        ends = np.where(rng.random(2) < 0.5, LIMIT + 1, rng.integers(FIRST + 1, LIMIT + 2, 2))
        made.append([np.concatenate([before, history(rng, end)[FIRST:]]) for end in ends])
    return made


def expected(made, player):
    """What the readable twin says of these games."""
    outcomes = [tuple(Outcome(game[FIRST:], None, np.zeros(0, np.uint8)) for game in pair) for pair in made]
    endings = [[ending(pair[side], LIMIT) for pair in made] for side in (0, 1)]
    kinds = different(outcomes)
    sides = [curves([pair[side] for pair in outcomes]) | ends(endings[side], player - 1) for side in (0, 1)]
    judged = verdict([(endings[0][pair], endings[1][pair]) for pair in kinds], player - 1)
    return {"different": len(kinds), "verdict": judged, "unchanged": sides[0], "changed": sides[1]}


def close(value):
    """The same with numbers that compare as equal when they nearly are."""
    if isinstance(value, dict):
        return {name: close(member) for name, member in value.items()}
    if isinstance(value, list):
        return [close(member) for member in value]
    return pytest.approx(value, rel=1e-6, abs=1e-6) if isinstance(value, float) else value


@pytest.mark.parametrize("seed", range(6))
def test_pairs_of_games_are_judged_as_the_readable_twin_judges_them(kept, seed):
    """Places, wins, eliminations, land, who does better in how many different pairs, by how much, and how surely."""
    rng = np.random.default_rng(seed)
    made, player = games(rng, seeds=1 + seed % 8), 1 + seed % PLAYERS
    pairs = [[game[FIRST:].tolist() for game in pair] for pair in made]
    found = kept.js("judged(...it)", [made[0][0][:FIRST].tolist(), pairs, player, LIMIT])
    assert found == close(expected(made, player))
