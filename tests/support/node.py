"""The pages' modules in the Node that Playwright ships: page logic that names no element needs no browser."""

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.support.pages import as_text
from tests.support.project import PATIENCE
from viewer.pack import BUILT, MODULE, TABLE

NODE = Path(str(find_spec("playwright").origin)).parent / "driver" / "node"
VIEWER = Path(__file__).parents[2] / "viewer"


def node(modules: dict[str, str], expression: str, argument: object = None) -> Any:
    """The value of an expression in which `it` is the argument; it may await.

    modules   names that are imported, by the module of the viewer that has them: {"ui/story.js": "story"}
    """
    imports = "".join(
        f"import {{ {names} }} from {json.dumps((VIEWER / path).as_uri())};\n" for path, names in modules.items()
    )
    code = (
        f"{imports}let text = ''; for await (const part of process.stdin) text += part;\nconst it = JSON.parse(text);\n"
        f"process.stdout.write(JSON.stringify((await (async () => ({expression}))()) ?? null));"
    )
    names = ("onmessage", "onmessageerror", "postMessage")  # what a thread of a browser has
    worker = f"data:text/javascript,{''.join(f'globalThis.{name}=' for name in names)}null"
    words = [str(NODE), "--no-warnings", "--import", worker, "--input-type=module", "--eval", code]
    done = subprocess.run(
        words, input=json.dumps(argument), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# The module that reads files: `(await open(bytes(it), name)).value`, where `bytes` is BYTES.
READ = {"files/open.js": "open"}

# The bytes of base64.
BYTES = "((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))"

# The kernels, as a page unpacks them.
KERNELS = f"""await (async () => {{
    const {{ readFileSync }} = await import("node:fs");
    const table = JSON.parse(readFileSync({json.dumps(str(BUILT / TABLE))}));
    return {{ table, module: await WebAssembly.compile(readFileSync({json.dumps(str(BUILT / MODULE))})) }};
}})()"""


def of_game(content: bytes, expression: str, modules: dict[str, str] | None = None, name: str = "game.hlt.gz") -> Any:
    """The value of an expression about the `game` in a file, its `report` of events and its `told` story."""
    modules = {**READ, "core/events.js": "Events", "ui/story.js": "story", **(modules or {})}
    code = (
        f"await (async () => {{ const game = (await open({BYTES}(it.content), it.name)).value;"
        " const events = new Events(game), report = events, told = story(game, events);"
        f" return {expression}; }})()"
    )
    return node(modules, code, {"content": as_text(content), "name": name})
