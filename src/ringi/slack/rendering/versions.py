"""Cards 2 and 3, from the versions of policy and plan: each is a message of its own, the newest is live. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ringi.projection import changes
from ringi.projection.task import lookalikes_of
from ringi.slack import cards
from ringi.slack.cards.blocks import Block
from ringi.slack.cards.gates import REASON, refused_line
from ringi.slack.cards.inputs import INDENT, Knowing, given_lines, reaches
from ringi.slack.cards.steps import planned, title
from ringi.slack.cards.text import _truncate, bold, code, escape, literal, prose, when, who
from ringi.slack.rendering.scene import Card, JsonObject, Scene, said
from ringi.words import in_fours, say
from ringi.words.books import whose_line
from ringi.words.errors import explained
from ringi.words.late import asked_line
from ringi.words.managed import carried_out
from ringi.words.policy_scope import excess_line, step_excess_line, writes_line

Drawn = tuple[str, str, list[Block]]
"""The card's name (for its words), its state (for its colour), its blocks."""


def version_cards(scene: Scene, kind: str) -> list[Card]:
    """Every version of the policy (`prompt`) or the plan (`process`), oldest first."""
    versions = scene.rows("policies" if kind == "prompt" else "plans")
    draw = _prompt if kind == "prompt" else _process
    return [_card(scene, kind, draw, versions, at) for at in range(len(versions))]


def _card(
    scene: Scene,
    kind: str,
    draw: Callable[[Scene, JsonObject, JsonObject | None, JsonObject | None], Drawn],
    versions: Sequence[JsonObject],
    at: int,
) -> Card:
    row = versions[at]
    after = versions[at + 1] if at + 1 < len(versions) else None
    drawn = _unwritten(scene, kind, row)
    name, state, blocks = drawn or draw(scene, row, versions[at - 1] if at else None, after)
    words = scene.say(f"{kind}.generating" if name == "generating" else f"text.{kind}.{name}")
    version = int(row.get("version") or 0)
    return scene.card(kind, row["id"], version, state, words, blocks, frozen=after is not None)


def _unwritten(scene: Scene, kind: str, row: JsonObject) -> Drawn | None:
    """The states before there is anything to decide on, the same for both."""
    lang, version = scene.lang, int(row.get("version") or 0)
    status = row.get("status")
    if status == "failed":
        failed = cards.build_prompt_card_failed if kind == "prompt" else cards.build_process_card_failed
        error = explained(row.get("error"), lang)
        return "failed", "failed", failed(error, scene.task_id, row["id"], version, lang=lang, more=True)
    if status != "generating":
        return None
    question = scene.question(row["id"])
    if question is not None:
        asks = cards.build_prompt_card_question if kind == "prompt" else cards.build_process_card_question
        asked = scene.asking(question, row["id"])
        return "question", "pending_approval", asks(asked, scene.task_id, version, lang=lang)
    writes = cards.build_prompt_card_generating if kind == "prompt" else cards.build_process_card_generating
    return "generating", "generating", writes(lang=lang)


# -- the policy ------------------------------------------------------------------------------------------------------


def _prompt(scene: Scene, policy: JsonObject, before: JsonObject | None, after: JsonObject | None) -> Drawn:
    lang, people = scene.lang, scene.people
    content, status = said(policy, "content"), policy.get("status")
    by, reason = said(policy, "by"), said(policy, "reason")
    if status == "pending_approval":
        gate = scene.gate("prompt", policy["id"])
        blocks = cards.build_prompt_card_pending(
            content,
            scene.task_id,
            policy["id"],
            int(policy.get("version") or 0),
            lang=lang,
            approval_id=said(gate, "id"),
            digest=said(gate, "digest"),
            changes=changed_since(scene, policy, before, "content"),
            since=int((before or {}).get("version") or 0),
            notes=small_print(scene, said(gate, "digest")),
            more=True,
            struck=policy["id"] in scene.struck,
            writes=scope_texts(scene, policy),
        )
        return "pending", "pending_approval", blocks
    if status == "approved":
        at = said(policy, "at")
        return "approved", "approved", cards.build_prompt_card_approved(content, by, at, lang=lang, people=people)
    if after is None:
        return "cancelled", "cancelled", cards.build_prompt_card_cancelled(lang=lang, notes=_ending(scene, policy))
    following = after["version"]
    if status == "rejected":
        blocks = cards.build_prompt_card_rejected(content, by, reason, following, lang=lang, people=people)
        return "rejected", "rejected", blocks
    blocks = cards.build_prompt_card_replaced(content, by, reason, following, lang=lang, people=people)
    return "replaced", "cancelled", blocks


