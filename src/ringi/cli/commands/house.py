"""Running the house: the server, its settings, its people, its tools, its health, and what an error means."""

from __future__ import annotations

from ringi.cli.screen import document
from ringi.cli.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call
    from ringi.cli.slack_side import SlackSide


def up(call: Call) -> int:
    """Start the server and stay until it is told to stop."""
    import os

    from ringi.errors import Invalid

    args, screen = call.args, call.screen
    port = call.settings.port if args.port is None else args.port
    if not 0 <= port <= 65_535:
        raise Invalid("RINGI-604", command="ringi up", name="--port", value=port, wanted="0-65535")

    side = _slack(call)

    def ready(address: str) -> None:
        if args.json:
            double = side.reserve() if side is not None and side.wants_double else ""
            screen.document({"address": address, "pid": os.getpid(), **({"slack_double": double} if double else {})})
        else:
            screen.line(screen.say("up", address=address))
            screen.remark(screen.paint(screen.say("up_stop"), "dim"))
            screen.out.flush()
        if args.open:
            import webbrowser

            webbrowser.open(address)

    from ringi.web.app import serve

    serve(call.settings.home, args.host, port, settings=call.settings, ready=ready, beside=side)
    return 0


def link(call: Call) -> int:
    """Another address that signs in, of the server that is running; each works once."""
    from ringi.cli.desks import server_desk
    from ringi.errors import Refused, Unavailable

    if call.args.as_user:
        raise Refused("RINGI-923", who=call.args.as_user[:64])
    desk = server_desk(call.settings)
    if desk is None:
        raise Unavailable("RINGI-922")
    address = desk.link()
    if call.args.json:
        call.screen.document({"address": address})
    else:
        call.screen.line(address)
    if call.args.open:
        import webbrowser

        webbrowser.open(address)
    return 0


def _slack(call: Call) -> SlackSide | None:
    """Slack beside the page: the configured one, else the double. What it says is a line of its own."""
    if getattr(call.args, "no_slack", False):
        return None
    from ringi.cli.slack_side import SlackSide
    from ringi.slack.installations.config import read_config
    from ringi.words import say

    screen = call.screen

    def tell(key: str, **values: Any) -> None:
        said = say("slack_setup", key, screen.lang, **values)
        if call.args.json:
            return
        if key in ("not_started", "no_double"):
            screen.err.write(said + "\n")
            screen.err.flush()
        else:
            screen.line(said)
            screen.out.flush()

    return SlackSide(call.settings, read_config(call.settings), tell, call.args.host)


# -- settings --------------------------------------------------------------------------------------------------------


def settings_get(call: Call) -> int:
    found = call.ask_desk("settings")
    config: dict[str, Any] = found["config"]
    key = call.args.key
    if key:
        if key not in config:
            from ringi.errors import Invalid

            raise Invalid("RINGI-105", key=key, known=", ".join(config))
        if call.args.json:
            call.screen.document({"key": key, "value": config[key]})
        else:
            call.screen.line(_value(config[key]))
        return 0
    if call.args.json:
        call.screen.document(found)
        return 0
    _settings_table(call, config, found["meaning"])
    call.screen.hint("ringi settings set self_approval false")
    return 0


def _settings_table(call: Call, config: dict[str, Any], meaning: dict[str, Any]) -> None:
    from ringi.words import LANGS

    at = LANGS.index(call.screen.lang)
    rows = [[key, _value(value), clean((meaning.get(key) or ["", "", ""])[at])] for key, value in config.items()]
    head = [call.screen.word("thing", "settings"), call.screen.say("value"), call.screen.say("meaning")]
    call.screen.table(head, rows, flex=2)


def settings_set(call: Call) -> int:
    found = call.ask_desk("settings_set", key=call.args.key, value=call.args.value)
    if call.args.json:
        call.screen.document(found)
    else:
        call.screen.line(f"{clean(call.args.key)} = {_value(found['config'][call.args.key])}")
    return 0


def _value(value: Any) -> str:
    return clean(value) if isinstance(value, str) else document(value)


# -- people ----------------------------------------------------------------------------------------------------------


def users_list(call: Call) -> int:
    found = call.ask_desk("users")
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    rows = [
        [clean(row["name"]), clean(row["display_name"]), ", ".join(screen.word("role", role) for role in row["roles"])]
        for row in found["users"]
    ]
    screen.table([screen.say("user"), screen.say("display_name"), screen.say("roles")], rows)
    screen.hint("ringi users add NAME --role approver")
    return 0


def users_add(call: Call) -> int:
    args = call.args
    found = call.ask_desk(
        "user_add",
        name=args.name,
        roles=args.role or ["requester"],
        display_name=args.display_name,
        locale=args.lang or "",
    )
    return _person(call, found)


def users_roles(call: Call) -> int:
    return _person(call, call.ask_desk("user_roles", name=call.args.name, roles=call.args.roles))


def users_key(call: Call) -> int:
    return _person(call, call.ask_desk("user_key", name=call.args.name))


def users_link(call: Call) -> int:
    args = call.args
    return _person(call, call.ask_desk("user_link", name=args.name, slack_user_id=args.slack_id.strip()))


def users_invite(call: Call) -> int:
    return _person(call, call.ask_desk("user_invite", name=call.args.name, email=call.args.email))


