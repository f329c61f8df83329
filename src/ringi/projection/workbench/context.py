"""What the work knows: references, budget, gaps, retrievals, memory, and the boundary where it was compacted."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import parts, windows
from ringi.projection.workbench.draft import Draft, bounded
from ringi.projection.workbench.told import Told, text_in

Json = dict[str, Any]

_LISTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("refs", ("contextRefs", "refs", "contextRef", "reference", "references")),
    ("missing", ("missing", "missingContext")),
    ("retrieval", ("retrieval", "retrievalResults", "retrievals", "results")),
    ("memoryWrites", ("memoryWrites", "memoryWrite")),
    ("teamMemory", ("teamMemory",)),
)


def changed(d: Draft, told: Told) -> None:
    context: Json = {**d.state["context"]}
    for ours, theirs in _LISTS:
        if any(name in told.payload for name in theirs):
            context[ours] = _merged(context[ours], told, ours, _listed(told.rows(*theirs)))
    beside = told.fact.get("refs")
    if beside and not told.payload:  # nothing but references: they stand beside the payload
        context["refs"] = _merged(
            context["refs"], told, "refs", _listed(beside if isinstance(beside, list) else [beside])
        )
    budget = told.body("budget", "contextBudget")
    used, limit = told.number("used", "usedTokens", "tokensUsed"), told.number("limit", "tokenLimit", "maxTokens")
    if budget or used is not None or limit is not None:
        found: Json = {
            "used": budget.get("used", budget.get("usedTokens", used)),
            "limit": budget.get("limit", budget.get("maxTokens", limit)),
            "unit": text_in(budget, "unit") or told.say("unit") or "tokens",
        }
        known: Json = context.get("budget", {})
        context["budget"] = {name: value if value is not None else known.get(name) for name, value in found.items()}
    removed = {one if isinstance(one, str) else text_in(one, "id", "ref") for one in told.rows("removed", "resolved")}
    if removed:
        for name in ("refs", "missing"):
            context[name] = [one for one in context[name] if one["id"] not in removed]
    d.state["context"] = context
    parts.add(d, told, MessagePart.CONTEXT_EVENT, "context", open=False)


_NAMES = ("id", "ref", "sourceId", "key", "title", "name", "label", "text", "uri", "url", "path", "source", "reason")


def _listed(given: list[Any]) -> list[Any]:
    """What was told as a mapping from names to things, as a list of things that have those names."""
    if len(given) != 1 or not isinstance(given[0], dict) or not given[0] or any(name in given[0] for name in _NAMES):
        return given
    things: Json = given[0]
    if not all(isinstance(one, (dict, str)) for one in things.values()):
        return given
    return [
        {**one, "id": key} if isinstance(one, dict) else {"title": one or key, "id": key} for key, one in things.items()
    ]


def _merged(known: list[Json], told: Told, name: str, given: list[Any]) -> list[Json]:
    """References and gaps are sets by id; the same thing said again replaces itself."""
    rows = [*known]
    for at, one in enumerate(given[: windows.CONTEXT]):
        row = one if isinstance(one, dict) else {"title": str(one)}
        named = text_in(row, "id", "ref", "sourceId", "key", "title") or f"{told.sequence}.{at}"
        row = {"at": told.at, **row, "id": named}
        if name == "missing":
            row["state"] = "blocked" if row.get("blocking", True) is not False else "unknown"
        rows = [one for one in rows if one["id"] != named]
        rows.append(row)
    if name == "teamMemory":  # explicit precedence when two memories say different things; the smaller number wins
        rows.sort(key=lambda row: row["precedence"] if type(row.get("precedence")) in (int, float) else 1_000_000)
    return bounded(rows, windows.CONTEXT)


def compaction(d: Draft, told: Told) -> None:
    """A boundary: shown as one, with what is needed to resume. Nothing before it is said again."""
    context: Json = {**d.state["context"]}
    rows = [*context["compactions"]]
    going = next((at for at in range(len(rows) - 1, -1, -1) if rows[at]["state"] == "started"), None)
    row: Json = {"at": told.at, "sequence": told.sequence, "order": d.state["counts"]["facts"], **told.ids}
    row["id"] = told.say("compactionId") or f"compaction-{told.sequence or len(rows) + 1}"
    if told.kind == "context.compaction.started":
        row["state"] = "started"
        rows.append(row)
    else:
        if going is not None:
            row = {**row, "id": rows[going]["id"], "startedAt": rows[going]["at"]}
            del rows[going]
        row["state"] = "failed" if told.say("status") == "failed" else "completed"
        rows.append(row)
    for ours, theirs in (("summary", ("summary", "text")), ("resume", ("resume", "resumeMetadata", "bookmark"))):
        value = told.get(*theirs)
        if value is not None:
            row[ours] = value[: windows.PREVIEW] if isinstance(value, str) else value
    for name in ("before", "after", "tokensBefore", "tokensAfter"):
        if told.get(name) is not None:
            row[name] = told.get(name)
    context["compactions"] = bounded(rows, windows.CONTEXT)
    d.state["context"] = context
    parts.add(d, told, MessagePart.CONTEXT_EVENT, f"boundary:{row['id']}", open=row["state"] == "started")
