"""The house as the console shows it, over either desk: the same cards and stories that the commands print.

With a server, its events say what changed. Without one this process does the work while the console is open, and looks
every second whether another process has changed anything.
"""

from __future__ import annotations

import io
import threading
from functools import partial

from ringi.cli.call import called_by
from ringi.cli.cards import card, title_of, waiting
from ringi.cli.commands.looking import pressing, risk_word
from ringi.cli.screen import Screen
from ringi.cli.story import story
from ringi.cli.text import ago, clean
from ringi.console.house import Detail, Item
from ringi.words.core import ENDED, PARKED, TONES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ringi.cli.http_desk import HttpDesk
    from ringi.console.house import Section
    from ringi.flow.desk import LocalDesk

LATEST = 30
LOOK_SECONDS = 1.0


class _Paper(io.StringIO):
    """What a card is drawn on: a person looks at it."""

    def isatty(self) -> bool:
        return True


class Drawn(Screen):
    """A card for a pane: so many columns, the console's own colours, no hint of commands to type."""

    def __init__(self, lang: str, columns: int, tones: Mapping[str, str], home: str) -> None:
        self.paper = _Paper()
        super().__init__(lang, colour="true", home=home, out=self.paper, err=io.StringIO())
        self.columns = columns
        self._tones = tones

    def paint(self, text: str, tone: str) -> str:
        colour = self._tones.get(tone, "")
        if len(colour) < 7:
            return super().paint(text, tone)
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return f"\x1b[38;2;{red};{green};{blue}m{text}\x1b[0m"

    def hint(self, *commands: str) -> None:
        pass


