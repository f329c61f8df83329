"""Every limit the double holds an app to, and beside each whether Slack documents it or whether it is assumed here.

Documented means a page of docs.slack.dev or the checks of slack_sdk, which Slack writes. Lengths are counted in code
points: in which unit Slack counts is not documented.
"""

from __future__ import annotations

from typing import NamedTuple


class Limit(NamedTuple):
    most: int
    documented: bool
    where: str


LIMITS: dict[str, Limit] = {
    "blocks.message": Limit(50, True, "Block Kit reference: blocks per message"),
    "blocks.view": Limit(100, True, "Block Kit reference: blocks per modal or home"),
    "blocks.total": Limit(12_000, False, "Slack staff in bolt-js #2509; only with strict, error msg_blocks_too_long"),
    "block_id": Limit(255, True, "Block Kit reference"),
    "action_id": Limit(255, True, "Block Kit reference"),
    "text": Limit(3000, True, "text object"),
    "header.text": Limit(150, True, "header block"),
    "section.text": Limit(3000, True, "section block"),
    "section.fields": Limit(10, True, "section block"),
    "section.field": Limit(2000, True, "section block"),
    "context.elements": Limit(10, True, "context block"),
    "context.text": Limit(3000, False, "that of every text object; the context block names none"),
    "actions.elements": Limit(25, True, "actions block"),
    "context_actions.elements": Limit(5, True, "context_actions block"),
    "button.text": Limit(75, True, "button element"),
    "button.value": Limit(2000, True, "button element"),
    "button.url": Limit(3000, True, "button element"),
    "button.accessibility_label": Limit(75, True, "button element"),
    "confirm.title": Limit(100, True, "confirm object"),
    "confirm.text": Limit(300, True, "confirm object"),
    "confirm.confirm": Limit(30, True, "confirm object"),
    "confirm.deny": Limit(30, True, "confirm object"),
    "option.text": Limit(75, True, "option object"),
    "option.value": Limit(150, True, "option object"),
    "option.description": Limit(75, True, "option object"),
    "select.options": Limit(100, True, "select elements"),
    "overflow.options": Limit(5, True, "overflow element"),
    "choices.options": Limit(10, True, "checkboxes and radio buttons"),
    "placeholder": Limit(150, True, "placeholder of an input"),
    "input.label": Limit(2000, True, "input block"),
    "input.hint": Limit(2000, True, "input block"),
    "plain_text_input.max_length": Limit(3000, False, "plain_text_input element: only the SDK hints at it"),
    "image.url": Limit(3000, True, "image block"),
    "image.alt_text": Limit(2000, True, "image block"),
    "markdown.text": Limit(12_000, True, "markdown block, summed over the payload"),
    "table.rows": Limit(100, True, "table block"),
    "table.cells": Limit(20, True, "table block"),
    "view.title": Limit(24, True, "view object"),
    "view.submit": Limit(24, True, "view object"),
    "view.close": Limit(24, True, "view object"),
    "view.private_metadata": Limit(3000, True, "view object"),
    "view.callback_id": Limit(255, True, "view object"),
    "view.external_id": Limit(255, True, "view object"),
    "view.bytes": Limit(250_000, True, "views.open: view_too_large above 250 kB"),
    "view.stack": Limit(3, True, "views.push: push_limit_reached"),
    "update.text": Limit(4000, True, "chat.update: msg_too_long"),
    "post.text": Limit(40_000, True, "chat.postMessage: longer text is cut"),
    "markdown_text": Limit(12_000, True, "chat.postMessage and the streams"),
    "attachments": Limit(100, True, "chat.postMessage: too_many_attachments"),
    "metadata.bytes": Limit(8_000, False, "metadata_too_large is documented, its size is not"),
    "stream.blocks": Limit(50, True, "chat.stopStream: blocks added at the end"),
    "trigger.seconds": Limit(3, True, "expired_trigger_id: a trigger lives three seconds and is used once"),
    "ack.seconds": Limit(3, True, "Events API and interactivity: answer within three seconds"),
    "status.seconds": Limit(120, True, "assistant.threads.setStatus: gone after two minutes"),
    "status.loading_messages": Limit(10, True, "assistant.threads.setStatus"),
    "prompts": Limit(4, True, "assistant.threads.setSuggestedPrompts"),
    "session.title": Limit(200, True, "agents.sessions.setStatus"),
    "response_url.uses": Limit(5, True, "handling interaction: five times"),
    "response_url.seconds": Limit(1800, True, "handling interaction: within thirty minutes"),
    "sockets": Limit(10, True, "Socket Mode: ten connections per app"),
    "oauth.code_seconds": Limit(600, True, "oauth.v2.access: a code lives ten minutes and is used once"),
    "token.seconds": Limit(43_200, True, "token rotation: twelve hours"),
}


def most(name: str) -> int:
    return LIMITS[name].most
