"""What is asked, as data: read out of the inspector; and what a lone letter means. For every mode."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

RISKS = {"low": "good", "medium": "working", "high": "bad"}
MARKS = {"low": "●", "medium": "▲", "high": "■"}
"""A risk has a word, a shape and a colour; the shape is for those who see no colours."""


@dataclass(frozen=True, slots=True)
class Approval:
    """What is asked, as it was shown."""

    id: str
    lines: tuple[str, ...]
    risk: str = ""
    digest: str = ""
    waiting_s: float = 0.0


def approval_of(inspector: Any) -> Approval | None:
    """The open approval that the inspector tells of."""
    told = inspector.get("approval") if isinstance(inspector, Mapping) else None
    if not isinstance(told, Mapping) or not told.get("id"):
        return None
    waited = told.get("waiting_s")
    return Approval(
        str(told["id"]),
        tuple(str(line) for line in told.get("lines") or ()),
        str(told.get("risk") or ""),
        str(told.get("digest") or ""),
        float(waited) if isinstance(waited, int | float) else 0.0,
    )


def meant(text: str) -> bool | None:
    """Yes, no, or neither: a letter alone. A sentence that begins with one is a sentence."""
    return {"y": True, "n": False}.get(unicodedata.normalize("NFKC", text).strip().lower())
