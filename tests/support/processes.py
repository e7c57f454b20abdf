"""How long a test waits for a process, and whether one lives, from /proc (small containers have no ps) or from ps."""

import subprocess
from pathlib import Path

PATIENCE = 180.0
"""Seconds after which something that is waited for will not come. A quiet machine needs a few."""


def is_alive(number: int) -> bool:
    """Whether the process lives; one that only waits to be collected does not."""
    if Path("/proc/self/stat").exists():
        try:
            state = Path(f"/proc/{number}/stat").read_text(errors="replace").rpartition(")")[2].strip()
        except OSError:  # it has ended
            return False
    else:
        command = ["ps", "-o", "stat=", "-p", str(number)]
        state = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return state != "" and not state.startswith("Z")