def _person(call: Call, found: dict[str, Any]) -> int:
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    pairs = [(screen.say("user"), clean(found["name"]))]
    if found.get("roles"):
        pairs.append((screen.say("roles"), ", ".join(screen.word("role", role) for role in found["roles"])))
    if found.get("key"):
        pairs.append((screen.say("key"), clean(found["key"])))
    if found.get("email"):
        pairs.append((screen.say("email"), clean(found["email"])))
    if found.get("slack_user_id"):
        pairs.append(("Slack", clean(found["slack_user_id"])))
    screen.fields(pairs)
    if found.get("key"):
        screen.remark(screen.say("key_once"))
    return 0


# -- forgetting ------------------------------------------------------------------------------------------------------


def erase(call: Call) -> int:
    """Forget what an ended task said."""
    found = call.ask_desk("erase", task_id=call.args.task, reason=call.args.reason)
    if call.args.json:
        call.screen.document(found)
    else:
        call.screen.line(call.screen.say("erased", task=found["task_id"], count=found["erased"]))
        for path in found.get("left") or ():
            call.screen.line(call.screen.say("erase_left", path=clean(path)))
        if found["left"]:
            call.screen.remark(call.screen.say("erased_left", left=", ".join(clean(one) for one in found["left"])))
    return 0


# -- health ----------------------------------------------------------------------------------------------------------


def _runs(call: Call) -> str:
    """Where the server is, and as which process: what somebody needs who wants to kill it."""
    from ringi.cli.desks import server_note

    note = server_note(call.settings)
    return call.screen.say("runs_at", address=note["address"], pid=note["pid"]) if note else call.screen.say("runs")


def doctor(call: Call) -> int:
    """Every check with its verdict; 1 when one of them is bad. A store that cannot be opened is a verdict too."""
    from ringi.errors import NotFound, Refused, RingiError

    screen = call.screen
    try:
        server = not getattr(call.desk, "local", True)
        found = call.ask_desk("doctor")
        checks = [
            {"id": "server", "ok": True, "detail": _runs(call) if server else screen.say("no_server")},
            *found["checks"],
        ]
    except RingiError as error:
        said = f"{error.code}: {error.message(screen.lang)}"
        about = "user" if isinstance(error, NotFound | Refused) else "store"
        checks = [{"id": about, "ok": False, "detail": said, "code": error.code, "values": error.values}]
    good = all(check["ok"] for check in checks)
    if call.args.json:
        screen.document({"checks": checks, "ok": good})
        return 0 if good else 1
    for check in checks:
        mark = screen.paint("✓", "good") if check["ok"] else screen.paint("✗", "bad")
        screen.line(f"{mark} {_check_words(call, check['id'])}  {screen.paint(_found_words(call, check), 'dim')}")
        if check.get("code"):
            todo = RingiError(check["code"], **check["values"]).next_step(screen.lang)
            screen.lines(screen.wrapped(f"→ {clean(todo)}", "  "))
    screen.line()
    screen.line(screen.say("healthy" if good else "unhealthy"))
    return 0 if good else 1


def _check_words(call: Call, check_id: str) -> str:
    from ringi.words.cli import WORDS

    if check_id.startswith("server."):
        return call.screen.say("doctor.a_server", name=clean(check_id.partition(".")[2]))
    return call.screen.say(f"doctor.{check_id}") if f"doctor.{check_id}" in WORDS else clean(check_id)


def _found_words(call: Call, check: dict[str, Any]) -> str:
    """What a check found, in words; whatever has a form that is not known stands as it came."""
    import re

    from ringi.words.errors import message

    detail, screen = clean(check.get("detail") or ""), call.screen
    if check.get("code"):
        return f"{check['code']}: {clean(message(check['code'], screen.lang, check['values']))}"
    if offered := re.fullmatch(r"(\d+) tools", detail):
        return screen.say("doctor.offered", n=offered[1])
    if called := re.fullmatch(r"calls=(\d+)", detail):
        return screen.say("doctor.calls", n=called[1])
    if free := re.fullmatch(r"(\d+) MB", detail):
        megabytes = int(free[1])
        room = f"{megabytes / 1024:,.1f} GB" if megabytes >= 1024 else f"{megabytes} MB"
        return screen.say("doctor.free", room=room)
    if tools := re.fullmatch(r"(\d+) \((\d+) write\)", detail):
        return screen.say("doctor.counted", n=tools[1], writes=tools[2])
    if (check["id"], detail) == ("mind", "rules"):
        return screen.say("doctor.rules")
    return detail


def explain(call: Call) -> int:
    """What an error means and what to do about it; every known one without a code."""
    from ringi.words.errors import ERRORS, in_general

    screen = call.screen
    wanted = call.args.code.strip().upper()
    if wanted and not wanted.startswith("RINGI-"):
        wanted = f"RINGI-{wanted}"
    if wanted and wanted not in ERRORS:
        from ringi.errors import NotFound

        raise NotFound("RINGI-633", unknown=wanted[:40])
    chosen = {wanted: ERRORS[wanted]} if wanted else ERRORS
    told = [
        {"code": code, "message": in_general(text, screen.lang), "next": in_general(then, screen.lang)}
        for code, (text, then) in sorted(chosen.items())
    ]
    if call.args.json:
        screen.document(told[0] if wanted else {"codes": told})
    elif wanted:
        screen.line(f"{screen.paint(wanted, 'bold')}  {told[0]['message']}")
        screen.lines(screen.wrapped(told[0]["next"], "  "))
    else:
        screen.table(
            [screen.say("code"), screen.say("meaning")], [[row["code"], row["message"]] for row in told], flex=1
        )
    return 0
