"""The judgements of the flow: gather the brief, ask the mind, check the answer, hand it to a transition.

A mind's answer is data. A plan that names an unknown tool or breaks a schema is never shown as runnable.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError
from ringi.flow import gates, intake, pins
from ringi.hands.tools import Catalog
from ringi.minds import Brief, Comment, Declined, Policy, Question
from ringi.store.engine import Row
from ringi.store.transaction import Job, Tx

if TYPE_CHECKING:
    from ringi.flow.office import Office

ERROR_LIMIT = 2_000
TITLE_LIMIT = 150


def gather(tx: Tx, job: Job) -> dict[str, Any]:
    """All that the records say about this task, for the brief."""
    request = tx.one("SELECT * FROM requests WHERE id = ?", (job.task_id,))
    task = tx.one("SELECT * FROM tasks WHERE id = ?", (job.task_id,))
    comments = tx.all("SELECT * FROM comments WHERE task_id = ? ORDER BY id", (job.task_id,))
    prompts = tx.all("SELECT * FROM prompts WHERE task_id = ? ORDER BY version", (job.task_id,))
    processes = tx.all("SELECT * FROM processes WHERE task_id = ? ORDER BY version", (job.task_id,))
    execution = tx.one("SELECT * FROM executions WHERE task_id = ? ORDER BY id DESC LIMIT 1", (job.task_id,))
    user = tx.one("SELECT display_name FROM users WHERE id = ?", (request["user_id"] if request else "",))
    forbidden = {row["tool_name"] for row in tx.all("SELECT tool_name FROM tool_permissions WHERE allowed = 0")}
    return {
        "request": request,
        "task": task,
        "comments": comments,
        "prompts": prompts,
        "processes": processes,
        "execution": execution,
        "user": user["display_name"] if user else "",
        "forbidden": forbidden,
        "pins": pins.pinned(tx),
    }


def _policy_text(job: Job, prompts: list[Row], processes: list[Row]) -> str:
    """For a plan the policy it is made from; for a policy the version before it."""
    if job.kind == "plan":
        process = next(row for row in processes if row["id"] == job.subject_id)
        return str(next(row for row in prompts if row["id"] == process["prompt_id"])["content"])
    written = [row["content"] for row in prompts if row["content"]]
    return str(written[-1]) if written else ""


def _carried(execution: Row | None) -> tuple[str, ...]:
    if execution is None or execution["status"] != "cancelled":
        return ()
    return tuple(entry["stepId"] for entry in json.loads(execution["results"]) if entry["status"] == "completed")


def brief(office: Office, job: Job, known: dict[str, Any], catalog: Catalog) -> Brief:
    request, task = known["request"], known["task"]
    earlier = [row for row in known["processes"] if row["id"] != job.subject_id and row["steps"] != "[]"]
    return Brief(
        text=request["text"],
        today=office.today(),
        catalog=catalog,
        requester=request["requester"],
        requester_name=known["user"],
        lang=request["lang"],
        comments=tuple(
            Comment(
                kind=row["kind"],
                text=row["text"],
                question=row["question"] or "",
                layer=row["layer"],
                version=row["version"],
            )
            for row in known["comments"]
        ),
        title=task["title"] if task else "",
        description=task["description"] if task else "",
        policy=_policy_text(job, known["prompts"], known["processes"]) if known["prompts"] else "",
        steps=tuple(json.loads(earlier[-1]["steps"])) if earlier and job.kind == "plan" else (),
        done=_carried(known["execution"]) if job.kind == "plan" else (),
    )


async def judge(office: Office, job: Job) -> None:
    """One judgement, from brief to transition. Whatever goes wrong is said on the record, never left `generating`."""
    known = await office.store.awrite(lambda tx: gather(tx, job))
    try:
        listed = await office.hands.catalog()
        catalog = permitted(listed, known["forbidden"] | pins.changed(known["pins"], listed))
        question = brief(office, job, known, catalog)
        mind = office.mind
        if job.kind == "extract":
            await _extract(office, job, question)
            return
        found: Any
        if job.kind == "policy":
            found = await mind.policy(question)
            version = next(row["version"] for row in known["prompts"] if row["id"] == job.subject_id)
        else:
            found = await _plan(office, job, question)
            version = next(row["version"] for row in known["processes"] if row["id"] == job.subject_id)
        if isinstance(found, Question):
            asked = found
            await office.store.awrite(lambda tx: intake.asked(tx, job, asked, version))
        elif isinstance(found, Declined):
            said = f"{found.reason} {found.suggestion}".strip()
            await office.store.awrite(lambda tx: gates.not_ready(tx, job, said))
        elif isinstance(found, Policy):
            ready = found
            await office.store.awrite(lambda tx: gates.policy_ready(tx, job, ready.content, ready.changes, mind.name))
    except RingiError as error:
        if error.code == "RINGI-250":
            raise
        await _broken(office, job, f"{error.code}: {error.message(known['request']['lang'] or 'ja')}")
    except Exception as error:
        office.log.exception("judgement failed")
        await _broken(office, job, f"RINGI-100: {type(error).__name__}: {error}")


def permitted(catalog: Catalog, forbidden: set[str]) -> Catalog:
    """What a mind may plan with: forbidden and changed tools are not even known to it."""
    if not forbidden:
        return catalog
    return Catalog(
        tools=tuple(tool for tool in catalog.tools if tool.name not in forbidden),
        people=catalog.people,
        departments=catalog.departments,
    )


async def _extract(office: Office, job: Job, question: Brief) -> None:
    mind = office.mind
    found = await mind.extract(question)
    if isinstance(found, Question):
        asked = found
        await office.store.awrite(lambda tx: intake.asked(tx, job, asked, 0))
    elif isinstance(found, Declined):
        said = found
        await office.store.awrite(lambda tx: intake.declined(tx, job, said, mind.name))
    else:
        extracted = found
        await office.store.awrite(lambda tx: intake.extracted(tx, job, extracted, mind.name))


async def _plan(office: Office, job: Job, question: Brief) -> Any:
    from ringi.hands.validation import checked_plan

    given = job.payload.get("steps")
    if given is not None:
        steps, changes, author = given, "", str(job.payload.get("by", ""))
    else:
        found = await office.mind.plan(question)
        if isinstance(found, (Question, Declined)):
            return found
        steps, changes, author = list(found.steps), found.changes, office.mind.name
    checked = checked_plan(steps, question.catalog, done=question.done)
    tools = pinned_tools(checked, question.catalog)
    identities = named_people(checked, question.catalog)
    described = [
        {**pin, "description": tool.description_hash}
        for pin in tools
        if (tool := question.catalog.tool(pin["name"])) is not None
    ]
    await office.store.awrite(
        lambda tx: gates.plan_ready(tx, job, checked, changes, author, tools, identities, described)
    )
    return None


def pinned_tools(steps: list[dict[str, Any]], catalog: Catalog) -> list[dict[str, Any]]:
    """What the digest says about each tool: which one, on which server, with which schema and class."""
    used = sorted({step["tool"] for step in steps})
    tools = [tool for name in used if (tool := catalog.tool(name)) is not None]
    return [
        {
            "name": tool.name,
            "server": tool.server,
            "schema": tool.schema_hash,
            "effect": tool.effect,
            "idempotent": tool.idempotent,
        }
        for tool in tools
    ]


def named_people(steps: list[dict[str, Any]], catalog: Catalog) -> list[dict[str, Any]]:
    """Which persons the plan's literals mean: an id whose owner changes is another plan."""
    found: dict[str, dict[str, Any]] = {}

    def look(value: Any) -> None:
        if isinstance(value, str):
            person = catalog.person(value)
            if person is not None:
                found[value] = {"id": value, "name": person.name, "department": person.department}
        elif isinstance(value, dict):
            for one in value.values():
                look(one)
        elif isinstance(value, list):
            for one in value:
                look(one)

    for step in steps:
        look(step["toolInput"])
    return [found[key] for key in sorted(found)]


async def _broken(office: Office, job: Job, error: str) -> None:
    error = error[:ERROR_LIMIT]
    if job.kind == "extract":
        await office.store.awrite(lambda tx: intake.unreadable(tx, job, error))
    else:
        await office.store.awrite(lambda tx: gates.not_ready(tx, job, error))
