"""One command being carried out: what was typed, where to write, and the desk to ask, opened when first needed."""

from __future__ import annotations

from ringi.cli.screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from ringi.cli.http_desk import HttpDesk
    from ringi.flow.desk import LocalDesk
    from ringi.settings import Settings


class Call:
    """Handlers take one of these and return an exit code."""

    def __init__(self, args: Namespace, settings: Settings, screen: Screen | None = None) -> None:
        self.args = args
        self.settings = settings
        colour = "" if args.no_color else settings.colour
        self.screen = screen or Screen(settings.lang, colour=colour, json_only=args.json)
        self._desk: HttpDesk | LocalDesk | None = None

    @property
    def desk(self) -> HttpDesk | LocalDesk:
        """The running server's desk, or our own."""
        if self._desk is None:
            from ringi.cli.desks import open_desk

            self._desk = open_desk(self.settings, self.args.as_user)
        return self._desk

    def ask_desk(self, operation: str, /, **arguments: Any) -> dict[str, Any]:
        return self.desk.call(operation, **arguments)

    @property
    def interactive(self) -> bool:
        """A person sits there and can be asked."""
        import sys

        return self.screen.tty and sys.stdin is not None and sys.stdin.isatty()

    def answer(self, handler: str) -> int:
        module, _, name = handler.partition(":")
        found = __import__(f"ringi.cli.commands.{module}", fromlist=[name])
        code: int = getattr(found, name)(self)
        return code

    def close(self) -> None:
        if self._desk is not None:
            self._desk.close()
            office = getattr(self._desk, "office", None)
            if office is not None:
                office.close()
            self._desk = None
