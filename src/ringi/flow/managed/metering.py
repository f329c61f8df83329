"""What a managed session has used: told as facts as it grows, and counted by the same budgets as judging is.

Tokens and times come from the session's own events, one per model request; the cost is what Anthropic says the session
has cost so far. What was told before is read from the facts, so a restart counts nothing twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from ringi.flow import budgets, config
from ringi.flow.managed.hearing import History
from ringi.flow.telling import Scene
from ringi.store.transaction import Tx

Json = dict[str, Any]
LAYER = "L4"
CALLS = 50
"""Model requests that one fact names one by one; further ones are in its sums."""
MICROS_IN_A_CENT = 10_000
OWN = "session_budget"
"""Why somebody is asked about a session's own limit."""
_YES = (
    "SELECT a.shown FROM approvals a JOIN managed_sessions s ON s.execution_id = a.subject_id"
    " WHERE a.kind = 'step' AND a.subject_id = ? AND s.id = ? AND a.state = 'approved' AND a.opened_at >= s.created_at"
)
_TOLD = (
    "SELECT p.payload FROM facts f JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
    " WHERE f.thread_id = ? AND f.type = 'metric.changed' ORDER BY f.sequence"
)


def counted(history: History, usage: Json) -> Json:
    """A session up to now, in whole numbers. Without a price nothing is known of its cost."""
    calls = list(history.requests.values())
    found: Json = {
        "requests": len(calls),
        "input": sum(one["input"] for one in calls),
        "output": sum(one["output"] for one in calls),
        "cached": sum(one["cached"] for one in calls),
        "ms": sum(one["ms"] for one in calls),
    }
    cents = _cents(usage.get("list_cost"))
    if cents is not None:
        found["micros"] = cents * MICROS_IN_A_CENT
    return found


def _cents(amount: Any) -> int | None:
    """What is said in US dollars over there; None where nothing is."""
    told = amount or {}
    said = str(told.get("amount") or "")
    return int(said) if told.get("currency") == "USD" and said.isdecimal() else None


def tell(tx: Tx, scene: Scene, run_id: str, session_id: str, model: str, history: History, usage: Json) -> None:
    """What the session has used since it was last told; nothing when that is nothing."""
    now, told = counted(history, usage), _told(tx, scene.task_id)
    before = told.get((run_id, session_id), {})
    more = {name: max(0, value - before.get(name, 0)) for name, value in now.items()}
    if not any(more.values()):
        return
    # A session that was deleted or is listed in part may say less than before: what was told stays told.
    kept = {name: max(now.get(name, 0), before.get(name, 0)) for name in {*now, *before}}
    sums = _sums([*(one for key, one in told.items() if key[0] == run_id and key != (run_id, session_id)), kept])
    spent: Json = {"tokens": more["input"] + more["output"] + more["cached"]}
    if "micros" in more:
        spent["micros"] = more["micros"]
    new = list(history.requests.values())[before.get("requests", 0) :][:CALLS]
    named = {"model": model} if model else {}
    scene.spent(
        tx, run_id, LAYER, spent, metrics=_shown(sums), managedSession=session_id, counted=kept, calls=new, **named
    )


def over(tx: Tx, task_id: str) -> str:
    """Why a person is asked before the next step: a budget is used up; empty as long as there is some left."""
    return budgets.used_up(budgets.read(tx, task_id), config.read(tx))


class Limit(NamedTuple):
    """How a session stands that has stopped because it has cost what it may, in US cents."""

    used: int
    limit: int

    @property
    def why(self) -> str:
        """Why a person is asked; with the figures, so that a yes is to this limit and to no later one."""
        return f"{OWN}: USD {self.used / 100:.2f} / {self.limit / 100:.2f}"


def limit_of(session: Json) -> Limit:
    """By what the API says of the session. Without a price it has used what it may."""
    limit = _cents((session.get("budget") or {}).get("max_list_cost")) or 0
    return Limit(_cents((session.get("usage") or {}).get("list_cost")) or limit, limit)


def allowed(tx: Tx, execution_id: str, session_id: str, now: Limit) -> int | None:
    """What the session may cost now, 0 for no limit; None when a person has to be asked first.

    As much again as the setting says, once somebody has said yes to going beyond this very limit; and whatever the
    setting says by now, should an admin have changed it meanwhile.
    """
    setting = int(config.read(tx)["managed_budget_cents"])
    if setting == 0 or setting > max(now):
        return setting
    ending = now.why.rpartition(" / ")[2]
    for row in tx.all(_YES, (execution_id, session_id)):
        kind, _, figures = str(json.loads(row["shown"]).get("why") or "").partition(": ")
        if kind == OWN and figures.rpartition(" / ")[2] == ending:
            return max(now) + setting
    return None


def _told(tx: Tx, task_id: str) -> dict[tuple[str, str], Json]:
    """The last account of each run's sessions."""
    return {(run, session): account for run, session, account in _accounts(tx, task_id)}


def _accounts(tx: Tx, task_id: str) -> Iterator[tuple[str, str, Json]]:
    for row in tx.all(_TOLD.replace("p.payload", "p.payload, f.header"), (task_id,)):
        payload = json.loads(row["payload"] or "{}")
        if payload.get("managedSession"):
            run = str(json.loads(row["header"]).get("runId") or "")
            yield run, str(payload["managedSession"]), payload.get("counted") or {}


def _sums(accounts: list[Json]) -> Json:
    return {name: sum(one.get(name, 0) for one in accounts) for name in {name for one in accounts for name in one}}


def _shown(sums: Json) -> Json:
    metrics: Json = {
        f"{LAYER}.requests": {"value": sums["requests"], "unit": "count"},
        f"{LAYER}.tokens.input": {"value": sums["input"], "unit": "tokens"},
        f"{LAYER}.tokens.output": {"value": sums["output"], "unit": "tokens"},
        f"{LAYER}.tokens.cached": {"value": sums["cached"], "unit": "tokens"},
        f"{LAYER}.latency": {"value": sums["ms"], "unit": "ms"},
    }
    if "micros" in sums:
        metrics[f"{LAYER}.cost"] = {"value": sums["micros"] / 1_000_000, "unit": "USD"}
    return metrics
