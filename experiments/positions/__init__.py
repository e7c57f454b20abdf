"""Tagged positions: frames of real games with their right and wrong moves, and which players find them.

position.py    a position, and what an answer to it is worth
board_text.py  its board as rows of text
document.py    a position as a readable file, checked field by field
folder.py      the positions of a folder, and new ones in it
proposals.py   decisions that are worth a look; proposing.py asks the filters about one game
evidence.py    what fresh futures say of the five moves
asked.py       what a player answers
report.py      who finds what, by tag
shown.py       a position in the viewer
rule.py        a function of your own, from a file; rule_page.py shows what it finds and misses
run.py         the verb `tags`
tagging.py     what a person says about a frame, stored and taken back
games.py       which games the tagger can open
server.py      the tagger's page and its interface; docs/24-positions.md
serving.py     the verb `tag`
"""
