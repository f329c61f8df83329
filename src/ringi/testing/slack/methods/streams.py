"""chat.startStream, appendStream, stopStream: a message that grows while it is written."""

from __future__ import annotations

from typing import Any

from ringi.testing.slack import messages
from ringi.testing.slack.blocks import check_blocks
from ringi.testing.slack.call import Call, method
from ringi.testing.slack.company import Channel
from ringi.testing.slack.limits import most
from ringi.testing.slack.problems import Problems
from ringi.testing.slack.refusal import Json, Refusal, invalid

CHUNKS = {
    "markdown_text": ("text",),
    "task_update": ("id", "title", "status"),
    "plan_update": ("title",),
    "blocks": ("blocks",),
}
TASK_STATES = ("pending", "in_progress", "complete", "error")


@method("chat.startStream")
async def start(call: Call) -> Json:
    call.required("channel", "thread_ts")
    channel = call.channel(member=True)
    if not channel.im_user:
        if not call.given("recipient_user_id"):
            raise Refusal("missing_recipient_user_id")
        if not call.given("recipient_team_id"):
            raise Refusal("missing_recipient_team_id")
    added = _added(call)
    message = call.double.write(call.team, channel, {"text": "", "thread_ts": call.given("thread_ts")}, quiet=True)
    message["streaming_state"] = "in_progress"
    message["chunks"] = []
    _grow(call, channel, message, added)
    return {"channel": channel.id, "ts": message["ts"]}


@method("chat.appendStream")
async def append(call: Call) -> Json:
    channel, message = _streaming(call)
    added = _added(call)
    if not added:
        raise Refusal("no_text")
    _grow(call, channel, message, added)
    return {"channel": channel.id, "ts": message["ts"]}


@method("chat.stopStream")
async def stop(call: Call) -> Json:
    channel, message = _streaming(call)
    added = _added(call)
    blocks = call.given("blocks")
    if blocks is not None:
        if isinstance(blocks, list) and len(blocks) > most("stream.blocks"):
            raise Refusal("msg_blocks_too_many")
        problems = Problems()
        check_blocks(blocks, "/blocks", "blocks.message", problems)
        if problems.found:
            raise invalid("invalid_blocks", problems.found)
        dressed = messages.dress({"blocks": blocks}, call.double.ids.new(""))
        message["blocks"] = [*message.get("blocks", []), *dressed["blocks"]]
    if call.given("metadata"):
        message["metadata"] = call.given("metadata")
    _grow(call, channel, message, added)
    message["streaming_state"] = "completed"
    key = f"{channel.id}:{message.get('thread_ts')}"
    if call.given("session_status") and key in call.team.sessions:
        call.team.sessions[key]["status"] = call.given("session_status")
    call.double.changes.tell()
    return {"channel": channel.id, "ts": message["ts"], "message": messages.told(message)}


def _streaming(call: Call) -> tuple[Channel, Json]:
    _, ts = call.required("channel", "ts")
    channel = call.channel()
    message = messages.find(channel, str(ts))
    if message is None:
        raise Refusal("message_not_found")
    state = message.get("streaming_state")
    if state == "stopped":
        raise Refusal("stopped_by_user")
    if state != "in_progress":
        raise Refusal("message_not_in_streaming_state")
    return channel, message


def _added(call: Call) -> list[Json]:
    """What this call adds, as chunks."""
    text, chunks = call.given("markdown_text"), call.given("chunks")
    if text and len(str(text)) > most("markdown_text"):
        raise Refusal("msg_too_long")
    found: list[Json] = [{"type": "markdown_text", "text": str(text)}] if text else []
    for chunk in chunks or []:
        if not _known(chunk):
            raise Refusal("invalid_chunks")
        found.append(chunk)
    return found


def _known(chunk: Any) -> bool:
    if not isinstance(chunk, dict) or chunk.get("type") not in CHUNKS:
        return False
    if any(chunk.get(part) in (None, "") for part in CHUNKS[str(chunk["type"])]):
        return False
    return chunk["type"] != "task_update" or chunk["status"] in TASK_STATES


def _grow(call: Call, channel: Channel, message: Json, added: list[Json]) -> None:
    """Text is appended; a task keeps its place and changes its state."""
    for chunk in added:
        if chunk["type"] == "markdown_text":
            message["text"] += str(chunk["text"])
        elif chunk["type"] == "blocks":
            dressed = messages.dress({"blocks": chunk["blocks"]}, call.double.ids.new(""))
            message["blocks"] = [*message.get("blocks", []), *dressed["blocks"]]
        elif chunk["type"] == "task_update":
            known = next((one for one in message["chunks"] if one.get("id") == chunk["id"]), None)
            known.update(chunk) if known else message["chunks"].append(dict(chunk))
        else:
            message["chunks"].append(chunk)
    call.double.changes.tell()
