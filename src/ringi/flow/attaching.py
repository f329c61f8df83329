"""Files that come with a request: kept as artifacts of the task it becomes, beside its text and never in it.

No tool reads them by itself, and what they are called is nothing that was asked for: no mind judges it. Whoever looks
at the request or decides about it sees them beside it, and opens them.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any

from ringi import clock
from ringi.errors import Invalid
from ringi.flow import intake, keeping
from ringi.flow.people import Actor
from ringi.flow.telling import Scene
from ringi.store.transaction import Tx
from ringi.unseen import name_unseen

MOST = 5
LIMIT = 1024 * 1024
"""Bytes of one file."""
NAME = 120
KINDS = {
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".json": "application/json",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""What may be attached, by the end of its name."""


@dataclass(frozen=True, slots=True)
class File:
    """One file that was handed in and looked at."""

    name: str
    media_type: str
    body: bytes

    @property
    def suffix(self) -> str:
        return PurePath(self.name).suffix.lower()


def checked(files: Any) -> list[File]:
    """Files as they come over the wire: [{"name", "content": base64}]; all of them or none."""
    if not isinstance(files, list) or len(files) > MOST:
        raise Invalid("RINGI-850", most=MOST, limit=LIMIT // 1024 // 1024, kinds=" ".join(KINDS))
    return [_checked(one) for one in files]


def _checked(given: Any) -> File:
    name = str(given.get("name") or "") if isinstance(given, dict) else ""
    name = name_unseen(PurePath(name.replace("\\", "/")).name).strip(". ")[-NAME:]
    media = KINDS.get(PurePath(name).suffix.lower())
    if media is None:
        raise Invalid("RINGI-850", most=MOST, limit=LIMIT // 1024 // 1024, kinds=" ".join(KINDS))
    try:
        body = base64.b64decode(str(given.get("content") or ""), validate=True)
    except (binascii.Error, ValueError):
        raise Invalid("RINGI-851", name=name) from None
    if len(body) > LIMIT:
        raise Invalid("RINGI-850", most=MOST, limit=LIMIT // 1024 // 1024, kinds=" ".join(KINDS))
    if not body or not _is_what_it_says(name, body):
        raise Invalid("RINGI-851", name=name)
    return File(name, media, body)


def _is_what_it_says(name: str, body: bytes) -> bool:
    """A workbook is one inside, a text can be read as one: nothing else is let in under such a name."""
    if name.lower().endswith(".xlsx"):
        try:
            with zipfile.ZipFile(BytesIO(body)) as book:
                return "[Content_Types].xml" in book.namelist()
        except zipfile.BadZipFile:
            return False
    try:
        text = body.decode("utf-8-sig")
        if name.lower().endswith(".json"):
            json.loads(text)
    except (UnicodeDecodeError, ValueError, RecursionError):
        return False
    return "\0" not in text


def submit(tx: Tx, actor: Actor, text: str, files: list[File], home: Path, **more: Any) -> dict[str, Any]:
    """The request as it was written, and its files among the task's artifacts."""
    asked = intake.submit(tx, actor, text, **more)
    if asked["duplicate"]:
        return asked
    task_id = str(asked["task_id"])
    request = intake.request_of(tx, task_id)
    scene = Scene(request["session_id"], task_id, task_id)
    for one in files:
        artifact_id = clock.ulid()
        path = Path("artifacts") / task_id / f"{artifact_id}{one.suffix}"
        keeping.write(home / path, one.body)
        row = {
            "id": artifact_id,
            "task_id": task_id,
            "execution_id": None,
            "step_id": None,
            "kind": "sheet" if one.suffix == ".xlsx" else "file",
            "title": one.name,
            "media_type": one.media_type,
            "sha256": hashlib.sha256(one.body).hexdigest(),
            "size": len(one.body),
            "path": str(path),
            "created_at": tx.now,
        }
        tx.insert("artifacts", **row)
        scene.artifact(tx, intake.l1_run(task_id), row)
    return asked
