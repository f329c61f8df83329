"""assistant.threads.* and agents.sessions.*: what the agent container shows of the app at work."""

from __future__ import annotations

from ringi.testing.slack.call import Call, method
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Json, Refusal, invalid

STATES = ("active", "processing", "suspended", "closed")


@method("assistant.threads.setStatus")
async def set_status(call: Call) -> Json:
    call.required("channel_id")
    _agent(call)
    channel = call.channel(name="channel_id", member=True)
    if call.given("status") is None:
        raise invalid("invalid_arguments", ["missing required field: status"])
    loading = call.given("loading_messages") or []
    if len(loading) > most("status.loading_messages"):
        raise invalid("invalid_arguments", [f"no more than {most('status.loading_messages')} items allowed"])
    call.double.show_status(
        call.team, channel.id, str(call.given("thread_ts") or ""), str(call.given("status")), loading
    )
    return {}


@method("assistant.threads.setSuggestedPrompts")
async def set_suggested_prompts(call: Call) -> Json:
    call.required("channel_id", "prompts")
    _agent(call)
    channel = call.channel(name="channel_id")
    prompts = call.given("prompts")
    whole = isinstance(prompts, list) and all(
        isinstance(one, dict) and one.get("title") and one.get("message") for one in prompts
    )
    if not whole or len(prompts) > most("prompts"):
        raise Refusal("invalid_arguments")
    call.team.prompts[channel.id] = prompts
    call.double.changes.tell()
    return {}


@method("assistant.threads.setTitle")
async def set_title(call: Call) -> Json:
    _, ts, title = call.required("channel_id", "thread_ts", "title")
    _agent(call)
    call.team.titles[f"{call.channel(name='channel_id').id}:{ts}"] = str(title)
    call.double.changes.tell()
    return {}


@method("agents.sessions.setStatus")
async def set_session_status(call: Call) -> Json:
    (status,) = call.required("status")
    _agent(call)
    if status not in STATES:
        raise Refusal("invalid_status")
    session = session_of(call)
    session["status"] = status
    call.double.changes.tell()
    warning = {}
    if "agent_session_stopped" not in call.double.subscriptions:
        warning = {"warning": "missing_agent_session_stopped_event_subscription"}
    return {"status": status, "agent_status": status, "title": session["title"], **warning}


@method("agents.sessions.rename")
async def rename_session(call: Call) -> Json:
    (title,) = call.required("title")
    _agent(call)
    session = session_of(call)
    session["title"] = _title(title)
    call.double.changes.tell()
    return {"title": session["title"]}


def session_of(call: Call) -> Json:
    """The session of a thread, made when there is none."""
    call.required("channel_id", "thread_ts")
    channel = call.channel(name="channel_id", member=True)
    key = f"{channel.id}:{call.given('thread_ts')}"
    if key not in call.team.sessions:
        call.team.sessions[key] = {"status": "active", "title": _title(call.given("title") or "")}
    return call.team.sessions[key]


def _title(title: object) -> str:
    if len(str(title)) > most("session.title"):
        raise invalid("invalid_arguments", [f"must be less than {most('session.title') + 1} characters"])
    return str(title)


def _agent(call: Call) -> None:
    if not call.double.agent:
        raise Refusal("not_agent_app")
