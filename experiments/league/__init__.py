"""The league: the stored games as a folder of pages that show how strong each player is."""
