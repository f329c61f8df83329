"""What a tool answered when nobody has said what shape that has: JSON, JSON as text, or words. Pure, bounded."""

from __future__ import annotations

import json
from typing import Any

from ringi.minds.rules.language import cleaned

_LONGEST_LINE = 200
_LONGEST_TEXT = 2_000_000
"""Characters of a text that are tried as JSON."""


def read(result: Any) -> Any:
    """The answer itself: out of the text it is written in, and out of the wrapping that some servers put round it."""
    if isinstance(result, dict) and set(result) == {"result"}:
        result = result["result"]
    if not isinstance(result, str) or len(result) > _LONGEST_TEXT or not result.lstrip().startswith(("{", "[")):
        return result
    try:
        return json.loads(result)
    except (ValueError, RecursionError):
        return result


def records(result: Any) -> list[Any] | None:
    """The rows that it consists of, when it does."""
    if isinstance(result, dict):
        lists = [one for one in result.values() if isinstance(one, list) and one and isinstance(one[0], dict)]
        return lists[0] if len(lists) == 1 else None
    return result if isinstance(result, list) else None


def lines(result: Any, colon: str) -> list[str]:
    """One line a row, a field or a line of text, none of them long."""
    if isinstance(result, dict):
        found = [f"{name}{colon}{_short(value)}" for name, value in result.items() if value is not None]
    elif isinstance(result, list):
        found = [_row(one) for one in result]
    else:
        found = [] if result is None else str(result)[:_LONGEST_TEXT].splitlines()
    told = (cleaned(line[: _LONGEST_LINE * 4]) for line in found)
    return [line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…" for line in told if line]


def _row(row: Any) -> str:
    if not isinstance(row, dict):
        return _short(row)
    return " ".join(_short(value) for value in row.values() if value is not None and not isinstance(value, dict | list))


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[: _LONGEST_LINE * 2]
