"""Opponents, which are bots with other strategies, and small programs that only play by the protocol."""