def scope_texts(scene: Scene, policy: JsonObject) -> list[str]:
    """What the policy says will be written, one text a write; nothing where older facts do not say it."""
    scope: JsonObject | None = policy.get("scope")
    if scope is None:
        return []
    writes = scope.get("writes") or []
    as_plan = {"steps": writes, "people": scope.get("people"), "labels": scope.get("labels") or {}}
    drawn = planned(writes, lang=scene.lang, inputs=given_to(scene, as_plan), whole=True)
    return [f"*{writes_line(scope, scene.lang)}*", *drawn]


# -- the plan --------------------------------------------------------------------------------------------------------


def _process(scene: Scene, plan: JsonObject, before: JsonObject | None, after: JsonObject | None) -> Drawn:
    steps, status = plan.get("steps") or [], plan.get("status")
    by, reason = said(plan, "by"), said(plan, "reason")
    told: JsonObject = {"lang": scene.lang, "inputs": given_to(scene, plan), "writes": writing(plan)}
    if status == "pending_approval":
        return "pending", "pending_approval", _waiting(scene, plan, before, told)
    told["people"] = scene.people
    if status == "approved":
        return "approved", "approved", cards.build_process_card_approved(steps, by, said(plan, "at"), **told)
    if status == "rejected" and scene.gate("process", plan["id"]).get("state") == "returned":
        told.update(next_policy=_policy_after(scene, plan), ended=bool(scene.view.get("ended")))
        return "returned", "rejected", cards.build_process_card_returned(steps, by, reason, **told)
    if after is None:
        notes = _ending(scene, plan)
        return "cancelled", "cancelled", cards.build_process_card_cancelled(lang=scene.lang, notes=notes)
    following = after["version"]
    if status == "rejected":
        return "rejected", "rejected", cards.build_process_card_rejected(steps, by, reason, following, **told)
    return "replaced", "cancelled", cards.build_process_card_replaced(steps, by, reason, following, **told)


def _policy_after(scene: Scene, plan: JsonObject) -> int:
    """The policy version that a return led to; 0 while it is not written. Gates stand in the order they opened."""
    gates = scene.rows("actions")
    own = scene.gate("process", plan["id"]).get("id")
    at = next((at for at, one in enumerate(gates) if one["id"] == own), len(gates))
    found = next((one for one in gates[at:] if one["kind"] == "prompt"), {})
    return int(found.get("version") or 0)


def _waiting(scene: Scene, plan: JsonObject, before: JsonObject | None, told: JsonObject) -> list[Block]:
    steps, gate = plan.get("steps") or [], scene.gate("process", plan["id"])
    done = [str(one) for one in plan.get("done") or []]
    notes = [scene.say("step.check")] if any(step.get("requiresHumanCheck") for step in steps) else []
    if how := carried_out(plan.get("executor"), scene.lang):
        notes.append(literal(how))
    return cards.build_process_card_pending(
        steps,
        scene.task_id,
        plan["id"],
        int(plan.get("version") or 0),
        **told,
        done=done,
        approval_id=said(gate, "id"),
        digest=said(gate, "digest"),
        changes=changed_since(scene, plan, before, "steps"),
        since=int((before or {}).get("version") or 0),
        lead=leading(scene, plan, told["writes"]),
        notes=[*notes, *small_print(scene, said(gate, "digest"))],
        more=True,
        struck=plan["id"] in scene.struck,
    )


