"""One command being carried out: what was typed, where to write, and the desk to ask, opened when first needed."""

from __future__ import annotations

from ringi.cli.screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from typing import Any

    from ringi.cli.http_desk import HttpDesk
    from ringi.flow.desk import LocalDesk
    from ringi.settings import Settings

    Opener = Callable[[Settings, str], HttpDesk | LocalDesk]


def called_by(desk: HttpDesk | LocalDesk, identity: str) -> str:
    """What somebody of the records is called: by the name they sign in with, which commands take too; whom Slack knows
    by an id, as the desk's house calls them.
    """
    _, colon, name = identity.partition(":")
    if colon:
        return name
    from ringi.errors import RingiError

    try:
        return str(desk.call("called", identity=identity)["called"])
    except RingiError:  # a server of an older version has not heard of it
        return identity


class Call:
    """Handlers take one of these and return an exit code."""

    def __init__(self, args: Namespace, settings: Settings, opener: Opener | None = None) -> None:
        self.args = args
        self.settings = settings
        colour = "" if args.no_color else settings.colour
        home = settings.server_file.removesuffix("server.json")
        self.screen = Screen(settings.lang, colour=colour, json_only=args.json, home=home)
        self.screen.called = self._called
        self._names: dict[str, str] = {}
        self._opener = opener
        self._desk: HttpDesk | LocalDesk | None = None
        self.under_way = ""
        """Id of what the desk was asked to carry on with."""

    @property
    def desk(self) -> HttpDesk | LocalDesk:
        """The running server's desk, or our own."""
        if self._desk is None:
            if self._opener is None:
                from ringi.cli.desks import open_desk

                self._opener = open_desk
            self._desk = self._opener(self.settings, self.args.as_user)
            if hasattr(self._desk, "on_quiet"):
                self._desk.on_quiet = self._waiting
        return self._desk

    def _waiting(self) -> None:
        """The server has not said anything yet. With `--json` nothing but the one document is written."""
        if not self.args.json:
            self.screen.moving("")
            self.screen.err.write(self.screen.say("server_quiet") + "\n")
            self.screen.err.flush()

    def _called(self, identity: str) -> str:
        if identity not in self._names:
            self._names[identity] = called_by(self.desk, identity)
        return self._names[identity]

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
        try:
            code: int = getattr(found, name)(self)
        except KeyboardInterrupt:
            if self.under_way and not getattr(self._desk, "local", True):
                # With a server only the watching ends, at whatever moment Ctrl-C came.
                self.screen.remark(self.screen.say("goes_on", id=self.under_way))
            raise
        return code

    def close(self) -> None:
        if self._desk is not None:
            from ringi.cli.desks import close_desk

            close_desk(self._desk)
            self._desk = None
