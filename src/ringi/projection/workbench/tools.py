"""Tool calls: one row per call, its seven states, safe input, progress, and a preview of what came out.

A call that is begun again keeps the attempt that failed. The whole output is never here, only where to read it.
"""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart, ToolState
from ringi.projection.workbench import lineage, parts, texts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]

ENDED = frozenset({ToolState.OUTPUT_AVAILABLE, ToolState.OUTPUT_ERROR, ToolState.CANCELLED})
_CANCELLED = frozenset({"cancelled", "canceled", "aborted", "interrupted", "stopped"})


def active(tool: Json) -> bool:
    return tool["state"] not in ENDED and not tool.get("left")


def changed(d: Draft, told: Told) -> None:
    call_id = told.id("toolCallId")
    if not call_id:
        note(d, told, "fact_without_id", field="toolCallId")
        return
    before: Json | None = d.state["tools"].get(call_id)
    row: Json = {**(before or _fresh(call_id)), **told.ids, **_said(told)}
    row = _HANDLERS[told.kind](told, row, before)
    d.put("tools", call_id, row, windows.TOOLS, active)
    _doing(d, call_id, told.id("runId") or row.get("runId", "") or _whose(d, told), active(row))
    _shown(d, told, row)


def _fresh(call_id: str) -> Json:
    return {
        "id": call_id,
        "name": "",
        "state": ToolState.RUNNING.value,
        "startedAt": "",
        "endedAt": "",
        "durationMs": None,
        "attempt": 1,
        "attempts": [],
    }


def _said(told: Told) -> Json:
    said: Json = {}
    name = told.say("tool", "toolName", "name")
    if name:
        said["name"] = name
    for ours, theirs in (("title", "title"), ("risk", "risk"), ("kind", "toolKind"), ("agentName", "agentName")):
        if told.say(theirs):
            said[ours] = told.say(theirs)
    sources = told.get("sourceRefs")
    if sources is not None:
        said["sourceRefs"] = sources
    return said


def _started(told: Told, row: Json, before: Json | None) -> Json:
    if before is not None and not active(before) and not told.late:
        kept = ("attempt", "state", "startedAt", "endedAt", "error", "outputRef", "status", "preview")
        tried = {name: before[name] for name in kept if name in before}
        gone = {
            *("error", "outputRef", "status", "preview", "size", "empty", "progress", "left", "endedAt", "stream"),
            "fileChanges",
        }
        row = {name: value for name, value in row.items() if name not in gone}
        row |= {
            "endedAt": "",
            "durationMs": None,
            "startedAt": told.at,
            "attempt": before["attempt"] + 1,
            "attempts": [*before["attempts"][-(windows.ATTEMPTS - 1) :], tried],
        }
        row["state"] = ToolState.RUNNING.value
    elif before is None or active(before):
        row["state"] = ToolState.RUNNING.value
    attempt = told.whole("attempt", "attemptNumber")
    if attempt is not None:
        row["attempt"] = attempt
    row["startedAt"] = row["startedAt"] or told.at
    return _args_of(told, row)


def _args(told: Told, row: Json, before: Json | None) -> Json:
    """May come before the call starts: then it is an announced call, not a running one."""
    begun = before is not None and before["state"] in (ToolState.RUNNING, ToolState.PROGRESS, *ENDED)
    row = _args_of(told, row)
    if not begun:
        streaming = word(told.say("state")) == "input_streaming" or (
            "delta" in told.payload or "argsDelta" in told.payload
        )
        row["state"] = (ToolState.INPUT_STREAMING if streaming else ToolState.INPUT_AVAILABLE).value
    return row


def _args_of(told: Told, row: Json) -> Json:
    given = told.get("input", "args", "arguments", "toolInput")
    piece = told.say("argsDelta", "delta")
    if given is not None:
        row["input"] = given
        row.pop("inputText", None)
        for name in ("input", "args", "arguments", "toolInput"):
            if told.size(name) is not None:
                row["inputSize"] = told.size(name)
    elif piece and told.kind == "tool.args":
        row = texts.put_text(row, told, piece, "inputText", windows.PREVIEW)
    return row


