"""An opponent as a program, from any folder: `python3 experiments/opponents planner --help` lists its parameters."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # the folder that holds bot and experiments
    from experiments.opponents.program import main

    main(sys.argv[1:])
