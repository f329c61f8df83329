"""The whole company on loopback: a model, freee, Google, Slack and managed sessions, each behind the switchboard, and a
running Ringi that is connected with all of them the way an admin connects it.

`Story` walks the request of every month end through it, as people press; `mended` is what they do when it stops.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from freeehouse import back_again, begun, consented
from googlehouse import Aside
from switchboard import Switchboard
from webhouse import House, house

from ringi.cli.slack_side import SlackSide
from ringi.settings import SERVICES
from ringi.slack.installations.config import SlackConfig
from ringi.testing.freee import Double as Freee
from ringi.testing.freee.company import Company, usual
from ringi.testing.google import Double as Google
from ringi.testing.managed import Double as Sessions
from ringi.testing.models import ModelDouble, call
from ringi.testing.slack import Double as Slack

Json = dict[str, Any]
TODAY = date(2026, 11, 16)
REQUEST = "先月の残業時間を集計してシートにまとめ、田中さんに知らせて"
TANAKA, TEAM = "U0REQUESTER", "T0RINGI"
BOOK, SHEET = "残業集計 2026年10月", "10月"
HEADER = ["氏名", "部署", "残業時間"]
LATER = 5.5 * 3600
"""How old the tokens are when the work begins: they have to be renewed on the way."""


def step(number: int, tool: str, title: str, /, **tool_input: Any) -> Json:
    return {"stepId": f"step-{number}", "title": title, "tool": tool, "toolInput": tool_input, "description": title}


STEPS = [
    step(1, "calculate_overtime", "先月の残業を集計", from_month="2026-10", to_month="2026-10"),
    step(
        *(2, "write_rows_to_google_sheet", "シートに書く"),
        spreadsheet=BOOK,
        sheet=SHEET,
        header=HEADER,
        rows={"$from": "step-1", "path": "employees[].[name, department, overtime_hours]"},
    ),
    step(
        *(3, "send_slack_dm", "田中さんに知らせる"),
        recipient="田中 さくら",
        text={"$text": "10月の残業は {step-1: count} 名です。{step-2: url}"},
    ),
]
TASK = call("task", title="先月の残業の集計", description="freee の残業をシートにまとめ、田中さんに DM する", lang="ja")
POLICY = call("policy", content="freee で先月の残業を集計し、シートに書き、田中さんだけに知らせます。")


def small(company_id: int = 10_700_001, count: int = 1) -> Company:
    """A company of a few people: one call of freee for each of them."""
    made = usual(company_id)
    made.staff = made.staff[:count]
    return made


class World:
    """All that is outside."""

    def __init__(self, *companies: Company, agent: Any = None, environ: dict[str, str] | None = None) -> None:
        self.board = Switchboard()
        self.aside = Aside()
        self.model, self.google = ModelDouble(), Google()
        self.freee = Freee(*(companies or (small(),)), today=TODAY)
        self.slack = Slack(tiers=False)
        self.sessions = Sessions(key=self.model.key, **({"agent": agent} if agent else {}))
        self.model.usually({"task": TASK, "policy": POLICY, "plan": call("plan", steps=STEPS)})
        self.environ = environ or {}
        """What else the machine's environment has: the keys of tool servers."""
        self.slow = False
        """Whether some answer stays away for good."""
        self.ahead = 0.0
        """Seconds by which the clocks of the house go before the real one."""

    def __enter__(self) -> World:
        self._stack = ExitStack()
        self._stack.enter_context(self.sessions)
        for one in (self.model, self.google, self.freee, self.slack):
            self.aside.run(one.start())
        board = self.board
        self.model_url = board.line("model", self.model.address)
        self.sessions_url = board.line("sessions", self.sessions.address)
        self.freee_url = board.line("freee", self.freee.address)
        self.google_url = board.line("google", self.google.url)
        self.slack_url = board.line("slack", self.slack.address)
        return self

    def __exit__(self, *_: object) -> None:
        self.board.close()
        for one in (self.slack, self.freee, self.google, self.model):
            self.aside.run(one.stop())
        self.aside.stop()
        self._stack.close()

    def settings(self) -> Json:
        """Of a Ringi that finds all of them."""
        names = {variable: name for name, variable in SERVICES["freee"].items()}
        freee = {names[variable]: value for variable, value in self.freee.environment.items()}
        from ringi.testing.google.tokens import CLIENT

        return {
            "services": {
                "freee": {
                    **freee,
                    # People go to the consent page themselves; what we call goes over the switchboard.
                    "accounts_url": f"{self.freee_url}/public_api",
                    "api_url": f"{self.freee_url}/hr",
                },
                "google": {
                    "client_id": CLIENT[0],
                    "client_secret": CLIENT[1],
                    "authorize_url": f"{self.google.url}/o/oauth2/v2/auth",
                    "token_url": f"{self.google_url}/token",
                    "api_url": self.google_url,
                },
            },
            "models": {"anthropic_key": self.model.key, "anthropic_url": self.model_url},
            "environ": {
                "ANTHROPIC_API_KEY": self.model.key,
                "ANTHROPIC_BASE_URL": self.sessions_url,
                **self.environ,
            },
            "lang": "ja",
        }

    def slack_config(self) -> SlackConfig:
        return SlackConfig(
            bot_token=self.slack.bot_token(),
            signing_secret=self.slack.signing_secret,
            api_url=f"{self.slack_url}/api/",
        )

    # -- what is there -------------------------------------------------------------------------------------------

    def messages(self) -> list[tuple[str, str]]:
        """(channel, text) of everything that anybody was told in Slack."""
        channels = self.slack.teams[TEAM].channels
        return [(key, str(one["text"])) for key, channel in channels.items() for one in channel.messages]

    def direct(self, user: str = TANAKA) -> list[str]:
        return [str(one["text"]) for one in self.slack.teams[TEAM].im(user).messages]

    def tables(self) -> dict[tuple[str, str], list[list[Any]]]:
        return {
            (book.title, sheet.title): sheet.table()
            for book in self.google.books.values()
            if not book.trashed
            for sheet in book.sheets
        }


