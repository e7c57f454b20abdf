"""Options that users know from other programs, such as --games: the error names ours, here --blocks."""

import shlex
from itertools import takewhile
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

MEANT = {
    "--further": ("--size", "--further plays further blocks after a test, and boards are chosen with --mix"),
    "--mix": (
        "--dims --dim --dimensions --sizes --size --boards --board --maps --map -d",
        "boards are chosen with --mix, for example --mix 30x30 or --mix 20x20,40x40",
    ),
    "--blocks": (
        "--games --rounds --matches",
        "games are counted in blocks, each a map played from every seat, for example --blocks 100",
    ),
    "--against": (
        "--opponents --opponent --versus --vs",
        "opponents are named with --against, for example --against v26,v17",
    ),
    "--players": ("--seats --nplayers -n", "--players says how many players a game has, for example --players 4"),
    "--first": ("--seed -s", "maps are numbered, and --first says where to begin, for example --first 1000"),
    "--database": ("--db", "--database names the file with the games, for example --database laboratory.db"),
    "--workers": (
        "--jobs -j --processes --cores --threads",
        "--workers says how many processes play, for example --workers 2",
    ),
    "--out": ("--output", "--out says where files are written"),
}
"""By option: other spellings that users try, and the advice they get. Typer alone suggests a similar spelling."""


class Verb(TyperCommand):
    """A command whose usage errors name the option that was meant, also for a database file without --database."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line; a usage error names the option that was meant."""
        own = {spelling for parameter in self.params for spelling in (*parameter.opts, *parameter.secondary_opts)}
        for word in takewhile(lambda word: word != "--", args):
            name = word.partition("=")[0]
            for option, (spellings, advice) in MEANT.items():
                if name in spellings.split() and name not in own and option in own:
                    ctx.fail(f"No such option: {name}. Here {advice}.")
        if "--database" in own:
            self._refuse_bare_databases(ctx, args)
        given = list(args)  # reading them takes them out
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = self._fuller(error, ctx, given)
            raise

    def _fuller(self, error: typer.BadParameter, ctx: Any, given: list[str]) -> str:
        """Return typer's message, with what was expected if a word is missing and what came if it is wrong."""
        parameter: Any = error.param
        if not error.message:
            return f"Expected: {parameter.help}" if parameter is not None and parameter.help else ""
        came = self.make_parser(ctx).parse_args(args=given)[0].get(parameter.name) if parameter is not None else None
        return error.message if came is None or str(came) in error.message else f"{error.message}; got {str(came)!r}"

    def _refuse_bare_databases(self, ctx: Any, args: list[str]) -> None:
        """Fail for a database among the words that no argument takes."""
        _, left, _ = self.make_parser(ctx).parse_args(args=list(args))
        for word in left:
            if Path(word).suffix == ".db":
                ctx.fail(f"Unexpected: {word}. A database is named with --database {shlex.quote(word)}.")
