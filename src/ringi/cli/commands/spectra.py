"""`ringi spectra`: an agent that drives itself by a purpose and asks before each action. Run it, or speak to it."""

from __future__ import annotations

import os
import sys

from ringi.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from ringi.cli.call import Call
    from ringi.cli.driving import Running


def _directory(call: Call) -> Path:
    from pathlib import Path

    from ringi.errors import NotFound

    directory = Path(call.args.dir or ".").resolve()
    if not directory.is_dir():
        raise NotFound("RINGI-607", path=str(directory), reason="No such file or directory")
    return directory


def run(call: Call) -> int:
    """With the console, in plain lines, or with neither; restarts itself when that was approved."""
    from ringi.cli.driving import Running, alone, beside

    args, lang = call.args, call.screen.lang
    directory = _directory(call)
    running = Running(call.settings, directory, lang, args.purpose.strip())
    if args.headless:

        def ready() -> None:
            if call.args.json:
                call.screen.document({"directory": str(directory), "pid": os.getpid()})
            else:
                call.screen.line(say("spectra", "headless", lang, directory=str(directory)))
            call.screen.out.flush()

        code = alone(running, ready)
    else:
        code = beside(running, lambda spectra: _shown(call, spectra, running))
    if running.restart:
        os.execv(sys.executable, again(sys.orig_argv))  # the same command once more, as it was approved
    return code


def again(words: list[str]) -> list[str]:
    """The command that starts it anew. Its purpose stands in its file; said again, it would begin again with it."""
    kept, value = [], False
    for word in words:
        if not value and not word.startswith("--purpose="):
            value = word == "--purpose"
            kept += [] if value else [word]
        else:
            value = False
    return kept


def _shown(call: Call, spectra: Any, running: Running) -> int:
    from ringi import console

    name, lang = call.settings.user, call.screen.lang
    if call.args.no_tui or not call.interactive or not console.available():
        from ringi.console import plain

        if not call.args.no_tui and call.interactive:
            call.screen.remark(say("console", "plain.missing", lang))
        redraws = call.interactive and call.settings.environ.get("TERM", "dumb") != "dumb"
        return plain.run(spectra, lang=lang, name=name, over=running.over, redraws=redraws)
    look = {"lang": lang, "look": call.args.theme, "name": name}
    return console.run(spectra, **look, purpose=running.purpose_now, about=running.about, over=running.over)


# -- speaking to one that runs -----------------------------------------------------------------------------------------


def _asked(call: Call, do: str, **what: Any) -> dict[str, Any]:
    from ringi.errors import Conflict
    from ringi.spectra.line import ask

    found = ask(_directory(call), do, **what)
    if "code" in found:
        raise Conflict(found["code"], **found.get("values", {}))
    return found


def _told(call: Call, found: dict[str, Any], key: str, **values: Any) -> int:
    if call.args.json:
        call.screen.document(found)
    else:
        call.screen.line(say("spectra", key, call.screen.lang, **values))
    return 0


def tell(call: Call) -> int:
    text = " ".join(call.args.text)
    return _told(call, _asked(call, "say", text=text, surface="cli" if call.args.cli else "chat"), "heard")


def answer(call: Call) -> int:
    """y to the approval that is named, or n to what is open, in the name of whoever types it."""
    yes = call.args.answer in ("y", "yes")
    found = _asked(call, "answer", yes=yes, why=call.args.reason, approval=call.args.approval, by=call.settings.user)
    return _told(call, found, "answered.y" if yes else "answered.n")


def stop(call: Call) -> int:
    return _told(call, _asked(call, "stop", leave=call.args.exit), "left" if call.args.exit else "stopped")


def undo(call: Call) -> int:
    return _told(call, _asked(call, "undo"), "heard")


def secret(call: Call) -> int:
    """A channel's secret, from standard input or typed unseen; never as an argument, where others could read it."""
    from ringi.flow import people, spectra_secrets
    from ringi.flow.office import open_office

    name = call.args.name
    value = "" if call.args.remove else _typed(call)
    office = open_office(call.settings)
    try:
        actor = office.store.write(lambda tx: people.enter(tx, call.settings.user, "cli"))
        if call.args.remove:
            spectra_secrets.forget(office, actor, name)
        else:
            spectra_secrets.keep(office, actor, name, value)
    finally:
        office.close()
    found = {"name": name, "kept": not call.args.remove}
    return _told(call, found, "secret.gone" if call.args.remove else "secret.kept", name=name)


def _typed(call: Call) -> str:
    if call.interactive:
        from getpass import getpass

        return getpass(say("spectra", "secret.ask", call.screen.lang)).strip()
    return sys.stdin.readline().strip()


def status(call: Call) -> int:
    found = _asked(call, "status")
    if call.args.json:
        call.screen.document(found)
        return 0
    screen, inspector = call.screen, found["inspector"]
    screen.line(say("spectra", "purpose", screen.lang, purpose=found["purpose"] or "–"))
    screen.line(say("spectra", f"phase.{inspector['phase']}", screen.lang))
    if found.get("shell"):
        screen.line(say("acting", "status.shell", screen.lang, where=found["shell"]))
    if inspector["approval"]:
        screen.lines(
            [*inspector["approval"]["lines"], f"{screen.word('thing', 'approval')}  {inspector['approval']['id']}"]
        )
        screen.hint(f"ringi spectra answer y --approval {inspector['approval']['id']}", "ringi spectra answer n")
    elif inspector["question"]:
        screen.line(inspector["question"]["text"])
    for goal in found["task"]["goals"]:
        screen.line(f"{goal['id']} {goal['name']}")
        screen.lines(f"  {task['status'].upper():8} {task['id']} {task['name']}" for task in goal["tasks"])
    return 0


def rules(call: Call) -> int:
    """What holds now; with `KEY VALUE` it is changed, as if the developer had typed it to SPECTRA."""
    import json

    from ringi.errors import Invalid, RingiError
    from ringi.spectra.rules import RulesFile

    if call.args.key:
        if not call.args.value and not call.args.remove:
            raise Invalid("RINGI-602", command="ringi spectra rules", names="VALUE")
        text = f"/rule {call.args.key}" if call.args.remove else f"/rule {call.args.key} {' '.join(call.args.value)}"
        return _told(call, _asked(call, "say", text=text), "heard")
    try:
        found = _asked(call, "rules")
    except RingiError as error:
        if error.code != "RINGI-986":
            raise
        file = RulesFile(_directory(call))
        found = {"rules": file.load().shown(), "path": str(file.path)}
    if call.args.json:
        call.screen.document(found)
        return 0
    call.screen.line(found["path"])
    call.screen.lines(f"  {name} = {json.dumps(value, ensure_ascii=False)}" for name, value in found["rules"].items())
    return 0
