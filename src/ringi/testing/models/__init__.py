"""Model providers on loopback: Anthropic's Messages and OpenAI's chat completions, scripted, with their error shapes.

    double = ModelDouble()
    address = await double.start()
    double.script(call("task", title="…", description="…", lang="en"), overloaded(), …)

For your own tests and ours: the real SDKs talk to it over real HTTP. It keeps what it was asked (never a key).
"""

from __future__ import annotations

from ringi.testing.models.double import ModelDouble
from ringi.testing.models.replies import (
    Reply,
    broken,
    call,
    dropped,
    forbidden,
    held,
    overloaded,
    overloaded_midway,
    prose,
    quota,
    rate_limited,
    refusal,
    silent,
    too_long,
    truncated,
)
from ringi.testing.models.seen import Seen

__all__ = [
    "ModelDouble",
    "Reply",
    "Seen",
    "broken",
    "call",
    "dropped",
    "forbidden",
    "held",
    "overloaded",
    "overloaded_midway",
    "prose",
    "quota",
    "rate_limited",
    "refusal",
    "silent",
    "too_long",
    "truncated",
]
