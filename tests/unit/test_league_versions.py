"""Players that are versions of one bot, as the league groups them."""

from dataclasses import replace

from experiments.arena.players import player
from experiments.league import versions
from tests.support.leagues import season_in
from tests.support.results import V12, V17, V26, finished


def test_versions_of_a_bot_are_in_the_order_of_their_first_games(database):
    """Other parameters of a preset, other versions of a program; a bot with one version is not listed."""
    lineup = [V26, player("v26?alpha=0.2"), player("cmd@1:python3 theirs.py"), player("cmd@2:python3 theirs.py")]
    for seed, seated in enumerate(lineup):
        database.store(finished([seed], seated, V12))
    told = versions.bots(season_in(database), None)
    assert {bot["name"]: [each["change"] for each in bot["versions"]] for bot in told} == {
        "v26": ["as it is", "alpha=0.2"],
        "python3 theirs.py": ["version 1", "version 2"],
    }
    (plain,) = [each for each in season_in(database).contestants.values() if each.notation == "v12"]
    assert versions.change(replace(plain, notation="cmd:python3 a.py", name="cmd:python3 a.py · 7")) == ""


def test_a_revision_and_the_signature_of_older_code_are_versions(database):
    """Two players that are written alike are told apart by what their names add."""
    database.store(finished(range(2)))
    older = V17.identity.replace('"play":1', '"play":0')
    database._connection.execute("UPDATE players SET notation = 'v17', identity = ? WHERE notation = 'v26'", (older,))
    (bot,) = versions.bots(season_in(database), None)
    changes = {each["change"] for each in bot["versions"]}
    assert "as it is" in changes
    assert any(change.startswith("as it is of ") and change.endswith(": other code") for change in changes)
    assert versions.bot_of("git:3f2c1a?preset=v17") == versions.REVISIONS


def test_older_versions_say_when_they_first_played_and_what_differs(database):
    """Regression: two of one day were told apart by twelve letters, and nothing said in what.

    What does nothing without the dodge (the price of danger) is not listed beside it.
    """
    database.store(finished([0], V26, V12))
    database.store(finished([1], V26, player("v26?alpha=0.2&dodge=off&hold_until=6&int_max=0.4&int_min=0.02")))
    database.store(finished([2], V26, player("v26?alpha=0.3")))
    database._connection.execute("UPDATE players SET notation = 'v26' WHERE notation LIKE 'v26?%'")
    database._connection.execute("UPDATE games SET stored = 60 * id")
    counted = season_in(database)
    told = {each.name: versions.change(each) for each in counted.contestants.values() if each.notation == "v26"}
    newest, *older = told
    assert newest == "v26"
    assert [name.startswith("v26 of 1 Jan") for name in older] == [True, True]
    assert sum(", 00:0" in name for name in older) == 1
    assert {change.partition(": ")[2] for change in told.values()} == {
        "", "other code", "alpha=0.2, without dodge, hold_until=6, int_max=0.4, 1 more",
    }  # fmt: skip


def test_a_parameter_in_the_notation_hides_no_other_that_its_name_ends_with(database):
    """Regression: `combat_hold_until=3` hid that hold_until differs as well."""
    database.store(finished([0], V26, player("v26?combat_hold_until=3&hold_until=6")))
    database._connection.execute("UPDATE players SET notation = 'v26?combat_hold_until=3' WHERE notation LIKE 'v26?%'")
    (one,) = (each for each in season_in(database).contestants.values() if "?" in each.notation)
    assert versions.change(replace(one, name=f"{one.notation} of 1 Jan")).endswith(" of 1 Jan: hold_until=6")


def test_points_of_a_sweep_are_no_history(database):
    """A line joined them as if each had come after the one before."""
    for seed, seated in enumerate(
        [player("v26?alpha=0.2"), player("v26?alpha=0.3"), player("cmd@1:a"), player("cmd@2:a")]
    ):
        database.store(finished([seed], seated, V12))
    assert {bot["name"]: bot["isHistory"] for bot in versions.bots(season_in(database), None)} == {
        "v26": False,
        "a": True,
    }
