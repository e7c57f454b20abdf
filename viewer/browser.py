"""A page opened in the reader's browser."""

import os
import sys
import webbrowser


def show(address: str) -> None:
    """Open the address where there is a screen; elsewhere a text browser would take over the terminal."""
    has_display = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_display and not os.environ.get("CI"):
        webbrowser.open(address)
