"""Tools and their servers at the command line: list, show, add, remove, sign in, allow, deny, accept."""

from __future__ import annotations

from ringi.cli.text import clean, cut
from ringi.words.confirmation import argument_words, confirmed_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Timer
    from typing import Any

    from ringi.cli.call import Call


SLOW = 2.0
"""Seconds after which somebody is told what is being waited for."""


def say(call: Call, key: str, **values: Any) -> str:
    from ringi.words import say as said

    return said("tools_admin", key, call.screen.lang, **values)


# -- looking ---------------------------------------------------------------------------------------------------------


def listed(call: Call) -> int:
    found = call.ask_desk("tools")
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 1 if found["problems"] else 0
    _table(call, found["tools"])
    for problem in found["problems"]:
        _problem(call, problem)
    for server in found["servers"]:
        if server["state"] == "down":
            screen.line(f"{clean(server['server'])}  {screen.paint(say(call, 'down'), 'bad')}  {_why(call, server)}")
    if unconfirmed := sum(1 for row in found["tools"] if row["unconfirmed"]):
        screen.lines(screen.wrapped(say(call, "some_unconfirmed", n=unconfirmed)))
    waiting = next((row["name"] for row in found["tools"] if row["quarantined"] or row["unconfirmed"]), "NAME")
    screen.hint("ringi tools add NAME --command …", f"ringi tools show {clean(waiting)}")
    return 1 if found["problems"] else 0


def _table(call: Call, tools: list[dict[str, Any]]) -> None:
    screen = call.screen
    rows = [
        [
            clean(row["name"]),
            clean(row["server"]),
            say(call, "destructive") if row["destructive"] else screen.word("effect", row["effect"]),
            _permission(call, row),
            own_language(clean(row["description"]), screen.lang),
        ]
        for row in tools
    ]
    head = [screen.word("thing", "tool"), screen.say("server"), screen.say("effect"), screen.say("permission")]
    screen.table([*head, screen.say("meaning")], rows, flex=4)


def _problem(call: Call, problem: dict[str, Any]) -> None:
    from ringi.words.errors import message, next_step

    screen = call.screen
    code, values = problem["code"], problem["values"]
    screen.line(f"{screen.paint('✗ ' + code, 'bad')}  {clean(message(code, screen.lang, values))}")
    screen.remark(f"  {clean(next_step(code, screen.lang, values))}")


def _why(call: Call, server: dict[str, Any]) -> str:
    seconds = round(server["again_in"])
    return say(call, "down_why", reason=clean(server["reason"]), failures=server["failures"], seconds=seconds)


def own_language(text: str, lang: str) -> str:
    """The sentences of a description that are in the reader's language; all of it when none is."""
    import re

    sentences = re.findall(r".+?(?:。|[.!?](?=\s|$)|$)\s*", text)
    kana, han = re.compile("[\u3041-\u30ff]"), re.compile("[\u3400-\u9fff]")
    chosen = {
        "ja": [one for one in sentences if kana.search(one)],
        "zh": [one for one in sentences if han.search(one) and not kana.search(one)],
        "en": [one for one in sentences if not han.search(one) and not kana.search(one)],
    }[lang]
    return "".join(chosen).strip() or text


def _permission(call: Call, row: dict[str, Any]) -> str:
    if not row["allowed"]:
        return call.screen.say("forbidden")
    if row["quarantined"]:
        return call.screen.say("quarantined")
    return say(call, "narrowed") if row["constraints"] else call.screen.say("allowed")


def show(call: Call) -> int:
    from ringi.cli.screen import document

    found = call.ask_desk("tool_show", tool=call.args.name)
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    kind = say(call, "destructive") if found["destructive"] else screen.word("effect", found["effect"])
    again = say(call, "repeatable" if found["idempotent"] or found["effect"] == "read" else "once")
    pairs = [
        (screen.word("thing", "tool"), clean(found["name"])),
        (screen.say("server"), clean(found["server"])),
        (screen.say("effect"), f"{kind}, {again}"),
        (screen.say("permission"), _permission(call, found)),
        (say(call, "is") if found["quarantined"] else screen.say("meaning"), clean(found["description"])),
        (say(call, "inputs"), clean(document(found["input_schema"]))),
    ]
    if found["constraints"]:
        pairs.append((say(call, "within"), clean(document(found["constraints"].get("properties", {})))))
    if found["quarantined"]:
        was = found.get("accepted") or {}
        pairs.append((say(call, "was"), clean(was.get("description") or say(call, "was_unknown"))))
        if was.get("input_schema") not in (None, found["input_schema"]):
            pairs.append((say(call, "was_input"), clean(document(was["input_schema"]))))
        if was.get("place") not in (None, found.get("place", was.get("place"))):
            pairs += [(say(call, "was_place"), clean(was["place"])), (say(call, "is_place"), clean(found["place"]))]
    screen.fields([*pairs, *_confirmable(call, found)])
    if found["quarantined"] or found["unconfirmed"]:
        screen.hint(accepting(found), f"ringi tools deny {clean(found['name'])}")
    return 0


