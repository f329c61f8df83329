"""A text that is still being written, as live-only pieces: cleared of secrets before anybody sees it, never stored."""

from __future__ import annotations

import re
from typing import Any

from ringi.facts.redact import redact

_UNFINISHED = re.compile(r"[A-Za-z0-9._~+/=:@-]*\Z")
"""The end of a text that may still become a secret: it is shown when what follows says that it is over."""


class Draft:
    """One version being written. A text that begins anew (the answer was sent back) is another message."""

    def __init__(self, task_id: str, run_id: str) -> None:
        self._task_id = task_id
        self._run_id = run_id
        self._begun = 1
        self._shown = ""

    def grown(self, text: str) -> dict[str, Any] | None:
        """The tick for what is new, given all that is there so far; none when there is nothing to show yet."""
        safe = str(redact(_UNFINISHED.sub("", text)))
        if not safe.startswith(self._shown):
            if self._shown.startswith(safe):
                return None  # begun anew, and not yet as far as before
            self._begun, self._shown = self._begun + 1, ""
        more, self._shown = safe[len(self._shown) :], safe
        if not more:
            return None
        return {
            "type": "text.delta",
            "live": True,
            "threadId": self._task_id,
            "taskId": self._task_id,
            "runId": self._run_id,
            "messageId": f"{self._run_id}.draft{self._begun}",
            "payload": {"delta": more, "kind": "policy"},
        }
