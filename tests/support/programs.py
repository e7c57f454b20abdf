"""Ways in which a program changes although its command stays: files before, files after."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Way:
    """Files of the current folder by name, and those that are written over them; what begins with -> is a link."""

    before: dict[str, str]
    after: dict[str, str]
    command: str = "python3 bot.py"
    executable: tuple[str, ...] = field(default=())

    def write(self, folder: Path, *, changed: bool) -> None:
        """Write the files, before or after the change."""
        for name, content in (self.after if changed else self.before).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            if content.startswith("->"):
                path.symlink_to(content.removeprefix("->"))
            else:
                path.write_text(content, encoding="utf-8")
            path.chmod(0o755 if name in self.executable else 0o644)


def _reads(source: str) -> Way:
    """A script that somehow depends on the file `w`."""
    return Way({"bot.py": source, "w": "1"}, {"w": "2"})


def _loads(source: str) -> Way:
    """A script that somehow loads `elsewhere/mind.py`."""
    return Way({"bot.py": source, "elsewhere/mind.py": "A = 1"}, {"elsewhere/mind.py": "A = 2"})


def _shadowed(source: str, module: str) -> Way:
    """A script beside which a module appears that one of Python's own loads."""
    return Way({"bot.py": source}, {f"{module}.py": "A = 1"})


PLAYS = "import sys\nprint(sys.argv)\n"

