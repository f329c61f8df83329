"""The few blocks that cards are made of, each of which keeps Slack's limits whatever is put in. Pure.

Only header, section, divider, context and actions, and only inside a coloured attachment.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from ringi.slack.cards.text import _truncate, head, line, measure, or_else, would_link

Block = dict[str, Any]

STATUS_COLORS = {
    "generating": "#f2c744",
    "pending_approval": "#2196f3",
    "approved": "#36a64f",
    "rejected": "#e01e5a",
    "running": "#1264a3",
    "completed": "#36a64f",
    "failed": "#e01e5a",
    "cancelled": "#888888",
}
GREY = "#888888"

HEADER, FIELD, ELEMENTS, FIELDS = 150, 2000, 10, 10
BUTTON, VALUE, ACTION_ID, BLOCK_ID = 75, 2000, 255, 255
OPTION_TEXT, OPTION_VALUE = 75, 150
NONE = "—"


def wrap_in_attachment(blocks: list[Block], status: str) -> dict[str, Any]:
    """The blocks with the bar of their state's colour."""
    return {"attachments": [{"color": STATUS_COLORS.get(status, GREY), "blocks": blocks}]}


def plain(text: str, limit: int, *, emoji: bool = True) -> Block:
    told: Block = {"type": "plain_text", "text": _truncate(or_else(text, NONE), limit)}
    return {**told, "emoji": True} if emoji else told


def mrkdwn(text: str, limit: int = 3000) -> Block:
    """Where Slack would make a link or a mention of plain words by itself, it is told to take them as they are."""
    told: Block = {"type": "mrkdwn", "text": _truncate(or_else(text, NONE), limit)}
    return {**told, "verbatim": True} if would_link(told["text"]) else told


def header(text: str) -> Block:
    """One line; the given text is escaped already."""
    return {"type": "header", "text": plain(text, HEADER)}


def section(text: str) -> Block:
    return {"type": "section", "text": mrkdwn(text)}


def fields(texts: Sequence[str]) -> Block:
    return {"type": "section", "fields": [mrkdwn(text, FIELD) for text in texts[:FIELDS]]}


def divider() -> Block:
    return {"type": "divider"}


def context(*texts: str) -> Block:
    return {"type": "context", "elements": [mrkdwn(text) for text in texts[:ELEMENTS]]}


def actions(*elements: Block, block_id: str = "") -> Block:
    told: Block = {"type": "actions"}
    if block_id:
        told["block_id"] = whole(block_id, BLOCK_ID)
    return {**told, "elements": list(elements)}


def button(text: str, action_id: str, value: object, style: str = "", confirm: Block | None = None) -> Block:
    told: Block = {
        "type": "button",
        "text": plain(text, BUTTON),
        "action_id": action_id,
        "value": whole(or_else(str(value), NONE), VALUE),
    }
    if style:
        told["style"] = style
    if confirm:
        told["confirm"] = confirm
    return told


def confirm(title: str, text: str, yes: str, no: str) -> Block:
    return {
        "title": plain(title, 100, emoji=False),
        "text": plain(text, 300, emoji=False),
        "confirm": plain(yes, 30, emoji=False),
        "deny": plain(no, 30, emoji=False),
    }


def option(text: str, value: str) -> Block:
    return {"text": plain(text, OPTION_TEXT), "value": whole(or_else(value, NONE), OPTION_VALUE)}


def overflow(action_id: str, options: Iterable[Block], confirm: Block | None = None) -> Block:
    told: Block = {"type": "overflow", "action_id": action_id, "options": list(options)}
    return {**told, "confirm": confirm} if confirm else told


def whole(text: str, limit: int) -> str:
    """A value that no person reads (ours are short); what cannot be sent as text is replaced."""
    return head(text.encode("utf-8", "replace").decode(), limit)


def identifier(text: object) -> str:
    """An id for a place between backticks."""
    return _truncate(or_else(line(text).replace("`", "ˋ"), NONE), 100)


def bound(approval_id: str, digest: str, blocks: list[Block]) -> str:
    """What a decision button carries beside its value: which approval, and what was shown of it.

    The last part is new for every content, because Slack wants a new block id when a message is updated; the same
    content has the same one, so that nothing is sent twice.
    """
    if not approval_id:
        return ""
    written = json.dumps(blocks, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
    stamp = int.from_bytes(hashlib.sha256(written).digest()[:4])
    return whole(f"{approval_id[:200]}.{digest[:16]}.{stamp}", BLOCK_ID)


def spread(pieces: Sequence[str], *, budget: int, most: int, limit: int = 3000) -> tuple[list[str], bool]:
    """Pieces of escaped text packed into sections; the second value says that something had to be left out."""
    texts: list[str] = []
    room = budget
    for piece in _short_enough(pieces, limit):
        joined = f"{texts[-1]}\n{piece}" if texts else piece
        fits = bool(texts) and measure(joined) <= limit
        if not piece and not fits:
            continue  # a blank line where a section begins: Slack has a gap there of its own
        size = measure(piece) + 1
        if size > room or (not fits and len(texts) == most):
            return _ended(texts, piece, room, limit), True
        room -= size
        if fits:
            texts[-1] = joined
        else:
            texts.append(piece)
    return texts, False


def _short_enough(pieces: Sequence[str], limit: int) -> Iterable[str]:
    for piece in pieces:
        rest = piece
        while measure(rest) > limit:
            part = head(rest, limit)
            line_end = part.rfind("\n")
            part = part[:line_end] if line_end > limit // 2 else part
            if not part:
                break
            yield part
            rest = rest[len(part) :].removeprefix("\n")
        if rest or not piece:
            yield rest


def _ended(texts: list[str], piece: str, room: int, limit: int) -> list[str]:
    """As much of the piece that no longer fits as there is room for, then dots."""
    if not texts:
        return [_truncate(piece, max(min(room, limit), 10))]
    return [*texts[:-1], _truncate(f"{texts[-1]}\n...", limit)]
