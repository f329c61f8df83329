"""Connecting services outside at the command line: the way there, how each stands, and ending it."""

from __future__ import annotations

from ringi.cli.text import clean
from ringi.errors import RingiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call

PAUSE = 1.0
PATIENCE = 600
"""Looks for the person's answer, a pause apart: as long as the way there is open."""


def say(call: Call, key: str, **values: Any) -> str:
    from ringi.words import say as said

    return said("connect", key, call.screen.lang, **values)


def connect(call: Call) -> int:
    """`ringi connect [SERVICE] [--list] [--disconnect SERVICE]`."""
    args = call.args
    if args.disconnect:
        return _disconnect(call, args.disconnect)
    if args.list or not args.service:
        return _list(call)
    return _connect(call, args.service)


def _list(call: Call) -> int:
    services = call.ask_desk("connections")["services"]
    if call.args.json:
        call.screen.document({"services": services})
        return 0
    head = [say(call, one) for one in ("service", "state", "company", "lasts_until")]
    rows = [
        [one["shown"], _state(call, one), clean(one["name"]) or "–", one["lasts_until"][:10] or "–"] for one in services
    ]
    call.screen.table(head, rows)
    for one in services:
        if one["status"] == "disconnected" and not one["ready"] and one["needs"]:
            call.screen.remark(f"{one['shown']}: {say(call, 'set_up')} {' '.join(one['needs'])}")
    call.screen.hint("ringi connect freee")
    return 0


def _state(call: Call, one: dict[str, Any]) -> str:
    return say(call, one["status"]) + (f" ({one['trouble']})" if one["trouble"] else "")


def _disconnect(call: Call, name: str) -> int:
    found = call.ask_desk("integration_disconnect", provider=name)
    if call.args.json:
        call.screen.document(found)
    else:
        call.screen.line(say(call, "ended", provider=_shown(call, name)))
        if found.get("revoked") is False:
            kept = RingiError(found["code"], **found["values"])
            call.screen.aside(f"{kept.message(call.screen.lang)} {kept.next_step(call.screen.lang)}")
    return 0


def _shown(call: Call, name: str) -> str:
    return next(
        (str(one["shown"]) for one in call.ask_desk("connections")["services"] if one["provider"] == name), name
    )


def _connect(call: Call, name: str) -> int:
    """The service asks a person in a browser, so the command shows the way there and waits for the answer."""
    from ringi.cli.desks import server_desk
    from ringi.errors import Invalid, NotFound, Unavailable

    known = {one["provider"]: one for one in call.ask_desk("connections")["services"]}
    service = known.get(name)
    if service is None:
        raise NotFound("RINGI-420", provider=name[:40], known=", ".join(known))
    if not service["ready"]:
        if name == "slack":
            call.screen.line(say(call, "slack_way"))
            call.screen.hint("ringi slack manifest")
            return 0
        raise Invalid("RINGI-421", provider=name, names=", ".join(service["needs"]))
    desk = server_desk(call.settings)
    if desk is None:
        raise Unavailable("RINGI-441", provider=name)
    try:
        address = f"{desk.link()}&then=/connect/{name}"
    finally:
        desk.close()
    if call.args.json:
        call.screen.document({"provider": name, "address": address})
        return 0
    call.screen.line(say(call, "open_this", provider=service["shown"]))
    call.screen.line(f"  {address}")
    call.screen.out.flush()
    if call.args.open:
        import webbrowser

        webbrowser.open(address)
    return 0 if call.args.no_wait else _wait(call, name, service)


def _wait(call: Call, name: str, before: dict[str, Any]) -> int:
    import time

    from ringi.errors import Unavailable

    call.screen.remark(call.screen.paint(say(call, "waiting"), "dim"))
    for _ in range(PATIENCE):
        now = next(one for one in call.ask_desk("connections")["services"] if one["provider"] == name)
        if now["status"] == "connected" and now["since"] != before["since"]:
            call.screen.line(say(call, "done", provider=now["shown"], name=clean(now["name"])).strip())
            return 0
        time.sleep(PAUSE)
    raise Unavailable("RINGI-442", provider=name)