WAYS = {
    # files behind links
    "the script is a link": Way(
        {"real/bot.py": "import mind", "real/mind.py": "A = 1", "bot.py": "->real/bot.py"}, {"real/mind.py": "A = 2"}
    ),
    "the script is a link to another": Way(
        {"one/bot.py": "A = 1", "two/bot.py": "A = 2", "bot.py": "->one/bot.py"}, {"bot.py": "->two/bot.py"}
    ),
    "a module is a link": Way(
        {"bot.py": "import mind", "real/mind.py": "A = 1", "mind.py": "->real/mind.py"}, {"real/mind.py": "A = 2"}
    ),
    # other processes
    "os.execv": _reads("import os\nos.execv('w', ['w'])"),
    "os.execlp": _reads("from os import execlp\nexeclp('w', 'w')"),
    "os.spawnv": _reads("import os\nos.spawnv(os.P_WAIT, 'w', ['w'])"),
    "os.posix_spawn": _reads("import os\nos.posix_spawn('w', ['w'], {})"),
    "os.system": _reads("import os\nos.system('./w')"),
    "asyncio's subprocesses": _reads("import asyncio\nasyncio.create_subprocess_exec('./w')"),
    "pty.spawn": _reads("import pty\npty.spawn('./w')"),
    "multiprocessing": _reads("from multiprocessing import Process"),
    "concurrent.futures' processes": _reads("from concurrent.futures import ProcessPoolExecutor"),
    # modules
    "core.pyc beside the script": Way({"bot.py": "import core", "core.pyc": "1"}, {"core.pyc": "2"}),
    "an extension module": Way({"bot.py": "import core", "core.abi3.so": "1"}, {"core.abi3.so": "2"}),
    "a compiled package": Way({"bot.py": "import core", "core/__init__.pyc": "1"}, {"core/__init__.pyc": "2"}),
    "__all__ of a package": Way(
        {"bot.py": "from lib import *", "lib/__init__.py": "__all__ = ['mind']", "lib/mind.py": "A = 1"},
        {"lib/mind.py": "A = 2"},
    ),
    "a module deep in a folder": Way({"bot.py": "import a.b.mind", "a/b/mind.py": "A = 1"}, {"a/b/mind.py": "A = 2"}),
    "a relative import": Way(
        {"bot.py": "import lib.one", "lib/one.py": "from . import two", "lib/two.py": "A = 1"}, {"lib/two.py": "A = 2"}
    ),
    "a module that shadows one of Python's": _shadowed("import random", "random"),
    "a module that shadows one that random loads": _shadowed("import random", "bisect"),
    "a module that shadows one that json loads": _shadowed("from json import dumps", "re"),
    "from sys import path": _loads("from sys import path\npath.append('elsewhere')\nimport random"),
    "sys.path": _loads("import sys\nsys.path.append('elsewhere')\nimport random"),
    "another name for sys": _loads("import sys as s\ns.path.append('elsewhere')"),
    "sys as a value": _loads("import sys\ns = sys\ns.path.append('elsewhere')"),
    "sys by way of a module": Way(
        {"bot.py": "import mind\nmind.sys.path.append('w')", "mind.py": "import sys", "w/x.py": "1"}, {"w/x.py": "2"}
    ),
    "sys out of a module": Way(
        {"bot.py": "from mind import sys\nsys.path.append('w')", "mind.py": "import sys", "w/x.py": "1"},
        {"w/x.py": "2"},
    ),
    "sys by a star": Way(
        {"bot.py": "from mind import *\nsys.path.append('w')", "mind.py": "import sys", "w/x.py": "1"}, {"w/x.py": "2"}
    ),
    "site.addsitedir": _loads("import site\nsite.addsitedir('elsewhere')\nimport random"),
    "zipimport": _reads("import zipimport\nzipimport.zipimporter('w').load_module('mind')"),
    "importlib": _loads("import importlib\nimportlib.import_module('elsewhere.mind')"),
    "runpy": _loads("from runpy import run_path\nrun_path('elsewhere/mind.py')"),
    "pkgutil": _reads("import pkgutil\npkgutil.get_data('lib', 'w')"),
    "importlib.resources": _reads("from importlib import resources\nresources.files('lib')"),
    "__import__": _loads("__import__('elsewhere.mind')"),
    "the loader": _loads("__loader__.get_data('w')"),
    "the specification": _reads("__spec__.loader.get_data('w')"),
    "builtins": _reads("import builtins\nbuiltins.open('w')"),
    "__builtins__": _reads("__builtins__.open('w')"),
    # files by other names
    "open": _reads("open('w').read()"),
    "another name for open": _reads("read = open\nread('w')"),
    "io.open": _reads("import io\nio.open('w')"),
    "io.FileIO": _reads("from io import FileIO\nFileIO('w').read()"),
    "codecs": _reads("import codecs\ncodecs.open('w')"),
    "os.open": _reads("import os\nos.read(os.open('w', os.O_RDONLY), 9)"),
    "os.path.getsize": _reads("import os.path\nos.path.getsize('w')"),
    "the names of files": _reads("import os\nos.listdir('.')"),
    "pathlib": _reads("from pathlib import Path\nPath('w').read_text()"),
    "glob": _reads("import glob\nglob.glob('*')"),
    "fileinput": _reads("import fileinput\nlist(fileinput.input('w'))"),
    "linecache": _reads("import linecache\nlinecache.getlines('w')"),
    "configparser": _reads("import configparser\nconfigparser.ConfigParser().read('w')"),
    "tomllib": _reads("import tomllib"),
    "csv and mmap": _reads("import mmap"),
    "sqlite3.connect": _reads("import sqlite3\nsqlite3.connect('w')"),
    "shelve": _reads("import shelve\nshelve.open('w')"),
    "gzip": _reads("import gzip\ngzip.open('w')"),
    "pickle": _reads("import pickle\npickle.loads(b'')"),
    "ctypes": _reads("import ctypes\nctypes.CDLL('w')"),
    "ffi.dlopen": _reads("from cffi import FFI\nffi = FFI()\nffi.dlopen('w')"),
    "keras' load_model": _reads("from keras.models import load_model\nload_model('w')"),
    "InferenceSession": _reads("import onnxruntime\nonnxruntime.InferenceSession('w')"),
    "read_csv": _reads("import pandas as pd\npd.read_csv('w')"),
    "torch": _reads("import torch\ntorch.jit.load('w')"),
    "np.load": _reads("import numpy as np\nnp.load('w')"),
    "np.memmap": _reads("import numpy as np\nnp.memmap('w')"),
    "np.fromfile by a star": _reads("from numpy import *\nfromfile('w')"),
    "np.lib.format": _reads("import numpy\nnumpy.lib.format.open_memmap('w')"),
    "np.ctypeslib": _reads("from numpy import ctypeslib"),
    "numpy as a value": _reads("import numpy\n(lambda n: n.load('w'))(numpy)"),
    # Python's inside
    "globals": _reads("globals()['__builtins__']"),
    "getattr": _reads("import sys\ngetattr(sys, 'mod' + 'ules')"),
    "eval": _reads("eval('op' + 'en')('w')"),
    "__globals__": _reads("def f(): pass\nf.__globals__['__builtins__']"),
    "__subclasses__": _reads("object.__subclasses__()"),
    "a frame": _reads("import sys\ntry: x\nexcept NameError: sys.exc_info()[2].tb_frame.f_builtins['open']('w')"),
    "a module's own modules": _reads("import random\nrandom._os.system('./w')"),
    "logging's os": _reads("import logging\nlogging.os.system('./w')"),
    "logging.config": _reads("import logging.config\nlogging.config.fileConfig('w')"),
    "operator.attrgetter": _reads("from operator import attrgetter"),
    "a file of arguments": Way({"bot.py": PLAYS, "w": "1"}, {"w": "2"}, "python3 bot.py @w"),
    # what is started
    "a text file without #!": Way({"run": "python3 bot.py", "bot.py": "1"}, {"bot.py": "2"}, "./run", ("run",)),
    "a script of a shell": Way({"run": "#!/bin/sh\n./bot", "bot": "1"}, {"bot": "2"}, "./run", ("run",)),
    "a shell that has python in a word": Way(
        {"run": "#!/bin/sh python\n./bot", "bot": "1"}, {"bot": "2"}, "./run", ("run",)
    ),
    "an interpreter named python": Way(
        {"python3": "#!/bin/sh\ncat w", "bot.py": PLAYS, "w": "1"}, {"w": "2"}, "./python3 bot.py", ("python3",)
    ),
    "an interpreter named python behind #!": Way(
        {"bot": "#!./python3\n", "python3": "#!/bin/sh\ncat w", "w": "1"}, {"w": "2"}, "./bot", ("python3", "bot")
    ),
    "a compiled program": Way({"bot": "\x7fELF", "w": "1"}, {"w": "2"}, "./bot", ("bot",)),
    "an archive of Java's": Way({"bot.jar": "PK", "w": "1"}, {"w": "2"}, "java -jar bot.jar"),
}  # fmt: skip

