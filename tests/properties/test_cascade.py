"""Sections in general: which value wins, which differences do not matter, and which tell two players apart."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bot import PRESETS, changed, load, telling
from bot.knobs.cascade import section_of
from bot.knobs.identity import _telling, idle
from bot.knobs.sections import PLAYERS, Section, Span, overlap
from experiments.arena.players import Player
from experiments.tune.verdict import parameter_file
from tests.support.examples import examples

V26 = PRESETS["v26"]
SIZES = (20, 25, 26, 30, 50, 51)

numbers = st.sampled_from(["2", "3", "4", "2-3", "3-", "5-6", "-3"])
sides = st.sampled_from(["20", "-25", "26-35", "25-30", "36-", "26-", "51-"])
places = st.one_of(
    numbers.map("players.{}".format),
    sides.map("size.{}".format),
    st.tuples(numbers, sides).map(lambda pair: "players.{}.size.{}".format(*pair)),
)
values = {
    "alpha": st.sampled_from([0.1, 0.2]),
    "dodge": st.booleans(),
    "danger_penalty": st.sampled_from([5000.0, 1.0]),
}
changes = st.one_of(*(st.tuples(st.just(name), value) for name, value in values.items()))
lines = st.lists(st.tuples(st.one_of(st.just(""), places), changes), max_size=6)


def given_(lines):
    """The lines as a player gives them; the later of two that say the same knob of the same games counts."""
    return {f"{place}.{name}".strip("."): value for place, (name, value) in lines}


def made(lines):
    """The player that they make of v26; None where sections overlap."""
    places = {name.rpartition(".")[0] for name in given_(lines)} - {""}
    if overlap({section_of(place.split(".")) for place in places}):
        return None
    return changed(V26, given_(lines))


def games():
    """One of each kind that the sections above tell apart."""
    return list(product(range(PLAYERS.low, PLAYERS.high + 1), SIZES))


@given(lines)
@examples(60)
def test_players_and_size_win_over_size_over_players_over_the_rest(lines):
    """Said by hand: of all lines that hold in a game, the narrowest kind counts."""
    if (player := made(lines)) is None:
        return
    for number, side in games():
        expected = {}
        for rank in range(4):
            for place, value in given_(lines).items():
                *words, knob = place.split(".")
                here = section_of(words) if words else Section()
                if here.rank == rank and here.holds(Section(Span(number, number), Span(side, side))):
                    expected[knob] = value
        settled = player.settled(number, 10, side)
        assert {name: getattr(settled, name) for name in expected} == expected
        assert not settled.sections
        assert settled == changed(V26, expected)


@given(lines, lines)
@examples(60)
def test_who_plays_every_game_alike_is_told_alike(lines, others):
    """Two players have the same list of telling knobs if and only if their values are equal in every game."""
    one, other = made(lines), made(others)
    if one is None or other is None:
        return
    alike = all(_telling(one.settled(n, side, side)) == _telling(other.settled(n, side, side)) for n, side in games())
    assert (telling(one) == telling(other)) == alike


@given(lines, st.randoms(use_true_random=False))
@examples(40)
def test_order_does_not_matter_and_what_is_told_or_written_makes_the_player_again(tmp_path_factory, lines, random):
    """The league knows only what was stored; what a search writes down is read back as the same player."""
    if (player := made(lines)) is None:
        return
    shuffled = [*given_(lines).items()]
    random.shuffle(shuffled)
    assert changed(V26, dict(shuffled)) == player
    assert telling(changed(idle(V26), telling(player))) == telling(player)
    path = tmp_path_factory.getbasetemp() / "winner.toml"
    path.write_text(parameter_file(Player("winner", player), ["a remark"]), encoding="utf-8")
    read, named = load(path), changed(player, {"name": "champion"})
    assert all(read.settled(n, side, side) == named.settled(n, side, side) for n, side in games())
