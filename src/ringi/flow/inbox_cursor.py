"""Where the next page of an inbox begins: a word that only `inbox` reads, one place for each of its lists."""

from __future__ import annotations

import base64
import binascii
import json
from typing import NamedTuple

from ringi.errors import Invalid
from ringi.flow.waiting import Place

LIMIT = 600


class InboxCursor(NamedTuple):
    """The last line that was seen of each list: its rank, its time, its id. None: nothing of it is left."""

    approvals: Place | None = (0, "", "")
    questions: Place | None = (0, "", "")
    attention: int | None = 0
    """How many of what stopped were seen."""

    @property
    def done(self) -> bool:
        return self.approvals is None and self.questions is None and self.attention is None


START = InboxCursor()


def write_cursor(cursor: InboxCursor) -> str:
    """Empty when there is no next page."""
    return "" if cursor.done else base64.urlsafe_b64encode(json.dumps(cursor).encode()).decode()


def read_cursor(text: str) -> InboxCursor:
    if not text:
        return START
    try:
        approvals, questions, attention = json.loads(base64.b64decode(text[:LIMIT], altchars=b"-_", validate=True))
        cursor = InboxCursor(_place(approvals), _place(questions), attention)
        if not (attention is None or (type(attention) is int and 0 <= attention < 2**31)):
            raise ValueError(attention)
    except (ValueError, TypeError, binascii.Error, RecursionError):
        raise Invalid("RINGI-823", value=text[:40], what="after") from None
    return cursor


def _place(value: object) -> Place | None:
    if value is None:
        return None
    match value:
        case [int(rank), str(time), str(some_id)] if len(time) < 64 and len(some_id) < 64 and abs(rank) < 9:
            if (time + some_id).isprintable() and (time + some_id).isascii():
                return rank, time, some_id
    raise ValueError("place")
