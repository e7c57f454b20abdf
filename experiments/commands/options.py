"""The options that commands share."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

DEFAULT_DATABASE = Path("laboratory.db")
ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://(\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+)(:[0-9]{1,5})?")  # of a scheduler
SEED = 1  # of what a sweep or a ladder draws
BOUNDS = "0,10"  # Elo, of a test
MOST_BLOCKS = 20_000  # of a test; [0, 10] takes half of them on average where it takes longest
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


def check_stored(database: Path) -> None:
    """End here where there is no such database, before the libraries of pages and ratings are loaded."""
    from experiments.laboratory.database import Database

    with Database.open(database, create=False, read_only=True):
        pass


def published_database() -> Path:
    """Return the database of the games behind the project's ledger, built where it is missing."""
    from experiments.laboratory.database import Database

    with Database.open_published() as opened:
        return opened.path
