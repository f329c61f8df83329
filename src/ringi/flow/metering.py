"""A judgement that costs something: whether it may be made, and what it used, told as facts. Only for models.

What was spent is written before the answer is: it is gone even if nobody wants the answer any more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ringi.flow import budgets
from ringi.flow.intake import l1_run, request_of, scene_of
from ringi.minds import Brief, Mind, Question, Spent
from ringi.minds.rules.language import detect
from ringi.store.transaction import Job, Tx
from ringi.words import say
from ringi.words.errors import message

if TYPE_CHECKING:
    from ringi.flow.office import Office

LAYERS = {"extract": "L1", "policy": "L2", "plan": "L3"}
MICROS = 1_000_000


def run_of(job: Job) -> str:
    return l1_run(job.task_id) if job.kind == "extract" else job.subject_id


async def allowed(
    office: Office, job: Job, mind: Mind, brief: Brief, known: dict[str, Any]
) -> tuple[Mind, Brief, Question | None]:
    """Who judges with which brief; or what has to be asked first. A plan that a person handed in costs nothing."""
    account = await office.store.aread(lambda tx: budgets.read(tx, job.task_id))
    brief = replace(brief, comments=budgets.without(brief.comments, account))
    if account.offline:
        return office.mind, brief, None
    if job.payload.get("steps") is not None:
        return mind, brief, None
    asked = budgets.question(account, known["config"], brief.lang or detect(brief.text))
    if asked is not None:
        return mind, brief, asked
    brief.beside.token_limit = budgets.tokens_left(account, known["config"])
    if job.kind == "policy":
        brief.beside.piece = office.writing(job.task_id, job.subject_id)
    return mind, brief, None


async def told(office: Office, job: Job, brief: Brief) -> None:
    """Everything this judgement used, was not given and had to fall back on, in one transaction."""
    await office.store.awrite(lambda tx: _tell(tx, job, brief))


def _tell(tx: Tx, job: Job, brief: Brief) -> None:
    request = request_of(tx, job.task_id)
    scene, run_id, layer = scene_of(request, job.payload.get("turn", "")), run_of(job), LAYERS[job.kind]
    lang = request["lang"] or brief.lang or detect(brief.text)
    for one in brief.beside.spent:
        scene.spent(tx, run_id, layer, _counted(one), **_shown(one, layer))
        context = _context(one, lang)
        if context:
            scene.context(tx, run_id, layer, model=one.model, **context)
    for fall in brief.beside.fell_back:
        text = say("model", "fell_back", lang, first=fall["from"], second=fall["to"])
        why = message(fall["code"], lang, fall["values"])
        scene.noted(tx, run_id, layer, fall["code"], "warning", message=f"{text} {why}", fallback=fall["to"])


def _counted(one: Spent) -> dict[str, Any]:
    """Whole numbers only: what the budgets add up."""
    known = {"micros": one.cost_micros} if one.cost_micros is not None else {}
    return {"tokens": one.input_tokens + one.output_tokens, **known}


def _shown(one: Spent, layer: str) -> dict[str, Any]:
    metrics: dict[str, Any] = {
        f"{layer}.requests": {"value": one.requests, "unit": "count"},
        f"{layer}.tokens.input": {"value": one.input_tokens, "unit": "tokens"},
        f"{layer}.tokens.output": {"value": one.output_tokens, "unit": "tokens"},
        f"{layer}.tokens.cached": {"value": one.cached_tokens, "unit": "tokens"},
        f"{layer}.latency": {"value": one.latency_ms, "unit": "ms"},
    }
    if one.cost_micros is not None:
        metrics[f"{layer}.cost"] = {"value": one.cost_micros / MICROS, "unit": "USD"}
    failed = {"failed": one.failed} if one.failed else {}
    return {"metrics": metrics, "model": one.model, "prompt": one.prompt, **failed}


def _context(one: Spent, lang: str) -> dict[str, Any]:
    context: dict[str, Any] = {}
    if one.context_used:
        context["budget"] = {"used": one.context_used, "limit": one.context_limit, "unit": "tokens"}
    if one.missing:
        context["missing"] = [{**row, "title": _missing(row, lang), "blocking": False} for row in one.missing]
    return context


def _missing(row: dict[str, Any], lang: str) -> str:
    kind, _, server = str(row["id"]).partition(".")
    if kind == "server":
        return say("model", "missing.server", lang, server=server)
    return say("model", f"missing.{row['id']}", lang, count=row.get("count", 0))
