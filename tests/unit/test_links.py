"""A game as a link, and which stored players have one. Its twin in the browser: test_game_links.py."""

import json

import pytest

from bot import PRESETS, telling
from experiments.arena import links, signature
from experiments.arena.players import player
from experiments.laboratory.database import Database
from experiments.laboratory.database.listing import NO_LINK, listing
from tests.support.recordings import GOLDEN
from tests.support.results import PROGRAM, V17, V26, finished

CHANGED = "v26?alpha=0.2", "v17?enemy_ROI=-1&fixed_hold=on", "v12?seed=5", "v26?pact=off", "v17?wall_penalty=1e+12"


def older(identity):
    """The same player under another signature."""
    return json.dumps({**json.loads(identity), "signature": "ba9876543210"}, sort_keys=True, separators=(",", ":"))


def test_a_link_names_size_seed_and_players_and_nothing_that_changes_nothing():
    """As docs/26 has it; a plus in an address would be read as a blank."""
    game = links.link(30, 24, 7, ["v26", "v17?alpha=0.2&wall_penalty=1e+12"])
    assert game == "#30x24&seed=7&a=v26&b=v17?alpha=0.2,wall_penalty=1e%2B12"
    assert links.preset_of(player("v26?alpha=0.1").identity) == "v26"
    assert links.preset_of(player("v26?dodge=off&danger_penalty=7").identity) == "v26?dodge=off"


@pytest.fixture
def distinct(unasked, monkeypatch):
    """Players with other values play differently, and none is asked on the bench."""
    monkeypatch.setattr(signature, "of_player", lambda values: f"{hash(str(telling(values))) % 16**12:012x}")


@pytest.mark.usefixtures("distinct")
@pytest.mark.parametrize("name", PRESETS)
def test_a_stored_preset_has_its_name(name):
    """Nothing is said that need not be."""
    assert links.preset_of(player(name).identity) == name


@pytest.mark.parametrize("notation", CHANGED)
def test_a_changed_preset_is_found_by_its_identity(notation):
    """The notation that is found plays as the one that was stored."""
    found = links.preset_of(player(notation).identity)
    assert player(found).identity == player(notation).identity
    assert len(found) <= len(notation), "nothing is said that need not be"


OTHERS = {
    "a school": lambda: player("amortizer").identity,
    "a program": lambda: player("opponents/tiny.py").identity,
    "a preset of an older revision": lambda: older(player("v26").identity),
    "numbers of an older revision": lambda: older(player("v26?alpha=0.2").identity),
    "a changed preset with stages": lambda: player("champion?alpha=0.2").identity,
    "values for some boards": lambda: player("v26?players.4.alpha=0.2").identity,
    "a generation that is gone": lambda: '{"parameters":{"generation":"v99"},"signature":"0123456789ab"}',
    "a knob that is gone": lambda: '{"parameters":{"generation":"v26","never":1},"signature":"0123456789ab"}',
}


@pytest.mark.usefixtures("distinct")
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_other_players_have_none(other):
    """A page would not play their game, or to find out whether it does would take seconds for each of hundreds."""
    identity = other()
    assert links.preset_of(identity) is None
    assert links.stored(30, 30, 7, [player("v26").identity, identity]) is None


def test_a_preset_from_before_a_knob_went_is_today_s_if_it_has_its_signature():
    """`opening_alone` went when every opening was judged so: 1,110 seats of the champion had no link any more."""
    today = player("v26").identity
    known = json.loads(today)
    before = json.dumps({**known, "parameters": {**known["parameters"], "never": True}}, sort_keys=True)
    assert links.preset_of(before) == "v26"
    assert links.preset_of(older(before)) is None
    other = json.loads(player("v26?alpha=0.2").identity)["parameters"]
    assert links.preset_of(json.dumps({**known, "parameters": {**other, "never": True}})) is None


def test_a_replay_of_play_names_its_map_and_stored_games_are_listed_with_their_links(tmp_path, capsys):
    """Size from the file, seed from its name; the newest first, and a line says why a program's has none."""
    file = tmp_path / "123-4100.hlt.gz"
    file.write_bytes((GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz").read_bytes())
    assert links.main([str(file), "champion", "v26"]) == 0
    assert capsys.readouterr().out == "#20x20&seed=4100&a=champion&b=v26\n"
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(finished(range(1), V26, V17))
        database.store(finished(range(5, 6), V17, PROGRAM))
        programs, no_link, presets, link = listing(database, 3)
    assert programs.endswith("12 x 12, seed 5, 100 turns: v17 (1.) · cmd:theirs (2.)")
    assert no_link.strip() == NO_LINK
    assert presets.endswith("12 x 12, seed 0, 100 turns: v26 (1.) · v17 (2.)")
    assert link.strip() == "#12x12&seed=0&a=v26&b=v17"