def _progress(told: Told, row: Json, before: Json | None) -> Json:
    if before is not None and not active(before):
        return row  # it has ended; what was on the way changes nothing
    row["state"] = ToolState.PROGRESS.value
    row["startedAt"] = row["startedAt"] or told.at
    if told.kind == "tool.output.delta":
        piece = told.say("delta", "text", "output", "content")
        channel = told.say("channel") or "output"
        size = max(len(piece), *(told.size(name) or 0 for name in ("delta", "text", "output", "content")))
        row = texts.put_text(row, told, piece, "preview", windows.PREVIEW)
        row["size"] = (before or {}).get("size", 0) + size
        row["channels"] = {**row.get("channels", {}), channel: row.get("channels", {}).get(channel, 0) + size}
    body = told.body("progress")
    progress = {
        name: value
        for name, value in (
            ("done", body.get("done", body.get("current", told.number("done", "current", "percent", "progress")))),
            ("total", body.get("total", told.number("total") or (100 if "percent" in told.payload else None))),
            ("words", body.get("words", body.get("message", told.say("message", "words", "detail") or None))),
        )
        if value is not None
    }
    if progress:
        row["progress"] = progress
    reference = told.get("outputRef", "partialOutputRef")
    if reference is not None:
        row["outputRef"] = reference
    return row


def _ended(told: Told, row: Json, before: Json | None) -> Json:
    if before is not None and before["state"] in ENDED and told.late:
        return before
    status = word(told.say("status", "state", "outcome"))
    if told.kind == "tool.result":
        row["state"] = ToolState.OUTPUT_AVAILABLE.value
        _output(told, row)
    else:
        code = word(text_in(told.body("error"), "code"))
        stopped = bool({status, told.phase, code} & _CANCELLED) or told.get("cancelled", "cancellation") is True
        row["state"] = (ToolState.CANCELLED if stopped else ToolState.OUTPUT_ERROR).value
        problem = told.problem()
        if problem:
            row["error"] = problem[: windows.PREVIEW]
        if type(told.get("retryable")) is bool:
            row["retryable"] = told.get("retryable")
    if status:
        row["status"] = status
    row["endedAt"] = told.at
    spent = told.whole("durationMs", "duration")
    passed = parts.seconds(row["startedAt"], told.at) if spent is None else None
    row["durationMs"] = spent if spent is not None else None if passed is None else round(passed * 1000)
    for name in ("left", "stream"):
        row.pop(name, None)
    for name in ("sha256", "artifactId", "evidenceRefs"):
        if told.get(name) is not None:
            row[name] = told.get(name)
    return row


def _output(told: Told, row: Json) -> None:
    preview = told.get("preview", "outputPreview", "output", "result", "content", "text")
    name = next((one for one in ("preview", "output", "result", "content", "text") if told.size(one)), "")
    size = told.whole("size", "outputSize", "bytes")
    reference = told.get("outputRef", "resultRef", "detailRef")
    if isinstance(preview, dict | list):
        preview = texts.compact(preview)
    if isinstance(preview, str):
        row["preview"] = preview[: windows.PREVIEW]
        longer = told.size(name) if name else None
        row["size"] = size if size is not None else longer or max(len(preview), row.get("size", 0))
        if reference is None and row["size"] > len(row["preview"]):
            reference = {"sequence": told.sequence}
    elif preview is not None:
        row["preview"] = str(preview)
        row["size"] = size if size is not None else len(row["preview"])
    elif size is not None:
        row["size"] = size
    if reference is not None:
        row["outputRef"] = reference
    changes = _file_changes(told)
    if changes:
        row["fileChanges"] = changes
    elif not row.get("preview") and not row.get("size") and reference is None:
        row |= {"empty": True, "size": 0, "preview": ""}


