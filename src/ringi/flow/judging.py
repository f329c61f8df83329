"""The judgements of the flow: gather the brief, ask the mind, check the answer, hand it to a transition.

A mind's answer is data. A plan that names an unknown tool or breaks a schema is never shown as runnable.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from ringi.errors import Conflict, RingiError
from ringi.flow import config, gates, intake, permissions, pins, reaching
from ringi.flow.approvals import approved, comments_of
from ringi.flow.minding import metered, mind_of
from ringi.flow.proposals import PolicyProposal, read_policy, same_policy
from ringi.flow.second_showing import policy_again, policy_hidden
from ringi.hands.confirmation import as_claimed
from ringi.hands.late_values import asked_values
from ringi.hands.policy_scope import find_excess, list_writes, person_entries, tool_entries
from ringi.hands.reach import is_recipient
from ringi.hands.tools import Catalog
from ringi.hands.whereabouts import whereabouts_digest
from ringi.minds import Brief, Comment, Declined, Extracted, Mind, Plan, Policy, Question
from ringi.store.engine import PASSING, Row
from ringi.store.transaction import Job, Tx

if TYPE_CHECKING:
    from ringi.flow.office import Office

ERROR_LIMIT = 2_000
TITLE_LIMIT = 150
LABEL_LIMIT = 60


def gather(tx: Tx, job: Job) -> dict[str, Any]:
    """All that the records say about this task, as far as this judgement asks for it."""
    request = tx.row("requests", job.task_id)
    user = tx.row("users", request["user_id"]) if request else None
    known = {
        "request": request,
        "task": tx.row("tasks", job.task_id) if job.kind != "extract" else None,
        "comments": comments_of(tx, job.task_id),
        "user": user["display_name"] if user else "",
        "slack": (user["slack_user_id"] or "") if user else "",
        "rules": permissions.rules(tx),
        "secrets": tx.secrets(),
        "pins": pins.pinned(tx),
        "config": config.read(tx),
    }
    layer = _LAYERS.get(job.kind)
    return {**known, **layer(tx, job)} if layer else known


def _of_policy(tx: Tx, job: Job) -> dict[str, Any]:
    """The version to be written, and the text of the one before it."""
    prompt = tx.row("prompts", job.subject_id)
    assert prompt is not None
    before = tx.one(_BEFORE, (job.task_id,)) if prompt["version"] > 1 else None
    return {"version": prompt["version"], "policy": before["content"] if before else ""}


def _of_plan(tx: Tx, job: Job) -> dict[str, Any]:
    """The version to be written, the policy it is made from, and what earlier plans were and have done."""
    process = tx.row("processes", job.subject_id)
    assert process is not None
    prompt = tx.row("prompts", process["prompt_id"])
    assert prompt is not None
    if policy_hidden(tx, prompt):
        return {"version": process["version"], "hidden": True}
    policy = approved_policy(tx, prompt)
    known = {"version": process["version"], "policy": policy.content, "scope": policy.scope}
    if process["version"] > 1:
        earlier = tx.one(_EARLIER, (job.task_id, job.subject_id))
        execution = tx.one("SELECT * FROM executions WHERE task_id = ? ORDER BY id DESC LIMIT 1", (job.task_id,))
        known |= {"steps": json.loads(earlier["steps"]) if earlier else (), "done": _carried(execution)}
    return known


def approved_policy(tx: Tx, prompt: Row) -> PolicyProposal:
    """The policy that was approved, from the fact that it was shown with; a record that says otherwise stops it."""
    approval = approved(tx, prompt["task_id"], "prompt", prompt["id"])
    policy = read_policy(tx, prompt)
    if approval is None or policy is None or not same_policy(tx, prompt, approval["digest"]):
        raise Conflict("RINGI-402")
    return policy


_LAYERS = {"policy": _of_policy, "plan": _of_plan}
_BEFORE = "SELECT content FROM prompts WHERE task_id = ? AND content != '' ORDER BY version DESC LIMIT 1"
_EARLIER = "SELECT steps FROM processes WHERE task_id = ? AND id != ? AND steps != '[]' ORDER BY version DESC LIMIT 1"


def _carried(execution: Row | None) -> tuple[str, ...]:
    if execution is None or execution["status"] != "cancelled":
        return ()
    return tuple(entry["stepId"] for entry in json.loads(execution["results"]) if entry["status"] == "completed")


def brief(office: Office, job: Job, known: dict[str, Any], catalog: Catalog) -> Brief:
    request, task = known["request"], known["task"]
    fixed = office.settings.today
    return Brief(
        text=request["text"],
        today=office.today(),
        catalog=catalog,
        asked_on=fixed or _day(request["created_at"]),
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
                said_on=fixed or _day(row["made_at"]),
            )
            for row in known["comments"]
        ),
        title=task["title"] if task else "",
        description=task["description"] if task else "",
        policy=known.get("policy", ""),
        writes=tuple((known.get("scope") or {}).get("writes", ())),
        steps=tuple(known.get("steps", ())),
        done=known.get("done", ()),
    )


def _day(moment: str) -> date | None:
    """The day here on which something was said: last month is the month before that, however late it is judged."""
    try:
        return datetime.fromisoformat(moment).astimezone().date()
    except ValueError:
        return None  # an imported record


async def judge(office: Office, job: Job) -> None:
    """One judgement, from brief to transition. Whatever goes wrong is said on the record, never left `generating`."""
    known = await office.store.aread(lambda tx: gather(tx, job))
    if known.get("hidden"):
        await office.store.awrite(lambda tx: policy_again(tx, job))
        return
    try:
        listed = await office.hands.catalog()
        if unplaced := pins.unplaced(known["pins"], listed):
            await office.store.awrite(lambda tx: pins.carry_over(tx, unplaced))
        changed = pins.changed(known["pins"], listed)
        known["rules"] = known["rules"].over(listed)
        catalog = permitted(known["pins"].confirmed(listed), known["rules"].forbidden | changed)
        known["catalog"] = catalog
        question = brief(office, job, known, as_claimed(catalog))
        mind = await mind_of(office, known["config"])
        found: Any = None
        if metered(mind):
            from ringi.flow import metering  # only those who use a model load what counts it

            mind, question, found = await metering.allowed(office, job, mind, question, known)
        if found is None:
            found = await _answer(office, job, mind, question, known, changed)
        await _written(office, job, question, found, known, question.beside.author or mind.name)
    except RingiError as error:
        if error.code == "RINGI-250" or error.code in PASSING:
            raise
        await break_off(office, job, f"{error.code}: {error.message(language_of(known['request']))}")
    except Exception as error:
        office.log.exception("judgement failed")
        await break_off(office, job, f"RINGI-100: {type(error).__name__}: {error}")
    finally:
        office.drafts.pop(job.task_id, None)


def language_of(request: Mapping[str, Any]) -> str:
    """The language a request is answered in; before anybody has read it, the one that it is written in."""
    if request["lang"]:
        return str(request["lang"])
    from ringi.minds.rules.language import detect

    return detect(str(request["text"]))


async def _answer(
    office: Office, job: Job, mind: Mind, question: Brief, known: dict[str, Any], changed: set[str]
) -> Any:
    """What the mind says to it; a plan comes back checked."""
    try:
        if job.kind == "extract":
            return await mind.extract(question)
        if job.kind == "policy":
            return await mind.policy(question)
        return await _plan(job, mind, question, known, changed)
    finally:
        if question.beside.spent or question.beside.fell_back:
            from ringi.flow import metering

            await metering.told(office, job, question)


async def _written(office: Office, job: Job, question: Brief, found: Any, known: dict[str, Any], author: str) -> None:
    """Hand the answer to its transition."""
    if isinstance(found, Question):
        asked = found
        await office.store.awrite(lambda tx: intake.asked(tx, job, asked, known.get("version", 0)))
    elif isinstance(found, Declined):
        no = found
        if job.kind == "extract":
            await office.store.awrite(lambda tx: intake.declined(tx, job, no, author))
        else:
            said = f"{no.reason} {no.suggestion}".strip()
            await office.store.awrite(lambda tx: gates.not_ready(tx, job, said))
    elif isinstance(found, Extracted):
        extracted = found
        await office.store.awrite(lambda tx: intake.extracted(tx, job, extracted, author))
    elif isinstance(found, Policy):
        ready, title, scope = found, _new_title(question, found.title), scope_of(found, known["catalog"])
        await office.store.awrite(
            lambda tx: gates.policy_ready(tx, job, ready.content, ready.changes, author, title, scope)
        )
    else:
        await _plan_written(office, job, question, found, known, str(job.payload.get("by", "")) or author)


def _new_title(question: Brief, title: str) -> str:
    """What a task is called when a version is about something else than the one before; empty when it is not."""
    return title[:TITLE_LIMIT] if title and title != question.title else ""


def scope_of(policy: Policy, catalog: Catalog) -> dict[str, Any] | None:
    """What a policy says will be written, as data for its digest and its card; None when its mind does not say."""
    if policy.calls is None:
        return None
    writes = list_writes(policy.calls, catalog)
    return {
        "writes": writes,
        "people": person_entries(writes, catalog),
        "tools": tool_entries(writes, catalog),
        "labels": spoken_names(writes, catalog),
    }


def permitted(catalog: Catalog, forbidden: Collection[str]) -> Catalog:
    """What a mind may plan with: forbidden and changed tools are not even known to it."""
    if not forbidden:
        return catalog
    return Catalog(
        tools=tuple(tool for tool in catalog.tools if tool.name not in forbidden),
        people=catalog.people,
        departments=catalog.departments,
    )


async def _plan(job: Job, mind: Mind, question: Brief, known: dict[str, Any], changed: set[str]) -> Any:
    """The plan of the mind, or the one a person handed in: checked, or refused with every flaw."""
    from ringi.hands.validation import checked_plan, normalise_steps, validate_plan

    earlier = [step for step in question.steps if step["stepId"] in question.done]
    bounds: dict[str, Any] = {
        "done": question.done,
        "done_steps": earlier,
        "forbidden": known["rules"].forbidden,
        "quarantined": changed,
        "secrets": known["secrets"],
    }
    catalog: Catalog = known["catalog"]

    def flaws(steps: Sequence[dict[str, Any]]) -> list[str]:
        found = validate_plan(normalise_steps(steps), catalog, **bounds)
        return [f"{flaw.step}: {flaw.message('en')}" for flaw in found]

    given = job.payload.get("steps")
    if given is not None:
        return Plan(steps=tuple(checked_plan(given, catalog, **bounds)))
    question.beside.check = flaws
    found = await mind.plan(question)
    if isinstance(found, (Question, Declined)):
        return found
    return replace(found, steps=tuple(checked_plan(list(found.steps), catalog, **bounds)))


async def _plan_written(
    office: Office, job: Job, question: Brief, found: Plan, known: dict[str, Any], author: str
) -> None:
    changes, title = found.changes, _new_title(question, found.title)
    catalog: Catalog = known["catalog"]
    checked, reached = await reaching.settle(
        office.hands, catalog, list(found.steps), question.requester, known=known["slack"], done=question.done
    )
    permissions.check_plan(checked, known["rules"], done=question.done)
    tools = pinned_tools(checked, catalog)
    identities = reaching.together(named_people(checked, catalog), reached)
    described = [
        {
            **pin,
            "description": tool.description_hash,
            **({"whereabouts": dict(tool.whereabouts)} if tool.whereabouts else {}),
        }
        for pin in tools
        if (tool := catalog.tool(pin["name"])) is not None
    ]
    labels = spoken_names(checked, catalog)
    late = asked_values(checked, catalog, question.done)
    scope = known.get("scope")
    beyond = find_excess(scope, found.steps, catalog, question.done) if scope is not None else []
    unsaid = scope is None and any(one["effect"] != "read" for one in tools)
    unseen = unsaid or _looked_up(found.steps, checked, catalog, known["slack"])
    await office.store.awrite(
        lambda tx: gates.plan_ready(
            tx,
            job,
            checked,
            changes,
            author,
            tools,
            identities,
            described,
            question.done,
            title,
            labels,
            late,
            beyond,
            unseen=unseen,
        )
    )


def _looked_up(
    said: Sequence[dict[str, Any]], settled: Sequence[dict[str, Any]], catalog: Catalog, requester: str
) -> bool:
    """Whether a service chose somebody who is reached, whom neither the directory nor the records know as the one that
    the plan says.
    """
    for before, after in zip(said, settled, strict=True):
        for name, value in after["toolInput"].items():
            meant = before["toolInput"].get(name)
            if meant == value or not isinstance(meant, str) or not is_recipient(str(name)):
                continue
            person = catalog.person(meant)
            certain = person is not None and person == catalog.person(str(value))
            if not certain and not (meant == "requester" and value == requester):
                return True
    return False


def pinned_tools(steps: list[dict[str, Any]], catalog: Catalog) -> list[dict[str, Any]]:
    """What the digest says about each tool: which one, with which schema and class, on which server, where that runs,
    and on whose books.
    """
    used = sorted({step["tool"] for step in steps})
    tools = [tool for name in used if (tool := catalog.tool(name)) is not None]
    return [
        {
            "name": tool.name,
            "server": tool.server,
            "schema": tool.schema_hash,
            "effect": tool.effect,
            "idempotent": tool.idempotent,
            **({"place": whereabouts_digest(tool.whereabouts)} if tool.whereabouts else {}),
            **({"content": list(tool.content)} if tool.asks_about_late_values else {}),
            **({"companyId": tool.company[0], "company": tool.company[1]} if tool.company[0] else {}),
        }
        for tool in tools
    ]


def spoken_names(steps: list[dict[str, Any]], catalog: Catalog) -> dict[str, dict[str, list[str]]]:
    """What the tools call their arguments and the fields that are taken up, in each language: as the plan was shown.

    A name that reads like another argument of the same tool, like a value or like nothing is none: the argument is then
    called what it is.
    """
    found: dict[str, dict[str, list[str]]] = {}
    written = ""
    for name in {step["tool"] for step in steps}:
        tool = catalog.tool(name)
        labels = tool.meta.get("ringi/labels") if tool else None
        if not isinstance(labels, dict):
            continue
        written = written or json.dumps([step["toolInput"] for step in steps], ensure_ascii=False)
        called = {
            str(field): [str(word)[:LABEL_LIMIT] for word in words]
            for field, words in labels.items()
            if field in written and isinstance(words, list) and len(words) == 3 and all(map(_is_name, words))
        }
        given = {argument for step in steps if step["tool"] == name for argument in step["toolInput"]}
        given.update(tool.input_schema.get("properties") or () if tool else ())
        if told := {field: words for field, words in called.items() if not _mistaken(field, called, given)}:
            found[name] = told
    return found


def _is_name(word: Any) -> bool:
    """Whether this may stand before a value: one line that is seen, without what separates names from values."""
    text = str(word)
    return text.isprintable() and bool(text.strip()) and not any(mark in text for mark in ":：〔")


def _mistaken(field: str, called: Mapping[str, Sequence[str]], given: Collection[str]) -> bool:
    """Whether an argument is called what another argument of the tool is called, in any language."""
    if field not in given:
        return False
    own = {word.strip().casefold() for word in called[field]}
    others = {word.strip().casefold() for one in given if one != field for word in (one, *called.get(one, ()))}
    return not own.isdisjoint(others)


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


async def break_off(office: Office, job: Job, error: str) -> None:
    """Say on the record that this judgement was not made, and why; a person may have it tried again."""
    error = error[:ERROR_LIMIT]
    if job.kind == "extract":
        await office.store.awrite(lambda tx: intake.unreadable(tx, job, error))
    else:
        await office.store.awrite(lambda tx: gates.not_ready(tx, job, error))
