"""The site: the documents, the lessons, the league and a game as one folder of pages."""

MARK = "assets/iframe-worker.js"  # the file that marks the folder of a site, which may be written again
