"""Builds the module and its table: those that are kept, or in another folder."""

import argparse
from pathlib import Path

from viewer.pack import BUILT

from .build import FILES, build

parser = argparse.ArgumentParser(prog="python -m experiments.module", description=__doc__)
parser.add_argument("folder", nargs="?", type=Path, default=BUILT, help="where to write them; default: %(default)s")
folder = parser.parse_args().folder
build(folder)
for name in FILES:
    print(f"{(folder / name).stat().st_size:>8,} bytes  {folder / name}")
