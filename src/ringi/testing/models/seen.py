"""One request as the double received it, with the few things that tests ask about it. Keys are not kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was asked of which provider."""

    provider: Literal["anthropic", "openai"]
    body: Json

    @property
    def offered(self) -> tuple[str, ...]:
        """The tools by which the model may answer."""
        tools = self.body.get("tools") or ()
        return tuple(tool.get("name") or tool["function"]["name"] for tool in tools)

    @property
    def system(self) -> str:
        """The instructions: what is the same for every request."""
        if self.provider == "openai":
            return "\n".join(_text(one["content"]) for one in self.body["messages"] if one["role"] == "system")
        return _text(self.body.get("system") or "")

    @property
    def said(self) -> str:
        """Everything that is not instructions: the situation, earlier answers and what was wrong with them."""
        turns = [one for one in self.body["messages"] if one["role"] != "system"]
        return "\n".join(_text(one.get("content") or "") for one in turns)

    @property
    def stable(self) -> str:
        """The bytes that prompt caching can reuse: tools and instructions."""
        return json.dumps([self.body.get("tools"), self.system], ensure_ascii=False)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_text(one) for one in content)
    if isinstance(content, dict):
        return _text(content.get("text") or content.get("content") or content.get("input") or "")
    return json.dumps(content, ensure_ascii=False)
