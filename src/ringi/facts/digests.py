"""What each kind of approval is bound to: one function per kind, so that showing and running can never differ on it.

Used by the flow when a gate is opened and when the approved thing runs, and by the import of older files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ringi.facts.canonical import digest


def policy_digest(task_id: str, version: int, content: str, scope: Mapping[str, Any] | None = None) -> str:
    """A policy: its text, as this version of this task, and what it says will be written, as data.

    `scope` has the writes with their targets and recipients, the people they name and what the tools call their
    arguments; policies from before these were bound have none.
    """
    if scope is None:
        return _text_digest(task_id, version, content)
    bound = {"task_id": task_id, "version": version, "content": content, "scope": dict(scope)}
    return digest("ringi.policy.v2", bound)


@lru_cache(maxsize=128)
def _text_digest(task_id: str, version: int, content: str) -> str:
    return digest("ringi.policy.v1", {"task_id": task_id, "version": version, "content": content})


def plan_digest(
    *,
    task_id: str,
    version: int,
    policy: str,
    steps: Sequence[Any],
    tools: Sequence[Mapping[str, Any]],
    people: Sequence[Mapping[str, Any]],
    executor: str,
    labels: Mapping[str, Any] | None = None,
    late: Sequence[Any] = (),
    beyond: Sequence[Any] = (),
) -> str:
    """A plan: its policy (by digest), its steps with their bindings, and all that decides what they will do.

    `tools` are the schema and effective class of each tool as pinned, `people` the resolved identities, `labels` what
    the tools call their arguments beside the real names, `late` what will be asked about before it is used, `beyond`
    what its policy does not name; plans from before these were bound have no labels.
    """
    bound = {
        "task_id": task_id,
        "version": version,
        "policy": policy,
        "steps": list(steps),
        "tools": [dict(tool) for tool in tools],
        "people": [dict(person) for person in people],
        "executor": executor,
    }
    if labels is None:
        return digest("ringi.plan.v1", bound)
    more = {"beyond": list(beyond)} if beyond else {}
    return digest("ringi.plan.v2", {**bound, "labels": dict(labels), "late": list(late), **more})


PLAN_FORM = 2
"""The form of a plan whose labels and late values are in its digest; told with it."""


def told_plan_digest(task_id: str, version: int, steps: Sequence[Any], told: Mapping[str, Any]) -> str:
    """The digest of a plan by its steps and by what was told with them, in the form that it was told in."""
    return plan_digest(
        task_id=task_id,
        version=version,
        policy=told["policy"],
        steps=steps,
        tools=told["tools"],
        people=told["people"],
        executor=told["executor"],
        labels=(told.get("labels") or {}) if told.get("form") == PLAN_FORM else None,
        late=told.get("late") or (),
        beyond=told.get("beyond") or (),
    )


def step_digest(*, plan: str, execution_id: str, step_id: str, tool_input: Mapping[str, Any]) -> str:
    """One step just before it runs, with its real input, in this execution of that plan (by digest)."""
    return digest(
        "ringi.step.v1",
        {"plan": plan, "execution_id": execution_id, "step_id": step_id, "tool_input": dict(tool_input)},
    )


def question_digest(task_id: str, layer: str, version: int, text: str) -> str:
    """A question to the person, so that an answer is to exactly what was asked."""
    return digest("ringi.question.v1", {"task_id": task_id, "layer": layer, "version": version, "text": text})


def action_digest(task_id: str, subject_id: str, lines: Sequence[str], action: Mapping[str, Any]) -> str:
    """One action of SPECTRA, just before it runs: the two lines that were shown, and all that will be done."""
    return digest(
        "ringi.action.v1",
        {"task_id": task_id, "subject_id": subject_id, "lines": list(lines), "action": dict(action)},
    )
