"""What the work makes: one entity per artifact, its versions, diffs and exports. Its body is read in the workspace."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import parts, texts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft, bounded, upsert
from ringi.projection.workbench.told import Told, word

Json = dict[str, Any]

KINDS = frozenset(
    {
        *("document", "code", "image", "table", "canvas", "diff", "report", "dataset", "browser_snapshot"),
        *("bundle", "custom", "file", "sheet", "text", "output"),
    }
)
STATUSES = frozenset({"creating", "ready", "updating", "failed", "stale", "superseded", "deleted", "conflict"})
_AFTER = {
    "artifact.preview.ready": "ready",
    "artifact.version.created": "ready",
    "artifact.failed": "failed",
    "artifact.deleted": "deleted",
}
_FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("title", ("title", "name", "fileName")),
    ("mediaType", ("mediaType", "media_type", "mimeType")),
    ("readRef", ("readRef", "artifactReadRef", "contentRef", "uri", "url")),
    ("path", ("path",)),
    ("sha256", ("sha256",)),
    ("stepId", ("step_id", "stepId")),
    ("sourceRefs", ("sourceRefs", "source")),
    ("branch", ("branch", "branchId")),
)
_HANDED = (
    *("path", "sha256", "readRef", "artifactReadRef", "contentRef", "uri", "url"),
    *("preview", "previewRef", "version", "versionId", "artifactVersionId"),
)
"""What only an artifact has that is there."""
_OWN = frozenset({"title", "mediaType", "readRef", "path", "sha256"})
"""What an export or a difference has of its own."""


def changed(d: Draft, told: Told) -> None:
    artifact_id = told.id("artifactId")
    if not artifact_id:
        note(d, told, "fact_without_id", field="artifactId")
        return
    before: Json | None = d.state["artifacts"].get(artifact_id)
    if (
        before is not None
        and before["status"] == "deleted"
        and told.kind not in ("artifact.created", "artifact.deleted")
    ):
        note(d, told, "artifact_after_deleted")
        return
    row = _described(told, artifact_id, before)
    _status(told, row, before)
    if _exporting(told):
        _export(told, row)
    elif told.kind == "artifact.failed":
        row["error"] = told.problem()[: windows.PREVIEW]
    elif row["status"] != "failed":
        row.pop("error", None)
        if not _beside(told):
            _version(told, row)
            _preview(told, row)
    _difference(told, row)
    d.put("artifacts", artifact_id, row, windows.ARTIFACTS)
    kind = MessagePart.FILE_CHANGE if told.kind == "artifact.diff.ready" else MessagePart.ARTIFACT_REF
    key = f"diff:{artifact_id}" if kind is MessagePart.FILE_CHANGE else f"artifact:{artifact_id}"
    if row["status"] == "failed":
        kind = MessagePart.ERROR
    parts.add(d, told, kind, key, open=row["status"] in ("creating", "updating"))


def _described(told: Told, artifact_id: str, before: Json | None) -> Json:
    row: Json = {
        **(
            before
            or {"id": artifact_id, "kind": "unknown", "title": "", "status": "unknown", "versions": [], "exports": []}
        ),
        **told.ids,
        "sequence": told.sequence,
        "at": told.at,
    }
    kind = word(told.say("artifactKind", "kind"))
    if kind:
        row["kind"] = kind if kind in KINDS else "unknown"
    beside = _beside(told)
    for ours, theirs in _FIELDS:
        value = told.get(*theirs)
        if value is not None and not (beside and ours in _OWN) and not (ours == "title" and _of_version(told)):
            row[ours] = value
    size = told.whole("size", "bytes")
    if size is not None and not beside:
        row["size"] = size
    return row


def _beside(told: Told) -> bool:
    """Told of an export or a difference: its file, size and preview are its own, not the artifact's."""
    return _exporting(told) or told.kind == "artifact.diff.ready"


def _exporting(told: Told) -> bool:
    """Told of an export, also of one that failed: then the artifact is as good as it was."""
    if told.kind == "artifact.failed":
        return bool(told.say("exportId", "artifactExportId")) or word(told.say("operation")) == "export"
    return told.kind.startswith("artifact.export.")


def _of_version(told: Told) -> bool:
    """What a version is called is not what the artifact is called."""
    return told.kind == "artifact.version.created"


