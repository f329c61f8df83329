"""The database by itself: upgrade, verify, backup, restore. Works on the file, whether a server runs or not."""

from __future__ import annotations

from ringi.cli.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call


def upgrade(call: Call) -> int:
    from ringi.store.migrations import upgrade as carry_out

    _home(call)
    report = carry_out(call.settings.database_url, repair=call.args.repair)
    found = report.as_dict()
    if call.args.json:
        call.screen.document({**found, "changed": report.changed})
        return 0
    screen = call.screen
    if not report.changed:
        screen.line(screen.say("db_current", version=report.version))
        return 0
    screen.line(screen.say("db_upgraded", found=report.found, version=report.version))
    counts = {key: value if isinstance(value, int) else len(value) for key, value in found.items()}
    screen.fields(
        [
            (screen.say(f"db.{key}"), str(counts[key]))
            for key in ("tasks", "facts", "renumbered", "approvals", "jobs", "unknown", "left", "stalled", "orphans")
            if counts[key]
        ]
    )
    return 0


def verify(call: Call) -> int:
    """0 when facts and records agree, 1 when anything is wrong."""
    from ringi.errors import NotFound, RingiError
    from ringi.projection import disagreements
    from ringi.store.engine import explain, is_postgres, sqlite_path
    from ringi.store.migrations import CURRENT, look
    from ringi.store.migrations.opening import public_name
    from ringi.store.seal_heads import read_heads
    from ringi.store.vault_keys import keys_of

    url, screen = call.settings.database_url, call.screen
    if not is_postgres(url) and not sqlite_path(url).exists():
        raise NotFound("RINGI-514", where=str(sqlite_path(url)))
    version = look(url)
    if version != CURRENT:
        from ringi.errors import Conflict

        raise Conflict("RINGI-634", version=version, current=CURRENT)
    keys = keys_of(call.settings.home, call.settings.vault_key)
    keys.may_make = False
    heads = read_heads(call.args.heads) if call.args.heads else None
    try:
        problems = [problem.as_dict() for problem in disagreements(url, keys=keys, heads=heads)]
    except Exception as error:
        # A home that cannot be written has no place for what reading beside a writer needs.
        raise (None if isinstance(error, RingiError) else explain(error, public_name(url))) or error from error
    if call.args.json:
        screen.document({"ok": not problems, "problems": problems})
        return 1 if problems else 0
    for problem in problems:
        rule, where = clean(problem["rule"]), clean(problem["thread"])
        # What was compared is for programs (`--json`); people get what is wrong, and where.
        detail = "" if problem["detail"].startswith("rows ") or ": rows " in problem["detail"] else problem["detail"]
        told = "  ".join(part for part in (_wrong(call, rule), where, clean(detail)) if part)
        screen.line(f"{screen.paint(f'✗ {rule}', 'bad')}  {told}")
    screen.line(screen.say("db_disagree", n=len(problems)) if problems else screen.say("db_agrees"))
    return 1 if problems else 0


def _wrong(call: Call, rule: str) -> str:
    from ringi.words.cli import WORDS

    key = f"verify.{rule.partition('.')[0]}"
    return call.screen.say(key) if key in WORDS else ""


def heads(call: Call) -> int:
    """The last link of the chain over all heads: printed, and kept where it is asked to be."""
    from pathlib import Path

    from ringi.store.seal_heads import append_head, latest_head, post_head

    head, screen = latest_head(call.settings.database_url), call.screen
    if call.args.append:
        append_head(Path(call.args.append), head)
    if call.args.post:
        post_head(call.args.post, head)
    if call.args.json:
        screen.document(head)
        return 0
    screen.line(screen.say("db_head", **head))
    for where in (call.args.append, call.args.post):
        if where:
            screen.line(screen.say("db_head_kept", where=clean(where)))
    return 0


def seal(call: Call) -> int:
    """How the database is sealed; with `--trust`, sealed anew as it is, and on the record who said so."""
    from ringi.flow.office import open_office

    office = open_office(call.settings)
    try:
        store, user = office.store, call.settings.user
        if call.args.trust:
            store.ledger.keys.may_make = True
            store.reseal(store.ledger.keys.all(fresh=True)[0], trust=True)
            told = {"seals": "trusted", "key": store.ledger.keys.all()[0].id}
            who = {"actor_type": "user", "actor_id": f"cli:{user}"}
            store.write(lambda tx: tx.audit("settings.updated", "settings", None, details=told, **who))
        state = store.write(lambda tx: tx.sealed_state())
    finally:
        office.close()
    found = {name: getattr(state, name) for name in ("store", "key", "number", "threads", "audits", "authority")}
    if call.args.json:
        call.screen.document(found)
    else:
        call.screen.line(
            call.screen.say("db_sealed", by=found["key"], **{k: v for k, v in found.items() if k != "key"})
        )
    return 0


def backup(call: Call) -> int:
    from ringi.store.backup import backup as copy

    return _copied(call, copy(call.settings.database_url, call.args.file), "db_backed_up")


def restore(call: Call) -> int:
    from pathlib import Path

    from ringi.cli.desks import server_note
    from ringi.errors import Conflict, Invalid, Unavailable
    from ringi.store.backup import restore as put_back

    note = server_note(call.settings)
    if note is not None:
        raise Conflict("RINGI-635", address=note["address"])
    _home(call)
    try:
        copied = put_back(call.args.file, call.settings.database_url)
    except Unavailable as error:
        if error.code == "RINGI-502" and Path(str(error.values.get("where"))).name == Path(call.args.file).name:
            raise Invalid("RINGI-637", path=call.args.file) from error
        raise
    return _copied(call, copied, "db_restored")


def _copied(call: Call, copied: Any, words: str) -> int:
    found = {"path": str(copied.path), "version": copied.version, "size": copied.size}
    if copied.kept is not None:
        found["kept"] = str(copied.kept)
    if call.args.json:
        call.screen.document(found)
        return 0
    call.screen.line(call.screen.say(words, path=clean(found["path"]), size=f"{found['size'] / 2**20:.1f} MB"))
    if "kept" in found:
        call.screen.line(call.screen.say("db_kept", path=clean(found["kept"])))
    return 0


def _home(call: Call) -> None:
    from ringi.errors import Unavailable
    from ringi.private_files import private_folder

    try:
        private_folder(call.settings.home)
    except OSError as error:
        raise Unavailable("RINGI-505", where=str(call.settings.home), reason=error.strerror or "") from error
