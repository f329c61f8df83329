"""What Discord accepts in a message, and how it says no. Pure."""

from __future__ import annotations

import re
from typing import Any

from ringi.testing.discord.people import Json

CONTENT, CUSTOM_ID, LABEL, ROWS, BUTTONS, NONCE = 2000, 100, 80, 5, 5, 25
_MENTION = re.compile(r"<@!?(\d+)>|<@&(\d+)>|@(everyone|here)")


class Refusal(Exception):
    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        self.status = status
        self.body: Json = {"message": message, "code": code, **more}
        super().__init__(message)


def checked(body: Any, *, empty: bool = False) -> Json:
    """A message as it may be kept."""
    if not isinstance(body, dict):
        raise Refusal(400, 50109, "The request body contains invalid JSON.")
    content = body.get("content") or ""
    if not isinstance(content, str) or len(content) > CONTENT:
        raise _form("content", "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer in length.")
    if not content.strip() and not body.get("embeds") and not body.get("components") and not empty:
        raise Refusal(400, 50006, "Cannot send an empty message")
    if len(str(body.get("nonce") or "")) > NONCE:
        raise _form("nonce", "NONCE_TYPE_TOO_LONG", "Nonce is too long")
    _components(body.get("components") or [])
    return body


def _components(rows: Any) -> None:
    if not isinstance(rows, list) or len(rows) > ROWS:
        raise _form("components", "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 5 in length.")
    names: set[str] = set()
    for row in rows:
        buttons = row.get("components", [])
        if row.get("type") != 1 or not 1 <= len(buttons) <= BUTTONS:
            raise _form("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        for button in buttons:
            name = button.get("custom_id", "")
            if not 1 <= len(name) <= CUSTOM_ID or name in names:
                raise _form("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
            if len(button.get("label") or "") > LABEL or not (button.get("label") or button.get("emoji")):
                raise _form("components", "BASE_TYPE_MAX_LENGTH", f"Must be {LABEL} or fewer in length.")
            names.add(name)


def pinged(content: str, allowed: Any) -> tuple[str, ...]:
    """Whom a message makes a sound at; without `allowed_mentions` everybody it mentions."""
    found = []
    kinds = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse", []))
    for user, role, everyone in _MENTION.findall(content):
        one, kind = (user, "users") if user else (role, "roles") if role else (everyone, "everyone")
        if kind in kinds or (allowed is not None and one in map(str, allowed.get(kind, []))):
            found.append("everyone" if kind == "everyone" else one)
    return tuple(found)


def _form(field: str, code: str, message: str) -> Refusal:
    errors = {field: {"_errors": [{"code": code, "message": message}]}}
    return Refusal(400, 50035, "Invalid Form Body", errors=errors)
