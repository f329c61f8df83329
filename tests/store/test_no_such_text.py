"""What no database can hold is asked for by people who try things: it is found nowhere, and nothing breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from workplace import Workplace

from ringi.errors import RingiError


@pytest.mark.parametrize("text", ["a\x00b", "\x00"])
def test_a_nul_is_found_nowhere(workplace: Workplace, refused: Callable[..., RingiError], text: str) -> None:
    workplace.open()
    workplace.ask()
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("search", "tasks", {"text": text}),
        ("search", "tasks", {"requester": text}),
        ("audit", "entries", {"action": text}),
        ("queue", "queued", {"session": text}),
    ]
    for operation, part, body in asked:
        assert workplace.desk().call(operation, **body)[part] == [], operation
    refused("RINGI-104", lambda: workplace.desk().call("artifact", artifact_id=text))
    assert len(workplace.desk().call("search")["tasks"]) == 1
