"""Whether words in a thread can be about a gate: it must have been on the card, whole, when they were written.

A button carries the digest that it was shown with. Words carry nothing, so this asks what Slack has said it shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ringi.slack.app.counter import Counter
from ringi.slack.app.desk import Person
from ringi.slack.rendering import Card, slots
from ringi.slack.sender import keeping
from ringi.slack.sender.drawing import as_text, language, naming
from ringi.slack.sender.keeping import Message, Place
from ringi.store.transaction import Tx

Json = dict[str, Any]
CARDS = {"prompt": "prompt", "process": "process"}


def card_of(tx: Tx, kind: str, subject_id: str) -> tuple[str, str]:
    """(type, subject) of the card on which a gate stands. A run's card belongs to its plan: a retry keeps it."""
    if kind == "step":
        run = tx.row("executions", subject_id)
        return "execution", str(run["process_id"]) if run is not None else ""
    return CARDS.get(kind, "task"), subject_id


async def unseen(counter: Counter, person: Person, gate: Json, written: str, decision: str) -> str:
    """Why this gate cannot be what the words were about (a key of `words.slack_app`), or "" when it can."""
    task_id = str(gate["task_id"])
    place, known = await counter.office.store.awrite(
        lambda tx: (keeping.place_of(tx, task_id, sealed=True), keeping.names(tx)), person.tenant_id
    )
    if place is None:
        return "note_not_shown"
    card, message = await counter.do(lambda: _card(counter, person, gate, place, known))
    if card is None or message is None:
        return "note_not_shown"
    opened = datetime.fromisoformat(str(gate["opened_at"])).timestamp()
    if float(written) <= max(float(message.shown_at or "inf"), float(message.ts), opened):
        return "note_not_shown"
    if message.shown not in (card.shown, as_text(card.shown)):
        # It may stand there as it was drawn before something small changed: drawn anew, it can be replied to.
        counter.sender.look(task_id)
        return "note_not_shown"
    if decision != "approve":
        return ""
    if message.shown != card.shown:
        return "note_plain"
    return "" if _offers(card, str(gate["id"]), "approve_") else "note_cut"


def _card(
    counter: Counter, person: Person, gate: Json, place: Place, known: Mapping[str, str]
) -> tuple[Card | None, Message | None]:
    """The card that should ask about this gate now, as the sender draws it, and the message that is in its place."""
    view = counter.view(str(gate["task_id"]), person.tenant_id)
    drawn = slots(view, language(view, place.lang), naming(known), labels=counter.sender.labels)
    card = next((one for one in drawn if _offers(one, str(gate["id"]))), None)
    if card is None:
        return None, None
    slot = (card.card_type, card.subject_id)
    return card, next((one for one in place.messages if one.slot == slot), None)


def _offers(card: Card, approval_id: str, act: str = "") -> bool:
    """Whether the card itself asks about this approval, and offers this act; one that was cut offers no approval."""
    for attachment in card.attachments:
        for block in attachment.get("blocks", ()):
            if block.get("type") != "actions" or not str(block.get("block_id", "")).startswith(f"{approval_id}."):
                continue
            if any(str(element.get("action_id", "")).startswith(act) for element in block["elements"]):
                return True
    return False