class AtTheConsole:
    """`House` over a desk."""

    def __init__(
        self,
        desk: HttpDesk | LocalDesk,
        name: str,
        home: str,
        place: str,
        again: Callable[[], HttpDesk | None] = lambda: None,
    ) -> None:
        self.desk = desk
        self._again = again
        """How to find the server once more: one that was started anew has another key."""
        self.name = name
        self.place = place
        self._home = home
        self._ticks: dict[str, str] = {}

    # -- looking -------------------------------------------------------------------------------------------------

    def items(self, lang: str) -> list[Item]:
        screen = Screen(lang, out=io.StringIO(), err=io.StringIO())
        inbox = self.desk.call("inbox")
        found = [self._waits(screen, row) for row in inbox["approvals"]]
        found += [self._asks(screen, row) for row in inbox.get("questions") or ()]
        if inbox.get("next"):
            found.append(self._more(screen, inbox, len(found)))
        taken = {item.task_id for item in found}
        stuck = [*(inbox.get("attention") or ()), *(inbox.get("unattended") or ())]
        for row in [*stuck, *self.desk.call("tasks", limit=LATEST)["tasks"]]:
            if row["task_id"] not in taken:
                taken.add(row["task_id"])
                found.append(self._task(screen, row, stuck=row in stuck))
        return found

    def _waits(self, screen: Screen, row: dict[str, Any]) -> Item:
        version = "" if row["kind"] in ("step", "clarification") else f" v{row['version']}"
        return Item(
            key=row["approval_id"],
            task_id=row["task_id"],
            section="waits",
            label=f"{screen.word('layer', row['kind'])}{version}",
            tone="needs_you" if row["may_decide"] else "stopped",
            since=ago(row["opened_at"], screen.lang),
            title=pressing(screen, row) + (clean(row.get("question") or row["title"]) or screen.say("erased_text")),
        )

    def _asks(self, screen: Screen, row: dict[str, Any]) -> Item:
        risk = risk_word(screen.lang, row["risk"])
        return Item(
            key=row["id"],
            task_id=row["id"],
            section="waits",
            label=screen.say("to_decide", n=row["pending"]),
            tone="needs_you" if row["may"] else "stopped",
            since=ago(row["waiting_since"] or row["updated_at"], screen.lang),
            title=(f"[{risk}] " if risk else "") + (clean(row["title"]) or screen.say("erased_text")),
            foreign=True,
        )

    def _more(self, screen: Screen, inbox: dict[str, Any], listed: int) -> Item:
        """That the list is cut, and where all of it is: a cut list must never look whole."""
        total = inbox["total"] + inbox["questions_total"]
        told = screen.say("more_waiting", n=listed, total=total, command=f"ringi inbox --after {inbox['next']}")
        return Item(key="more", task_id="", section="waits", label="…", tone="stopped", since="", title=told)

    def _task(self, screen: Screen, row: dict[str, Any], *, stuck: bool) -> Item:
        state = str(row["state"])
        section: Section = "stuck" if stuck else "done" if state in PARKED | ENDED | {"unknown"} else "runs"
        return Item(
            key=row["task_id"],
            task_id=row["task_id"],
            section=section,
            label=screen.word("state", state),
            tone=TONES.get(state, "stopped"),
            since=ago(row["updated_at"], screen.lang) if row.get("updated_at") else "",
            title=clean(row["title"]) or screen.say("erased_text"),
        )

    def detail(self, item: Item, lang: str, columns: int, tones: Mapping[str, str]) -> Detail:
        if not item.task_id:
            return Detail(key=item.key, text=item.title, title=item.label)
        if item.foreign:
            return self._asked(item, Drawn(lang, columns, tones, self._home))
        shown = self.desk.call("show", id=item.task_id)
        approval = waiting(shown)
        screen = Drawn(lang, columns, tones, self._home)
        screen.called = partial(called_by, self.desk)
        if approval is not None:
            card(screen, shown, approval)
        else:
            story(screen, shown)
            if str(shown["state"]) == "running" and (tick := self._ticks.get(item.task_id)):
                screen.line(f"  {screen.paint('▸', 'running')} {tick}")
        about = clean(title_of(shown))
        if approval is not None:
            about = f"{screen.word('layer', approval['kind'])}  {about}"
        return Detail(
            key=item.key,
            text=screen.paper.getvalue(),
            title=about,
            deeds=deeds(shown, approval),
            approval_id=approval["id"] if approval else "",
            digest=approval["digest"] if approval else "",
            **lost(shown),
        )

    def _asked(self, item: Item, screen: Drawn) -> Detail:
        """What a session of another runtime asks; it is answered on its page, where the whole of it is read."""
        found = self.desk.call("session", id=item.task_id)
        for one in found["pending"]:
            risk = clean(one.get("risk") or "")
            screen.line((f"[{risk}] " if risk else "") + (clean(one.get("title") or "") or clean(one["id"])))
            if one.get("explanation"):
                screen.lines(screen.wrapped(clean(one["explanation"]), "  "))
        screen.line()
        screen.lines(screen.wrapped(screen.say("decided_on_page", id=clean(item.task_id))))
        return Detail(key=item.key, text=screen.paper.getvalue(), title=clean(found["title"]))

    # -- doing ---------------------------------------------------------------------------------------------------

    def do(self, deed: str, item: Item, detail: Detail, text: str) -> None:
        if deed in ("approve", "reject", "return"):
            about = {"approval_id": detail.approval_id, "digest": detail.digest}
            self.desk.call("decide", decision=deed, reason=text, **about)
        elif deed == "answer":
            self.desk.call("answer", task_id=item.task_id, text=text, approval_id=detail.approval_id)
        elif deed == "resolve":
            about = {"execution_id": detail.execution_id, "call_id": detail.call_id}
            self.desk.call("resolve", verdict=text, **about)
        elif deed == "retry":
            self.desk.call("retry", task_id=item.task_id)
        else:
            self.desk.call(deed, task_id=item.task_id, reason=text)

    def ask(self, text: str, lang: str) -> str:
        return str(self.desk.call("ask", text=text, source="cli", lang=lang)["task_id"])

    def ticked(self, task_id: str, fact: Mapping[str, Any]) -> None:
        """How far a step says it is; shown while it runs, and never kept."""
        payload = fact.get("payload") or {}
        if fact.get("type") == "tool.progress":
            total = payload.get("total")
            much = f"{payload.get('done', 0):g}" + (f"/{total:g}" if total else "")
            self._ticks[task_id] = clean(f"{much} {payload.get('words') or ''}")
        elif fact.get("type") in ("tool.result", "tool.failed"):
            self._ticks.pop(task_id, None)

    # -- hearing of changes --------------------------------------------------------------------------------------

    def listen(self, changed: Callable[[], None], lost: Callable[[], None]) -> Callable[[], None]:
        over, desk = threading.Event(), self.desk
        if desk.local is True:
            from ringi.cli.working import Working

            working = Working(desk, changed, self.ticked, over)
            working.start()
            return working.stop
        given = (desk, changed, lost, over)
        threading.Thread(target=self._hear, args=given, name="ringi-news", daemon=True).start()
        return over.set

    def _hear(
        self, desk: HttpDesk, changed: Callable[[], None], lost: Callable[[], None], over: threading.Event
    ) -> None:
        from ringi.errors import RingiError

        while not over.is_set():
            try:
                for name, data in desk.changes():
                    if over.is_set():
                        return
                    if name == "tick":
                        self.ticked(str(data.get("threadId")), data)
                    changed()
            except RingiError:
                if (found := self._again()) is None:
                    lost()
                else:
                    self.desk = desk = found
                    changed()
            over.wait(LOOK_SECONDS)


def lost(shown: dict[str, Any]) -> dict[str, str]:
    """The call whose outcome nobody knows: a verdict is about the one that was read, and about no later one."""
    runs = shown.get("executions") or ()
    if str(shown["state"]) != "outcome_unknown" or not runs:
        return {}
    calls = [one for one in runs[-1].get("results") or () if one.get("status") == "outcome_unknown"]
    return {"execution_id": str(runs[-1]["id"]), "call_id": str(calls[0].get("toolCallId") or "") if calls else ""}


def deeds(shown: dict[str, Any], approval: dict[str, Any] | None) -> tuple[str, ...]:
    """What can be done about it now; whether this person may is the desk's to say."""
    state = str(shown["state"])
    if approval is not None and approval["kind"] == "clarification":
        return ("answer", "withdraw", "cancel")
    if approval is not None:
        back = ("return",) if approval["kind"] == "process" else ()
        return ("approve", "reject", *back, "withdraw", "cancel")
    if state == "outcome_unknown":
        return ("resolve", "cancel")
    if state in ("unreadable", "policy_failed", "plan_failed", "failed"):
        return ("retry", "cancel") if state not in ENDED else ("retry",)
    return () if state in ENDED | {"unknown"} else ("withdraw", "cancel")
