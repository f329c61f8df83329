"""The whole story with one outside call broken: a few of the cases that `make proof-faults` walks through in full.

However it breaks, it ends with one table and one message to one person; what stops it has a code, and can be mended.
"""

from __future__ import annotations

from functools import cache

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")
pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from faultwalk import Case, good_run, tried
from switchboard import Call

CASES = [
    ("direct", "model /v1/messages 1", "garbage", True),
    ("direct", "model /v1/messages 2", "429 after", False),
    ("direct", "freee /token 1", "reset", True),
    ("direct", "freee work_record_summaries 0", "403", False),
    ("direct", "google /token 1", "401", True),
    ("direct", "google drive/v3/files 1", "reset", False),
    ("direct", "google :batchUpdate 0", "truncated", True),
    ("direct", "slack users.list 0", "500", True),
    ("direct", "slack chat.postMessage 0", "reset", False),
    ("direct", "slack chat.postMessage 0", "slow", True),
    ("managed", "sessions /v1/sessions 1", "reset", False),
    ("managed", "sessions /events 2", "truncated", True),
    ("managed", "sessions /stream 0", "refused", True),
    ("managed", "sessions /archive 0", "500", True),
    ("managed", "slack chat.postMessage 0", "drop", True),
]


@cache
def calls(executor: str) -> list[Call]:
    return good_run(executor)


@pytest.mark.parametrize(("executor", "which", "kind", "lasting"), CASES)
def test_what_breaks_on_the_way_is_finished_once(executor: str, which: str, kind: str, lasting: bool) -> None:
    service, end, number = which.split()
    there = [one for one in calls(executor) if one.service == service and (one.line.endswith(end) or end in one.line)]
    came = tried(Case(executor, there[int(number)], kind, lasting))
    assert came.broken, "nothing was broken, so nothing was shown"