@dataclass
class Story:
    """One Ringi in this world, and the people who press."""

    world: World
    house: House
    trouble: list[str] = field(default_factory=list)
    """What was told each time it stopped, with what was pressed then."""

    # -- the usual way -------------------------------------------------------------------------------------------

    def consent(self, provider: str, **answers: str) -> Any:
        """An admin connects a service on the page; what the page answers."""
        if provider == "google":
            return self._consent_google()
        address, kept = begun(self.house, self.house.cookie(), provider)
        # A person's browser does not go over our switchboard.
        direct = address.replace(self.world.freee_url, self.world.freee.address)
        return back_again(self.house, consented(direct, **answers), kept)

    def _consent_google(self) -> Any:
        import http.client
        from urllib.parse import urlsplit

        address, kept = begun(self.house, self.house.cookie(), "google")
        parts = urlsplit(address)
        link = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=60)
        try:
            link.request("GET", f"{parts.path}?{parts.query}")
            answer = link.getresponse()
            answer.read()
            assert answer.status == 302, answer.status
            back = urlsplit(answer.headers["Location"])
        finally:
            link.close()
        return back_again(self.house, f"{back.path}?{back.query}", kept)

    def connect(self) -> None:
        for provider in ("freee", "google"):
            self.connected(provider)
        self.house.office.tokens.now = lambda: time.time() + LATER

    def connected(self, provider: str) -> None:
        """Connected in the end: what did not work is told in words and is begun again."""
        for _ in range(3):
            answer = self.consent(provider)
            if answer.status == 303:
                return
            assert "RINGI-" in answer.text, answer.text
            self.trouble.append(f"connect {provider}: {code_in(answer.text)}")
            self.heal()
        raise AssertionError(self.trouble)

    def run(self, text: str = REQUEST) -> Json:
        """From the request to its end."""
        self.task_id: str = self.house.desk().call("ask", text=text)["task_id"]
        return self.carried_on()

    def carried_on(self) -> Json:
        for _ in range(12):
            shown = self.rests()
            if shown["state"] == "completed":
                return shown
            self.press(shown)
        raise AssertionError(f"it never ended: {self.trouble}")

    def rests(self) -> Json:
        """The task once a person is needed or it is over."""
        return self.house.until(self.task_id, *RESTS)

    def press(self, shown: Json) -> None:
        state = shown["state"]
        if state in ("policy_pending", "plan_pending", "step_pending"):
            self.house.decide(self.task_id)
        elif state in ("failed", "unreadable", "policy_failed", "plan_failed"):
            self.told(shown)
            self.heal()
            self.house.desk().call("retry", task_id=self.task_id)
        elif state == "outcome_unknown":
            self.told(shown)
            self.heal()
            self.looked_for(shown)
        else:
            raise AssertionError(f"nobody knows what to press: {state} {self.trouble}")

    # -- when it stops -------------------------------------------------------------------------------------------

    def told(self, shown: Json) -> None:
        """Whatever stops says why by a code that has words in three languages, and nothing that is secret."""
        said = why(shown) or self.last_words()
        code = code_in(said)
        assert code and code not in ("RINGI-100", "RINGI-346"), (shown["state"], said)
        secrets = [self.world.model.key, self.world.slack.bot_token(), *self.world.freee.oauth.access]
        assert not [one for one in secrets if one in str(shown)]
        self.trouble.append(f"{shown['state']}: {code}")

    def last_words(self) -> str:
        """What the record says about a judgement that could not be made."""
        facts = self.house.reads.facts(self.task_id, 0, 5000)
        failed = [one["payload"] for one in facts if one["type"] == "run.failed"]
        return str(failed[-1].get("error", "")) if failed else ""

    def heal(self) -> None:
        """Whoever is responsible repairs what was broken; time goes by; what lost its connection gets a new one."""
        if self.world.board.broken:  # else it was only late, on a busy machine, and what is to break still has to
            self.world.board.mend()
        self.world.ahead += 700
        for one in self.house.desk().call("connections")["services"]:
            if one["status"] == "error":
                self.trouble.append(f"connect {one['provider']} again: {one['trouble']}")
                assert self.consent(one["provider"]).status == 303

    def looked_for(self, shown: Json) -> None:
        """A person looks over there whether it happened, and says so."""
        run = shown["executions"][-1]
        last = run["results"][-1] if run["results"] else {}
        happened = {
            "send_slack_dm": bool(self.world.direct()),
            "write_rows_to_google_sheet": bool(self.world.tables()),
        }.get(str(unknown_tool(shown)), False)
        self.trouble.append(f"unknown {last.get('tool')}: it {'did' if happened else 'did not'} happen")
        verdict = "done" if happened else "retry"
        self.house.desk().call("resolve", execution_id=run["id"], verdict=verdict)


