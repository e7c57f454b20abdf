"""The coach: why was this game lost? Turning points that fresh futures confirm, and what would have been better.

asked.py       which game and whose; what cannot be asked
policies.py    the presets that predict the recorded moves, and play the futures
futures.py     the rest of the game from a frame, many times
journal.py     the futures that were played, kept for the next time
procedure.py   where the chance falls: searched with few futures, confirmed with others
moves.py       other moves for one turn
remedy.py      the better move that futures find
answer.py      all of it as one document
page.py        the document as a page with the board; docs/19-coach.md
"""
