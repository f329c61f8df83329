"""What each surface shows a decider of an open plan or policy, as bare text, to be compared with what runs."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from ringi.cli.at_the_console import Drawn
from ringi.cli.cards import card, waiting
from ringi.cli.screen import Screen
from ringi.facts.digests import policy_digest, told_plan_digest
from ringi.hands.literals import spell_text
from ringi.slack.rendering import decide_modal
from ringi.web.ag_ui.interrupts import open_ones
from ringi.web.decision import Me, Scene, cards
from ringi.web.layout import environment

Json = dict[str, Any]
AKI = Me(name="aki", roles=("admin", "approver"))
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
SLACK_MARKS = str.maketrans({"∗": "*", "∼": "~", "ˋ": "`", "＿": "_", "＠": "@"})
"""Slack would format or ping by these, so its cards show their look-alikes; both sides are compared without."""
_PAGE = (
    '{% from "parts.html" import inputs %}{% for card in cards %}<p>{{ card.policy }}</p>'
    "<p>{{ card.writes_heading }}</p><p>{{ card.beyond }}</p>"
    "{% for one in card.writes + card.reads %}<p>{{ one.title }}</p>{{ inputs(one, t, card.approval_id) }}"
    "<p>{{ one.beyond }}</p>{% endfor %}{% endfor %}"
)
_PAINT = re.compile(r"\x1b\[[0-9;]*m")


_MARK = re.compile("⟨[≠=→][^⟩]*⟩")
"""What is written behind a part that looks like something else."""


def bare(text: str) -> str:
    """Without white space, because lines are wrapped differently everywhere, and without marks."""
    return _MARK.sub("", "".join(text.split()))


def shown_everywhere(shown: Json, lang: str) -> dict[str, str]:
    """By surface: the words that whoever decides has before them."""
    found = {
        "page": _page(shown, lang),
        "terminal": _terminal(shown, lang),
        "console": _console(shown, lang),
        "AG-UI": _ag_ui(shown, lang),
        "Slack": _slack(shown, lang),
    }
    return {name: bare(text) for name, text in found.items()}


def differences(shown: Json, lang: str, literals: list[str]) -> list[str]:
    """Surfaces that do not show one of these texts, each by name with the text."""
    drawn = shown_everywhere(shown, lang)
    missing = []
    for text in literals:
        for name, words in drawn.items():
            spelt = (text, spell_text(text), json.dumps(text, ensure_ascii=False))
            marks = SLACK_MARKS if name == "Slack" else {}
            if not any(bare(one).translate(marks) in words for one in spelt):
                missing.append(f"{name}: {text!r}")
    return missing


def digest_of_shown(shown: Json, approval: Json) -> str:
    """The digest worked out from what the API hands out alone."""
    if approval["kind"] == "prompt":
        row = next(one for one in shown["prompts"] if one["id"] == approval["subject_id"])
        return policy_digest(row["task_id"], row["version"], row["content"], approval["shown"].get("scope"))
    row = next(one for one in shown["processes"] if one["id"] == approval["subject_id"])
    return told_plan_digest(row["task_id"], row["version"], row["steps"], approval["shown"])


def texts_in(value: Any) -> Iterator[str]:
    """Every text among the values of a step's input."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)


def _scene(shown: Json, lang: str) -> Scene:
    return Scene(shown, AKI, NOON, lang, {})


def _page(shown: Json, lang: str) -> str:
    written = environment().from_string(_PAGE).render(cards=cards(_scene(shown, lang)), t=lambda key, **_: "")
    return html.unescape(re.sub(r"<[^>]*>", "", written))


def _terminal(shown: Json, lang: str) -> str:
    out = io.StringIO()
    _draw_card(Screen(lang, out=out, err=io.StringIO()), shown)
    return out.getvalue()


def _console(shown: Json, lang: str) -> str:
    pane = Drawn(lang, 60, {}, "")
    _draw_card(pane, shown)
    return _PAINT.sub("", pane.paper.getvalue())


def _draw_card(screen: Screen, shown: Json) -> None:
    approval = waiting(shown)
    assert approval is not None
    card(screen, shown, approval)


def _ag_ui(shown: Json, lang: str) -> str:
    return "\n".join(str(one["message"]) for one in open_ones(_scene(shown, lang)))


def _slack(shown: Json, lang: str) -> str:
    approval = waiting(shown)
    assert approval is not None
    modal = decide_modal(shown["view"], approval["id"], lang, str)
    assert modal is not None
    texts = [block["text"]["text"] for block in modal["blocks"] if block["type"] == "section"]
    texts += [one["text"] for block in modal["blocks"] if block["type"] == "context" for one in block["elements"]]
    return html.unescape("".join(texts)).translate(SLACK_MARKS)
