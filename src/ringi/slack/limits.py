"""Slack's limits on what we send, each with where it is known from, and a check that names every breach. Pure.

The cards keep these by how they are built; tests hold every card, modal and page to this check, whatever is put in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

JsonObject = Mapping[str, Any]
Source = Literal["documented", "assumed"]


@dataclass(frozen=True, slots=True)
class Limit:
    """A number, whether Slack's own documents or SDK say it, and where."""

    value: int
    source: Source
    where: str


LIMITS: dict[str, Limit] = {
    "message blocks": Limit(50, "documented", "block kit reference"),
    "modal blocks": Limit(100, "documented", "block kit reference"),
    "home blocks": Limit(100, "documented", "block kit reference"),
    "attachments": Limit(100, "documented", "chat.postMessage: too_many_attachments"),
    "text object": Limit(3000, "documented", "text object: 1 to 3000"),
    "header text": Limit(150, "documented", "header block"),
    "section fields": Limit(10, "documented", "section block"),
    "section field": Limit(2000, "documented", "section block"),
    "context elements": Limit(10, "documented", "context block"),
    "actions elements": Limit(25, "documented", "actions block"),
    "button text": Limit(75, "documented", "button element"),
    "button value": Limit(2000, "documented", "button element"),
    "button url": Limit(3000, "documented", "button element"),
    "action_id": Limit(255, "documented", "block elements"),
    "block_id": Limit(255, "documented", "blocks"),
    "confirm title": Limit(100, "documented", "confirmation dialog"),
    "confirm text": Limit(300, "documented", "confirmation dialog"),
    "confirm button": Limit(30, "documented", "confirmation dialog"),
    "option text": Limit(75, "documented", "option object"),
    "option value": Limit(150, "documented", "option object"),
    "overflow options": Limit(5, "documented", "overflow element"),
    "radio options": Limit(10, "documented", "radio buttons element"),
    "view words": Limit(24, "documented", "modal: title, submit, close"),
    "private_metadata": Limit(3000, "documented", "views"),
    "callback_id": Limit(255, "documented", "views"),
    "view bytes": Limit(250_000, "documented", "views.open: view_too_large (250 kB)"),
    "placeholder": Limit(150, "documented", "plain-text input"),
    "input label": Limit(2000, "documented", "input block"),
    "input hint": Limit(2000, "documented", "input block"),
    "input max_length": Limit(3000, "assumed", "plain-text input: only the SDK hints at it"),
    "update text": Limit(4000, "documented", "chat.update: msg_too_long"),
    "message total": Limit(12_000, "assumed", "msg_blocks_too_long: 12,000 by the word of staff, never written down"),
    "metadata bytes": Limit(16_000, "assumed", "message metadata: 16 kB by hearsay"),
}
"""Lengths count UTF-16 units, the longer of the two readings: in which unit Slack counts an emoji is not documented."""

CARD_BLOCKS = frozenset({"header", "section", "divider", "context", "actions"})
"""The only blocks of a card (the seed's P-7)."""
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_TOKEN = re.compile(r"<(?:@[A-Z0-9_]+|!date\^\d+\^[^|<>]+\|[^<>]+)>")
_ENTITY = re.compile(r"&(?:amp|lt|gt);")
_STYLES = ("primary", "danger")


def message_breaches(payload: JsonObject) -> list[str]:
    """What Slack would refuse or misread in a message of ours; empty is the good answer."""
    check = _Check()
    check.length("text", payload.get("text"), "update text")
    check.safe("text", payload.get("text", ""))
    if "blocks" in payload:
        check.say("blocks", "blocks stand in the attachment only")
    attachments = payload.get("attachments") or []
    check.count("attachments", attachments, "attachments")
    for at, attachment in enumerate(attachments):
        if not _COLOUR.fullmatch(str(attachment.get("color"))):
            check.say(f"attachments/{at}/color", "no colour")
        blocks = attachment.get("blocks") or []
        check.count(f"attachments/{at}/blocks", blocks, "message blocks")
        for block in blocks:
            if block.get("type") not in CARD_BLOCKS:
                check.say(f"attachments/{at}", f"a card has no {block.get('type')}")
        check.blocks(f"attachments/{at}/blocks", blocks)
    check.bound("message total", "attachments", sum(_size(text) for text in _texts(attachments)))
    check.bound("metadata bytes", "metadata", len(json.dumps(payload.get("metadata") or {})))
    return check.found


def view_breaches(view: JsonObject) -> list[str]:
    """The same for a modal or the Home tab."""
    check = _Check()
    kind = str(view.get("type"))
    blocks = view.get("blocks") or []
    check.count("blocks", blocks, "home blocks" if kind == "home" else "modal blocks")
    check.blocks("blocks", blocks)
    for key in ("title", "submit", "close"):
        if key in view or (kind == "modal" and key == "title"):
            check.text(key, view.get(key), "view words")
    check.bound("private_metadata", "private_metadata", _size(str(view.get("private_metadata", ""))))
    check.bound("callback_id", "callback_id", _size(str(view.get("callback_id", ""))))
    check.bound("view bytes", "", len(json.dumps(view)))
    if kind == "modal" and "submit" not in view and any(block.get("type") == "input" for block in blocks):
        check.say("submit", "a modal with an input needs a submit")
    return check.found


def _size(text: str) -> int:
    return len(text) + sum(ch > "\uffff" for ch in text)


def _texts(value: Any) -> Iterator[str]:
    """Every text that is shown."""
    if isinstance(value, Mapping):
        if value.get("type") in ("mrkdwn", "plain_text"):
            yield str(value.get("text", ""))
        else:
            for inner in value.values():
                yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


