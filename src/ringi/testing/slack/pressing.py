"""Finding what a person presses: the element, the block and the attachment it stands in, and what it will say."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from ringi.testing.slack.elements import held
from ringi.testing.slack.modals import filled
from ringi.testing.slack.refusal import Json


def on_message(message: Json, action_id: str, value: str | None, block_id: str | None, ts: str) -> Json | None:
    """The press as the payload tells it, with the number of the attachment, 0 for the message's own blocks."""
    places = [(0, message.get("blocks", []))]
    places += [(one["id"], one.get("blocks", [])) for one in message.get("attachments", [])]
    for number, blocks in places:
        action = _within(blocks, action_id, value, block_id, ts)
        if action is not None:
            return {"attachment": number, "action": action}
    return None


def in_view(view: Json, action_id: str, value: str | None, block_id: str | None, ts: str) -> Json | None:
    return _within(view["blocks"] or [], action_id, value, block_id, ts)


def _within(blocks: list[Json], action_id: str, value: str | None, block_id: str | None, ts: str) -> Json | None:
    for block, element in _elements(blocks):
        if element.get("action_id") != action_id or (block_id and block.get("block_id") != block_id):
            continue
        if element["type"] == "button" and value is not None and element.get("value") != value:
            continue
        return _action(block, element, value, ts)
    return None


def _elements(blocks: list[Json]) -> Iterator[tuple[Json, Json]]:
    for block in blocks:
        for element in held(block):
            if isinstance(element, dict):
                yield block, element


def _action(block: Json, element: Json, value: str | None, ts: str) -> Json:
    kind = str(element["type"])
    action: Json = {"type": kind, "action_id": element["action_id"], "block_id": block["block_id"], "action_ts": ts}
    if kind == "button":
        for part in ("text", "value", "style", "url"):
            if part in element:
                action[part] = copy.deepcopy(element[part])
    elif kind == "overflow":
        action["selected_option"] = filled({**element, "type": "static_select"}, value)["selected_option"]
    else:
        chosen: dict[str, Any] = filled(element, value)
        action.update(chosen)
    return action
