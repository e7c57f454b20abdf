"""The league: pages over a database that show how strong each player is, and why.

season.py       what is counted in the database, kept up to date while others write into it
scores.py       what blocks say about players and pairs
ratings.py      ratings of a part of the games
background.py   what takes seconds, computed behind the pages
standings.py    the leaderboard, and who beats whom
history.py      the ratings at moments of the season
versions.py     players that are versions of one bot
bots.py         one player's page; clocks.py the answer times and faults of a program
studies.py      what the frames of a recorded game say, kept in the database
habits.py       what a player does in its studied games
curves.py       what it held there turn by turn
feed.py         games as they finish
thumbnails.py   the last frame of a game, as it is sent
records.py      the best of all games
questions.py    matches with their tests, and every command that plays
ladders.py      ladders of the ledger with the ratings of their own games
runs.py         how a command stands, and the request to end
again.py        games played again to be studied
searches.py     sweeps and tunes: their points and the surface through them
replays.py      a game's recording, played again where none was kept
games.py        one game, and why its players moved
damage.py       a database that contradicts itself, told from a mistake of this code
documents.py    all of it by name: what the server answers and an export writes
page.py         the page that draws them; charts.py the library of its charts; folder.py where an export may go
server.py       the pages; exporting.py the same as files; serving.py the command
"""
