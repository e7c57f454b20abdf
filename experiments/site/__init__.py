"""The site: the documents, the lessons, the league and a game as one folder of pages."""