KNOWN = {
    "a plain script": (PLAYS, {}),
    "the starter's imports": (
        "import random\nimport sys\nfrom collections.abc import Callable, Iterator\n"
        "from dataclasses import dataclass, field\nfrom typing import NamedTuple\n", {},
    ),
    "a package of its own": (
        "from hlt import *\nimport hlt.game as g\nprint(g.Board(3).cells, STILL, np.pi)\n",
        {"hlt/__init__.py": "import numpy as np\nSTILL = 0\n",
         "hlt/game.py": "from . import STILL\nclass Board:\n    def __init__(self, side): self.cells = self._of(side)\n"
                        "    def _of(self, side): return [STILL] * side\n"},
    ),
    "numpy": (
        "import numpy as np\nfrom numpy.random import default_rng\nrng = np.random.default_rng(1)\n"
        "field = np.zeros((3, 3), dtype=np.float32)\nprint(np.roll(field, 1, axis=0).sum(), np.minimum(1, 2))\n", {},
    ),
    "time, logging and the folder's name": (
        "import logging, os.path, time\nlog = logging.getLogger(__name__)\nstart = time.perf_counter()\n"
        "print(os.path.dirname(__file__), sys_exit := SystemExit)\n", {},
    ),
    "arguments": (
        "import argparse, bisect\nheap = []\nbisect.insort(heap, 1)\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--load', type=int)\nprint(parser.parse_args().load)\n", {},
    ),
    "names that only sound dangerous": (
        "class Game:\n    def load(self): self.system = self.open = self.path = self.memmap = 1\n"
        "    def read_text(self): return super().__init__()\nGame().load()\nprint(Game().path)\n", {},
    ),
}  # fmt: skip
"""Scripts that are known, with modules of their own; a rule that doubted these would doubt every bot."""
