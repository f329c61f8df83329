"""The agent's own page and its first words: what waits for me, what I asked for, a greeting, what one may try. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ringi.slack.cards.blocks import Block, actions, bound, button, context, divider, header, identifier, section
from ringi.slack.cards.text import People, _truncate, bold, line, or_else, when, who
from ringi.words import say
from ringi.words.core import TONES

SHOWN = 15
"""Entries of each list; two blocks each, and a page has at most a hundred."""
ASKED = 10
"""Sessions of other runtimes that ask something; one block each."""
MARKS = {"working": "🟡", "needs_you": "🔵", "good": "🟢", "bad": "🔴", "running": "🚀", "stopped": "⚪"}
OPENS = {
    "prompt": "open_prompt",
    "process": "open_process",
    "step": "open_step",
    "clarification": "answer_question",
    "action": "open_action",
    "rule": "open_rule",
}


def greeting(name: str, *, lang: str = "ja") -> str:
    """The first words in a conversation of one's own with the agent."""
    return say("slack", "greeting", lang, name=_truncate(or_else(line(name), "Ringi"), 200))


def suggested_prompts(*, lang: str = "ja") -> list[dict[str, str]]:
    """What one may try first: the seed's three."""
    return [
        {"title": say("slack", f"prompt.{n}.title", lang), "message": say("slack", f"prompt.{n}.message", lang)}
        for n in (1, 2, 3)
    ]


def build_home(view_of_home: Mapping[str, Any], lang: str = "ja", *, people: People | None = None) -> Block:
    """The Home tab.

    `view_of_home`: `waiting` and `total` (the desk's `inbox`), `mine` (the desk's `tasks`), `name` of the agent,
    `links` (task id → address of its thread in Slack), `services` (the desk's `connections`, for whoever may know),
    `page`, where they are connected; `questions` and `questions_total` of other runtimes, and `inbox`, where the page
    has all of it.
    """
    waiting = list(view_of_home.get("waiting") or ())
    asked = list(view_of_home.get("questions") or ())
    inbox = str(view_of_home.get("inbox") or "")
    mine = list(view_of_home.get("mine") or ())
    links = view_of_home.get("links") or {}
    name = _truncate(bold(view_of_home.get("name") or "Ringi"), 200)
    blocks = [header(say("slack", "home.waiting", lang))]
    for one in waiting[:SHOWN]:
        blocks += _waiting(one, lang, people, links)
    blocks += _more_waiting(int(view_of_home.get("total") or len(waiting)) - min(len(waiting), SHOWN), inbox, lang)
    for one in asked[:ASKED]:
        blocks.append(_question(one, inbox, lang))
    asked_total = int(view_of_home.get("questions_total") or len(asked))
    blocks += _more_waiting(asked_total - min(len(asked), ASKED), inbox, lang)
    if not waiting and not asked:
        blocks.append(section(say("slack", "home.waiting_none", lang)))
    blocks += [divider(), header(say("slack", "home.mine", lang))]
    for one in mine[:SHOWN]:
        blocks += _mine(one, lang, links)
    blocks += _rest(len(mine) - SHOWN, lang)
    if not mine:
        blocks.append(section(say("slack", "home.mine_none", lang, name=name)))
    blocks += _services(view_of_home, lang)
    return {"type": "home", "blocks": blocks}


def _services(view: Mapping[str, Any], lang: str) -> list[Block]:
    """One line on the services outside, and the way to connect them."""
    services = list(view.get("services") or ())
    if not services:
        return []
    told = [
        f"{'🟢' if one['status'] == 'connected' else '🔴' if one['status'] == 'error' else '⚪'} "
        f"{line(one['shown'])}: {say('connect', one['status'], lang)}"
        + (f" ({_truncate(line(one['name']), 60)})" if one.get("name") else "")
        for one in services[:SHOWN]
    ]
    blocks = [divider(), section(f"*{say('connect', 'home', lang)}*\n" + " · ".join(told))]
    page = str(view.get("page") or "")
    if page.startswith("https://") and len(page) <= 3000:
        blocks.append(actions({**button(say("connect", "home_open", lang), "open_integrations", "page"), "url": page}))
    return blocks


def _waiting(one: Mapping[str, Any], lang: str, people: People | None, links: Mapping[str, str]) -> list[Block]:
    kind = str(one.get("kind", ""))
    what = say("core", f"layer.{kind}", lang) if kind in OPENS else line(kind)
    version = f" v{identifier(one.get('version'))}" if kind in ("prompt", "process") else ""
    asked = say("slack", "gate.asked_by", lang, who=who(one.get("requester"), lang, people))
    told = section(f"*{_title(one, lang)}*\n{what}{version} · {asked} · {when(one.get('opened_at'))}")
    subject = str(one.get("subject_id") or one.get("task_id") or "")
    opens = OPENS.get(kind)
    label = say("slack", "question.answer" if kind == "clarification" else "home.look", lang)
    elements = [button(label, opens, subject, "primary")] if opens else []
    elements += _link(one, lang, links)
    block_id = bound(str(one.get("approval_id", "")), str(one.get("digest", "")), [told])
    return [told, actions(*elements, block_id=block_id)] if elements else [told]


def _mine(one: Mapping[str, Any], lang: str, links: Mapping[str, str]) -> list[Block]:
    state = str(one.get("state") or one.get("status") or "unknown")
    mark = MARKS[TONES.get(state, "stopped")]
    words = say("core", f"state.{state}", lang) if state in TONES else line(state)
    told = section(f"{mark} *{_title(one, lang)}*\n{words} · {when(one.get('updated_at') or one.get('created_at'))}")
    elements = _link(one, lang, links)
    return [told, actions(*elements)] if elements else [told]


def _link(one: Mapping[str, Any], lang: str, links: Mapping[str, str]) -> list[Block]:
    task_id = str(one.get("task_id", ""))
    address = str(links.get(task_id, ""))
    if not address.startswith(("https://", "http://")) or len(address) > 3000:
        return []
    return [{**button(say("slack", "home.thread", lang), "open_thread", task_id), "url": address}]


def _title(one: Mapping[str, Any], lang: str) -> str:
    return _truncate(or_else(bold(one.get("title", "")), say("slack", "task.untitled", lang)), 200)


def _question(one: Mapping[str, Any], inbox: str, lang: str) -> Block:
    """A session of another runtime that asks something: read and answered on its page."""
    many = say("workbench", "waits_foreign_n", lang, n=int(one["pending"]))
    risk = str(one.get("risk") or "")
    known = (
        say("asked", "risk_unknown", lang)
        if risk == "unknown"
        else say("workbench", f"risk_{risk}", lang)
        if risk
        else ""
    )
    told = f" · {say('asked', 'risk', lang)}: {known}" if known else ""
    place = (
        f" · <{inbox.removesuffix('/inbox')}/s/{identifier(one['id'])}|{say('slack', 'home.look', lang)}>"
        if inbox
        else ""
    )
    since = when(one.get("waiting_since") or one.get("updated_at"))
    return section(f"*{_title(one, lang)}*\n{many}{told} · {since}{place}")


def _more_waiting(count: int, inbox: str, lang: str) -> Sequence[Block]:
    """How many more wait, and where they are: a list that is cut says how to see the rest."""
    if count <= 0:
        return []
    where = f"<{inbox}|{say('core', 'thing.inbox', lang)}>" if inbox else "`ringi inbox`"
    return [context(say("slack", "home.more_waiting", lang, n=count, where=where))]


def _rest(count: int, lang: str) -> Sequence[Block]:
    return [context(say("slack", "home.more", lang, n=count))] if count > 0 else []