def leading(scene: Scene, plan: JsonObject, writes: set[str]) -> str:
    """What stands before the steps: what the policy does not name, whose books are read, what approving changes."""
    books = whose_line(plan.get("tools") or (), scene.lang, literal)
    more = excess_line(plan.get("beyond") or (), scene.lang)
    warning = f":warning: *{more}*" if more else ""
    return "\n".join(filter(None, (warning, books, what_changes(scene, plan, writes))))


def what_changes(scene: Scene, plan: JsonObject, writes: set[str]) -> str:
    """What approving changes in the world: how many writes, which, and whom or what they reach."""
    done = {str(one) for one in plan.get("done") or []}
    left = [step for step in plan.get("steps") or [] if str(step.get("stepId")) not in done]
    writing_ones = [step for step in left if str(step.get("stepId")) in writes]
    reads = len(left) - len(writing_ones)
    if not writing_ones:
        return scene.say("process.only_reads", reads=reads)
    knowing = scene.knowing(plan)
    named = []
    for step in writing_ones[:LED]:
        reached = reaches(step.get("toolInput"), knowing)
        arrow = f" → {_truncate(reached, 100)}" if reached else ""
        named.append(f"{_truncate(title(step), 60)}{arrow}")
    more = [scene.say("home.more", n=len(writing_ones) - LED)] if len(writing_ones) > LED else []
    what = _comma(scene).join([*named, *more])
    return scene.say("process.will_change", writes=len(writing_ones), what=what, reads=reads)


LED = 5
"""Writes that are named before the steps; all of them are marked below."""


def given_to(scene: Scene, plan: JsonObject) -> list[list[str]]:
    """What each step is given, in lines."""
    knowing, late, beyond = scene.knowing(plan), plan.get("late") or [], plan.get("beyond") or []
    orders = {said(step, "stepId"): knowing.order(said(step, "stepId")) for step in knowing.steps}
    lines = []
    for step in plan.get("steps") or []:
        step_id = said(step, "stepId")
        given = given_lines(said(step, "tool"), step.get("toolInput"), knowing)
        named = partial(_argument, knowing, said(step, "tool"))
        if more := step_excess_line(step_id, beyond, scene.lang, named):
            given.append(f"{INDENT}:warning: *{more}*")
        if asked := asked_line(step_id, late, orders, scene.lang, literal):
            given.append(f"{INDENT}{asked}")
        lines.append(given)
    return lines


def _argument(knowing: Knowing, tool: str, path: str) -> str:
    return literal(knowing.label(tool, path))


def writing(plan: JsonObject) -> set[str]:
    """Steps that change something; one whose tool the approval does not describe counts as such."""
    reads = {str(one.get("name")) for one in plan.get("tools") or [] if one.get("effect") == "read"}
    return {str(step.get("stepId")) for step in plan.get("steps") or [] if step.get("tool") not in reads}


# -- both ------------------------------------------------------------------------------------------------------------


def small_print(scene: Scene, digest: str) -> list[str]:
    """Who asked, with which files, and the digits of what the decision is bound to: as on the page."""
    notes = [scene.say("gate.asked_by", who=who(scene.view.get("requester"), scene.lang, scene.people))]
    came_with = [said(one, "title") for one in scene.rows("artifacts") if not one.get("step_id")]
    if came_with:
        notes.append(scene.say("gate.attached", names=_truncate(", ".join(map(literal, came_with)), 400)))
    if any((one.get("route") or {}).get("nobody_else") for one in scene.rows("actions") if one.get("digest") == digest):
        notes.append(say("values", "nobody_else", scene.lang))
    if digest:
        notes.append(scene.say("gate.digest", digest=code(in_fours(digest))))
    waiting = [one for one in scene.rows("actions") if digest and one.get("digest") == digest]
    if any(lookalikes_of(scene.view, one["id"]) for one in waiting):
        notes.append(f":warning: {say('values', 'lookalikes', scene.lang)}")
    return notes


