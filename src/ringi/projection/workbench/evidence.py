"""Evidence, reviews and replays. A verdict is a fact of its owner; without one there is none."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import lineage, parts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.statuses import VERDICTS, review_word
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]

KINDS = frozenset({"citation", "trace", "verification", "replay", "review", "audit", "source_map"})
_STATUSES = frozenset(
    {
        *("pending", "exporting", "ready", "failed", "stale", "disputed", "unavailable", "deleted"),
        *("verified", "unverified", "refuted"),
    }
)
_ALIASES = {
    "completed": "ready",
    "available": "ready",
    "exported": "ready",
    "running": "exporting",
    "blocked": "pending",
}


def status_word(said: str) -> str:
    """How evidence stands, by the words of the standard; `unknown` for a word of the owner's own, none where none."""
    status = _ALIASES.get(word(said), word(said))
    return status if status in _STATUSES or not status else "unknown"


def changed(d: Draft, told: Told) -> None:
    evidence_id = told.id("evidenceId")
    if not evidence_id:
        note(d, told, "fact_without_id", field="evidenceId")
        return
    before: Json = d.state["evidence"].get(evidence_id) or {
        "id": evidence_id,
        "kind": "unknown",
        "status": "unknown",
        "refs": [],
    }
    row: Json = {**before, **told.ids, "at": told.at}
    kind = word(told.say("kind", "evidenceKind", "type"))
    if kind:
        row["kind"] = kind if kind in KINDS else "unknown"
    said = told.say("status", "evidenceStatus", "state")
    status = status_word(said)
    if status:
        row["status"] = status
        row.pop("said", None)
    if status and row["status"] == "unknown":
        row["said"] = said[:200]
    verdict = told.say("verdict")
    if verdict:
        row["verdict"] = verdict
    for ours, theirs in (
        ("packRef", ("packRef", "evidencePackRef")),
        ("replayRef", ("replayRef",)),
        ("reviewRef", ("reviewRef",)),
        ("title", ("title", "label")),
        ("summary", ("summary",)),
        ("source", ("source", "sourceRef", "uri")),
    ):
        value = told.get(*theirs)
        if value is not None:
            row[ours] = value
    references = [*told.rows("refs", "evidenceRefs", "sourceRefs"), *_header_refs(told)]
    if references:
        known = [one for one in row["refs"] if one not in references]
        row["refs"] = [*known, *references][-windows.COMMENTS :]
    d.put("evidence", evidence_id, row, windows.EVIDENCE)
    parts.add(
        d, told, MessagePart.EVIDENCE_REF, f"evidence:{evidence_id}", open=row["status"] in ("exporting", "pending")
    )


def _header_refs(told: Told) -> list[Any]:
    references = told.fact.get("refs")
    if isinstance(references, list):
        return references
    return list(references.values()) if isinstance(references, dict) else []


def review(d: Draft, told: Told) -> None:
    """review.requested and review.completed."""
    review_id = told.id("reviewId") or told.id("evidenceId") or told.id("reviewRef")
    reviewer = told.say("reviewer", "reviewerId", "reviewerAgentId") or told.id("agentId")
    if not review_id:
        waiting = [one for one in d.state["reviews"].values() if active(one) and one["reviewer"] == reviewer]
        review_id = waiting[-1]["id"] if waiting and told.kind == "review.completed" else ""
    review_id = review_id or f"review-{d.state['counts'].get('reviews', 0) + 1}"
    before: Json = d.state["reviews"].get(review_id) or {
        "id": review_id,
        "status": "requested",
        "reviewer": "",
        "target": None,
        "verdict": "unavailable",
        "fixes": [],
        "refs": [],
    }
    row: Json = {**before, **told.ids, "id": review_id, "at": told.at}
    row["reviewer"] = reviewer or row["reviewer"]
    name = told.say("reviewerName", "agentName") or lineage.name_of(d, told, row["reviewer"])
    if name:
        row["agentName"] = name
    target = told.get("target", "targetRef")
    row["target"] = target if target is not None else row["target"]
    status = review_word(told.say("status", "verdict"))
    verdict = review_word(told.say("verdict", "status"))
    if told.kind == "review.completed":
        row["status"] = status or "unknown"
        row["verdict"] = verdict if verdict in VERDICTS else "unknown"
    elif status:
        row["status"] = status if status in ("requested", "reviewing") else "requested"
    fixes = told.rows("fixes", "requestedFixes", "requestedChanges")
    if fixes:
        row["fixes"] = [_fix(review_id, at, one) for at, one in enumerate(fixes[: windows.COMMENTS], 1)]
    references = [*told.rows("evidenceRefs", "refs"), *_header_refs(told)]
    if references:
        row["refs"] = list(dict.fromkeys(one for one in [*row["refs"], *references] if isinstance(one, str)))[
            -windows.COMMENTS :
        ]
    summary = told.say("summary", "comment")
    if summary:
        row["summary"] = summary[: windows.PREVIEW]
    d.put("reviews", review_id, row, windows.REVIEWS, active)
    parts.add(d, told, MessagePart.EVIDENCE_REF, f"review:{review_id}", open=active(row), ref={"reviewId": review_id})


def active(row: Json) -> bool:
    return row["status"] in ("requested", "reviewing")


def _fix(review_id: str, at: int, one: Any) -> Json:
    """A requested fix has an id, so that it can be given to somebody as a work item."""
    if isinstance(one, dict):
        return {
            **one,
            "id": text_in(one, "id", "workItemId") or f"{review_id}.{at}",
            "title": text_in(one, "title", "text"),
        }
    return {"id": f"{review_id}.{at}", "title": str(one)[:400]}
