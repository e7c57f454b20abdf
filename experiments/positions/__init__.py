"""Tagged positions: frames of real games with their right and wrong moves, and which players find them.

position.py    a position, and what an answer to it is worth
board_text.py  its board as rows of text
document.py    a position as a readable file, checked field by field
folder.py      the positions of a folder, and new ones in it
proposals.py   decisions that are worth a look; proposing.py asks the filters about one game
futures.py     the rest of the game after each move of one square
evidence.py    what fresh futures say of the five moves
themes.py      which theme a decision belongs to
deep.py        decisions measured by futures, and kept where a move wins or loses
asked.py       what a player answers
report.py      who finds what, by tag
shown.py       a position in the viewer
rule.py        a function of your own, from a file; rule_page.py shows what it finds and misses
run.py         the verbs `tags` and `suite`
propose.py     the verb `propose`
tagging.py     what a person says about a frame, stored and taken back
server.py      the tagger's page and its interface; docs/24-positions.md
serving.py     the verb `tag`
"""
