"""The fewest rows that the store's tests can do with."""

from __future__ import annotations

from ringi.facts.envelope import Fact
from ringi.facts.vocabulary import EventClass, Owner, Phase, Scope
from ringi.store.transaction import Tx


def tenant(tx: Tx) -> None:
    tx.insert("tenants", id="tenant", name="t", slug="t", created_at=tx.now, updated_at=tx.now)


def request(tx: Tx, request_id: str = "R1") -> None:
    tx.open_thread(request_id, "cli:x")
    tx.insert(
        "requests",
        id=request_id,
        tenant_id="tenant",
        session_id="cli:x",
        source="cli",
        requester="cli:aki",
        user_id="U1",
        text="依頼",
        lang="",
        status="received",
        slack_channel="",
        slack_thread_ts="",
        created_at=tx.now,
        updated_at=tx.now,
    )


def fact(number: int, thread: str = "thread") -> Fact:
    return Fact(
        type=EventClass.TASK_CHANGED,
        owner=Owner.TASK,
        scope=Scope.TASK,
        phase=Phase.ACTING,
        timestamp="2026-11-16T00:00:00.000Z",
        session_id="session",
        thread_id=thread,
        task_id=thread,
        payload={"number": number},
    )
