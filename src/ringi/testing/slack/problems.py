"""A list of what is wrong with a payload, in the words Slack uses, each with the place it was found at."""

from __future__ import annotations

from typing import Any

from ringi.testing.slack.limits import most


class Problems:
    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, words: str, at: str) -> None:
        self.found.append(f"{words} [json-pointer:{at}]")

    def text(self, value: Any, at: str, limit: str, *, least: int = 1) -> bool:
        """A string of an allowed length."""
        if not isinstance(value, str):
            self.add("must be a string", at)
        elif len(value) < least:
            self.add(f"must be more than {least - 1} characters", at)
        elif len(value) > most(limit):
            self.add(f"must be less than {most(limit) + 1} characters", at)
        else:
            return True
        return False

    def words(self, value: Any, at: str, limit: str, *, plain: bool = False) -> None:
        """A text object: plain_text, or mrkdwn where that is allowed."""
        if not isinstance(value, dict):
            self.add("must provide an object", at)
            return
        allowed = ("plain_text",) if plain else ("plain_text", "mrkdwn")
        if value.get("type") not in allowed:
            self.add(f"must be one of: {', '.join(allowed)}", f"{at}/type")
        if "text" not in value:
            self.add("missing required field: text", at)
            return
        self.text(value["text"], f"{at}/text", limit)

    def items(self, value: Any, at: str, limit: str, *, least: int = 1) -> list[Any]:
        """A list of an allowed size; what is in it, or nothing when it is none."""
        if not isinstance(value, list):
            self.add("must provide an array", at)
            return []
        if len(value) < least:
            self.add(f"must have at least {least} item", at)
        if len(value) > most(limit):
            self.add(f"no more than {most(limit)} items allowed", at)
        return value

    def optional(self, holder: dict[str, Any], key: str, at: str, limit: str) -> None:
        """A plain string that may be left out."""
        if holder.get(key) is not None:
            self.text(holder[key], f"{at}/{key}", limit)