def _confirmable(call: Call, found: dict[str, Any]) -> list[tuple[str, str]]:
    """What counts, what the server claims, and each argument: of another's tool only."""
    if found["confirmed"] is None:
        return []
    lang = call.screen.lang
    lines = [f"{clean(one['path'])}  {clean(argument_words(one, lang))}" for one in found["arguments"]]
    return [
        (say(call, "confirmed"), clean(confirmed_words(found["confirmed"], lang))),
        (say(call, "claimed"), clean(confirmed_words(found["claimed"], lang))),
        (say(call, "late_arguments"), "\n".join(lines) or "–"),
    ]


def accepting(found: dict[str, Any]) -> str:
    """The command that confirms all that the server claims; the administrator strikes out what is not so."""
    claims = found["unconfirmed"]
    paths = ",".join(one for one in claims if one not in ("reads", "repeatable", "labels"))
    options = [f"--{one}" for one in claims if one in ("reads", "repeatable", "labels")]
    return clean(
        " ".join([f"ringi tools accept {found['name']}", *options, *([f"--content {paths}"] if paths else [])])
    )


# -- servers ---------------------------------------------------------------------------------------------------------


def add(call: Call) -> int:
    """Connects it and shows what it offers: adding is accepting what is shown."""
    table, screen = _server_table(call), call.screen
    slow = _said_if_slow(call, table)
    try:
        found = call.ask_desk("server_add", name=call.args.name, table=table, anyway=call.args.anyway)
    finally:
        slow.cancel()
    if call.args.json:
        screen.document(found)
        return 0
    _table(call, found["tools"])
    _proposals(call, found["tools"])
    key = "added_sign_in" if found["sign_in"] else "added_later" if found["problem"] else "added"
    screen.line(say(call, key, server=clean(found["server"]), n=len(found["accepted"])))
    if found["sign_in"]:
        screen.hint(f"ringi tools login {clean(found['server'])}")
    elif found["tools"]:
        screen.hint(f"ringi tools show {clean(found['tools'][0]['name'])}")
    return 0


def _proposals(call: Call, tools: list[dict[str, Any]]) -> None:
    """What the server claims of its tools: nothing of it counts before it is confirmed, tool by tool."""
    claiming = [one for one in tools if one["unconfirmed"]]
    if not claiming:
        return
    call.screen.lines(call.screen.wrapped(say(call, "claims_do_not_count")))
    for one in claiming:
        call.screen.line(f"  {accepting(one)}")


def _said_if_slow(call: Call, table: dict[str, Any]) -> Timer:
    """What is being waited for, said after a moment: a server that is fetched before it starts takes its time."""
    from threading import Timer

    local = getattr(call.desk, "local", True)
    words = " ".join(map(clean, (table.get("command", ""), *table.get("args", ())))) or clean(table.get("url", ""))
    key = "starting" if local else "starting_there"
    timer = Timer(SLOW, lambda: call.screen.remark(say(call, key, what=cut(words, 60))))
    timer.daemon = True
    timer.start()
    return timer


def _server_table(call: Call) -> dict[str, Any]:
    """What was typed, as it will stand in `ringi.toml`."""
    args = call.args
    table: dict[str, Any] = {}
    if args.command:
        table["command"], *rest = _words(call, args.command)
        if rest:
            table["args"] = rest
    if args.url:
        table["url"] = args.url
    if args.env:
        table["env"] = dict(_variable(call, one) for one in args.env)
    if args.cwd:
        from pathlib import Path

        table["cwd"] = str(Path(args.cwd).expanduser().absolute())
    if args.bearer_env:
        table["headers"] = {"Authorization": f"Bearer ${{{_name(call, args.bearer_env)}}}"}
    if args.tool:
        table["tools"] = args.tool
    effects = {name: kind for kind in ("read", "write", "destructive") for name in getattr(args, kind) or ()}
    if effects:
        table["effects"] = effects
    if args.idempotent:
        table["idempotent"] = args.idempotent
    if args.timeout is not None:
        table["timeout_seconds"] = args.timeout
    return table


