"""How long a turn takes: the figures of docs/2-speed.md."""
