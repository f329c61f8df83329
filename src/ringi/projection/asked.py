"""An action of SPECTRA as people read it before they answer: its two lines, its risk, and exactly what would run. Pure.

The web page, Slack and the terminal show the same of it, from what its approval keeps (`lines`, `action`, `risk`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringi.unseen import seen
from ringi.words import say

KINDS = ("action", "rule")
"""Kinds of approvals that are asked for like this."""
RISKS = ("low", "medium", "high")
TONES = {"low": "good", "medium": "needs_you", "high": "bad"}
ACTIONS = ("reply", "command", "tool", "post", "setting", "rule", "restart")
_PARTS = ("command", "tool", "arguments", "channel", "text", "key", "value", "check")


@dataclass(frozen=True, slots=True)
class Part:
    """One thing of an action, whole; what nobody would see in it is named."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    lines: tuple[str, str]
    risk: str
    """`low`, `medium`, `high`, or `unknown`."""
    risk_words: str
    reasons: tuple[str, ...]
    what: str
    """What kind of action it is, in words."""
    parts: tuple[Part, ...]
    task_id: str = ""

    @property
    def tone(self) -> str:
        return TONES.get(self.risk, "needs_you")


def asked(shown: Mapping[str, Any], lang: str) -> Asked:
    lines = [seen(str(line)) for line in shown.get("lines") or ()]
    action = shown.get("action") or {}
    risk = shown.get("risk") or {}
    level = str(risk.get("level") if isinstance(risk, Mapping) else risk)
    level = level if level in RISKS else "unknown"
    reasons = risk.get("reasons") if isinstance(risk, Mapping) else ()
    kind = str(action.get("kind") or "")
    return Asked(
        lines=(lines[0] if lines else "–", lines[1] if len(lines) > 1 else "–"),
        risk=level,
        risk_words=say("asked", f"risk_{level}", lang),
        reasons=tuple(seen(str(one)) for one in reasons or ()),
        what=say("asked", f"kind_{kind}" if kind in ACTIONS else "kind_unknown", lang),
        parts=tuple(
            Part(say("asked", f"part_{name}", lang), _text(action.get(name))) for name in _PARTS if _is(action, name)
        ),
        task_id=str(action.get("task_id") or ""),
    )


def _is(action: Mapping[str, Any], name: str) -> bool:
    if name == "value":  # nothing is a value too, where there is a key
        return bool(action.get("key"))
    return action.get(name) not in (None, "", {}, [])


def _text(value: Any) -> str:
    return seen(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2, default=str))
