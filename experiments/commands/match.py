"""`match`: is one player stronger than others?"""

from datetime import date
from typing import Annotated

import typer

from experiments.commands import options

MOST_BLOCKS = 20_000  # blocks; [0, 10] takes half of them on average where it takes longest


@options.with_place
def match(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="A B [C ...]",
            help="the player to test, then its opponents. A preset (v26), with changes "
            "(v26?alpha=0.2&dodge=off), tuned.toml, git:REVISION, opponents/greedy.py, cmd:COMMAND",
        ),
    ],
    sprt: Annotated[
        str | None,
        options.stop_option(
            metavar="ELO0,ELO1",
            help="play until it is decided whether A is ELO1 better rather than ELO0 "
            f"(default: {options.BOUNDS} without --blocks); --sprt=-5,5 asks whether a simplification costs nothing",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        options.stop_option(help=f"how often a player of strength ELO0 may pass (default: {options.ERRS})"),
    ] = None,
    beta: Annotated[
        float | None,
        options.stop_option(help=f"how often a player of strength ELO1 may fail (default: {options.ERRS})"),
    ] = None,
    most: Annotated[
        int | None,
        options.stop_option(min=1, help=f"blocks after which a test ends undecided (default: {MOST_BLOCKS})"),
    ] = None,
    further: Annotated[
        int, options.stop_option(min=0, help="further blocks after a decision, to measure the size of the effect")
    ] = 0,
    blocks: Annotated[
        int | None, options.stop_option(min=1, help="no test: play this number of blocks and measure")
    ] = None,
    seats: options.Players = None,
    mix: options.MixOption = options.MIX,
    held_out: options.HeldOut = False,
    first: options.FirstUnused = None,
    question: Annotated[
        str | None,
        options.record_option(
            help="the question, in one line (default: made from the players; none with --publish)",
            callback=options.question_in_a_line,
        ),
    ] = None,
    publish: Annotated[
        bool,
        options.record_option(
            "--publish",
            help="write plan and entry into experiments/, as a claim of the project; needs --question, and --sprt or "
            "--blocks. Without it they go beside the database, into laboratory-ledger/ for laboratory.db",
        ),
    ] = False,
    *,
    place: options.Place,
) -> None:
    """Play A against B until it is clear which one is stronger.

    Plays blocks, each a map played once from every seat, until a sequential
    test decides or a number of them is reached. A is scored by the share of its
    opponents that it beats. With two players and --players 4, A plays against
    three copies of B.

    The plan is written before the first game, and an entry into the ledger after the last one. If it is killed, the
    same command continues where it stopped and ends with the same games, plan and verdict.

    Exit code 0: decided either way, or all blocks played; 1: undecided after --most blocks; 2: something cannot be
    played, read or written.
    """
    from experiments.match import words

    # asked first: a wrong word does not wait for libraries to load
    if sprt is not None:
        words.bounds(sprt)
    of_a_test = {
        "--sprt": sprt, "--alpha": alpha, "--beta": beta, "--most": most, "--further": further or None,
    }  # fmt: skip
    words.check_stop(blocks, [name for name, value in of_a_test.items() if value is not None])
    if publish:
        missing = ["--question"] * (question is None) + ["--sprt or --blocks"] * (sprt is None and blocks is None)
        words.check_claim(missing, '--blocks 100 --question "How strong is A against B?"')
    words.check_boards(mix, seats or len(players))
    lineup = words.lineup(players, seats)
    from experiments.arena.schedule import Seeds
    from experiments.match import run as matches  # imported here, as below: they load slowly
    from experiments.match import used_maps
    from experiments.match.ledger import Ledger

    alpha, beta = (options.ERRS if share is None else share for share in (alpha, beta))
    stopping = (
        matches.until_decided(sprt or options.BOUNDS, most or MOST_BLOCKS, further, alpha, beta)
        if blocks is None
        else {"blocks": blocks}
    )
    words.check_opponents(lineup)
    options.announce(lineup)
    seeds = Seeds.HELD_OUT if held_out else Seeds.DEVELOPMENT
    plan = matches.planned(lineup, question, date.today(), stopping, mix=mix, seeds=seeds, first=first or 0)
    project, own = Ledger.published(), Ledger.beside(place.database)
    ledger, other = (project, own) if publish else (own, project)
    if held_out and first is None:
        plan = used_maps.on_unused(plan, ledger, [other])
    games = matches.cost(plan, lineup, place.local_workers)
    if held_out and first is None:
        options.announce_maps(plan.first)
    typer.echo(games, err=True)
    with place.laboratory() as laboratory:
        code = matches.run(plan, lineup, laboratory, ledger)
    raise typer.Exit(code)
