"""Bodies of artifacts, opened when somebody asks: our own files from the data directory, others' as far as they came.

The desk says who may look. What is opened is bounded, and said to be changed where it is not what the record sealed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringi.errors import NotFound
from ringi.flow.keeping import ELSEWHERE
from ringi.projection import changes
from ringi.store.reads import Reads
from ringi.web.workbench.panels.base import NOTHING, Item, plain, rows
from ringi.web.workbench.panels.files import differences
from ringi.web.workbench.panels.files.differences import Difference
from ringi.web.workbench.panels.files.looking import FILE_LIMIT, Look, look
from ringi.web.workbench.panels.files.tables import ROWS

BUSY = "files_busy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What is shown of one version."""

    look: Look
    title: str
    size: int | None
    note: str = ""
    """What the reader has to know about it: a key of our words."""
    sheet: str = ""
    """The sheet that this very version wrote, where it shares its file with others."""
    own: bool = False


def own_row(reads: Reads, session: str, artifact_id: str) -> Item | None:
    """The record of a file of ours, if it belongs to this session."""
    row = reads.one("artifacts", artifact_id) if artifact_id.isprintable() else None
    return row if row is not None and row["task_id"] == session else None


def file_of(home: Path, row: Item) -> Path | None:
    """The file, if it is a plain file inside the data directory."""
    root = home.resolve()
    path = (root / str(row["path"])).resolve()
    return path if path.is_relative_to(root) and path.is_file() else None


def own(home: Path, reads: Reads, row: Item, *, sheet: str = "", limit: int = ROWS) -> Body:
    """A file of ours as it is now, beginning with the sheet that this version wrote."""
    title = str(row["title"])
    path = file_of(home, row)
    if str(row["path"]).startswith(ELSEWHERE):
        return Body(look=Look(kind="none", why="with_google"), title=title, size=None, own=True)
    if path is None:
        return Body(look=Look(kind="none", why="file_gone"), title=title, size=None, own=True)
    size = path.stat().st_size
    if size > FILE_LIMIT:
        return Body(look=Look(kind="none", why="too_large_to_show"), title=title, size=size, own=True)
    body = path.read_bytes()
    changed = hashlib.sha256(body).hexdigest() != row["sha256"]
    written = written_sheet(reads, row)
    found = look(body, path.name, sheet=sheet or written or 0, rows=limit)
    note = ""
    if changed:
        still = found.table is not None and written in found.table.sheets
        note = "file_changed_sheet" if still and sheet in ("", written) else "file_changed"
    return Body(look=found, title=title, size=size, note=note, sheet=written, own=True)


def unopened(row: Item) -> Body:
    """A file that is not opened now, because too many are."""
    return Body(look=Look(kind="none", why=BUSY), title=str(row["title"]), size=None, own=True)


def written_sheet(reads: Reads, row: Item) -> str:
    """Which sheet the step says that it wrote: several runs may add to one file."""
    execution = reads.one("executions", str(row["execution_id"] or "")) if row.get("execution_id") else None
    for entry in rows((execution or {}).get("results")):
        result = entry.get("result") if isinstance(entry, dict) and entry.get("stepId") == row["step_id"] else None
        if isinstance(result, dict) and isinstance(result.get("sheet"), str):
            return str(result["sheet"])
    return ""


def foreign(state: Item, artifact_id: str, version: str = "") -> Body:
    """What another runtime handed over of its artifact: an excerpt, or nothing."""
    one: Item = (state.get("artifacts") or NOTHING).get(artifact_id) or NOTHING
    if not one:
        raise NotFound("RINGI-860", id=artifact_id[:64])
    told = [item for item in rows(one.get("versions")) if isinstance(item, dict)]
    chosen: Item = next((item for item in told if plain(item.get("id") or item.get("versionId")) == version), NOTHING)
    newest = not version or (bool(told) and told[-1] is chosen)
    title = plain(one.get("title")) or artifact_id
    excerpt = plain(chosen.get("preview")) or (plain(one.get("preview")) if newest else "")
    if not excerpt:
        return Body(look=Look(kind="none", why="no_preview"), title=title, size=_size(one))
    name = title if "." in title else f"{title}{_ENDINGS.get(str(one.get('mediaType') or ''), '')}"
    found = look(excerpt.encode("utf-8", "replace"), name)
    return Body(look=found, title=title, size=_size(one), note="body_elsewhere")


_ENDINGS = {"text/csv": ".csv", "text/tab-separated-values": ".tsv", "application/json": ".json"}


def _size(one: Item) -> int | None:
    size = one.get("size")
    return size if isinstance(size, int) else None


def own_difference(home: Path, reads: Reads, before: Item, after: Item) -> Difference:
    """Two files of ours. Where both runs wrote to one file, the sheets that they wrote are compared."""
    first = own(home, reads, before, limit=differences.COMPARED)
    second = own(home, reads, after, limit=differences.COMPARED)
    for one in (first, second):
        if one.look.kind == "none":
            return Difference(why=one.look.why)
    if before["path"] == after["path"] and before["sha256"] != after["sha256"]:
        if not (first.sheet and second.sheet and first.sheet != second.sheet):
            return Difference(why="same_bytes")
        for one in (first, second):
            if one.look.table is None or one.sheet not in one.look.table.sheets:
                return Difference(why="same_bytes")
    return differences.between(first.look, second.look)


def foreign_difference(state: Item, artifact_id: str, before: str, after: str) -> Difference:
    """Another runtime's versions: by the difference that came along, else by the excerpts, where both came."""
    one, other = foreign(state, artifact_id, before), foreign(state, artifact_id, after)
    if told := _told_difference(state["artifacts"][artifact_id], before, after):
        return Difference(lines=told[: differences.SHOWN], cut=len(told) > differences.SHOWN)
    if "none" in (one.look.kind, other.look.kind):
        return Difference(why="no_preview")
    return differences.between(one.look, other.look)


def _told_difference(artifact: Item, before: str, after: str) -> tuple[changes.Line, ...]:
    """The lines that its owner says are different between these two, if it told them of these two."""
    versions = [item for item in rows(artifact.get("versions")) if isinstance(item, dict)]
    ids = {plain(item.get("version")): plain(item.get("id")) for item in versions}
    told = [plain(artifact.get(name)) for name in ("diffFrom", "diffTo")]
    for mine, asked in zip(told, (before, after), strict=True):
        if mine and asked and asked not in (mine, ids.get(mine)):
            return ()
    newest = plain(versions[-1].get("id")) if versions else ""
    if not told[1] and after and newest and after != newest:
        return ()
    return changes.of_patch(plain(artifact.get("diffPreview")))


def answer_of(value: Any) -> str:
    """How a control came out, in one of four words."""
    status = str(value.get("status") or "") if isinstance(value, dict) else ""
    return "sent" if status in ("requested", "open", "taken", "pending") else "done"