def _file_changes(told: Told) -> list[Json]:
    """Which files the call changed, and how; what stands in them is read where they are."""
    made = []
    for one in told.rows("fileChanges", "fileChange")[: windows.COMMENTS]:
        row: Json = {"path": one if isinstance(one, str) else text_in(one, "path", "file", "fileName", "name")}
        if isinstance(one, dict):
            change = word(text_in(one, "change", "changeType", "status", "kind", "type"))
            row |= {"change": change} if change else {}
            for ours, theirs in (("added", ("additions", "added")), ("removed", ("deletions", "removed"))):
                count = next((one[name] for name in theirs if type(one.get(name)) is int), None)
                row |= {ours: count} if count is not None else {}
            row |= {"diffRef": one["diffRef"]} if isinstance(one.get("diffRef"), str) else {}
        if row["path"]:
            made.append(row)
    if not made and told.say("diffRef"):
        made.append({"path": told.say("path", "file", "fileName"), "diffRef": told.say("diffRef")})
    return made


_HANDLERS = {
    "tool.started": _started,
    "tool.args": _args,
    "tool.progress": _progress,
    "tool.output.delta": _progress,
    "tool.result": _ended,
    "tool.failed": _ended,
}


def _doing(d: Draft, call_id: str, run_id: str, going: bool) -> None:
    doing = d.state["doing"]
    if going == (call_id in doing["tools"]):
        return
    kept = {key: mine for key, mine in doing["tools"].items() if key != call_id}
    if going:
        kept[call_id] = run_id
    d.state["doing"] = {**doing, "tools": kept}


def _whose(d: Draft, told: Told) -> str:
    """Whose call it is where no run is named: a teammate's is not the doing of the run in front."""
    return told.id("agentId") if lineage.is_worker(d, told) else ""


def _shown(d: Draft, told: Told, row: Json) -> None:
    if lineage.is_worker(d, told):
        line = {"id": f"tool:{row['id']}", "kind": "tool", "name": row["name"], "state": row["state"]}
        lineage.recorded(d, told, line)
        return
    kind = MessagePart.TOOL_CALL
    if row["state"] == ToolState.OUTPUT_AVAILABLE:
        kind = MessagePart.FILE_CHANGE if row.get("fileChanges") else MessagePart.TOOL_RESULT
    elif row["state"] == ToolState.OUTPUT_ERROR:
        kind = MessagePart.ERROR
    known = parts.find(d, f"tool:{row['id']}")
    going = active(row)
    if known is None or known["kind"] != kind or known["open"] != going:
        parts.add(d, told, kind, f"tool:{row['id']}", open=going)


def settled(d: Draft, told: Told) -> None:
    """A person has said what became of a call whose answer was lost."""
    step, verdict = told.say("stepId"), told.say("verdict")
    if not step or verdict not in ("done", "failed", "retry"):
        return
    lost = [
        row for row in d.state["tools"].values() if row.get("stepId") == step and row.get("status") == "outcome_unknown"
    ]
    for row in lost[-1:]:
        made = {**row, "status": {"done": "completed"}.get(verdict, verdict), "resolvedBy": told.say("by")}
        if verdict == "done":
            made["state"] = ToolState.OUTPUT_AVAILABLE.value
        d.put("tools", row["id"], made, windows.TOOLS, active)


def run_ended(d: Draft, told: Told, run: Json) -> None:
    """The calls of a run that is over: cancelled with it, or left without an end that anybody knows of."""
    names = (run["id"], "") if d.state["run"] is not None and d.state["run"]["id"] == run["id"] else (run["id"],)
    mine = [key for key, owner in d.state["doing"]["tools"].items() if owner in names]
    if not mine or run.get("resumable"):
        return
    rows = d.table("tools")
    for key in mine:
        tool = rows.get(key)
        if tool is None:
            continue
        if run["status"] == "cancelled":
            rows[key] = {**tool, "state": ToolState.CANCELLED.value, "endedAt": told.at}
        else:
            rows[key] = {**tool, "left": True}
    doing = d.state["doing"]
    d.state["doing"] = {**doing, "tools": {key: one for key, one in doing["tools"].items() if key not in set(mine)}}
