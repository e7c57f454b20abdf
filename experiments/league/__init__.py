"""The league: pages over a database that show how strong each player is, and why."""
