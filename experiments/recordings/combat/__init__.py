"""The combat database: what squares near an enemy see, and which way they went; see docs/lab/replays.md."""
