"""The opponents: schools, which are other ways to write a bot, and small programs that play by the protocol only."""
