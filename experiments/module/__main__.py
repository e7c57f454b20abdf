"""`python -m experiments.module [FOLDER]`: builds the module and its table; without a folder, those that are kept."""

import sys
from pathlib import Path

from viewer.kernels import BUILT

from .build import FILES, build

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT
build(folder)
for name in FILES:
    print(f"{(folder / name).stat().st_size:>8,} bytes  {folder / name}")
