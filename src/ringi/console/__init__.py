"""The terminal console: SPECTRA's five panes, and Ringi's inbox and runs. Textual is loaded only when it is opened."""

from __future__ import annotations

from importlib.util import find_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event
    from typing import Any

    from ringi.console.house import House
    from ringi.spectra.shapes import Port


def available() -> bool:
    """Whether the console can be opened here; it comes with `make extras`."""
    try:
        return find_spec("textual") is not None
    except ValueError:  # known to be missing
        return False


def run(
    port: Port,
    *,
    lang: str = "en",
    look: str = "dark",
    name: str = "",
    purpose: Callable[[], str] | None = None,
    about: Callable[[], dict[str, Any]] | None = None,
    over: Event | None = None,
) -> int:
    """SPECTRA's console until somebody leaves it. `port` may live in another thread.

    `about` is asked with each look at the machine for what SPECTRA knows of itself: `uptime_s`, `log_bytes`, `log_cap`,
    `llm`, `channels`; whatever it leaves out is shown as unknown. `over`: SPECTRA has ended, and so does this.
    """
    from ringi.console.spectra import SpectraConsole

    app = SpectraConsole(port, lang, look=look, name=name, purpose=purpose, about=about, over=over)
    return app.run() or 0


def decide(house: House, *, lang: str = "en", look: str = "dark") -> int:
    """Ringi's console until somebody leaves it."""
    from ringi.console.deciding import HouseConsole

    return HouseConsole(house, lang, look=look).run() or 0
