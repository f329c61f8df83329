"""What a person is shown of another runtime's question, and its mark: a press brings it back, so that it counts for
nothing that has come into the question's place since. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ringi.facts.canonical import digest
from ringi.facts.redact import REDACTED
from ringi.facts.vocabulary import HitlType

Item = Mapping[str, Any]
PLANS = (HitlType.PLAN_DECISION, HitlType.TEAMMATE_PLAN_DECISION)
_NOTHING: Item = {}
_DECIDED_ON = (
    *("type", "title", "explanation", "risk", "scope", "input", "plan", "diff", "toolName", "choices", "schema"),
    *("version", "digest", "secretRef", "artifactId", "agentId", "delegatedFrom", "respondTo"),
)
LENGTH = 16


def about(state: Item, action: Item) -> tuple[Item, Item]:
    """The tool call that a question is about, and the artifact, or the plan of its run."""
    tool = (state.get("tools") or _NOTHING).get(str(action.get("toolCallId") or ""), _NOTHING)
    artifact = (state.get("artifacts") or _NOTHING).get(str(action.get("artifactId") or ""), _NOTHING)
    if not artifact and action.get("type") in PLANS:
        artifact = (state.get("plans") or _NOTHING).get(str(action.get("runId") or ""), _NOTHING)
    return tool, artifact


def mark(action: Item, tool: Item, artifact: Item) -> str:
    """The same as long as what is decided on is the same."""
    return digest("ringi.shown.v1", _decided_on(action, tool, artifact))[:LENGTH]


def hides(action: Item, tool: Item, artifact: Item) -> bool:
    """Whether a part of what is decided on is struck out: then nobody here can say yes to it."""
    return REDACTED in json.dumps(_decided_on(action, tool, artifact), ensure_ascii=False)


def _decided_on(action: Item, tool: Item, artifact: Item) -> list[Any]:
    said = {name: action[name] for name in _DECIDED_ON if action.get(name) not in (None, "", [], {})}
    called = [tool.get(name) for name in ("name", "title", "input")]
    made = [artifact.get(name) for name in ("id", "title", "version", "steps")]
    return [said, called, made]
