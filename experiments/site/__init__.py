"""The site: the documents, the lessons, the league and a game as one folder of pages.

contents.py   the navigation: the groups of pages in docs/contents.toml
reach.py      every file that the documents lead to, as pages whose links stay among themselves
lessons.py    a notebook as a page with the figures that are kept in it
sources.py    a file or folder of the project as a page, where a document links to it
formulas.py   the formulas of the lessons, drawn by the browser itself
unbroken.py   what no line may break, and columns that can be read
front.py      the champion's game, with the reasons of its moves
folder.py     the folder that it is written into
build.py      all of it joined
mkdocs.yml    how the pages look; assets/ what is ours beside the theme
"""
