"""`ringi console`: the inbox and the runs on one screen, through the running server or our own desk."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ringi.cli.call import Call


def console(call: Call) -> int:
    from ringi import console as screens
    from ringi.errors import Unavailable

    if not screens.available():
        raise Unavailable("RINGI-640")
    if not call.interactive:
        raise Unavailable("RINGI-641")
    from ringi.cli.at_the_console import AtTheConsole
    from ringi.cli.desks import server_desk

    desk = call.desk
    place = getattr(desk, "address", "") or call.screen.home
    house = AtTheConsole(
        desk,
        call.args.as_user or call.settings.user,
        call.screen.home,
        place,
        lambda: server_desk(call.settings, call.args.as_user),
    )
    return screens.decide(house, lang=call.screen.lang, look=call.args.theme)
