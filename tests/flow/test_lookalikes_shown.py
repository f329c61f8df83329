"""A recipient that is not what it looks like is marked wherever somebody decides on it: page, Slack, terminal, console,
API and AG-UI; an ordinary one is marked nowhere."""

from __future__ import annotations

import html
import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from workplace import Workplace, step

from ringi.cli.cards import card, waiting
from ringi.cli.screen import Screen
from ringi.cli.story import story
from ringi.slack.rendering import slots
from ringi.testing.minds import ScriptedMind
from ringi.web import render
from ringi.web.ag_ui.interrupts import open_ones
from ringi.web.decision import Me, Scene
from ringi.web.layout import Page
from ringi.words import LANGS, say

Json = dict[str, Any]
AKI = Me(name="aki", roles=("admin",))
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
MAIL = {"type": "object", "properties": {"to": {"type": "string"}, "text": {"type": "string"}}}
ALIKE = {
    "bоss@corp.example": "⟨≠ boss@corp.example · о U+043E⟩",
    '"boss@corp.example" <evil@example.net>': "⟨→ evil@example.net⟩",
    "boss@xn--80ak6aa92e.com": "⟨= boss@аррӏе.com ≠ boss@apple.com",
}
PLAIN = ("佐藤 健 <ken@example.co.jp>", "info@日本語.jp")


def opened(workplace: Workplace, to: str) -> Workplace:
    plan = [step(1, "mail", to=to, text="hello"), {**step(2, "mail", to=to, text="again"), "requiresHumanCheck": True}]
    hands = workplace.hands(functions={"mail": (lambda to, text: {"sent": True}, "write", False, MAIL)})
    return workplace.open(ScriptedMind(steps=plan, policy=f"Write to {to}."), hands)


def drawings(shown: Json, lang: str) -> dict[str, str]:
    """What stands on each surface about the approval that waits."""
    out = io.StringIO()
    gate = waiting(shown)
    assert gate is not None
    card(Screen(lang, out=out, err=io.StringIO()), shown, gate)
    scene = Scene({**shown, "self_approval": True}, AKI, NOON, lang)
    (interrupt,) = open_ones(scene)
    task = render.task_page(scene.shown, AKI, NOON, lang)
    return {
        "page": html.unescape(
            Page(lang=lang, me=AKI, tenant="", token="", path="").drawn("decide.html", task=task, typed={})
        ),
        "terminal and console": " ".join(out.getvalue().split()),
        "slack": html.unescape(
            json.dumps([one.payload for one in slots(shown["view"], lang, str)], ensure_ascii=False)
        ),
        "ag_ui": interrupt["message"],
    }


@pytest.mark.parametrize("to", ALIKE)
def test_a_lookalike_is_marked_on_every_surface_at_every_gate(workplace: Workplace, to: str) -> None:
    opened(workplace, to)
    task_id = workplace.ask()
    for gate in ("policy_pending", "plan_pending", "step_pending"):
        shown = workplace.show(task_id)
        assert shown["state"] == gate
        for lang in LANGS:
            for surface, drawn in drawings(shown, lang).items():
                squeezed = drawn.replace('\\"', '"')
                assert ALIKE[to].replace(" ", "") in squeezed.replace(" ", ""), (gate, lang, surface)
            legend = say("values", "lookalikes", lang)
            assert legend in drawings(shown, lang)["page"] and legend in drawings(shown, lang)["ag_ui"]
        assert as_data(shown), "programs have it as data"
        workplace.decide(task_id)
    assert workplace.state(task_id) == "completed"


def as_data(shown: Json) -> list[Json]:
    view = shown["view"]
    return [one for row in (*view["policies"], *view["plans"], *view["actions"]) for one in row.get("lookalikes") or ()]


@pytest.mark.parametrize("to", PLAIN)
def test_an_ordinary_recipient_is_marked_nowhere(workplace: Workplace, to: str) -> None:
    opened(workplace, to)
    task_id = workplace.ask()
    for _ in range(3):
        shown = workplace.show(task_id)
        assert not any("⟨" in drawn for drawn in drawings(shown, "ja").values()) and as_data(shown) == []
        workplace.decide(task_id)


def test_what_is_told_afterwards_is_marked_too(workplace: Workplace) -> None:
    (to, mark), *_ = ALIKE.items()
    opened(workplace, to)
    task_id = workplace.ask(f"mail {to}")
    while workplace.decide(task_id) != "completed":
        pass
    out = io.StringIO()
    story(Screen("en", out=out, err=io.StringIO()), {**workplace.show(task_id), "altered": []})
    assert mark.replace(" ", "") in out.getvalue().replace(" ", "").replace("\n", "")
