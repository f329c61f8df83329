"""What is to be done so that a thread's cards tell the truth: pure, from what Slack shows and what it should show.

A version is posted when every older message of its slot is frozen, so that a slot never has two live ones; and cards
of a thread are posted in their order, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ringi.slack.sender.drawing import as_text
from ringi.slack.sender.keeping import Message, Place, Slot
from ringi.slack.sender.queue import DECISION, ENDING, GATE, PROGRESS, TICK

Json = dict[str, Any]
TEXT_LIMIT = 3_900


class Card(Protocol):
    """What Slack must show in one slot (`ringi.slack.rendering.Card`)."""

    @property
    def card_type(self) -> str: ...
    @property
    def subject_id(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def frozen(self) -> bool: ...
    @property
    def urgency(self) -> int: ...
    @property
    def payload(self) -> Json: ...
    @property
    def shown(self) -> str: ...


Labels = Mapping[str, Mapping[str, Sequence[str]]]


class Slots(Protocol):
    """What Slack must show of a task (`ringi.slack.rendering.slots`)."""

    def __call__(
        self,
        view: Json,
        lang: str,
        people: Callable[[str], str],
        *,
        labels: Labels | None = None,
        live: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Sequence[Card]: ...


@dataclass(slots=True)
class Standing:
    """One task's thread, as this process knows it."""

    place: Place
    messages: dict[Slot, Message]
    view: Json
    unsure: set[Slot]
    cards: dict[Slot, Card] = field(default_factory=dict)
    posting: Slot | None = None
    looking: bool = False
    unfindable: bool = False
    """Slack does not let us look for them; asked again when somebody has let us in."""
    told: int = 0
    """The last fact that was looked at."""
    heard: dict[str, Json] = field(default_factory=dict)
    """The newest live progress by call; taken over into `ticks`, which is what is shown, every few seconds."""
    ticks: dict[str, Json] = field(default_factory=dict)
    next_tick: float = 0.0
    ticking: bool = False
    plain: set[str] = field(default_factory=set)
    """Cards that Slack would not take as they were: shown as text."""
    refused: dict[str, float] = field(default_factory=dict)
    """Cards that Slack would not take at all, and when they are tried again unless they change before."""
    queued: set[str] = field(default_factory=set)
    """Messages with an update that waits, is under way, or is being written down."""

    def mark(self, card: Card) -> str:
        """What is written down when Slack shows this card, whole or only as text."""
        return as_text(card.shown) if card.shown in self.plain else card.shown

    @property
    def unkept(self) -> list[tuple[Message, int]]:
        return [
            (one, self.cards[slot].version)
            for slot, one in self.messages.items()
            if not one.kept and slot in self.cards
        ]


@dataclass(slots=True)
class Due:
    """What to send now. `settled`: nothing is due, nothing is under way and nothing was refused."""

    updates: list[tuple[Message, Card, int]]
    post: tuple[Card, int] | None
    current: list[Message]
    settled: bool


def slot_of(card: Card) -> Slot:
    return card.card_type, card.subject_id


def due(standing: Standing, cards: Sequence[Card], *, now: float, tick: bool) -> Due:
    """Compare what is shown with what should be."""
    updates: list[tuple[Message, Card, int]] = []
    current: list[Message] = []
    missing: list[Card] = []
    unfrozen: set[str] = set()
    waits = bool(standing.unsure or standing.posting or standing.queued)
    for card in cards:
        if standing.refused.get(card.shown, 0.0) > now:
            waits = True  # it does not stand there, whatever we have done about it
            continue
        message = standing.messages.get(slot_of(card))
        if message is None:
            missing.append(card)
            continue
        if message.shown == standing.mark(card):
            current.append(message)
            continue
        updates.append((message, card, rank(card, tick=tick)))
        if card.frozen:
            unfrozen.add(card.card_type)
    post = None
    if missing and missing[0].card_type not in unfrozen and not standing.unsure:
        post = (missing[0], min(rank(card) for card in missing))
    return Due(updates, post, current, settled=not (updates or missing or waits))


def rank(card: Card, *, tick: bool = False) -> int:
    """A decision before an ending: the person who took it is looking at the card."""
    if card.frozen or (card.urgency == 0 and card.card_type in ("prompt", "process")):
        return DECISION
    if tick:
        return TICK
    return {0: ENDING, 1: GATE}.get(card.urgency, PROGRESS)


def contents(card: Card, *, plain: bool) -> Json:
    """The message's own fields. As text only where Slack would not have the blocks: better than a stale card."""
    payload = card.payload
    if plain:
        return {"text": card.text[:TEXT_LIMIT], "attachments": [], "metadata": payload["metadata"]}
    return dict(payload)


def live(view: Json, ticks: dict[str, Json]) -> dict[str, Json]:
    """The newest live progress of what is running; ticks of calls that have ended are dropped."""
    running = {step["callId"] for run in view["runs"][-1:] for step in run["steps"] if step["status"] == "running"}
    for call_id in [one for one in ticks if one not in running]:
        del ticks[call_id]
    return ticks
