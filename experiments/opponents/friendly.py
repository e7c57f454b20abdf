"""The school of this file's name as a program; --help lists its knobs. The school itself is the folder of that name."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # the folder that holds bot and experiments
    from experiments.opponents.program import main

    main(Path(__file__).stem)
