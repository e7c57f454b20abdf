"""The live window: a recorded game with the bot behind it, asked again while a slider is dragged.

watched.py    a game, a frame, and what a player remembers there
games.py      which games can be opened, and which not
sizes.py      how large they may be
question.py   what is asked about a frame, checked
thinking.py   the field, moves and reasons with other parameters
margins.py    how much a parameter must change until a square moves differently
futures.py    the game played on from here, with and without the change
access.py     who may ask
server.py     all of it as pages and an interface; docs/12-live-window.md
"""
