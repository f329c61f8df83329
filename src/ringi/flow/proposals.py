"""What an approval is of, read from the fact that told it: the policy and the plan as people were shown them.

The record beside it is written from the same words. Where the two differ, nothing is approved and nothing runs; where
an older fact hid a part of the record, it is shown whole and asked for anew (`gates.show_again`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ringi.facts.canonical import natural
from ringi.facts.digests import policy_digest, told_plan_digest
from ringi.store.engine import Row
from ringi.store.transaction import Tx


class PlanProposal(NamedTuple):
    """A plan as its fact tells it."""

    steps: list[dict[str, Any]]
    tools: list[dict[str, Any]]
    people: list[dict[str, Any]]
    executor: str
    digest: str
    """Of all of it, worked out from what was told."""


class PolicyProposal(NamedTuple):
    """A policy as its fact tells it."""

    content: str
    scope: dict[str, Any] | None
    """What it says will be written, as data; None in facts from before that was bound."""
    digest: str
    """Of all of it, worked out from what was told."""


def read_policy(tx: Tx, prompt: Row) -> PolicyProposal | None:
    """The policy as people were shown it; None when no fact tells it."""
    told = tx.proposal(prompt["task_id"], prompt["id"])
    return _remember(_POLICIES, prompt["id"], told, lambda: _policy_of(prompt, told)) if told is not None else None


def _policy_of(prompt: Row, told: dict[str, Any]) -> PolicyProposal | None:
    content = told.get("content")
    if not isinstance(content, str):
        return None
    scope = natural(told["scope"]) if isinstance(told.get("scope"), dict) else None
    return PolicyProposal(content, scope, policy_digest(prompt["task_id"], prompt["version"], content, scope))


def read_plan(tx: Tx, process: Row) -> PlanProposal | None:
    """The plan as people were shown it; None when no fact tells one that could run."""
    told = tx.proposal(process["task_id"], process["id"])
    return _remember(_PLANS, process["id"], told, lambda: _plan_of(process, told)) if told is not None else None


def _plan_of(process: Row, told: dict[str, Any]) -> PlanProposal | None:
    whole: dict[str, Any] = natural({name: told.get(name) for name in _BOUND})
    if not isinstance(whole["steps"], list) or not isinstance(whole["tools"], list):
        return None
    try:
        digest = told_plan_digest(process["task_id"], process["version"], whole["steps"], whole)
    except (KeyError, TypeError, ValueError):
        return None
    return PlanProposal(whole["steps"], whole["tools"], whole["people"] or [], whole["executor"] or "direct", digest)


Read = TypeVar("Read", PolicyProposal, PlanProposal)
_POLICIES: dict[str, tuple[dict[str, Any], PolicyProposal | None]] = {}
_PLANS: dict[str, tuple[dict[str, Any], PlanProposal | None]] = {}
KEPT = 256


def _remember(
    kept: dict[str, tuple[dict[str, Any], Read | None]],
    row_id: str,
    told: dict[str, Any],
    read: Callable[[], Read | None],
) -> Read | None:
    """What was made of this very payload, as long as the store hands out the same one; nobody changes it."""
    found = kept.get(row_id)
    if found is None or found[0] is not told:
        if len(kept) >= KEPT:
            kept.pop(next(iter(kept)), None)
        found = kept[row_id] = (told, read())
    return found[1]


_BOUND = ("policy", "steps", "tools", "people", "executor", "labels", "late", "beyond", "form")


def same_policy(tx: Tx, prompt: Row, digest: str) -> bool:
    """Whether fact, record and approval are about the same words."""
    proposal = read_policy(tx, prompt)
    return proposal is not None and proposal.content == prompt["content"] and proposal.digest == digest


def policy_altered(tx: Tx, process: Row) -> bool:
    """Whether the record of a plan's policy says something else than the fact that it was approved by."""
    prompt = tx.row("prompts", process["prompt_id"])
    policy = read_policy(tx, prompt) if prompt is not None else None
    return prompt is not None and policy is not None and prompt["content"] != policy.content


def same_plan(proposal: PlanProposal | None, process: Row, digest: str) -> bool:
    """Whether fact, record and approval are about the same plan."""
    if proposal is None or proposal.digest != digest:
        return False
    try:
        return bool(json.loads(process["steps"]) == proposal.steps)
    except ValueError:
        return False