class _Check:
    """One pass over a payload, collecting what is wrong by its place."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.seen: dict[str, set[str]] = {"block_id": set(), "action_id": set()}

    def say(self, at: str, what: str) -> None:
        self.found.append(f"{at}: {what}")

    def bound(self, name: str, at: str, size: int) -> None:
        if size > LIMITS[name].value:
            self.say(at, f"{name} is {size}, at most {LIMITS[name].value}")

    def length(self, at: str, text: Any, name: str) -> None:
        """A text that must be there."""
        if not isinstance(text, str) or not text.strip():
            self.say(at, "must be more than 0 characters")
            return
        self.bound(name, at, _size(text))
        try:
            text.encode()
        except UnicodeEncodeError:
            self.say(at, "cannot be sent as UTF-8")

    def count(self, at: str, items: Any, name: str) -> None:
        if not items:
            self.say(at, "must not be empty")
        self.bound(name, at, len(items))

    def safe(self, at: str, text: str) -> None:
        """No control character of Slack but in a mention or date of ours: nothing pings, links or is cut in two."""
        rest = _TOKEN.sub("", text)
        if "<" in rest or ">" in rest:
            self.say(at, "an unescaped < or >")
        if "&" in _ENTITY.sub("", rest):
            self.say(at, "an unescaped or split &")

    def text(self, at: str, value: Any, name: str, kinds: tuple[str, ...] = ("plain_text",)) -> None:
        if not isinstance(value, Mapping) or value.get("type") not in kinds:
            self.say(at, f"must be {' or '.join(kinds)}")
            return
        self.length(f"{at}/text", value.get("text"), name)
        self.safe(f"{at}/text", str(value.get("text", "")))

    def once(self, at: str, key: str, holder: JsonObject) -> None:
        name = holder.get(key)
        if name is None:
            return
        self.length(f"{at}/{key}", name, key)
        if name in self.seen[key]:
            self.say(f"{at}/{key}", "used twice")
        self.seen[key].add(str(name))

    # -- blocks --------------------------------------------------------------------------------------------------

    def blocks(self, at: str, blocks: Any) -> None:
        for number, block in enumerate(blocks):
            self.seen["action_id"] = set()
            place = f"{at}/{number}"
            self.once(place, "block_id", block)
            check = self._KINDS.get(str(block.get("type")))
            if check is None:
                self.say(place, f"unknown block {block.get('type')}")
            else:
                check(self, place, block)

    def _header(self, at: str, block: JsonObject) -> None:
        self.text(f"{at}/text", block.get("text"), "header text")

    def _section(self, at: str, block: JsonObject) -> None:
        if "text" not in block and "fields" not in block:
            self.say(at, "needs text or fields")
        if "text" in block:
            self.text(f"{at}/text", block["text"], "text object", ("mrkdwn", "plain_text"))
        if "fields" in block:
            self.count(f"{at}/fields", block["fields"], "section fields")
            for number, one in enumerate(block["fields"]):
                self.text(f"{at}/fields/{number}", one, "section field", ("mrkdwn", "plain_text"))

    def _context(self, at: str, block: JsonObject) -> None:
        self.count(f"{at}/elements", block.get("elements"), "context elements")
        for number, one in enumerate(block.get("elements") or ()):
            self.text(f"{at}/elements/{number}", one, "text object", ("mrkdwn", "plain_text"))

    def _actions(self, at: str, block: JsonObject) -> None:
        self.count(f"{at}/elements", block.get("elements"), "actions elements")
        for number, one in enumerate(block.get("elements") or ()):
            self.element(f"{at}/elements/{number}", one)

    def _input(self, at: str, block: JsonObject) -> None:
        self.text(f"{at}/label", block.get("label"), "input label")
        if "hint" in block:
            self.text(f"{at}/hint", block["hint"], "input hint")
        self.element(f"{at}/element", block.get("element") or {})

    def _divider(self, at: str, block: JsonObject) -> None:
        return

    _KINDS: Mapping[str, Callable[[_Check, str, JsonObject], None]] = {
        "header": _header,
        "section": _section,
        "context": _context,
        "actions": _actions,
        "input": _input,
        "divider": _divider,
    }

    # -- what stands in them -------------------------------------------------------------------------------------

    def element(self, at: str, element: JsonObject) -> None:
        self.once(at, "action_id", element)
        kind = element.get("type")
        if kind == "button":
            self.text(f"{at}/text", element.get("text"), "button text")
            self.length(f"{at}/value", element.get("value"), "button value")
            if element.get("style", "primary") not in _STYLES:
                self.say(f"{at}/style", "unknown style")
            if "url" in element:
                self.length(f"{at}/url", element["url"], "button url")
        elif kind in ("overflow", "radio_buttons"):
            self._options(at, element, "overflow options" if kind == "overflow" else "radio options")
        elif kind == "plain_text_input":
            if "placeholder" in element:
                self.text(f"{at}/placeholder", element["placeholder"], "placeholder")
            self.bound("input max_length", at, int(element.get("max_length", 1)))
        else:
            self.say(at, f"unknown element {kind}")
        if "confirm" in element:
            self._confirm(f"{at}/confirm", element["confirm"])

    def _options(self, at: str, element: JsonObject, name: str) -> None:
        self.count(f"{at}/options", element.get("options"), name)
        for number, one in enumerate(element.get("options") or ()):
            self.text(f"{at}/options/{number}/text", one.get("text"), "option text")
            self.length(f"{at}/options/{number}/value", one.get("value"), "option value")

    def _confirm(self, at: str, dialog: JsonObject) -> None:
        self.text(f"{at}/title", dialog.get("title"), "confirm title")
        self.text(f"{at}/text", dialog.get("text"), "confirm text")
        self.text(f"{at}/confirm", dialog.get("confirm"), "confirm button")
        self.text(f"{at}/deny", dialog.get("deny"), "confirm button")
