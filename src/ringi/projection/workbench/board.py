"""The work board: cards of people and agents. A card changes by its owner's facts, never by a run's status."""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench import windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft, bounded
from ringi.projection.workbench.statuses import BOARD_WORDS, one_of
from ringi.projection.workbench.told import Told, text_in

Json = dict[str, Any]


def active(item: Json) -> bool:
    return bool(item["status"] != "done")


def item(d: Draft, told: Told, said: Json) -> None:
    item_id = text_in(said, "workItemId", "id", "itemId") or told.id("workItemId") or told.id("taskId")
    if not item_id:
        note(d, told, "fact_without_id", field="workItemId")
        return
    before: Json = d.state["board"].get(item_id) or {
        "id": item_id,
        "title": "",
        "assignee": "",
        "status": "unknown",
        "priority": None,
        "dependencies": [],
        "comments": [],
        "refs": [],
    }
    row: Json = {
        **before,
        "at": told.at,
        **{name: told.ids[name] for name in ("taskId", "agentId", "runId") if name in told.ids},
    }
    row["title"] = text_in(said, "title", "name") or row["title"]
    assignee = _assignee(said)
    if assignee is not None:
        row["assignee"] = assignee
    status = one_of(text_in(said, "status", "runtimeStatus"), BOARD_WORDS)
    if status == "assigned":
        status = "open"
    if status and status != "commented":
        row["status"] = status
    deed = one_of(text_in(said, "boardStatus"), BOARD_WORDS)
    if deed and deed != "unknown":
        row["deed"] = deed
    if said.get("blocker") is not None:
        row["blocker"] = said["blocker"]
    elif status not in ("", "blocked", "commented"):
        row.pop("blocker", None)
    for name in ("priority", "progress"):
        if said.get(name) is not None:
            row[name] = said[name]
    waits = next((said[name] for name in ("dependencies", "dependsOn") if isinstance(said.get(name), list)), None)
    if waits is not None:
        row["dependencies"] = waits[: windows.COMMENTS]
    refs = [said[name] for name in ("refs", "artifactRefs", "evidenceRefs") if isinstance(said.get(name), list)]
    if refs:
        row["refs"] = [one for listed in refs for one in listed][: windows.COMMENTS]
    row["comments"] = _comments(row["comments"], said)
    d.put("board", item_id, row, windows.BOARD, active)


def _assignee(said: Json) -> str | None:
    assignee = said.get("assignee", said.get("owner"))
    if isinstance(assignee, dict):
        return text_in(assignee, "name", "agentName", "id", "agentId")
    return assignee if isinstance(assignee, str) else None


def _comments(known: list[Any], said: Json) -> list[Any]:
    whole = said.get("comments")
    if isinstance(whole, list):
        return whole[-windows.COMMENTS :]
    one = said.get("comment")
    return bounded([*known, one], windows.COMMENTS) if one is not None else known
