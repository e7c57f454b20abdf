"""The laboratory: what is measured about the bot and the engine, and how."""
