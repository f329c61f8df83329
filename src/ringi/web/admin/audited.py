"""One line of the audit log as a person reads it: who did what to what, and the details by their names. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringi.hands.values import who
from ringi.web.marks import did, step_words
from ringi.words import in_fours, pick, say
from ringi.words.admin import WORDS
from ringi.words.core import WORDS as CORE

_PEOPLE = frozenset({"as_by", "requester", "by"})
_NAMES = {"surface": "surface", "source": "surface", "reason": "reason"}
_OURS = {"decision": "action", "status": "step", "effect": "effect", "kind": "layer", "layer": "layer"}
"""Details whose values are names of ours: under which group of these words, and of the glossary, they stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What the table shows of one entry; the entry itself is what is exported."""

    id: str
    at: str
    who: str
    did: str
    action: str
    about: str
    about_id: str
    details: tuple[tuple[str, str], ...]

    @property
    def gist(self) -> str:
        """Which setting, or whom it is about: "changed a setting" alone says too little."""
        return ": ".join(self.details[0]) if self.action == "settings.updated" and self.details else ""


def line(entry: Mapping[str, Any], lang: str) -> Line:
    details = entry.get("details")
    actor = str(entry.get("actor_id") or "")
    return Line(
        id=str(entry.get("id") or ""),
        at=str(entry.get("timestamp") or ""),
        who=who(actor, lang) if actor else "Ringi",
        did=did(str(entry.get("action") or ""), lang),
        action=str(entry.get("action") or ""),
        about=_about(str(entry.get("resource_type") or ""), lang),
        about_id=str(entry.get("resource_id") or "")[:26],
        details=tuple(_detail(str(name), value, str(entry.get("action")), lang) for name, value in details.items())
        if isinstance(details, Mapping)
        else (),
    )


def _about(kind: str, lang: str) -> str:
    text = CORE.get(f"layer.{kind}") or CORE.get(f"thing.{kind}") or WORDS.get(f"about.{kind}")
    return pick(text, lang) if text is not None else kind


def _detail(name: str, value: Any, action: str, lang: str) -> tuple[str, str]:
    text = WORDS.get(f"detail.{action}.{name}") or WORDS.get(f"detail.{name}") or CORE.get(f"thing.{name}")
    return (pick(text, lang) if text is not None else name), _value(name, value, lang)


def _value(name: str, value: Any, lang: str) -> str:
    if isinstance(value, str):
        if name in _PEOPLE:
            return who(value, lang)
        if name == "digest":
            return in_fours(value)
        if name == "step":
            return step_words(value, lang)
        text = WORDS.get(f"{_NAMES[name]}.{value}") if name in _NAMES else CORE.get(f"{_OURS.get(name)}.{value}")
        return pick(text, lang) if text is not None else value
    if isinstance(value, bool):
        return say("values", "yes" if value else "no", lang)
    if name == "roles" and isinstance(value, list):
        return ", ".join(pick(CORE[key], lang) if (key := f"role.{one}") in CORE else str(one) for one in value)
    return json.dumps(value, ensure_ascii=False)