def _words(call: Call, command: str) -> list[str]:
    """The command and its arguments; a path is made whole, because whoever starts it may stand somewhere else."""
    import os
    import shlex
    from pathlib import Path

    from ringi.errors import Invalid

    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise Invalid("RINGI-604", command="ringi tools add", name="--command", value=command[:80], wanted="COMMAND …")
    if os.sep in words[0]:
        # Links stay as they are: the Python of an environment is one, and means that environment.
        words[0] = str(Path(words[0]).expanduser().absolute())
    return words


def _variable(call: Call, given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    return _name(call, name), value if equals else f"${{{name}}}"


def _name(call: Call, name: str) -> str:
    import re

    from ringi.errors import Invalid

    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        # Somebody may have typed the key itself: it is not repeated.
        raise Invalid("RINGI-604", command="ringi tools add", name="--env", value="…", wanted="NAME")
    return name


def remove(call: Call) -> int:
    found = call.ask_desk("server_remove", name=call.args.name)
    return _told(call, found, say(call, "removed", server=clean(found["server"])))


def login(call: Call) -> int:
    """A person signs in at the server's own page; what comes back to this machine is sealed in the vault."""
    import asyncio

    from ringi.cli.signing_in import signed_in
    from ringi.errors import Invalid, NotFound
    from ringi.hands.config import read_servers

    name = call.args.name
    servers = {one.name: one for one in read_servers(call.settings.home / "ringi.toml", call.settings.environ)}
    if name not in servers:
        raise NotFound("RINGI-671", server=name[:80], known=", ".join(servers))
    if not servers[name].url:
        raise Invalid("RINGI-684", server=name)

    def go(address: str) -> None:
        call.screen.aside(say(call, "sign_in_at"))
        call.screen.err.write(address + "\n")
        call.screen.err.flush()
        if not call.args.no_browser:
            import webbrowser

            webbrowser.open(address)

    call.ask_desk("whoami")
    kept = asyncio.run(signed_in(servers[name], go, say(call, "signed_in_page")))
    found = call.ask_desk("server_signed_in", name=name, kept=kept)
    code = _told(call, found, say(call, "signed_in", server=clean(name)))
    call.screen.hint(f"ringi tools accept {clean(name)}")
    return code


# -- what may be used ------------------------------------------------------------------------------------------------


def allow(call: Call) -> int:
    args = call.args
    only: dict[str, list[str]] = {}
    for one in args.only or ():
        name, value = _pair(one, "--only")
        only.setdefault(name, []).append(value)
    most = dict(_pair(one, "--most") for one in args.most or ())
    more = {"only": only, "most": most, "free": args.free} if only or most or args.free else {}
    return _permitted(call, call.ask_desk("tool_permit", tool=args.name, allowed=True, **more))


def deny(call: Call) -> int:
    return _permitted(call, call.ask_desk("tool_permit", tool=call.args.name, allowed=False))


def _pair(given: str, option: str) -> tuple[str, str]:
    from ringi.errors import Invalid

    name, equals, value = given.partition("=")
    if not name or not equals:
        raise Invalid("RINGI-604", command="ringi tools allow", name=option, value=given[:80], wanted="ARGUMENT=VALUE")
    return name, value


def _permitted(call: Call, found: dict[str, Any]) -> int:
    said = call.screen.say("allowed" if found["allowed"] else "forbidden")
    if found["allowed"] and found.get("constraints"):
        said = say(call, "narrowed")
    return _told(call, found, f"{clean(found['tool'])}  {said}")


def accept(call: Call) -> int:
    """Takes a tool as it is now; of what its server claims, only what the options say counts."""
    args = call.args
    said: dict[str, Any] = {name: True for name in ("reads", "repeatable", "labels") if getattr(args, name)}
    if args.content:
        said["content"] = [one.strip() for one in args.content.split(",") if one.strip()]
    found = call.ask_desk("tool_trust", tool=args.name, **said)
    if "server" in found:
        return _told(call, found, say(call, "accepted_server", server=clean(found["server"]), n=len(found["tools"])))
    counts = confirmed_words(found.get("confirmed") or {}, call.screen.lang)
    return _told(call, found, f"{clean(found['tool'])}  {call.screen.say('trusted')}  {clean(counts)}")


def _told(call: Call, found: dict[str, Any], words: str) -> int:
    if call.args.json:
        call.screen.document(found)
    else:
        call.screen.line(words)
    return 0
