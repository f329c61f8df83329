"""`ringi demo`: a recorded session is played through the real intake, and what is pressed on its page is answered.

The player is the runtime of its session, as any other program would be: it brings facts and takes controls through the
Desk, of the running server or of our own store. Ctrl-C ends it; what was told so far stays.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime

from ringi.cli.text import clean
from ringi.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call
    from ringi.testing.scenarios.answers import Request
    from ringi.testing.scenarios.library import Wire
    from ringi.testing.scenarios.performance import Performance

FASTEST = 1000.0
LOOKS = 0.4
"""Seconds between two looks for what was pressed: a press is answered before a person wonders."""


class DeskStage:
    """The Desk as a stage: facts go to one session of another runtime, presses come from it."""

    def __init__(self, call: Call, named: str) -> None:
        self._call = call
        self._named = named
        self._looked = 0.0
        self.session = ""
        """The session's id in the house, once its first facts are in."""

    def post(self, facts: list[Wire]) -> None:
        if facts:
            about = {"session": self.session or self._named, "source": "demo"}
            self.session = str(self._call.ask_desk("post_facts", facts=facts, **about)["session"])

    def asked(self, seconds: float) -> list[Request]:
        until = time.monotonic() + seconds
        while True:
            if self.session and time.monotonic() - self._looked >= LOOKS:
                self._looked = time.monotonic()
                found = self._call.ask_desk("take_controls", session=self.session)["requests"]
                if found:
                    return [_request(one) for one in found]
            left = until - time.monotonic()
            if left <= 0:
                return []
            time.sleep(min(left, LOOKS))


def _request(one: dict[str, Any]) -> Request:
    from ringi.testing.scenarios.answers import Request

    return Request(one["id"], one["control"], one["body"], one["asked_by"])


def listed(call: Call) -> int:
    """Every scenario with what it shows and how long it is."""
    from ringi.testing.scenarios.library import NAMES, scenario

    found = [scenario(name, call.screen.lang) for name in NAMES]
    if call.args.json:
        call.screen.document(
            {"scenarios": [{"name": one.name, "title": one.title, "facts": len(one.facts)} for one in found]}
        )
        return 0
    heads = [say("demo", key, call.screen.lang) for key in ("name", "what", "facts")]
    call.screen.table(heads, [[one.name, one.title, str(len(one.facts))] for one in found])
    return 0


def perform(call: Call, name: str) -> int:
    from ringi import clock
    from ringi.errors import Invalid
    from ringi.testing.scenarios.library import scenario
    from ringi.testing.scenarios.performance import Performance
    from ringi.testing.scenarios.player import play

    speed = call.args.speed
    if not 0 <= speed <= FASTEST:
        raise Invalid("RINGI-931", value=f"{speed:g}")
    chosen = scenario(name, call.screen.lang)
    performance = Performance(
        chosen, mark=clock.ulid()[-10:].lower(), speed=speed, began=datetime.now(UTC), now=time.monotonic()
    )
    stage = DeskStage(call, performance.session)
    stay = not call.args.no_wait and not call.args.json and (speed > 0 or call.interactive)
    told = Told(call, performance, stage, stay)
    try:
        play(performance, stage, time.monotonic, stay=stay, saw=told)
    except KeyboardInterrupt:
        told.say("stopped", n=performance.told)
    if call.args.json:
        document = {
            "session": stage.session,
            "facts": performance.told,
            "address": told.address,
            "open": [*performance.open],
        }
        call.screen.document(document)
    elif not stay:
        told.say("over", n=performance.told)
    return 0


class Told:
    """What the terminal says while it plays: where to look, what is waited for, and what went on by itself."""

    def __init__(self, call: Call, performance: Performance, stage: DeskStage, stay: bool) -> None:
        self._call, self._performance, self._stage, self._stay = call, performance, stage, stay
        self._asked: set[str] = set()
        self._went_on = 0
        self._over = False
        self.address = ""

    def say(self, key: str, **values: Any) -> None:
        self._call.screen.line(say("demo", key, self._call.screen.lang, **values))
        self._call.screen.out.flush()

    def __call__(self) -> None:
        if not self.address and self._stage.session:
            self._where()
        for action in self._performance.open:
            if action not in self._asked:
                self._asked.add(action)
                self._waiting(action)
        for action in self._performance.went_on[self._went_on :]:
            self.say("went_on", title=self._title(action))
        self._went_on = len(self._performance.went_on)
        if self._performance.over and self._stay and not self._over:
            self._over = True
            self.say("over", n=self._performance.told)
            self.say("stays")

    def _where(self) -> None:
        scenario = self._performance.scenario
        self.say("playing", title=scenario.title, n=len(scenario.facts))
        path = f"/s/{self._stage.session}"
        server = getattr(self._call.desk, "address", "")
        self.address = f"{server}{path}"
        if server:
            self.say("page", address=self.address)
        else:
            self.say("page_later", path=path)

    def _waiting(self, action: str) -> None:
        auto = self._performance.cues.get(action, {}).get("auto")
        if auto is None:
            self.say("asks_person", title=self._title(action))
        elif self._performance.speed:
            self.say("asks", title=self._title(action), seconds=max(1, round(auto / self._performance.speed)))

    def _title(self, action: str) -> str:
        return clean(str(self._performance.state["actions"].get(action, {}).get("title") or action))
