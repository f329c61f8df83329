"""Whether a message or a view may be taken as it is: the checks in Slack's order, answered with Slack's error names."""

from __future__ import annotations

import json
from typing import Any

from ringi.testing.slack.blocks import check_blocks, length, too_much_markdown
from ringi.testing.slack.limits import most
from ringi.testing.slack.problems import Problems
from ringi.testing.slack.refusal import Json, Refusal, invalid


def check_message(given: Json, *, strict: bool, update: bool = False) -> None:
    """What chat.postMessage, chat.update and chat.postEphemeral all ask of a message."""
    blocks, attachments = given.get("blocks"), given.get("attachments")
    text = given.get("text")
    if given.get("markdown_text"):
        if text or blocks:
            raise Refusal("markdown_text_conflict")
        if len(str(given["markdown_text"])) > most("markdown_text"):
            raise Refusal("msg_too_long")
    elif not text and not blocks and not attachments:
        raise Refusal("no_text")
    if update and isinstance(text, str) and len(text) > most("update.text"):
        raise Refusal("msg_too_long")
    _check_blocks_of_message(blocks)
    _check_attachments(attachments)
    if given.get("metadata"):
        _check_metadata(given["metadata"])
    if strict and length(blocks or []) + length(attachments or []) > most("blocks.total"):
        raise Refusal("msg_blocks_too_long")


def _check_blocks_of_message(blocks: Any) -> None:
    if blocks is None:
        return
    if not isinstance(blocks, list):
        raise Refusal("invalid_blocks_format")
    problems = Problems()
    check_blocks(blocks, "/blocks", "blocks.message", problems)
    if problems.found:
        raise invalid("invalid_blocks", problems.found)
    if too_much_markdown(blocks):
        raise Refusal("msg_blocks_too_long")


def _check_attachments(attachments: Any) -> None:
    if attachments is None:
        return
    if not isinstance(attachments, list) or not all(isinstance(one, dict) for one in attachments):
        raise Refusal("invalid_attachments")
    if len(attachments) > most("attachments"):
        raise Refusal("too_many_attachments")
    problems = Problems()
    for place, attachment in enumerate(attachments):
        if attachment.get("blocks") is not None:
            check_blocks(attachment["blocks"], f"/attachments/{place}/blocks", "blocks.message", problems)
    if problems.found:
        raise invalid("invalid_attachments", problems.found)


def _check_metadata(metadata: Any) -> None:
    if not isinstance(metadata, dict):
        raise Refusal("invalid_metadata_format")
    if not isinstance(metadata.get("event_type"), str) or not isinstance(metadata.get("event_payload"), dict):
        raise Refusal("invalid_metadata_schema")
    if len(json.dumps(metadata, ensure_ascii=False).encode()) > most("metadata.bytes"):
        raise Refusal("metadata_too_large")


def check_view(view: Any, *, home: bool = False) -> None:
    """What views.open, views.update, views.push, views.publish and a response_action ask of a view."""
    if not isinstance(view, dict):
        raise invalid("invalid_arguments", ["must provide an object [json-pointer:/view]"])
    if len(json.dumps(view, ensure_ascii=False).encode()) > most("view.bytes"):
        raise Refusal("view_too_large")
    problems = Problems()
    wanted = "home" if home else "modal"
    if view.get("type") != wanted:
        problems.add(f"must be {wanted}", "/view/type")
    if not home:
        _check_frame(view, problems)
    for part in ("private_metadata", "callback_id", "external_id"):
        if view.get(part) is not None:
            problems.text(view[part], f"/view/{part}", f"view.{part}", least=0)
    if "blocks" not in view:
        problems.add("missing required field: blocks", "/view")
    else:
        check_blocks(view["blocks"], "/view/blocks", "blocks.view", problems)
    if problems.found:
        raise invalid("invalid_arguments", problems.found)


def _check_frame(view: Json, problems: Problems) -> None:
    """Title and buttons of a modal: a modal with an input needs something to submit it with."""
    if "title" not in view:
        problems.add("missing required field: title", "/view")
    for part in ("title", "submit", "close"):
        if view.get(part) is not None:
            problems.words(view[part], f"/view/{part}", f"view.{part}", plain=True)
    blocks = view.get("blocks")
    inputs = isinstance(blocks, list) and any(isinstance(one, dict) and one.get("type") == "input" for one in blocks)
    if inputs and not view.get("submit"):
        problems.add("missing required field: submit", "/view")
