"""`watch`: what would a bot do on a frame of a recorded game, and what would happen then?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from experiments.commands.options import IsOpened, number, value

if TYPE_CHECKING:  # imported where it is needed: `--help` does not wait for arrays
    from engine import Replay


def watch(
    game: Annotated[
        Path | None,
        typer.Argument(
            help="the replay to open (.hlt, .hlt.gz)", show_default="the newest of this folder and of `replays`"
        ),
    ] = None,
    turn: Annotated[int | None, number("the frame to open", least=0, default="players 2 steps apart")] = None,
    player: Annotated[int, number("the player to ask about")] = 1,
    notation: Annotated[
        str | None,
        value("PLAYER", "a preset, also with changes: v26?alpha=0.2", "--as", default="the player's own preset"),
    ] = None,
    output: Annotated[Path | None, value("FILE", "the page", "--output", "-o", default="GAME.watch.html")] = None,
    is_opened: IsOpened = True,
) -> None:
    """Open a recorded game with the panel that asks a bot: what would it do here with other parameters?

    Writes the game's page, as `./play` and `python -m viewer` do, open with the question that the options ask. Change
    parameters there: field and moves follow, and the rest of the game can be played with and without the change. The
    page is one file, which you can copy or mail.

    Exit code 0: written; 2: a file cannot be used, or the game has no such turn or player.
    """
    from engine.names import printable_in_full
    from engine.replay import read
    from viewer.written import beside, newest, show, write

    game = game or newest()
    if game is None:
        raise typer.BadParameter("no game was named, and there is none here: ./play plays one")
    target = write(
        game, output or beside(game).with_suffix(".watch.html"), asked=question(read(game), turn, player, notation)
    )
    typer.echo(printable_in_full(target))
    if is_opened:
        show(target.resolve().as_uri())


def question(replay: "Replay", turn: int | None, player: int, notation: str | None) -> str:
    """Return a question as a page's address has it: `turn=60&player=1&as=v26&alpha=0.15`. Raises BadParameter."""
    from bot import DEFAULT, PRESETS
    from experiments.arena.players import player as read_player

    names = replay.player_names
    if turn is not None and turn > replay.turns:
        raise typer.BadParameter(f"turn {turn}: the game has the frames 0 to {replay.turns}")
    if player > len(names):
        raise typer.BadParameter(f"player {player}: the game has {len(names)}")
    recorded = names[player - 1]
    preset, _, changes = (notation or (recorded if recorded in PRESETS else DEFAULT)).partition("?")
    if preset not in PRESETS:
        raise typer.BadParameter(f"--as {preset}: expected one of {', '.join(PRESETS)}")
    if notation and read_player(notation).parameters.tables != PRESETS[preset].tables:
        raise typer.BadParameter(f"--as {notation}: a page is asked with values for its own game; leave out the tables")
    moment = [] if turn is None else [f"turn={turn}"]
    # A plus, as in 1e+12, would be read as a blank.
    return "&".join([*moment, f"player={player}", f"as={preset}", *filter(None, [quote(changes, safe="&=")])])
