"""The thread of a session: what people asked and what was answered, in order, nothing twice. Pure."""

from __future__ import annotations

from functools import partial

from ringi.web.workbench.drawing import Item, Part, State, draw, memo, part, slices


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    return memo.of(("thread", lang), slices(state, "messages", "agents"), lambda: _drawn(state, lang))


def _drawn(state: State, lang: str) -> tuple[Part, ...]:
    return tuple(
        memo.of(("message", lang), (one,), partial(_message, one, lang)) for one in state.get("messages") or ()
    )


def _message(message: Item, lang: str) -> Part:
    said = "user" if message.get("role") == "user" else "assistant"
    inner = draw("message.html", lang, message=message, role=said)
    return part("thread", f"message-{message.get('id')}", inner, tag="article", css=f"entry said-by-{said}")
