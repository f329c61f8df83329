"""Sessions of other runtimes for the live tests: facts told straight to the desk, streams read line by line."""

from __future__ import annotations

import http.client
import itertools
import json
from collections.abc import Iterator
from typing import Any

from webhouse import PATIENCE, House

from ringi.web.live import hub
from ringi.web.news import News

_MOMENT = itertools.count()


def told(kind: str, /, payload: dict[str, Any] | None = None, **ids: str) -> dict[str, Any]:
    """One fact of a runtime that keeps a session with us; no two are alike, for alike is told twice."""
    owner = {"text": "model", "tool": "tool", "action": "action", "artifact": "artifact", "agent": "agent"}
    family = kind.partition(".")[0]
    return {
        "type": kind,
        "owner": owner.get(family, "runtime"),
        "scope": "run",
        "phase": "acting",
        "timestamp": f"2026-11-16T09:00:00.{next(_MOMENT):06d}Z",
        "runId": "run-1",
        "payload": payload or {},
        **ids,
    }


def opening(title: str = "Month-end") -> list[dict[str, Any]]:
    return [
        told("session.opened", payload={"title": title}),
        told("run.started", payload={"status": "streaming"}),
    ]


def said(text: str, message: str = "m-1") -> dict[str, Any]:
    return told("text.delta", payload={"text": text}, messageId=message)


def answer(text: str, message: str = "m-1") -> dict[str, Any]:
    return told("text.final", payload={"text": text}, messageId=message)


def post(up: House, session: str, facts: list[dict[str, Any]], name: str = "aki") -> str:
    """The thread of the session that these facts are now in."""
    return str(up.desk(name).call("post_facts", facts=facts, session=session)["session"])


def the_hub(up: House) -> hub.Hub:
    """The hub of the server under test."""
    owners = [getattr(listener, "__self__", None) for listener in up.office.store._listeners]
    told = next(one for one in owners if isinstance(one, News))
    return next(one for one in told._listeners if isinstance(one, hub.Hub))


class Stream:
    """An event stream, read line by line."""

    def __init__(self, up: House, path: str, **headers: str) -> None:
        self.link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
        self.link.request("GET", path, headers={"Authorization": f"Bearer {up.bearer}", **headers})
        self.answer = self.link.getresponse()
        assert self.answer.status == 200, self.answer.read()
        self.id = ""

    def events(self) -> Iterator[tuple[str, Any]]:
        """(name, data) as they come; the newest id is remembered."""
        name = data = ""
        for raw in self.answer:
            line = raw.decode().rstrip("\n")
            field, _, value = line.partition(": ")
            if field == "event":
                name = value
            elif field == "id":
                self.id = value
            elif field == "data":
                data = value
            elif not line and data:
                yield name, json.loads(data)
                name = data = ""

    def next(self, *names: str) -> Any:
        """The data of the next event of this name."""
        return next(data for name, data in self.events() if name in names)

    def close(self) -> None:
        self.answer.close()
        self.link.close()


class Screen:
    """What a page would show: the parts by region, in order."""

    def __init__(self) -> None:
        self.regions: dict[str, dict[str, str]] = {}
        self.sequence = 0

    def take(self, event: dict[str, Any]) -> None:
        for name in event.get("whole", ()):
            self.regions[name] = {}
        for part in event["parts"]:
            shown = self.regions.setdefault(part["region"], {})
            shown.pop(part["key"], None)
            if part["html"] is None:
                continue
            keys = list(shown)
            at = 0 if part["after"] is None else keys.index(part["after"]) + 1
            self.regions[part["region"]] = {
                **{key: shown[key] for key in keys[:at]},
                part["key"]: part["html"],
                **{key: shown[key] for key in keys[at:]},
            }
        self.sequence = event["sequence"]

    @property
    def text(self) -> str:
        return "".join(html for region in self.regions.values() for html in region.values())