RESTS = (
    *("completed", "failed", "cancelled", "declined", "unreadable", "policy_failed", "plan_failed", "outcome_unknown"),
    *("policy_pending", "plan_pending", "step_pending", "asking", "waiting"),
)


def code_in(text: str) -> str:
    import re

    found = re.search(r"RINGI-\d{3}", text)
    return found[0] if found else ""


def why(shown: Json) -> str:
    """What a person reads about what stopped."""
    runs = shown["executions"]
    parts = [shown.get("error"), shown["request"].get("reason"), runs[-1]["error"] if runs else ""]
    return " ".join(str(one) for one in parts if one)


def unknown_tool(shown: Json) -> str:
    steps = {one["stepId"]: one for one in shown["processes"][-1]["steps"]}
    done = {one["stepId"] for one in shown["executions"][-1]["results"] if one["status"] == "completed"}
    return next((one["tool"] for key, one in steps.items() if key not in done), "")


@contextmanager
def story(home: Path, world: World, executor: str = "direct") -> Iterator[Story]:
    """A Ringi in this world, with Slack up and nothing connected yet."""
    ready = threading.Event()
    told: list[str] = []

    def tell(key: str, **values: Any) -> None:
        told.append(key)
        if key in ("listening", "connected"):
            ready.set()

    settings = world.settings()

    from ringi.settings import Settings

    side = SlackSide(Settings(home, user="aki", lang="ja"), world.slack_config(), tell)
    with impatient(world), house(home, today=TODAY, settings=settings, beside=side) as up:
        up.office.model_retries = 1
        assert ready.wait(60), told
        up.desk().call("settings_set", key="executor", value=executor)
        up.desk().call("settings_set", key="model_timeout_seconds", value=2 if world.slow else 60)
        yield Story(world, up)


@contextmanager
def impatient(world: World) -> Iterator[None]:
    """How long one waits between tries, and for an answer, is not what is proven here. Only a world in which an answer
    stays away is given up soon: everywhere else a busy machine must not look like a broken service.
    """
    from ringi.flow import integrations_tokens, worker
    from ringi.flow.managed import api, release, walk
    from ringi.servers.common import slack as direct
    from ringi.servers.common.google import wire
    from ringi.servers.hr.vendors import web
    from ringi.slack.installations import tokens as installed

    sleep = asyncio.sleep

    async def nap(seconds: float) -> None:
        await sleep(min(seconds, 0.005))

    def now() -> float:
        return time.time() + world.ahead

    quick = 1.0 if world.slow else 30.0
    changes: list[tuple[Any, str, Any]] = [
        (walk, "PAUSES", (0.01,) * 7),
        (api, "PATIENCE", quick),
        (api, "SILENCE", 3 * quick),
        (release, "PAUSE", 0.01),
        (worker, "_PAUSES", (0.05,)),
        (integrations_tokens, "PATIENCE", quick),
        (wire, "SECONDS", quick),
        (wire.Wire.__init__, "__defaults__", (nap,)),
        (direct.Slack.__init__, "__defaults__", (nap,)),
        (direct, "SECONDS", quick),
        (installed, "SECONDS", int(quick)),
        (web, "PATIENCE", quick),
        (web.Service.__init__, "__kwdefaults__", {"now": now, "pause": nap}),
    ]
    before = [(at, name, getattr(at, name)) for at, name, _ in changes]
    for at, name, value in changes:
        setattr(at, name, value)
    try:
        yield
    finally:
        for at, name, value in before:
            setattr(at, name, value)
