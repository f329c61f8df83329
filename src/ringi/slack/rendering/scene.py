"""One card as data, and the scene that every card of a task is drawn from. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ringi.facts.redact import redact
from ringi.slack import cards
from ringi.slack.cards.blocks import Block, wrap_in_attachment
from ringi.slack.cards.inputs import Knowing, Labels
from ringi.slack.cards.text import People, _truncate, who
from ringi.words import say

JsonObject = dict[str, Any]
_DECIDED_ON = ("policies", "plans", "runs")
URGENT, GATE, PROGRESS = 0, 1, 2
TEXT = 150
"""Characters of the words above a card: Slack shows them in the notification, and above the card too."""
_ENDED = ("approved", "rejected", "completed", "failed", "cancelled")


@dataclass(frozen=True, slots=True)
class Card:
    """What one message shows."""

    card_type: str
    """`task`, `prompt`, `process` or `execution`."""
    subject_id: str
    """The task, the policy or plan version, or (for a run) its plan: a retry keeps its message."""
    version: int
    state: str
    """A key of `STATUS_COLORS`."""
    text: str
    attachments: list[Block]
    frozen: bool
    urgency: int
    """0 a decision or an ending, 1 a new gate, 2 progress."""
    task_id: str = ""

    @property
    def payload(self) -> JsonObject:
        told = {"task": self.task_id, "card": self.card_type, "subject": self.subject_id, "version": self.version}
        return {
            "text": self.text,
            "attachments": self.attachments,
            "metadata": {"event_type": "ringi_card", "event_payload": told},
        }

    @property
    def shown(self) -> str:
        """SHA-256 of the payload: the same card is not sent twice."""
        written = json.dumps(self.payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Scene:
    """The projection of a task, and what it takes to put it into words."""

    view: JsonObject
    lang: str
    people: People
    labels: Labels = field(default_factory=dict)
    live: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    page: str = ""
    """The address of the pages, where whoever looks at the card can reach them."""
    struck: frozenset[str] = frozenset()
    """Ids of policies, plans and runs of which others who read along are not shown everything."""

    @property
    def task_id(self) -> str:
        return str(self.view["taskId"])

    def rows(self, name: str) -> list[JsonObject]:
        return list(self.view.get(name) or [])

    def row(self, name: str, row_id: object) -> JsonObject:
        return next((one for one in self.rows(name) if one["id"] == row_id), {})

    def gate(self, kind: str, run_id: str) -> JsonObject:
        """The last approval of this kind about a version or run."""
        found = [one for one in self.rows("actions") if (one["kind"], one.get("runId")) == (kind, run_id)]
        return found[-1] if found else {}

    def question(self, run_id: str) -> JsonObject | None:
        one = self.gate("clarification", run_id)
        return one if one.get("state") == "open" else None

    def knowing(self, plan: JsonObject) -> Knowing:
        """What it takes to say a plan's inputs: as the tools called them when it was made, if its facts say that."""
        return Knowing(
            lang=self.lang,
            people={str(one.get("id")): one for one in plan.get("people") or []},
            requester=who(self.view.get("requester"), self.lang, self.people),
            steps=plan.get("steps") or [],
            labels=plan.get("labels", self.labels),
        )

    def say(self, key: str, **values: Any) -> str:
        return say("slack", key, self.lang, **values)

    def card(
        self,
        card_type: str,
        subject_id: str,
        version: int,
        state: str,
        text: str,
        blocks: list[Block],
        *,
        frozen: bool = False,
        urgency: int | None = None,
    ) -> Card:
        if frozen:
            blocks = [block for block in blocks if block["type"] != "actions"]  # a record has nothing to press
        urgent = URGENT if state in _ENDED else GATE if state == "pending_approval" else PROGRESS
        return Card(
            card_type=card_type,
            subject_id=subject_id,
            version=version,
            state=state,
            text=_truncate(text, TEXT),
            attachments=wrap_in_attachment(blocks, state)["attachments"],
            frozen=frozen,
            urgency=urgent if urgency is None else urgency,
            task_id=self.task_id,
        )

    def asking(self, question: JsonObject, subject_id: str) -> list[Block]:
        """An open question, wherever it was asked."""
        return cards.question_blocks(
            said(question, "question"),
            [str(one) for one in question.get("choices") or []],
            subject_id,
            lang=self.lang,
            approval_id=question["id"],
            digest=said(question, "digest"),
        )


def read_along(view: JsonObject) -> tuple[JsonObject, frozenset[str]]:
    """A task as a channel may read it, and the ids of what is not shown there whole: what looks like a secret is struck
    out. Those who decide open the whole (`wholes`).
    """
    shown: JsonObject = redact(view)
    if shown is view:
        return view, frozenset()
    pairs = ((old, new) for name in _DECIDED_ON for old, new in zip(view[name], shown[name], strict=True))
    return shown, frozenset(str(old["id"]) for old, new in pairs if old != new)


def said(row: Mapping[str, Any], key: str) -> str:
    """A text of the view; what is missing is empty, and the card says so in its own words."""
    return str(row.get(key) or "")
