"""What each surface shows a decider of what waits, as bare text and as data, to be compared with what runs.

Page, Slack, terminal, console and AG-UI draw from what the desk shows; the API and MCP are asked (`one_text_programs`).
"""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from ringi.cli.at_the_console import Drawn
from ringi.cli.cards import card, waiting
from ringi.cli.screen import Screen
from ringi.facts.digests import policy_digest, step_digest, told_plan_digest
from ringi.slack.rendering import decide_modal, slots
from ringi.web.ag_ui.interrupts import open_ones
from ringi.web.decision import Me, Scene
from ringi.web.layout import Page
from ringi.web.render import task_page

Json = dict[str, Any]
AKI = Me(name="aki", roles=("admin", "approver"))
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
SLACK_MARKS = str.maketrans({"∗": "*", "∼": "~", "ˋ": "`", "＿": "_", "＠": "@", "∶": ":", "＞": ">"})
"""Slack would format or ping by these, so its cards show their look-alikes; both sides are compared without."""
WRAPPED = frozenset({"console"})
"""Surfaces that break lines where they must: white space is left out of the comparison there."""
LIFTED = ("$entries", "$number")
"""How facts spell what canonical form cannot: nothing that a person should meet, unless a plan has such a text."""
HEAD = 4
"""Characters by which a text is known that may be left out."""
_TAG = re.compile(r"<[^>]*>")
_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_MARK = re.compile("⟨[≠=→][^⟩]*⟩")
"""What is written behind a part that looks like something else."""
_BREAK = re.compile(r"[ \t　]*\n[ \t　]*")


def bare(text: str) -> str:
    """Without white space and marks, for surfaces that wrap lines."""
    return _MARK.sub("", "".join(text.split()))


def straight(text: str) -> str:
    """Without marks, and with every line moved to the left edge: surfaces indent what goes on in a next line."""
    return _BREAK.sub("\n", _MARK.sub("", text).replace("\t", "    ")).strip(" \n")


def _on_a_line(text: str) -> str:
    return " ".join(_MARK.sub("", text).split())


def shown_everywhere(shown: Json, lang: str) -> dict[str, str]:
    """By surface: the words that whoever decides has before them."""
    found = {
        "page": _page(shown, lang),
        "terminal": _terminal(shown, lang),
        "console": _console(shown, lang),
        "AG-UI": _ag_ui(shown, lang),
        "Slack": _slack(shown, lang),
    }
    card = _slack_card(shown, lang)
    return {**found, "Slack card": card} if card else found


def differences(
    shown: Json, lang: str, literals: Sequence[str], titles: Sequence[str] = (), loose: Sequence[str] = ()
) -> list[str]:
    """Surfaces that do not show one of these texts as it is, each by name with the text.

    Args:
        shown: the task as the desk shows it, or the API.
        lang: of the reader.
        literals: what runs, to the letter.
        titles: what a step is called; it stands on one line.
        loose: what a surface may leave out, but not shorten or change. Each begins like no other text.
    """
    missing = []
    for name, words in shown_everywhere(shown, lang).items():
        alike = bare if name in WRAPPED else straight
        marks = SLACK_MARKS if name.startswith("Slack") else {}
        whole, lines = alike(words).translate(marks), _on_a_line(words).translate(marks)
        found = [text for text in literals if not any(alike(one).translate(marks) in whole for one in spellings(text))]
        if name in WRAPPED:
            found += [text for text in titles if bare(text) not in whole]
        else:
            found += [text for text in titles if _on_a_line(text).translate(marks) not in lines]
        begun = [text for text in loose if text[:HEAD] in whole]
        found += [text for text in begun if not any(alike(one).translate(marks) in whole for one in spellings(text))]
        found += [mark for mark in LIFTED if mark in whole and not any(mark in text for text in (*literals, *titles))]
        missing += [f"{name}: {text!r}" for text in found]
    return missing


def spellings(text: str) -> list[str]:
    """How a text may stand on a card: as it is, in quotation marks where it could be taken for another value, or inside
    of a document; what nobody sees is named, or escaped where a document is data.
    """
    document = json.dumps(text, ensure_ascii=False)
    named = [_unseen(one, lambda ch: f"⟨U+{ord(ch):04X}⟩") for one in (text, document, document[1:-1])]
    return [*named, _unseen(document, lambda ch: json.dumps(ch)[1:-1])]


def _unseen(text: str, said: Callable[[str], str]) -> str:
    return "".join(ch if ch.isprintable() or ch in "\n\t" else said(ch) for ch in text)


def digest_of_shown(shown: Json, approval: Json) -> str:
    """The digest worked out from what the API hands out alone."""
    if approval["kind"] == "prompt":
        row = next(one for one in shown["prompts"] if one["id"] == approval["subject_id"])
        return policy_digest(row["task_id"], row["version"], row["content"], approval["shown"].get("scope"))
    if approval["kind"] == "step":
        run = next(one for one in shown["executions"] if one["id"] == approval["subject_id"])
        plan = next(one for one in shown["approvals"] if one["subject_id"] == run["process_id"])
        told = approval["shown"]
        return step_digest(
            plan=plan["digest"], execution_id=run["id"], step_id=told["step"]["stepId"], tool_input=told["input"]
        )
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


def interrupts(shown: Json, lang: str) -> list[Json]:
    """What an AG-UI client is sent to decide on."""
    return open_ones(_scene(shown, lang))


def _scene(shown: Json, lang: str) -> Scene:
    return Scene(shown, AKI, NOON, lang, {})


def _page(shown: Json, lang: str) -> str:
    """The real panel where the decision is taken; what stands in it beside the tags."""
    page = Page(lang=lang, me=AKI, tenant="", token="", path="/")
    written = page.drawn("decide.html", NOON, task=task_page(shown, AKI, NOON, lang), typed={}, error=None)
    return html.unescape(_TAG.sub("", written))


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
    return "\n".join(str(one["message"]) for one in interrupts(shown, lang))


def _slack(shown: Json, lang: str) -> str:
    approval = waiting(shown)
    assert approval is not None
    modal = decide_modal(shown["view"], approval["id"], lang, str)
    assert modal is not None and "submit" in modal
    return _slack_words(modal["blocks"])


def _slack_card(shown: Json, lang: str) -> str:
    """The card in the channel, if it can be approved where it stands; empty where its button opens the whole."""
    cards = [one.payload["attachments"][0]["blocks"] for one in slots(shown["view"], lang, str)]
    return "".join(_slack_words(blocks) for blocks in cards if '"approve_' in json.dumps(blocks))


def _slack_words(blocks: list[Json]) -> str:
    texts = [block["text"]["text"] for block in blocks if block["type"] == "section"]
    texts += [one["text"] for block in blocks if block["type"] == "context" for one in block["elements"]]
    return html.unescape("\n".join(texts)).translate(SLACK_MARKS)
