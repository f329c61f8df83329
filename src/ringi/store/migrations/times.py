"""Times as the prototype wrote them, in the one form that facts have."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any


def instant(value: Any) -> str | None:
    """`2026-04-18T14:35:00.800Z` for any ISO 8601 text (UTC where it names no zone); None when it is not a time."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
