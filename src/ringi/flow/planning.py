"""A person's own plan: the same validation and the same gate as a mind's."""

from __future__ import annotations

from typing import Any

from ringi.errors import Conflict
from ringi.facts.vocabulary import Phase
from ringi.flow import config, ending, people, permissions, pins
from ringi.flow.approvals import settle
from ringi.flow.intake import request_of, scene_of
from ringi.flow.judging import permitted
from ringi.flow.office import Office
from ringi.flow.people import Actor
from ringi.flow.telling import record
from ringi.flow.versions import new_process
from ringi.hands.validation import checked_plan
from ringi.store.transaction import Tx


def check(office: Office, steps: list[Any]) -> list[dict[str, Any]]:
    """Refused here, with every flaw named, before anything is stored."""
    rules, accepted, secrets = office.store.write(lambda tx: (permissions.rules(tx), pins.pinned(tx), tx.secrets()))
    catalog = office.catalog()
    changed = pins.changed(accepted, catalog)
    rules = rules.over(catalog)
    known = permitted(accepted.confirmed(catalog), rules.forbidden | changed)
    checked = checked_plan(steps, known, forbidden=rules.forbidden, quarantined=changed, secrets=secrets)
    permissions.check_plan(checked, rules)
    return checked


def propose(tx: Tx, actor: Actor, task_id: str, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Put a person's plan in the place of the one being written or waiting, as the next version."""
    request = request_of(tx, task_id)
    people.own_or_decider(actor, request)
    prompt = ending.latest(tx, "prompts", task_id)
    process = ending.latest(tx, "processes", task_id)
    task = tx.locked("tasks", task_id)
    if prompt is None or prompt["status"] != "approved" or task is None or task["status"] != "extracted":
        raise Conflict("RINGI-230", id=task_id)
    scene = scene_of(request)
    if process is not None and process["status"] in ("generating", "pending_approval", "failed"):
        if process["version"] >= config.read(tx)["max_versions"]:
            raise Conflict("RINGI-228", limit=process["version"])
        for approval in tx.all("SELECT * FROM approvals WHERE task_id = ? AND state = 'open'", (task_id,)):
            settle(tx, scene, approval, process["id"], "withdrawn", "withdraw", actor, "")
        tx.move("processes", process["id"], process["status"], "cancelled")
        moved = record("processes", process["id"], "cancelled", process["version"])
        if process["status"] == "failed":
            scene.plan_moved(tx, process["id"], "process", moved, Phase.CANCELLED)
        else:
            scene.run_finished(tx, process["id"], "L3", Phase.CANCELLED, moved, why="replaced")
        tx.drop_jobs(task_id)
    process_id = new_process(
        tx, scene, prompt["id"], {"steps": steps, "by": actor.identity, "author": actor.behind_id or actor.user_id}
    )
    return {"task_id": task_id, "process_id": process_id, "status": "generating"}
