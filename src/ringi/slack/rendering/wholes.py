"""All of what waits, in a modal: for what was too long for its card, and for whoever comes from the Home tab. Pure."""

from __future__ import annotations

from ringi.slack import cards
from ringi.slack.cards.blocks import Block
from ringi.slack.cards.gates import changed
from ringi.slack.cards.inputs import Labels
from ringi.slack.cards.steps import line, planned
from ringi.slack.cards.text import People, escape, literal
from ringi.slack.rendering.runs import asked_with, why_asked
from ringi.slack.rendering.scene import JsonObject, Scene, said
from ringi.slack.rendering.versions import (
    changed_since,
    given_to,
    leading,
    scope_texts,
    small_print,
    writing,
)


def decide_modal(
    view: JsonObject, approval_id: str, lang: str, people: People, *, labels: Labels | None = None
) -> Block | None:
    """The modal of an open approval: all of it, and the decision. None when it does not wait (any more)."""
    scene = Scene(view, lang, people, labels or {})
    action = scene.row("actions", approval_id)
    if action.get("state") != "open":
        return None
    kind, run_id, digest = str(action["kind"]), said(action, "runId"), said(action, "digest")
    if kind == "clarification":
        choices = [str(one) for one in action.get("choices") or []]
        return cards.build_answer_modal(
            said(action, "question"), choices, scene.task_id, lang=lang, approval_id=approval_id, digest=digest
        )
    return cards.build_decide_modal(
        kind,
        run_id,
        scene.task_id,
        {"prompt": _policy, "process": _plan, "step": _step}[kind](scene, run_id),
        lang=lang,
        approval_id=approval_id,
        digest=digest,
        heading=said(view, "title"),
        notes=small_print(scene, digest),
        lead=_lead(scene, run_id) if kind == "process" else "",
        changes=_changes(scene, kind, run_id),
    )


def _lead(scene: Scene, plan_id: str) -> str:
    plan = scene.row("plans", plan_id)
    return leading(scene, plan, writing(plan))


def _changes(scene: Scene, kind: str, version_id: str) -> list[Block]:
    """What is new since the version before, as on the card: nobody decides on a second version blind."""
    if kind == "step":
        return []
    rows = scene.rows("policies" if kind == "prompt" else "plans")
    at = next((at for at, one in enumerate(rows) if one["id"] == version_id), 0)
    before = rows[at - 1] if at else None
    lines = changed_since(scene, rows[at], before, "content" if kind == "prompt" else "steps") if rows else []
    return changed(lines, int((before or {}).get("version") or 0), scene.lang)


def _policy(scene: Scene, policy_id: str) -> list[str]:
    policy = scene.row("policies", policy_id)
    return [*literal(said(policy, "content")).split("\n"), *scope_texts(scene, policy)]


def _plan(scene: Scene, plan_id: str) -> list[str]:
    plan = scene.row("plans", plan_id)
    return planned(
        plan.get("steps") or [],
        lang=scene.lang,
        inputs=given_to(scene, plan),
        writes=writing(plan),
        done=[str(one) for one in plan.get("done") or []],
        whole=True,
    )


def _step(scene: Scene, run_id: str) -> list[str]:
    run = scene.row("runs", run_id)
    plan = scene.row("plans", run.get("plan"))
    asked: JsonObject = next((one for one in plan.get("steps") or [] if one.get("stepId") == run.get("stepId")), {})
    return [escape(why_asked(scene, run)), "\n".join([line(asked, whole=True), *asked_with(scene, plan, run)])]
