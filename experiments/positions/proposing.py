"""Proposing: the filters asked about one game of the tagger, by the page or on the command line."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import numpy as np

from bot import DEFAULT, PRESETS, Memory, View, preset
from engine import Replay
from engine.documents import brief
from experiments.arena.players import Player, PlayerError, in_words, player
from experiments.arena.ready import timed
from experiments.recordings.combat import Combat
from experiments.recordings.watched import chooser
from experiments.serving.requests import BAD_REQUEST, Refusal

from .asked import players
from .games import Games
from .proposals import Proposal, answers, costly, disputed, unusual

KINDS: Mapping[str, str] = {
    "disputed": "two players would move a piece at the front differently",
    "unusual": "a player moves a piece differently from what most did in such a place",
    "costly": "within three turns our strength around a piece, less the enemy's, fell most",
}

DEFAULT_PLAYERS = ("v26", "champion?combat_search=0&war_every=0&opening_search=0")
"""Players whose disagreement is looked for when none are named."""

LISTED_PROPOSALS = 100  # proposals of one answer
GAMES = 30  # games of the folder that the combat database is counted from, the newest first


def make_ready() -> None:
    """Load the compiled decision that filters ask, or compile it, before the address is printed."""
    board = np.ones((3, 3), np.uint8)
    with timed():
        chooser(View(board, board, board, me=1, turn=0), Memory())(preset(DEFAULT))


class Proposing:
    """Answers the page's questions for proposals; the combat database is counted when it is first asked."""

    def __init__(self, games: Games, combat: Combat | None = None):
        self._games, self._combat = games, combat

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return proposals for a game. Raises Refusal.

        request   game, filter (one of KINDS), and perhaps players: notations, the first of which is asked for `unusual`
        """
        kind = request.get("filter")
        if not isinstance(kind, str) or kind not in KINDS:
            raise Refusal(BAD_REQUEST, f"filter should be one of {', '.join(KINDS)}, it is {brief(kind)}")
        asked = self._players(request.get("players", list(DEFAULT_PLAYERS)))
        replay = self._games.watched(self._games.named(request)).replay
        combat = self.combat if kind == "unusual" else None
        try:
            proposals = proposed(replay, kind, asked, combat)
        except PlayerError as error:
            raise Refusal(BAD_REQUEST, str(error)) from None
        return {"proposals": [asdict(each) for each in proposals[:LISTED_PROPOSALS]], "found": len(proposals)}

    @property
    def combat(self) -> Combat:
        """The combat database of the folder's games; damaged ones are skipped."""
        if self._combat is None:
            self._combat = Combat.of(self._readable())
        return self._combat

    def _readable(self) -> Iterator[Replay]:
        for game in self._games.listed()[:GAMES]:
            with suppress(Refusal):
                yield self._games.watched(game["name"]).replay

    def _players(self, notations: Any) -> list[Player]:
        if not isinstance(notations, list) or not 1 <= len(notations) <= 4:
            raise Refusal(BAD_REQUEST, f"players should be a list of 1 to 4 players, it is {brief(notations)}")
        for notation in notations:
            _check_is_preset(notation)
        return players(notations)


def _check_is_preset(notation: Any) -> None:
    """Raise Refusal for all but `v26` or `v26?alpha=0.2`: a page has no business to name files and programs."""
    if not (isinstance(notation, str) and notation.isprintable() and notation.partition("?")[0] in PRESETS):
        raise Refusal(BAD_REQUEST, f"a player should be one of {', '.join(PRESETS)}, it is {brief(notation)}")
    try:
        player(notation)
    except PlayerError as error:
        raise Refusal(BAD_REQUEST, str(error)) from None


def proposed(replay: Replay, kind: str, asked: list[Player], combat: Combat | None) -> list[Proposal]:
    """Return the proposals of one filter for all seats of a game, the most at stake first. Raises PlayerError."""
    if kind == "disputed" and len(asked) < 2:
        raise PlayerError(f"a dispute needs two players; only {asked[0].notation} was named")
    proposals: list[Proposal] = []
    for seat in range(1, len(replay.player_names) + 1):
        if kind == "disputed":
            proposals += disputed(replay, seat, {in_words(who.notation): answers(replay, seat, who) for who in asked})
        elif kind == "unusual" and combat is not None:
            proposals += unusual(replay, seat, combat, in_words(asked[0].notation), answers(replay, seat, asked[0]))
        elif kind == "costly":
            proposals += costly(replay, seat)
    return sorted(proposals, key=lambda each: (-each.weight, each.turn, each.player, each.square))
