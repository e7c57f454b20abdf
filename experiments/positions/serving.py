"""Starts the tagger: checks the options, prints the address, and runs the server."""

from pathlib import Path

from engine.errors import UserError
from engine.replay import read
from experiments.serving.starting import address, check_guarded, listening_on, run


def tag(game: Path, into: Path, combat: Path | None, host: str, port: int, token: str | None, opens: bool) -> None:
    """Serve the tagger until Ctrl-C. Raises UserError.

    game     the recorded game that is opened; the others of its folder can be opened too
    into     where positions are stored
    combat   a combat database for proposals; None: counted from the games of the folder
    """
    _check(game, into, host, token)
    with listening_on(host, port) as listening:
        # Here, because they take a second to load, and a mistyped name should not have to wait for them.
        from experiments.recordings.combat import Combat

        from .games import Games
        from .proposing import make_ready
        from .server import application

        counted = Combat.load(combat) if combat else None
        make_ready()
        shown = Games(game.parent, game)
        url = address(host, listening.getsockname()[1], token)
        run(application(shown, into, counted, host, token), listening, url, opens)


def _check(game: Path, into: Path, host: str, token: str | None) -> None:
    if game.is_dir():
        raise UserError(
            f"{game} is a folder; expected one of its recorded games (.hlt): the page can open the others as well"
        )
    check_guarded(host, token)
    read(game)
    from .folder import ENDING, check_folder, positions  # here: a mistyped game does not wait for scipy

    check_folder(into)
    if into.is_dir() and any(into.rglob(f"*{ENDING}")):
        positions(into)
