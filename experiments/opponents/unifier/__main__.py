"""The school of this folder's name as a program: `python -m experiments.opponents.NAME`."""

from pathlib import Path

from experiments.opponents.program import main

main(Path(__file__).parent.name)
