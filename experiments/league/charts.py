"""The charts' library, Vega-Lite as one script (decision 0012), kept beside the project."""

from importlib.metadata import version
from pathlib import Path

from engine import writing
from engine.errors import UserError
from experiments.laboratory.database.published import home

PACKAGE = "vl-convert-python"
SNIPPET = "window.vegaEmbed = vegaEmbed;"  # all that the pages call


def script() -> str:
    """Return a script after which only the name `vegaEmbed` is known; the first time takes some seconds."""
    kept = home() / f"vega-{version(PACKAGE)}.js"
    if not kept.is_file():
        import vl_convert  # here, because it is large and asked once

        _keep(kept, f"(() => {{\n{vl_convert.javascript_bundle(SNIPPET)}\n}})();\n")
    return kept.read_text(encoding="utf-8")


def _keep(path: Path, text: str) -> None:
    """Under its name when it is whole; two processes may do so at once."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writing.write(path, text)
    except OSError as error:
        raise UserError(
            f"the charts' library cannot be unpacked in {path.parent} ({error.strerror or error}); is there room, and "
            "is it yours? The variable HALITE_PUBLISHED names another folder"
        ) from None
