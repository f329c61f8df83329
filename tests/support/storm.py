"""A storm of deliveries over HTTP: genuine, retried, replayed, late, forged and stale ones, shuffled and many at once.

What may come of it is counted at the end: no accepted forgery, no double request, no double decision, and nothing of a
refused body in any log. Used by a small test and, with a thousand deliveries, by `make proof-slack-deliveries`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import aiohttp
from slackhouse import ADMIN, APPROVER, CHANNEL, OTHER, REQUESTER, TEAM, SlackHouse

from ringi.testing.slack import payloads, pressing

Json = dict[str, Any]
AT_ONCE = 32
MARK = "秘密の本文"
FORGERIES = (
    *("secret", "changed", "unsigned", "half signed", "twice", "other time", "old version", "no secret"),
    *("late", "early", "letters", "full width", "negative", "endless", "empty", "not utf-8", "huge", "cut"),
)


@dataclass(slots=True)
class Sent:
    """One HTTP request, and what it is in truth."""

    kind: str
    body: bytes
    headers: list[tuple[str, str]]


@dataclass(slots=True)
class Report:
    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    accepted_forgeries: int = 0
    double_requests: int = 0
    missing_requests: int = 0
    double_decisions: int = 0
    foreign_decisions: int = 0
    missing_decisions: int = 0
    failures: int = 0
    said_too_much: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def bad(self) -> int:
        found = (self.accepted_forgeries, self.double_requests, self.missing_requests, self.double_decisions)
        return sum(found) + self.foreign_decisions + self.missing_decisions + self.failures + self.said_too_much


class Storm:
    def __init__(self, house: SlackHouse, seed: int) -> None:
        self.house = house
        self.chance = random.Random(seed)
        self.report = Report()
        self._heard = _Ears()

    async def run(self, count: int) -> Report:
        """About `count` deliveries: first requests, then decisions on what they led to."""
        begun = time.monotonic()
        root = logging.getLogger()
        root.addHandler(self._heard)
        before, root.level = root.level, logging.DEBUG
        try:
            genuine = max(3, count // 60)
            await self.send(self._requests(genuine, count * 6 // 10))
            await self.house.settled()
            await self.send(self._decisions(count * 4 // 10))
            await self.house.settled()
        finally:
            root.removeHandler(self._heard)
            root.setLevel(before)
        self.report.seconds = time.monotonic() - begun
        self._count(genuine)
        return self.report

    # -- what is sent --------------------------------------------------------------------------------------------

    def _requests(self, genuine: int, count: int) -> list[Sent]:
        out: list[Sent] = []
        for number in range(genuine):
            ts = self.house.double.ids.ts()
            inner = {
                "user": REQUESTER,
                "text": f"<@U0BOT> 依頼 {number} {MARK}",
                "ts": ts,
                "channel": CHANNEL,
                "team": TEAM,
            }
            self.house.double.teams[TEAM].channels[CHANNEL].messages.append({"type": "message", **inner})
            mention = self._event({"type": "app_mention", "event_ts": ts, **inner})
            message = self._event({"type": "message", "event_ts": ts, "channel_type": "channel", **inner})
            for body in (mention, message):
                out += self._copies("request", body)
        while len(out) < count:
            out.append(self.forged(self.false_mention()))
        self.chance.shuffle(out)
        return out

    def _decisions(self, count: int) -> list[Sent]:
        out: list[Sent] = []
        presses = [
            (request["slack_thread_ts"], self.house.card(request["slack_thread_ts"], "prompt"))
            for request in self.house.requests()
        ]
        for _, card in presses:
            for user in (APPROVER, ADMIN):
                out += self._copies("decision", self._press(user, card))
            out.append(self._signed("not entitled", self._press(OTHER, card)))
            out.append(self._signed("other digest", self._press(ADMIN, card, block_id=_other_digest)))
        while len(out) < count:
            _, card = self.chance.choice(presses)
            out.append(self.forged(self._press(ADMIN, card)))
        self.chance.shuffle(out)
        return out

    def false_mention(self) -> tuple[bytes, str]:
        ts = self.house.double.ids.ts()
        said = {"type": "app_mention", "user": ADMIN, "text": f"<@U0BOT> 偽造 {MARK}", "channel": CHANNEL}
        return self._event({**said, "ts": ts, "event_ts": ts})

    def _event(self, inner: Json) -> tuple[bytes, str]:
        double = self.house.double
        payload = payloads.event(double, double.teams[TEAM], inner)
        return json.dumps(payload, ensure_ascii=False).encode(), "application/json"

    def _press(self, user: str, card: Json, block_id: Any = None) -> tuple[bytes, str]:
        double = self.house.double
        team = double.teams[TEAM]
        found = pressing.on_message(card["message"], "approve_prompt", None, None, double.ids.ts())
        assert found is not None
        if block_id is not None:
            found["action"]["block_id"] = block_id(found["action"]["block_id"])
        payload = payloads.press_on_message(double, team, user, team.channels[CHANNEL], card["message"], found)
        body = urlencode({"payload": json.dumps(payload, ensure_ascii=False)}).encode()
        return body, "application/x-www-form-urlencoded"

    def _copies(self, kind: str, given: tuple[bytes, str]) -> list[Sent]:
        """A genuine delivery, its retries (signed anew) and exact replays."""
        first = self._signed(kind, given)
        out = [first, *(Sent("replay", first.body, first.headers) for _ in range(self.chance.randint(0, 2)))]
        for attempt in range(1, self.chance.randint(1, 3)):
            again = self._signed("retry", given, at=int(time.time()) - attempt)
            again.headers.append(("X-Slack-Retry-Num", str(attempt)))
            out.append(again)
        return out

    def _signed(self, kind: str, given: tuple[bytes, str], *, at: int | None = None, secret: str = "") -> Sent:
        body, content = given
        signed = self.house.double.delivery.sign(body, at, secret)
        return Sent(kind, body, [("Content-Type", content), *signed.items()])

    def forged(self, given: tuple[bytes, str], kind: str = "") -> Sent:
        """Something that Slack did not send, or not now."""
        kind = kind or self.chance.choice(FORGERIES)
        name, (body, content), now = f"forged: {kind}", given, int(time.time())
        late, early = now - self.chance.choice((310, 400, 86_400)), now + self.chance.choice((310, 86_400))
        anew = {
            "secret": lambda: self._signed(name, given, secret="somebody else's"),
            "no secret": lambda: self._signed(name, given, secret=" "),
            "late": lambda: self._signed(name, given, at=late),
            "early": lambda: self._signed(name, given, at=early),
            "not utf-8": lambda: self._signed(name, (body[:-1] + b"\xff\xfe", content)),
            "huge": lambda: self._signed(name, (body + b" " * (1024 * 1024 + 1), content)),
        }
        if kind in anew:
            return anew[kind]()
        made = self._signed(name, given)
        changed = {"changed": body.replace(MARK.encode(), "別の本文".encode()) + b" ", "cut": body[: len(body) // 2]}
        made.body = changed.get(kind, body)
        made.headers = self._twisted(kind, made.headers, content, now)
        return made

    def _twisted(self, kind: str, headers: list[tuple[str, str]], content: str, now: int) -> list[tuple[str, str]]:
        stamp, signature = "X-Slack-Request-Timestamp", "X-Slack-Signature"
        if kind in ("unsigned", "half signed"):
            kept = self.chance.choice((stamp, signature)) if kind == "half signed" else ""
            return [(key, value) for key, value in headers if key in ("Content-Type", kept)]
        if kind == "twice":
            return [*headers, (signature, dict(headers)[signature])]
        if kind == "old version":
            return [(key, value.replace("v0=", "v1=")) for key, value in headers]
        given = str(now - 7) if kind == "other time" else _STAMPS.get(kind)
        return [(key, given if key == stamp and given is not None else value) for key, value in headers]

    # -- sending -------------------------------------------------------------------------------------------------

    async def send(self, all_of_them: list[Sent]) -> None:
        gate = asyncio.Semaphore(AT_ONCE)
        async with aiohttp.ClientSession() as session:
            await asyncio.gather(*(self._one(session, gate, sent) for sent in all_of_them))

    async def _one(self, session: aiohttp.ClientSession, gate: asyncio.Semaphore, sent: Sent) -> None:
        async with gate:
            begun = time.monotonic()
            try:
                url, headers = self.house.double.events_url, _headers(sent.headers)
                async with session.post(
                    url, data=BytesIO(sent.body), headers=headers, skip_auto_headers=["User-Agent"]
                ) as answer:
                    status, text = answer.status, await answer.text(errors="replace")
            except aiohttp.ClientError:
                status, text = 0, ""  # the server hung up on something endless
            self.report.slowest = max(self.report.slowest, time.monotonic() - begun)
        self.report.sent[sent.kind] += 1
        self.report.answers[status] += 1
        forged = sent.kind.startswith("forged")
        self.report.accepted_forgeries += forged and 200 <= status < 300
        self.report.failures += status >= 500 or (not forged and status != 200)
        self.report.said_too_much += MARK in text

    # -- counting ------------------------------------------------------------------------------------------------

    def _count(self, genuine: int) -> None:
        report, requests = self.report, self.house.requests()
        texts = Counter(request["text"] for request in requests)
        report.accepted_forgeries += sum("偽造" in text or "別の" in text for text in texts)
        report.double_requests += len(requests) - len(texts)
        report.missing_requests += genuine - len(texts)
        rows = self.house.workplace.rows("SELECT approval_id, identity FROM decisions")
        decided = Counter(row["approval_id"] for row in rows)
        report.double_decisions += len(rows) - len(decided)
        report.missing_decisions += genuine - len(decided)
        report.foreign_decisions += sum(row["identity"] not in (APPROVER, ADMIN) for row in rows)
        report.said_too_much += self._heard.found


_STAMPS = {"letters": "abc", "full width": "１７", "negative": "-5", "endless": "9" * 400, "empty": ""}


def _headers(given: list[tuple[str, str]]) -> Any:
    from multidict import CIMultiDict

    return CIMultiDict(
        [(key, value.encode("utf-8").decode("latin-1") if not value.isascii() else value) for key, value in given]
    )


def _other_digest(block_id: str) -> str:
    approval_id, digest, stamp = block_id.split(".")
    return f"{approval_id}.{digest[::-1]}.{stamp}"


class _Ears(logging.Handler):
    """Hears every line that is logged, and counts those that tell what was in a body."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.found = 0

    def emit(self, record: logging.LogRecord) -> None:
        # The double's own side logs nothing of ours; whatever the app, Bolt or the SDK would write counts.
        self.found += MARK in record.getMessage()
