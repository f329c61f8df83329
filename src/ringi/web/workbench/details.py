"""What is drawn only when somebody asks for it: older messages, and one thing whole with the facts about it. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ringi.web.workbench import conversation
from ringi.web.workbench.drawing import draw, part
from ringi.web.workbench.states import fact_words

TEXT = 60_000
FACTS = 40
_BODIES = ("text", "output", "result", "content", "delta", "input", "error", "preview")


def older(session: str, window: Mapping[str, Any], lang: str) -> str:
    """A window of earlier messages, with the way to the ones before it."""
    state = {"sessionId": session, "messages": window.get("messages") or []}
    told = [one for one in conversation.region(state, lang, "") if one.key != "empty"]
    before = window.get("before")
    if before:
        inner = draw("older.html", lang, n=0, before=before, session=session)
        told.insert(0, part("thread", "older", inner, tag="div", css="entry older"))
    return "\n".join(one.html for one in told)


def detail(found: Mapping[str, Any], lang: str) -> str:
    """The bodies that the facts about one thing carry, in their order, and the facts themselves by number."""
    facts = list(found.get("facts") or ())[-FACTS:]
    bodies = [body for fact in facts if (body := _body(fact, lang))]
    return draw("detail.html", lang, bodies=bodies, facts=facts)


def _body(fact: Mapping[str, Any], lang: str) -> dict[str, str]:
    payload = fact.get("payload")
    if not isinstance(payload, Mapping):
        return {}
    for name in _BODIES:
        value = payload.get(name)
        if value not in (None, "", {}, []):
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1, default=str)
            kind = str(fact.get("type") or "")
            words = fact_words(kind, lang)
            return {"type": kind, "words": words, "at": str(fact.get("timestamp") or ""), "text": text[:TEXT]}
    return {}
