"""Starts the tagger: checks the options, prints the address, and runs the server."""

from pathlib import Path

from engine import ReplayError
from engine.names import shown_in_full
from engine.replay import read
from experiments.serving.starting import DONE, REFUSED, address, listening_on, run, unguarded


def tag(game: Path, into: Path, combat: Path | None, host: str, port: int, token: str | None, opens: bool) -> int:
    """Serve the tagger until Ctrl-C; return the exit code.

    game     the recorded game that is opened; the others of its folder can be opened too
    into     where positions are stored
    combat   a combat database for proposals; None: counted from the games of the folder
    """
    complaint = _unusable(game, into, host, token)
    if complaint:
        return _refused(complaint)
    try:
        listening = listening_on(host, port)
    except OSError as error:
        return _refused(f"cannot listen on {host} port {port}: {error.strerror or error}")
    # Here, because they take a second to load, and a mistyped name should not have to wait for them.
    from experiments.recordings.combat import Combat, CombatError

    from .games import Games
    from .proposing import make_ready
    from .server import application

    try:
        counted = Combat.load(combat) if combat else None
    except CombatError as error:
        listening.close()
        return _refused(str(error))
    make_ready()
    shown = Games(game.parent, game)
    url = address(host, listening.getsockname()[1], token)
    run(application(shown, into, counted, host, token), listening, url, opens)
    return DONE


def _unusable(game: Path, into: Path, host: str, token: str | None) -> str | None:
    """Return why the tagger cannot be opened so, as a sentence; None when it can."""
    if game.is_dir():
        return f"{game} is a folder; expected one of its recorded games (.hlt): the page can open the others as well"
    if complaint := unguarded(host, token):
        return complaint
    try:
        read(game)
    except ReplayError as error:
        return str(error)
    from .folder import ENDING, check_folder, positions  # here: a mistyped game does not wait for scipy
    from .position import PositionError

    try:
        check_folder(into)
        if into.is_dir() and any(into.rglob(f"*{ENDING}")):
            positions(into)
    except PositionError as error:
        return str(error)
    return None


def _refused(complaint: str) -> int:
    print(f"No tagger: {shown_in_full(complaint)}")
    return REFUSED