def _status(told: Told, row: Json, before: Json | None) -> None:
    # The status of an export is the export's, not the artifact's.
    exporting = _exporting(told)
    said = word(told.say("artifactStatus") if exporting else told.say("artifactStatus", "status"))
    if said in STATUSES:
        row["status"] = said
    else:
        row["status"] = (not exporting and _AFTER.get(told.kind)) or (
            "unknown" if said else _unsaid(told, before or row)
        )
    if told.kind == "artifact.deleted":
        row["status"] = "deleted"  # its references stay, marked as such
    if told.kind == "artifact.failed" and not exporting:
        row["status"] = "failed"


def _unsaid(told: Told, row: Json) -> str:
    """Where nobody says how it stands: what is handed over is there; of anything else no more is known than before."""
    handed = told.kind in ("artifact.created", "artifact.updated") and told.get(*_HANDED) is not None
    return "ready" if handed else str(row["status"])


def _version(told: Told, row: Json) -> None:
    """The last version its owner confirmed; a failure or a draft does not take its place."""
    version = told.get("version", "artifactVersionId", "versionId")
    if version is None or isinstance(version, dict | list):
        return
    row["version"] = version
    one: Json = {"id": told.say("versionId", "artifactVersionId") or str(version), "version": version, "at": told.at}
    for ours, theirs in (("readRef", ("readRef", "artifactReadRef")), ("diffRef", ("diffRef",)), ("size", ("size",))):
        value = told.get(*theirs)
        if value is not None:
            one[ours] = value
    if _of_version(told) and told.say("title", "name"):
        one["title"] = told.say("title", "name")
    for name in ("runId", "agentId"):
        if name in told.ids:
            one[name] = told.ids[name]
    versions = [*row["versions"]]
    upsert(versions, {**next((known for known in versions if known["id"] == one["id"]), {}), **one})
    row["versions"] = bounded(versions, windows.VERSIONS)


def _preview(told: Told, row: Json) -> None:
    preview = told.get("preview", "artifactPreview")
    if isinstance(preview, dict | list):
        preview = texts.compact(preview)
    if isinstance(preview, str) and preview:
        row["preview"] = preview[: windows.PREVIEW]
    reference = told.get("previewRef")
    if reference is not None:
        row["previewRef"] = reference


def _export(told: Told, row: Json) -> None:
    exports = [*row["exports"]]
    begun = told.kind == "artifact.export.started"
    named = told.say("exportId", "artifactExportId", "format")
    if not named and not begun:  # whichever is on its way, else the last
        going = [known["id"] for known in exports if known["status"] == "started"] or [one["id"] for one in exports]
        named = going[-1] if going else ""
    named = named or f"export-{len(exports) + 1}"
    one: Json = {**next((known for known in exports if known["id"] == named), {}), "id": named, "at": told.at}
    failed = told.kind == "artifact.failed" or word(told.say("status")) == "failed"
    one["status"] = "failed" if failed else "started" if begun else "completed"
    for name in ("format", "ref", "exportRef", "url", "readRef", "mediaType", "size", "retryable"):
        if told.get(name) is not None:
            one[name] = told.get(name)
    title = told.say("title", "name", "fileName")
    if title:
        one["title"] = title
    one.pop("error", None)
    if failed and told.problem():
        one["error"] = told.problem()[: windows.PREVIEW]
    upsert(exports, one)
    row["exports"] = bounded(exports, windows.EXPORTS)


def _difference(told: Told, row: Json) -> None:
    """Where the difference to the version before can be read, and as much of it as came along."""
    ready = told.kind == "artifact.diff.ready"
    reference = told.get("diffRef", "artifactDiffRef")
    if reference is not None:
        row["diffRef"] = reference
    elif ready:
        row["diffRef"] = {"sequence": told.sequence}
    shown = told.say(*(_DIFFERENCES if ready else _DIFFERENCES[:1]))
    if not shown:
        return
    row["diffPreview"] = shown[: windows.PREVIEW]
    for ours, theirs in (("diffFrom", ("from", "fromVersion", "before")), ("diffTo", ("to", "toVersion", "after"))):
        row.pop(ours, None)
        if told.say(*theirs):
            row[ours] = told.say(*theirs)


_DIFFERENCES = ("diffPreview", "preview", "diff", "patch")
"""What producers call the text of a difference; the first also where it comes with something else."""