def changed_since(scene: Scene, row: JsonObject, before: JsonObject | None, part: str) -> list[str]:
    """What is new against the version before: what was asked for, then what really differs.

    The writer's own account stands there only when comparing finds nothing.
    """
    if before is None:
        return []
    lines = []
    reason = said(before, "reason") or _asked_later(scene, before, part)
    if reason.strip():
        lines.append(scene.say("gate.asked_for", reason=_truncate(escape(reason), 400)))
    found = (
        _text_changes(said(before, part), said(row, part))
        if part == "content"
        else _step_changes(scene, before.get(part) or [], row)
    )
    if found:
        return [*lines, *found]
    account = said(row, "changes")
    return [*lines, _truncate(prose(account), 800)] if account.strip() else lines


def _asked_later(scene: Scene, before: JsonObject, part: str) -> str:
    """What was said after the version before had been approved: a return of its plan, or a steer of its run."""
    if part == "content":
        returned = [one for one in scene.rows("actions") if one.get("state") == "returned"]
        return said(returned[-1], "reason") if returned else ""
    runs = [one for one in scene.rows("runs") if one.get("plan") == before["id"] and one.get("why") == "steered"]
    return said(runs[-1], "reason") if runs else ""


def _text_changes(before: str, after: str) -> list[str]:
    if not before:
        return []
    marks = {"added": "＋", "removed": "－"}
    differing = [one for one in changes.of_text(before, after) if one.kind in marks]
    return [f"{marks[one.kind]} {_truncate(literal(one.text), 200)}" for one in differing]


def _step_changes(scene: Scene, before: list[JsonObject], plan: JsonObject) -> list[str]:
    if not before:
        return []
    knowing = scene.knowing(plan)
    words = {"added": "gate.added", "removed": "gate.removed", "changed": "gate.altered"}
    lines = []
    for one in changes.of_steps(before, plan.get("steps") or []):
        if one.kind not in words:
            continue
        names = dict.fromkeys(name for name, _ in (*one.before, *one.after))
        what = [_difference(scene, knowing, one, name) for name in names]
        told = f": {_comma(scene).join(what)}" if what else ""
        lines.append(f"{scene.say(words[one.kind])} · {_truncate(bold(one.title), 100)}{told}")
    return lines


def _difference(scene: Scene, knowing: Knowing, change: changes.StepChange, name: str) -> str:
    """What differs in a step: the argument, and from what to what where both can be said in a word or two."""
    label = _truncate(literal(_label(scene, knowing, change.tool, name)), 60)
    old, new = (_brief(scene, dict(side).get(name)) for side in (change.before, change.after))
    return f"{label} {old} → {new}" if old and new and name not in _OWN else label


def _brief(scene: Scene, text: str | None) -> str:
    if text is None or text == "null":
        return say("values", "none", scene.lang)
    return "" if len(text) > SHORT or "$" in text or "\n" in text else literal(text)


def _comma(scene: Scene) -> str:
    return ", " if scene.lang == "en" else "、"


def _label(scene: Scene, knowing: Knowing, tool: str, name: str) -> str:
    return scene.say(_OWN[name]) if name in _OWN else knowing.label(tool, name)


_OWN = {
    "title": "step.title",
    "description": "step.description",
    "expectedOutput": "step.expected",
    "requiresHumanCheck": "step.human_check",
}
"""What a step has beside its arguments."""
SHORT = 40


def _ending(scene: Scene, row: JsonObject) -> list[str]:
    """Who ended the task at this gate, when and why."""
    ended = scene.view.get("ended") or {}
    if row.get("status") == "rejected":
        refused = refused_line("gate.rejected_by", said(row, "by"), said(row, "reason"), scene.lang, scene.people)
        return [refused, scene.say("gate.limit")]
    if not said(ended, "by"):
        return []
    key = "gate.withdrawn_by" if ended.get("why") == "task.withdrawn" else "gate.cancelled_by"
    notes = [scene.say(key, who=who(ended["by"], scene.lang, scene.people), when=when(ended.get("at")))]
    if said(ended, "reason").strip():
        notes.append(f"{scene.say('label.reason')}: {_truncate(escape(ended['reason']), REASON)}")
    return notes
