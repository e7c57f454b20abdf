"""Settings that hold for every test."""

import signal

from hypothesis import settings

# No deadline: the first example may compile a kernel, and a busy machine is not a defect.
settings.register_profile("halite", deadline=None)
settings.load_profile("halite")

# What is started by `nohup` or in the background of a script ignores some signals, and all that it starts does too:
# the programs whose end by a signal is tested would not end. A handler that does nothing is ignoring as well, but
# nobody inherits it.
for _name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
    _number = getattr(signal, _name, None)  # Windows knows two of them
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda _number, _frame: None)
