"""Slack and the vault at the command line: run it, describe the app, look whether all is well, change keys."""

from __future__ import annotations

from ringi.cli.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import ExitStack
    from typing import Any

    from ringi.cli.call import Call
    from ringi.flow.office import Office


def say(call: Call, key: str, **values: Any) -> str:
    from ringi.words import say as said

    return said("slack_setup", key, call.screen.lang, **values)


def run(call: Call) -> int:
    """`ringi up`, but only with a real Slack: what is missing is said instead of starting without."""
    from ringi.cli.commands.house import up
    from ringi.errors import Invalid
    from ringi.slack.installations.config import read_config

    config = read_config(call.settings)
    if not config.runs:
        raise Invalid("RINGI-748", names=", ".join(config.missing()))
    return up(call)


def manifest(call: Call) -> int:
    """The app's description for Slack's "From a manifest"; always JSON, because that is what is pasted."""
    import json

    from ringi.slack.installations.manifest import manifest as described

    args = call.args
    found = described(args.name or "Ringi", call.screen.lang, args.url, rotation=args.rotation)
    if args.json:
        call.screen.document(found)
    else:
        call.screen.line(json.dumps(found, ensure_ascii=False, indent=2))
    return 0


def doctor(call: Call) -> int:
    """Every check with its verdict, and what to click; 1 when one of them is bad."""
    import asyncio

    from ringi.flow.office import open_office
    from ringi.slack.installations.config import read_config
    from ringi.slack.installations.doctor import Doctor

    screen = call.screen
    config = read_config(call.settings)
    office = open_office(call.settings)
    try:
        found = asyncio.run(Doctor(office, config, screen.lang).examine())
    finally:
        office.close()
    if call.args.json:
        screen.document(found)
        return 0 if found["ok"] else 1
    for check in found["checks"]:
        mark = screen.paint("✓", "good") if check["ok"] else screen.paint("✗", "bad")
        if check["unknown"]:
            mark = screen.paint("?", "dim")
        screen.line(f"{mark} {check['words']}  {screen.paint(clean(check['detail']), 'dim')}")
        if check["click"]:
            screen.lines(screen.wrapped(f"→ {check['click']}", "  "))
    return 0 if found["ok"] else 1


def double(call: Call) -> int:
    """The double alone, until it is told to stop; its tokens are printed for whoever wants to connect to it."""
    import asyncio
    import contextlib

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_double(call))
    return 0


async def _double(call: Call) -> None:
    import secrets

    from ringi.cli.slack_side import free_port
    from ringi.errors import Invalid
    from ringi.testing.slack import Double

    screen, port = call.screen, call.settings.slack_double_port
    if call.args.port is not None:
        port = call.args.port
    if not 0 <= port <= 65_535:
        raise Invalid("RINGI-604", command="ringi slack double", name="--port", value=port, wanted="0-65535")
    key = secrets.token_hex(12)
    double = Double(key=key)
    double.shortcuts[0]["name"] = say(call, "shortcut")
    await double.start(port=free_port(port))
    values = {
        "RINGI_SLACK_API_URL": double.api_url,
        "RINGI_SLACK_BOT_TOKEN": double.bot_token(),
        "RINGI_SLACK_APP_TOKEN": double.app_token,
    }
    address = f"{double.address}/?key={key}"
    if call.args.json:
        screen.document({"address": address, "environment": values})
    else:
        screen.line(say(call, "double", address=address))
        screen.line(say(call, "double_about"))
        for name, value in values.items():
            screen.line(f"  {name}={value}")
        screen.remark(screen.paint(screen.say("up_stop"), "dim"))
    screen.out.flush()
    try:
        await double.until_stopped()
    finally:
        await double.stop()


# -- the vault -------------------------------------------------------------------------------------------------------


def vault_status(call: Call) -> int:
    """Where the keys are, and what is sealed under which; nothing of what is inside. 1 when something does not open."""
    from ringi.flow.office import open_office

    screen = call.screen
    office = open_office(call.settings)
    try:
        kept = office.store.write(office.vault.inspect)
        keys = [key.id for key in office.vault.keys.all()] if kept else []
        where = office.vault.keys.where
    finally:
        office.close()
    good = not any(one["error"] for one in kept)
    if call.args.json:
        screen.document({"where": where, "keys": keys, "sealed": kept, "ok": good})
        return 0 if good else 1
    screen.fields([(say(call, "vault_where"), clean(where)), (say(call, "vault_keys"), ", ".join(keys) or "–")])
    if not kept:
        screen.line(say(call, "vault_empty"))
        return 0
    head = [say(call, f"vault_{one}") for one in ("provider", "key", "state")]
    screen.table(head, [[one["provider"], one["key"], one["error"] or say(call, "vault_opens")] for one in kept])
    return 0 if good else 1


def vault_rotate(call: Call) -> int:
    """A new key for everything that is kept."""
    from contextlib import ExitStack

    from ringi.flow.office import open_office
    from ringi.store.transaction import Tx

    screen = call.screen
    office = open_office(call.settings)
    alone = ExitStack()
    try:
        if call.args.forget:
            _be_alone(alone, office)
        user = call.settings.user

        def write(reseal: Any) -> int:
            def both(tx: Tx) -> int:
                count: int = reseal(tx)
                details = {"vault": "rotated", "sealed": count}
                tx.audit(
                    "settings.updated", "settings", None, actor_type="user", actor_id=f"cli:{user}", details=details
                )
                return count

            return office.store.write(both)

        found = office.vault.rotate(write, office.store.reseal, forget=call.args.forget)
    finally:
        alone.close()
        office.close()
    if call.args.json:
        screen.document(found)
        return 0
    screen.line(say(call, "vault_rotated", by=found["key"], count=found["sealed"]))
    if len(found["keys"]) > 1:
        screen.remark(say(call, "vault_kept"))
    return 0


def _be_alone(alone: ExitStack, office: Office) -> None:
    """No server runs, of this data directory or of another one with the same database, and none starts meanwhile."""
    from ringi.errors import Conflict
    from ringi.flow.holding import hold_of
    from ringi.flow.locks import WorkerLock

    lock, hold = WorkerLock(office.home), hold_of(office.store.url, office.home)
    if not lock.acquire():
        raise Conflict("RINGI-755")
    alone.callback(lock.release)
    try:
        hold.acquire(0.0)
    except Conflict:
        raise Conflict("RINGI-755") from None
    alone.callback(hold.release)


def vault_key(call: Call) -> int:
    """A new key on standard output, for whoever keeps it elsewhere. Nothing is changed."""
    from ringi.store.vault_keys import new_key

    key = new_key()
    if call.args.json:
        call.screen.document({"key": key.text, "id": key.id})
    else:
        call.screen.line(key.text)
    return 0
