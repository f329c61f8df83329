"""The artifact store: large results and files by reference, with a hash and a preview. Files first, then the row."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringi import clock
from ringi.errors import Unavailable
from ringi.private_files import open_private, private_folder
from ringi.store.transaction import dumps

INLINE = 16_384
"""Bytes of a result that a record may carry itself."""
PREVIEW = 2_000
GOOGLE_SHEET = "application/vnd.google-apps.spreadsheet"
ELSEWHERE = "https://docs.google.com/spreadsheets/d/"
"""How the path of an artifact begins that is not in the data directory but with Google."""
_KINDS = {".xlsx": ("sheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")}


@dataclass(slots=True)
class Kept:
    """What the step's entry should say instead, and the artifact rows to write with it."""

    entry: dict[str, Any] = field(default_factory=dict)
    rows: list[dict[str, Any]] = field(default_factory=list)


def keep(home: Path, task_id: str, execution_id: str, entry: dict[str, Any], *, bundled: bool) -> Kept:
    """`bundled`: the tool is one of ours, whose word about the files it makes can be taken."""
    kept = Kept()
    result = entry["result"]
    made = _file_of(home, result) if bundled else None
    if made is None and _small(result):
        return kept
    common = {"task_id": task_id, "execution_id": execution_id, "step_id": entry["stepId"], "created_at": clock.now()}
    if made is not None:
        kind, media = _KINDS.get(made.suffix, ("file", "application/octet-stream"))
        body = (home / made).read_bytes()
        kept.rows.append(
            {
                "id": clock.ulid(),
                **common,
                "kind": kind,
                "title": made.name,
                "media_type": media,
                "sha256": hashlib.sha256(body).hexdigest(),
                "size": len(body),
                "path": str(made),
            }
        )
    if bundled and (link := link_of(result)):
        kept.rows.append(
            {
                "id": clock.ulid(),
                **common,
                "kind": "sheet",
                "title": str(result.get("spreadsheet") or "")[:200],
                "media_type": GOOGLE_SHEET,
                "sha256": hashlib.sha256(dumps(result).encode()).hexdigest(),
                "size": 0,
                "path": link,
            }
        )
    if _small(result):
        return kept
    text = dumps(result)
    body = text.encode()
    if len(body) <= INLINE:
        return kept
    artifact_id = clock.ulid()
    path = Path("artifacts") / task_id / f"{artifact_id}.json"
    write(home / path, body)
    kept.rows.append(
        {
            "id": artifact_id,
            **common,
            "kind": "output",
            "title": str(entry["tool"]),
            "media_type": "application/json",
            "sha256": hashlib.sha256(body).hexdigest(),
            "size": len(body),
            "path": str(path),
        }
    )
    kept.entry = {
        "result": None,
        "artifact": artifact_id,
        "size": len(body),
        "preview": text[:PREVIEW],
        "path": str(path),
    }
    return kept


def load(home: Path, entry: dict[str, Any]) -> Any:
    """The whole result of a step, wherever it was kept."""
    if not entry.get("artifact"):
        return entry["result"]
    return json.loads((home / entry["path"]).read_bytes())


def _small(result: Any) -> bool:
    """A cheap look, so that ordinary answers are not serialised twice."""
    if result is None or isinstance(result, (bool, int, float)):
        return True
    if isinstance(result, str):
        return len(result) < INLINE // 4
    return isinstance(result, dict) and all(
        value is None or isinstance(value, (bool, int, float)) for value in result.values()
    )


def _file_of(home: Path, result: Any) -> Path | None:
    """A file that a bundled tool says it made, if it lies where those tools put theirs. Nothing else in the data
    directory is anybody's artifact: neither the database nor a key.
    """
    path = result.get("path") if isinstance(result, dict) else None
    if not isinstance(path, str) or not path:
        return None
    whole = home.resolve()
    made = (whole / path).resolve()
    if not made.is_relative_to(whole) or made.relative_to(whole).parts[:1] not in (("sheets",), ("outbox",)):
        return None
    return made.relative_to(whole) if made.is_file() and not made.name.startswith(".") else None


def link_of(result: Any) -> str:
    """The Google spreadsheet that a bundled tool says it wrote to. Anything else is no address that we would show."""
    url = result.get("url") if isinstance(result, dict) else None
    return url if isinstance(url, str) and url.startswith(ELSEWHERE) else ""


def write(path: Path, body: bytes) -> None:
    """On the disk before anything says that it is there."""
    try:
        private_folder(path.parent)
        with open(path, "wb", opener=open_private) as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Unavailable("RINGI-506", where=str(path), reason=str(error)) from error
