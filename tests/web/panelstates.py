"""A state of everything the right-hand panels show, for their tests: small, in the shape that the projection gives."""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench.fresh import new

AT = "2026-11-16T08:00:00+00:00"
State = dict[str, Any]


def agent(key: str, name: str, status: str = "running", **more: Any) -> State:
    return {
        "id": key,
        "name": name,
        "team": "Closing",
        "role": "Accountant",
        "source": "local",
        "status": status,
        "at": AT,
        "transcript": {"recent": []},
        **more,
    }


def full(session: str = "S1") -> State:
    """One of everything."""
    state = new(session)
    state["title"] = "Month-end closing"
    state["sequence"] = 42
    state["link"] = "there"
    state["agents"] = {
        "lead@c": agent("lead@c", "まとめ役", model="large", colour="#1264a3"),
        "sales@c": agent("sales@c", "Sales", "completed", parentAgentId="lead@c", spawnReason="one department each"),
        "tax@c": agent(
            "tax@c", "税務", "needs_input", parentAgentId="lead@c", policy={"mode": "ask", "secretRef": "vault://tax"}
        ),
        "bank@r": agent(
            "bank@r",
            "Bank desk",
            "idle",
            source="remote",
            parentAgentId="lead@c",
            remote={"cardRef": "https://bank.example.com/agent.json", "capabilities": ["statements"]},
            remoteTaskId="rt-1",
            taskId="t-bank",
        ),
        "watch@c": agent(
            "watch@c", "Payment watch", "idle", background={"wake": {"reason": "It is 17:00"}}, taskId="t-watch"
        ),
    }
    state["tasks"] = {
        "t-bank": {
            "id": "t-bank",
            "title": "Statements",
            "entity": "external_task",
            "status": "auth_required",
            "agentId": "bank@r",
            "remoteTaskId": "rt-1",
            "at": AT,
            "attempt": 1,
            "attempts": [],
            "attention": True,
        },
        "t-watch": {
            "id": "t-watch",
            "title": "Check payments",
            "entity": "automation_job",
            "status": "sleeping",
            "agentId": "watch@c",
            "schedule": "Every full hour",
            "wake": {"reason": "It is 17:00", "trigger": "schedule"},
            "lastRun": {"at": AT, "status": "completed", "ref": "run://41"},
            "at": AT,
            "attempt": 1,
            "attempts": [],
            "attention": False,
        },
    }
    state["team"] = {
        "name": "月次決算チーム",
        "phase": "active",
        "topology": ["coordinator_team", "remote_teammate"],
        "owner": "lead@c",
        "budget": {"tokens": 64000},
        "policy": {"mode": "ask", "sandbox": "read-only"},
        "memory": [],
    }
    state["queue"]["facts"] = {
        "teamActiveCount": 2,
        "teamQueuedCount": 1,
        "teamParallelBudget": 3,
        "queueReason": "team_parallel_budget",
        "retryableOverload": True,
    }
    state["edges"] = [
        {"from": "lead@c", "to": "sales@c", "kind": "spawn", "at": AT},
        {"from": "lead@c", "to": "tax@c", "kind": "spawn", "at": AT},
        {"from": "lead@c", "to": "bank@r", "kind": "spawn", "at": AT},
        {"from": "lead@c", "to": "bank@r", "kind": "wait", "at": AT},
        {"from": "sales@c", "to": "tax@c", "kind": "handoff", "at": AT},
        {"from": "sales@c", "to": "lead@c", "kind": "return", "at": AT},
    ]
    state["board"] = {
        "w-1": {
            "id": "w-1",
            "title": "領収書を集める",
            "assignee": "Saori Aoki",
            "status": "claimed",
            "priority": "high",
            "dependencies": [],
            "comments": [{"by": "Saori Aoki", "text": "Two are missing.", "at": AT}],
            "refs": [],
            "at": AT,
        },
        "w-2": {
            "id": "w-2",
            "title": "Match balances",
            "assignee": "bank@r",
            "status": "blocked",
            "blocker": "Waits for the bank to be signed in to",
            "priority": "medium",
            "dependencies": ["w-1"],
            "comments": [],
            "refs": ["a-1"],
            "at": AT,
        },
        "w-3": {
            "id": "w-3",
            "title": "Confirm",
            "assignee": "",
            "status": "open",
            "priority": "low",
            "dependencies": ["w-2"],
            "comments": [],
            "refs": [],
            "at": AT,
        },
    }
    state["handoffs"] = [
        {
            "id": "h-1",
            "from": "lead@c",
            "to": "tax@c",
            "reason": "A foreign transaction",
            "resume": "run-1",
            "boundary": "This invoice only",
            "status": "accepted",
            "at": AT,
            "acceptedAt": AT,
        }
    ]
    state["reviews"] = {
        "r-1": {
            "id": "r-1",
            "status": "changes_requested",
            "reviewer": "sales@c",
            "target": {"artifactId": "a-1", "version": 1},
            "verdict": "changes_requested",
            "fixes": [{"id": "fix-1", "title": "Correct the total"}],
            "refs": ["e-1"],
            "at": AT,
        }
    }
    state["notifications"] = [
        {
            "id": "n-1",
            "status": "completed",
            "summary": "12 entries summed up",
            "agentId": "sales@c",
            "agentName": "Sales",
            "at": AT,
            "sequence": 12,
            "resultRef": "result://1",
            "durationMs": 4000,
            "toolCount": 2,
        }
    ]
    state["artifacts"] = {
        "a-1": {
            "id": "a-1",
            "kind": "table",
            "title": "Balance_October",
            "status": "ready",
            "versions": [
                {"versionId": "a-1/v1", "version": 1, "at": AT},
                {"versionId": "a-1/v2", "version": 2, "at": AT},
            ],
            "exports": [{"id": "x-1", "status": "exported", "format": "pdf"}],
            "sequence": 20,
            "at": AT,
            "version": 2,
            "size": 18240,
            "agentId": "sales@c",
            "runId": "run-1",
            "preview": "name,total\nA,1",
        },
        "a-2": {
            "id": "a-2",
            "kind": "unknown",
            "title": "Broken",
            "status": "failed",
            "error": "disk full",
            "version": 3,
            "versions": [],
            "exports": [],
            "sequence": 21,
            "at": AT,
        },
    }
    state["evidence"] = {
        "e-1": {
            "id": "e-1",
            "kind": "verification",
            "status": "ready",
            "verdict": "failed",
            "packRef": "pack-1",
            "refs": ["run://1"],
            "title": "Totals",
            "at": AT,
        },
        "e-2": {
            "id": "e-2",
            "kind": "replay",
            "status": "ready",
            "packRef": "pack-1",
            "replayRef": "replay://1",
            "refs": [],
            "at": AT,
        },
        "e-3": {
            "id": "e-3",
            "kind": "citation",
            "status": "exporting",
            "refs": ["doc://7"],
            "title": "Ledger",
            "at": AT,
        },
    }
    state["context"] = {
        "refs": [{"title": "Ledger", "ref": "doc://7"}],
        "budget": {"used": 58000, "limit": 64000, "unit": "tokens"},
        "missing": [{"title": "Bank statement", "reason": "not signed in"}],
        "retrieval": [{"title": "Rule 12"}],
        "memoryWrites": [{"title": "Closing is on the 5th", "visible": True}],
        "teamMemory": [{"title": "Round down", "scope": "team", "precedence": 1}],
        "compactions": [{"state": "completed", "at": AT, "summary": "Up to invoice 40", "resume": "turn-3"}],
    }
    state["permissions"] = {
        "p-1": {
            "key": "p-1",
            "agentId": "tax@c",
            "mode": "ask",
            "sandbox": "read-only",
            "secretRef": "vault://tax",
            "risk": "high",
            "at": AT,
        }
    }
    state["diagnostics"] = [
        {
            "key": "d-1",
            "code": "late_fact",
            "severity": "warning",
            "text": "A fact came late.",
            "at": AT,
            "sequence": 3,
            "ref": {"runId": "run-1"},
        }
    ]
    state["metrics"] = {"first_text_delta_ms": {"value": 184, "unit": "ms", "at": AT}}
    state["timeline"] = [
        {
            "sequence": 1,
            "at": AT,
            "type": "session.opened",
            "owner": "session",
            "phase": "submitted",
            "words": {"key": "session.opened"},
            "ref": {},
        },
        {
            "sequence": 2,
            "at": AT,
            "type": "agent.spawned",
            "owner": "agent",
            "phase": "acting",
            "words": {"key": "agent.spawned", "status": "running"},
            "ref": {"agentId": "sales@c"},
        },
        {
            "sequence": 3,
            "at": AT,
            "type": "tool.result",
            "owner": "tool",
            "phase": "completed",
            "words": {"key": "tool.result", "name": "sum_up"},
            "ref": {"toolCallId": "c-1"},
        },
        {
            "sequence": 4,
            "at": AT,
            "type": "new.kind",
            "owner": "tool",
            "phase": "acting",
            "words": {"key": "new.kind"},
            "ref": {},
            "late": True,
        },
    ]
    state["process"] = [
        {
            "key": "p-3",
            "kind": "tool_call",
            "sequence": 3,
            "at": AT,
            "runId": "run-1",
            "ref": {"toolCallId": "c-1"},
            "open": True,
        }
    ]
    return state
