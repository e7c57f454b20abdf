"""The tables of studied games, and of the points that searches record."""

# Published games have no rows here until they are played again; `studies` has those whose frames were read:
# experiments/league/studies.py writes it.
LOOKED = """
CREATE TABLE endings (
    game       INTEGER PRIMARY KEY REFERENCES games,
    halfway    TEXT NOT NULL,                -- squares of every seat after half of the turns, rounded down: "12 40"
    width      INTEGER NOT NULL,             -- of the board that was played on
    owners     BLOB NOT NULL                 -- zlib of who owns each square at the end, row by row, a byte each
) STRICT;

CREATE TABLE words (                         -- what a program printed before it was ejected
    game       INTEGER NOT NULL REFERENCES games,
    seat       INTEGER NOT NULL,
    text       TEXT NOT NULL,                -- the last lines, the oldest first
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE studies (                       -- sums over the turns of a game, as docs/9-reading-games.md defines them
    game       INTEGER NOT NULL REFERENCES games,
    seat       INTEGER NOT NULL,
    player     INTEGER NOT NULL REFERENCES players,
    contact    INTEGER,                      -- turn on which it first touched an enemy, NULL when it never did
    opening    INTEGER,                      -- turn on which it first opened a wall, as above
    openings   INTEGER NOT NULL,             -- walls that it opened
    cap_loss   INTEGER NOT NULL,             -- strength
    forgone    INTEGER NOT NULL,             -- strength that its squares would have produced on the turns they moved
    damage_dealt REAL NOT NULL,              -- strength
    damage_taken INTEGER NOT NULL,           -- strength
    pieces     INTEGER NOT NULL,             -- squares with strength, of all turns
    still      INTEGER NOT NULL,             -- of these, the ones that stood still
    most_damage REAL NOT NULL,               -- strength that it destroyed in a single turn
    most_turn  INTEGER NOT NULL,             -- the first such turn, 0 when it never destroyed any
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE courses (                       -- of the same games and seats
    game       INTEGER NOT NULL REFERENCES games,
    seat       INTEGER NOT NULL,
    course     BLOB NOT NULL,                -- zlib of (3, frames) int32: territory, production, strength
    PRIMARY KEY (game, seat)
) STRICT;

CREATE INDEX studies_of_a_player ON studies (player, game);

CREATE TABLE reports (                       -- what a sweep or a tune asks, and what a tune has found
    run        INTEGER PRIMARY KEY REFERENCES runs,
    content    TEXT NOT NULL                 -- JSON, see experiments/league/searches.py
) STRICT;
"""
