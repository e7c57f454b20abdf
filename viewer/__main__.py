"""`python -m viewer`: a Halite replay as one page, opened in the browser."""

import argparse
import shlex
import sys
from pathlib import Path

from engine import writing
from engine.names import shown_in_full

from .browser import show
from .pack import PageError, page
from .watching import Watching, WatchingError, is_about


def main(words: list[str]) -> int:
    """Do what the command line asks for; returns the exit code: 0 done, 2 a file or folder is not usable."""
    parser = _parser()
    arguments = parser.parse_args(words)
    if arguments.watch and arguments.replay:
        parser.error(f"--watch {arguments.watch} shows the newest game of that folder; leave {arguments.replay} out")
    try:
        return _watch(arguments) if arguments.watch else _write(arguments)
    except (PageError, WatchingError) as error:
        print(shown_in_full(str(error)), file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m viewer", description=__doc__)
    parser.add_argument("replay", nargs="?", type=Path, help="a replay, .hlt or .hlt.gz; without one the page is empty")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page (default: beside the replay)")
    parser.add_argument("--no-open", action="store_true", help="write the page, but do not open it")
    parser.add_argument(
        "--explanation",
        type=Path,
        metavar="FILE",
        help="why a player moved as it did, see docs/11 (default: game.playerN.explain.gz beside game.hlt)",
    )
    parser.add_argument("--flog", type=Path, metavar="FILE", help="a bot's f-log: coloured squares and messages")
    parser.add_argument("--watch", type=Path, metavar="DIR", help="show the newest game of this folder, always")
    return parser


def _write(arguments: argparse.Namespace) -> int:
    """Write the page, say where it is, and open it."""
    _refuse_a_folder(arguments.replay)
    target: Path = arguments.output or _beside(arguments.replay)
    arguments.explanation = arguments.explanation or _thoughts(arguments.replay)
    _refuse_overwriting(target, arguments)
    text = page(arguments.replay, arguments.explanation, arguments.flog)
    try:
        writing.write(target, text)
    except OSError as error:
        raise PageError(f"{target}: the page cannot be written: {error.strerror or error}") from None
    if arguments.replay is None:
        print(
            f"No replay was named. {shown_in_full(_example())}\nWritten, as a page on which a replay can be dropped:",
            file=sys.stderr,
        )
    print(shown_in_full(target))
    if not arguments.no_open:
        show(target.resolve().as_uri())
    return 0


def _refuse_a_folder(replay: Path | None) -> None:
    """Raise PageError for what can only be a folder; an empty name is the current one."""
    if replay is not None and replay.is_dir():
        raise PageError(f"{replay}: a folder, expected a replay. {_example(replay)}")


def _example(folder: Path | None = None) -> str:
    """Return how a game is shown, by the newest one in the folder, or in those where `./play` puts games."""
    places = [folder] if folder else [Path(), Path("replays")]
    games = [game for place in places for pattern in ("*.hlt", "*.hlt.gz") for game in place.glob(pattern)]
    newest = max(filter(Path.is_file, games), key=_written, default=Path("game.hlt"))
    return f"To show a game: python -m viewer {shlex.quote(str(newest))}"


def _written(game: Path) -> float:
    """Return when a file was last written, in seconds; 0 where it was removed meanwhile."""
    try:
        return game.stat().st_mtime
    except OSError:
        return 0.0


def _refuse_overwriting(target: Path, arguments: argparse.Namespace) -> None:
    """Raise PageError when the page would take the place of what it is made from."""
    for source in (arguments.replay, arguments.explanation, arguments.flog):
        if source and source.exists() and target.exists() and target.samefile(source):
            raise PageError(f"{target}: the page would overwrite this file; name another one with -o")


def _beside(replay: Path | None) -> Path:
    """Return game.html for game.hlt and for game.hlt.gz."""
    if replay is None:
        return Path("halite.html")
    return replay.with_name(replay.name.removesuffix(".gz").removesuffix(".hlt") + ".html")


def _thoughts(replay: Path | None) -> Path | None:
    """Return the explanation beside a replay, of the first player who has one."""
    if replay is None or not replay.exists():
        return None
    return min((path for path in replay.parent.iterdir() if is_about(path, replay)), default=None)


def _watch(arguments: argparse.Namespace) -> int:
    """Serve the folder until Ctrl-C."""
    with Watching(arguments.watch) as watching:
        print(
            f"{watching.address} shows the newest game of {shown_in_full(arguments.watch)}; Ctrl-C ends it.", flush=True
        )
        if not arguments.no_open:
            show(watching.address)
        watching.serve()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
