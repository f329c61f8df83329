"""`ringi bench slack`: two hundred executions at once in one workspace, ours against a plain sender, on Slack's tiers.

The double keeps Slack's limits, and one clock, held in the hand, is the time of Slack, the tools and the sender: so
minutes pass in seconds and every run is the same. Real store, flow, worker, cards, SDK and HTTP on loopback.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import statistics
import tempfile
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from ringi.cli.bench.held import Held
from ringi.cli.bench.ours import PERSON, POLICY, SCHEMA, STEPS, SUMMARY, TEXT, TITLE, enter
from ringi.cli.bench.plain import PlainSender
from ringi.cli.bench.tables import told
from ringi.flow import gates, intake
from ringi.flow.office import Office, open_office
from ringi.flow.worker import Worker
from ringi.projection import fold_all
from ringi.settings import Settings
from ringi.slack.rendering import slots
from ringi.slack.sender import Sender, keeping, track
from ringi.store.transaction import Committed, Tx
from ringi.testing.minds import ScriptedMind
from ringi.testing.slack import Double
from ringi.testing.slack.tiers import CHANNEL_BURST, PER_MINUTE, SPECIAL_PER_MINUTE, TIERS, WINDOW
from ringi.testing.tools import FunctionHands

EXECUTIONS = 200
DECISIONS = 40
CHANNELS = 4
GOALS = {"of_minimum": 1.2, "decision_p95": 3.0, "stale": 0, "unhandled": 0}
TEAM = "T0RINGI"
Slot = tuple[str, str, str]
Doer = Sender | PlainSender


class World:
    """One office, one workspace, one clock; `side` is who sends during what is measured."""

    def __init__(self, home: Path, executions: int) -> None:
        self.clock = Held()
        self.double = Double(clock=self.clock)
        self.executions = executions
        self.decisions = max(4, min(DECISIONS, executions // 5))
        self.asleep = 0
        self.office = self._office(home)
        self.worker = Worker(self.office)
        self.worker.at_once = executions + self.decisions
        self.sender: Doer = Sender(self.office, self.client, clock=self.clock)
        team = self.double.teams[TEAM]
        self.channels = [team.add_channel(f"C0BENCH{number}", f"bench-{number}").id for number in range(CHANNELS)]
        self.taken: dict[str, float] = {}

    def _office(self, home: Path) -> Office:
        mind = ScriptedMind(steps=STEPS, title=TITLE, policy=POLICY, summary=SUMMARY)
        hands = FunctionHands({"no_op": (self._work, "write", False, SCHEMA)}, keep_calls=False)
        return open_office(Settings(home, user=PERSON), hands=hands, mind=mind)

    async def _work(self, number: int) -> dict[str, Any]:
        """A step takes its time: five to forty seconds of Slack's, never the same for long."""
        self._worked = getattr(self, "_worked", 0) + 1
        self.asleep += 1
        await self.clock.sleep(5 + (self._worked * 7919) % 36)
        self.asleep -= 1
        return {"ok": True, "number": number}

    def client(self, team: str) -> AsyncWebClient:
        return AsyncWebClient(token=self.double.bot_token(team), base_url=self.double.api_url)

    async def ask(self, number: int) -> str:
        channel = self.channels[number % CHANNELS]
        ts = await self.double.post("U0REQUESTER", channel, TEXT)

        def submit(tx: Tx) -> str:
            where = {"slack_channel": channel, "slack_thread_ts": ts}
            made = intake.submit(tx, enter(tx), TEXT, source="channel", session=f"{TEAM}/{channel}/{ts}", **where)
            track(tx, made["task_id"], TEAM, channel, ts)
            return str(made["task_id"])

        return await self.office.store.awrite(submit)

    async def approve(self, task_id: str) -> None:
        def decide(tx: Tx) -> None:
            row = tx.one("SELECT id, digest FROM approvals WHERE task_id = ? AND state = 'open'", (task_id,))
            assert row is not None
            gates.decide(tx, enter(tx), row["id"], "approve", digest=row["digest"])

        await self.office.store.awrite(decide)

    async def until(self, true: Callable[[], bool | Awaitable[bool]]) -> None:
        """Time goes on when nobody is at work: not the worker, not the sender, not Slack."""
        calm = 0
        while True:
            await asyncio.sleep(0)
            calm = calm + 1 if self._calm else 0
            if calm < 12:
                if calm == 0:
                    await asyncio.sleep(0.0005)
                continue
            if true():
                return
            if not await self.clock.step():
                raise AssertionError("nobody waits for anything, and it is not done")
            calm = 0

    @property
    def _calm(self) -> bool:
        return self.sender.resting and len(self.worker._active) == self.asleep and not self.worker._waiting

    def parked(self, state: str, count: int) -> Callable[[], bool]:
        def there() -> bool:
            sql = "SELECT COUNT(*) AS n FROM approvals WHERE state = 'open' AND kind = ?"
            row = self.office.store.write(lambda tx: tx.one(sql, (state,)))
            return row is not None and row["n"] == count and self.sender.quiet

        return there

    # -- the story -----------------------------------------------------------------------------------------------

    async def prepare(self) -> tuple[list[str], list[str]]:
        """Plans that wait for approval, policies that wait for theirs, all on their cards; and a minute's rest."""
        await self.double.start()
        await self.worker.start()
        await self.sender.start()
        tasks = [await self.ask(number) for number in range(self.executions + self.decisions)]
        running, deciding = tasks[: self.executions], tasks[self.executions :]
        await self.until(self.parked("prompt", len(tasks)))
        for task_id in running:
            await self.approve(task_id)
        await self.until(self.parked("process", len(running)))
        await self.sender.stop()
        await self.clock.forward(2 * WINDOW)
        return running, deciding

    async def measure(self, side: str) -> dict[str, Any]:
        running, deciding = await self.prepare()
        if side == "plain":
            self.sender = PlainSender(self.office, self.client, clock=self.clock)
        else:
            self.sender = Sender(self.office, self.client, clock=self.clock)
        await self.sender.start()
        before, begun, wall = len(self.double.calls), self.clock.now(), time.perf_counter()
        shown = self._shown(before)
        self.worked = begun
        self.office.store.subscribe(self._committed)
        await asyncio.gather(*(self.approve(task_id) for task_id in running))
        gap = 0.75 * 2 * len(running) * WINDOW / PER_MINUTE[TIERS["chat.update"]] / len(deciding)
        decider = asyncio.ensure_future(self._decide(deciding, gap))
        await self.until(lambda: decider.done() and self.sender.quiet and not self.worker._active)
        await decider
        found = await self._found(before, begun, shown)
        await self.sender.stop()
        await self.worker.stop()
        await self.double.stop()
        self.office.close()
        return {**found, "wall": time.perf_counter() - wall}

    def _committed(self, committed: Committed) -> None:
        if committed.facts:
            self.worked = self.clock.now()

    async def _decide(self, tasks: list[str], gap: float) -> None:
        for task_id in tasks:
            await self.clock.sleep(gap)
            await self.approve(task_id)
            self.taken[task_id] = self.clock.now()

    # -- what came of it -----------------------------------------------------------------------------------------

    def _shown(self, upto: int) -> dict[Slot, str]:
        """What each card showed after so many calls, by the digest of what Slack was given."""
        found: dict[Slot, str] = {}
        for kept in self.double.calls[:upto]:
            told_of = kept.arguments.get("metadata") if kept.answer.get("ok") else None
            if told_of:
                payload = {"text": kept.arguments["text"], "attachments": kept.arguments["attachments"]}
                about = told_of["event_payload"]
                found[about["task"], about["card"], about["subject"]] = _digest({**payload, "metadata": told_of})
        return found

    async def _found(self, before: int, begun: float, shown: dict[Slot, str]) -> dict[str, Any]:
        calls = self.double.calls[before:]
        good = [kept for kept in calls if kept.answer.get("ok")]
        last = self._shown(len(self.double.calls))
        first: dict[Slot, str] = dict(shown)
        posts: Counter[str] = Counter()
        for number, kept in enumerate(self.double.calls[before:], start=before + 1):
            if kept.method == "chat.postMessage" and kept.answer.get("ok"):
                posts[kept.arguments["channel"]] += 1
                first |= {slot: said for slot, said in self._shown_by(number).items() if slot not in first}
        # What nobody can do without: an approval's and an ending's update of each execution, and one of each decision.
        updates = min(2 * self.executions + self.decisions, sum(first[slot] != said for slot, said in last.items()))
        worked = self.worked - begun
        least = max(worked, self._least(updates, sum(posts.values()), posts))
        seen = self._seen(good)
        settled = max((kept.time for kept in good), default=begun) - begun
        times = [seen.get(task_id, self.clock.now()) - at for task_id, at in self.taken.items()]
        return {
            "calls": len(calls),
            "posts": sum(kept.method == "chat.postMessage" for kept in good),
            "updates": sum(kept.method == "chat.update" for kept in good),
            "ratelimited": sum(kept.answer.get("error") == "ratelimited" for kept in calls),
            "unhandled": self._unhandled(calls),
            "needed_posts": sum(posts.values()),
            "needed_updates": updates,
            "worked": worked,
            "settled": settled,
            "minimum": least,
            "of_minimum": settled / least,
            "stale": await self._stale(last),
            "decision_p50": statistics.median(times),
            "decision_p95": sorted(times)[max(0, round(0.95 * len(times)) - 1)],
            "decision_max": max(times),
        }

    def _shown_by(self, number: int) -> dict[Slot, str]:
        kept = self.double.calls[number - 1]
        about = kept.arguments["metadata"]["event_payload"]
        payload = {key: kept.arguments[key] for key in ("text", "attachments", "metadata")}
        return {(about["task"], about["card"], about["subject"]): _digest(payload)}

    def _unhandled(self, calls: list[Any]) -> int:
        """Answers for coming too often after which the card was never sent again."""
        open_: Counter[Any] = Counter()
        for kept in calls:
            about = tuple((kept.arguments.get("metadata") or {}).get("event_payload", {}).values())
            if kept.answer.get("error") == "ratelimited":
                open_[about] += 1
            elif kept.answer.get("ok"):
                open_.pop(about, None)
        return sum(open_.values())

    def _seen(self, good: list[Any]) -> dict[str, float]:
        """When the card of a decision first said something new."""
        seen: dict[str, float] = {}
        for kept in good:
            about = (kept.arguments.get("metadata") or {}).get("event_payload", {})
            if kept.method == "chat.update" and about.get("card") == "prompt" and about["task"] in self.taken:
                seen.setdefault(about["task"], kept.time)
        return seen

    def _least(self, updates: int, posts: int, by_channel: dict[str, int]) -> float:
        """The shortest time in which these calls can be made at all: whole minutes' allowances at once, bursts used."""
        minute = PER_MINUTE[TIERS["chat.update"]]
        bounds = [(updates - 1) // minute * WINDOW, (posts - 1) // SPECIAL_PER_MINUTE["chat.postMessage"] * WINDOW]
        bounds += [float(count - CHANNEL_BURST) for count in by_channel.values()]
        return max(1.0, *bounds)

    async def _stale(self, last: dict[Slot, str]) -> int:
        """Cards that do not show what the facts say; a card that is not there is one too."""
        names = await self.office.store.aread(keeping.names)
        wrong = 0
        for row in await self.office.store.aread(lambda tx: tx.all("SELECT task_id FROM slack_threads")):
            task_id = row["task_id"]
            facts = await self.office.store.aread(lambda tx, t=task_id: keeping.facts_after(tx, t, 0))  # type: ignore[misc]
            view = fold_all(facts)
            people = _people(names) if isinstance(self.sender, Sender) else str
            for card in slots(view, view["lang"] or "ja", people):
                wrong += last.get((task_id, card.card_type, card.subject_id)) != card.shown
        return wrong


def _people(names: dict[str, str]) -> Callable[[str], str]:
    from ringi.slack.sender.drawing import named

    return lambda identity: named(identity, names)


def _digest(payload: dict[str, Any]) -> str:
    written = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()


LEFT_OUT = "direct messages to approvers (sender and worker run here, the app does not)"


def main(args: Namespace) -> int:
    count = args.count or EXECUTIONS
    found = {}
    for side in ("ours", "plain"):
        with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
            found[side] = asyncio.run(_side(Path(folder), count, side))
    ours = found["ours"]
    met = all(ours[name] <= goal for name, goal in GOALS.items())
    answer = {"executions": count, "sides": found, "goals": GOALS, "met": met, "left_out": LEFT_OUT}
    title = f"{count} executions at once in one workspace (times are Slack's, wall is the machine's)"
    return told(args, title, _rows(found), answer, _verdict(ours))


async def _side(home: Path, count: int, side: str) -> dict[str, Any]:
    return await World(home, count).measure(side)


def _rows(found: dict[str, dict[str, Any]]) -> list[list[str]]:
    heads = ["", "calls", "posts", "updates", "429s", "settled", "× minimum", "stale"]
    rows = [[*heads, "decision p50", "p95", "most", "wall"]]
    for side, one in found.items():
        rows.append(
            [
                *(side, f"{one['calls']}", f"{one['posts']}", f"{one['updates']}", f"{one['ratelimited']}"),
                *(f"{one['settled']:.0f} s", f"{one['settled'] / found['ours']['minimum']:.2f}", f"{one['stale']}"),
                *(f"{one[name]:.1f} s" for name in ("decision_p50", "decision_p95", "decision_max", "wall")),
            ]
        )
    return rows


def _verdict(ours: dict[str, Any]) -> str:
    minimum = f"minimum {ours['minimum']:.0f} s: the work itself ended after {ours['worked']:.0f} s;"
    needed = f"{ours['needed_posts']} posts and {ours['needed_updates']} final updates"
    settled = f"settled in {ours['of_minimum']:.2f}× the minimum (goal ≤ {GOALS['of_minimum']});"
    seen = f"a decision during the backlog was visible after {ours['decision_p95']:.1f} s at the 95th percentile"
    return (
        f"{minimum} {needed} in as few minutes as the tiers allow at all (50 updates a minute, all at once)\n"
        f"{settled} {seen} (goal ≤ {GOALS['decision_p95']:g} s);"
        f" {ours['stale']} stale cards, {ours['unhandled']} refusals for coming too often left unhandled\n"
        "plain: one queue in the order of events, a call for every card an event changed, Retry-After obeyed\n"
        f"not in the load: {LEFT_OUT}"
    )
