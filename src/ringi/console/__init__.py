"""The terminal console: SPECTRA's five panes, and Ringi's inbox and runs. Textual is loaded only when it is opened."""

from __future__ import annotations

from importlib.util import find_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ringi.spectra.shapes import Port


def available() -> bool:
    """Whether the console can be opened here; it comes with `make extras`."""
    try:
        return find_spec("textual") is not None
    except ValueError:  # known to be missing
        return False


def run(port: Port, *, lang: str = "en", look: str = "dark", name: str = "", purpose: str = "") -> int:
    """SPECTRA's console until somebody leaves it. `port` may live in another thread."""
    from ringi.console.spectra import SpectraConsole

    app = SpectraConsole(port, lang, look=look, name=name, purpose=purpose)
    return app.run() or 0
