"""The log of an ejected bot: both sides of the pipes, within a budget."""

from engine import conversation
from engine.conversation import Conversation


def test_the_oldest_parts_go_when_the_budget_is_spent(monkeypatch):
    """A bot that writes a megabyte a turn must not fill the memory; the log says that its beginning is missing."""
    monkeypatch.setattr(conversation, "BUDGET", 25)
    talk = Conversation()
    for number in range(5):
        talk.heard(0.001, b"%d" % number * 10)
    assert talk.text() == (
        b"--- 3 older parts were dropped to bound the memory ---\n"
        b"--- heard after 1 ms ---\n3333333333\n--- heard after 1 ms ---\n4444444444\n"
    )


def test_the_newest_part_stays_however_long_it_is(monkeypatch):
    """It is the one that says why."""
    monkeypatch.setattr(conversation, "BUDGET", 25)
    talk = Conversation()
    talk.sent("turn 1", b"1" * 10)
    talk.ended("on turn 1", b"2" * 100)
    assert talk.text().count(b"---\n") == 2
    assert b"2" * 100 in talk.text()
