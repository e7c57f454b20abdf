"""How long a turn takes: the figures of docs/speed.md."""
