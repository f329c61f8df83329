"""How the double says no: Slack's own error name, with the fields Slack puts beside it."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """An answer `{"ok": false, "error": …}`, or the reason why a person could not do a thing."""

    def __init__(self, error: str, *, status: int = 200, headers: dict[str, str] | None = None, **fields: Any) -> None:
        super().__init__(error)
        self.error = error
        self.status = status
        self.headers = headers or {}
        self.fields = fields

    def answer(self) -> Json:
        return {"ok": False, "error": self.error, **self.fields}


def invalid(error: str, problems: list[str]) -> Refusal:
    """A payload that breaks the rules, with every broken rule and where it is, as Slack lists them."""
    messages = [f"[ERROR] {problem}" for problem in problems]
    return Refusal(error, errors=problems, response_metadata={"messages": messages})
