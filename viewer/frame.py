"""The frame of every page: the head that all share, and what is said where scripts are switched off."""

import html

_SHARED = """\
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="data:,">"""

_NO_SCRIPT = "<noscript>This page is drawn with JavaScript; please switch it on.</noscript>"

_OWN_ONLY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; worker-src blob:"
_SCRIPTS = "script-src 'unsafe-inline'"

_FOLDER = (
    # `file:` is what lies beside a page that was opened from a disk; on a web host 'self' is.
    "default-src 'none'; script-src 'self' file:{}; style-src 'self' file: 'unsafe-inline'; "
    "img-src 'self' file: data:; connect-src 'self' file:; frame-src 'self' file:; worker-src 'self' blob:; "
    "base-uri 'self'; form-action 'none'"
)

KERNELS = "'wasm-unsafe-eval'"  # lets a page compile WebAssembly which it holds


def in_folder(*scripts: str) -> str:
    """Return the policy of a page in a folder of files: it loads nothing from other hosts, but these scripts."""
    return _policy(_FOLDER.format("".join(f" {each}" for each in scripts)))


def alone(title: str, style: str, root: str, files: str, *, thinks: bool = False) -> str:
    """Return a page that holds all it needs, and is kept by its browser from asking for more.

    Args:
        root: HTML in which the scripts draw
        files: elements with the scripts and their data, in the order in which they are read
        thinks: whether it may compile WebAssembly that it holds; see viewer.pack
    """
    policy = _policy(f"{_OWN_ONLY}; {_SCRIPTS}{f' {KERNELS}' if thinks else ''}")
    head = f"{policy}\n<style>{style}</style>" if style else policy
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n{_SHARED}\n<title>{html.escape(title)}</title>\n{head}\n</head>\n'
        f"<body>\n{root}\n{_NO_SCRIPT}\n{files}\n</body>\n</html>\n"
    )


def inline(script: str, attributes: str = 'type="module"') -> str:
    """Return an element with this script. Nothing in the script looks like the end of the element."""
    closed = script.replace("</script", "<\\/script")
    return f"{f'<script {attributes}'.rstrip()}>{closed}</script>"


def _policy(directives: str) -> str:
    return f'<meta http-equiv="Content-Security-Policy" content="{directives}">'
