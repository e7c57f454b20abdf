"""The options that commands share, and the laboratory that they name."""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:  # imported where it is needed: `--help` does not wait for compiled kernels, nor does a worker process
    from experiments.arena.players import Player
    from experiments.laboratory.laboratory import Laboratory

DEFAULT_DATABASE = Path("laboratory.db")
ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://(\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+)(:[0-9]{1,5})?")  # of a scheduler
SEED = 1  # of what a sweep or a ladder draws
BOUNDS = "0,10"  # Elo, of a test
MIX = "30x30"  # boards


def scheduler_address(text: str) -> str:
    """Return the value of --scheduler, which is refused here where it is no address: dask takes long to load."""
    if not ADDRESS.fullmatch(text):
        raise typer.BadParameter(f"{text!r} is no address of a scheduler; expected tcp://HOST:8786 or tls://HOST:8786")
    return text


def number(text: str, *names: str, least: int = 1, most: int | None = None, default: str | bool = True) -> Any:
    """Return an option that takes a whole number; `default` says in words what it is where it is left out."""
    return typer.Option(*names, min=least, max=most, metavar="N", help=text, show_default=default)


def value(metavar: str, text: str, *names: str, default: str | bool = True) -> Any:
    """Return an option that takes a text or a path, called `metavar` in the help."""
    return typer.Option(*names, metavar=metavar, help=text, show_default=default)


DatabasePath = Annotated[
    Path, typer.Option("--database", metavar="FILE", help="where played games are stored and looked up", dir_okay=False)
]
Workers = Annotated[int, number("processes that play; 1: this one", "--workers", "-w")]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="a dask scheduler, tcp://HOST:8786, whose workers play; see docs/lab/machines.md",
        parser=scheduler_address,
    ),
]
Replays = Annotated[
    bool,
    typer.Option(
        "--replays",
        help="keep the recording of every game; games stored without one are played again, except programs' games",
    ),
]
MixOption = Annotated[
    str,
    value(
        "SIZES",
        "sizes of boards: 30x30, several such as 20x20,30x30, contest (drawn as in 2016) or evenly (each in turn)",
        "--mix",
    ),
]
Players = Annotated[int | None, number("players of a game", "--players", least=2, most=6)]
First = Annotated[int, number("number of the first map that is played", "--first", least=0)]
FirstUnused = Annotated[
    int | None,
    number(
        "number of the first map", "--first", least=0, default="0; with --held-out the first that no experiment used"
    ),
]

Question = Annotated[str | None, value("TEXT", "what the experiment asks, in one line")]
Publish = Annotated[
    bool, typer.Option("--publish", help="write the experiment into experiments/results/, as a claim of the project")
]
Base = Annotated[
    str | None,
    value("PLAYER", "whose parameters are varied; it plays too", default="champion"),
]
IsOpened = Annotated[bool, typer.Option("--open/--no-open", help="open it in the browser")]
HeldOut = Annotated[bool, typer.Option("--held-out", help="play maps that no sweep and no tuning ever plays")]


@contextmanager
def laboratory(database: Path, workers: int, scheduler: str | None, replays: bool) -> "Iterator[Laboratory]":
    """Open the laboratory that a command plays in, and close it at the end."""
    from experiments.laboratory.database import Database
    from experiments.laboratory.executor import open_executor
    from experiments.laboratory.laboratory import Laboratory

    with (
        closing(Database.open(database)) as stored,
        closing(open_executor(workers, scheduler)) as executor,
        closing(Laboratory(stored, executor, replays)) as opened,
    ):
        yield opened
        if opened.unrecorded:
            print(
                f"{opened.unrecorded} games with programs were stored without a recording, and playing them again "
                "might end differently. To record them, use another --database.",
                file=sys.stderr,
            )


def announce(cost: str, players: "Iterable[Player]") -> None:
    """Say on stderr how many games there are, and which of them will be kept, before the first one is played."""
    print(f"{cost} The time left is shown while they are played. Stored games are not played again.", file=sys.stderr)
    for player in dict.fromkeys(players):
        if player.is_unversioned:
            command = player.notation.partition(":")[2]
            print(
                f"Later runs play the games with {player.notation} again: without a version nothing tells whether the "
                f'program has changed. To reuse them, give it one, and another after each change: "cmd@1:{command}"',
                file=sys.stderr,
            )


def check_stored(database: Path) -> None:
    """End here where there is no such database, before the libraries of pages and ratings are loaded."""
    from experiments.laboratory.database import Database

    Database.open(database, create=False, read_only=True).close()


def published() -> Path:
    """Return the database of the games behind the project's ledger, built where it is missing."""
    from experiments.laboratory.database import Database

    with Database.published() as opened:
        return opened.path
