"""Whose words are in a policy or a plan: they do not decide on it as if it were another's.

A reason that only refuses adds nothing, so the approver who sent a version back may approve the next one. A person
whose words brought something new into it (a write, a recipient, a target, a text) has written it with the requester.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ringi.flow.approvals import comments_of
from ringi.flow.proposals import PolicyProposal
from ringi.store.engine import Row
from ringi.store.transaction import Tx

_WORDS = re.compile(r"[^\s、。，．,;:!?「」『』（）()\[\]{}<>\"'“”‘’]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{3,}")
SHORTEST = 3
"""Characters that two texts must have in common before one can be said to come from the other."""


def authors_of_policy(tx: Tx, request: Row, written: Any, before: PolicyProposal | None) -> list[str]:
    """Identities of those whose comments stand in this version, its words or its data, and not in the last one or the
    request.
    """
    comments = comments_of(tx, request["id"])
    if not comments:
        return []
    return _authors(comments, "\n".join(_texts(written)), "\n".join([*_policy(before), str(request["text"])]))


def authors_of_plan(
    tx: Tx,
    request: Row,
    steps: Sequence[dict[str, Any]],
    before: str,
    policy: PolicyProposal | None,
    wrote_policy: Sequence[str],
) -> list[str]:
    """Those of its policy, and those whose comments stand in this plan and neither in its policy nor in the last."""
    comments = comments_of(tx, request["id"])
    if not comments:
        return list(wrote_policy)
    present = "\n".join(_texts([[step.get("tool"), step.get("toolInput")] for step in steps]))
    known = "\n".join([*_texts(_steps(before)), *_policy(policy), str(request["text"])])
    return list(dict.fromkeys([*wrote_policy, *_authors(comments, present, known)]))


def _policy(policy: PolicyProposal | None) -> list[str]:
    return _texts([policy.content, policy.scope]) if policy else []


def _authors(comments: Sequence[Row], present: str, known: str) -> list[str]:
    return list(dict.fromkeys(str(row["made_by"]) for row in comments if _brings(str(row["text"]), present, known)))


def _brings(said: str, present: str, known: str) -> bool:
    """Whether a part of what was said stands in the text now and stood in nothing before it."""
    return any(part in present and part not in known for part in _parts(said))


def _parts(said: str) -> Iterable[str]:
    """Words as they are; of a text without spaces every three characters in a row."""
    for word in _WORDS.findall(said):
        runs = _CJK.findall(word)
        for run in runs:
            yield from (run[at : at + SHORTEST] for at in range(len(run) - SHORTEST + 1))
        if not runs and len(word) >= SHORTEST:
            yield word


def _texts(value: Any) -> list[str]:
    """Every text and number inside a value."""
    if isinstance(value, dict):
        return [text for name, inner in value.items() for text in (str(name), *_texts(inner))]
    if isinstance(value, list | tuple):
        return [text for inner in value for text in _texts(inner)]
    return [] if value is None else [str(value)]


def _steps(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return []
