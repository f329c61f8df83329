"""The words of this mind: title and description (L1), the policy (L2) and what changed since the version before."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from ringi.minds import Brief, Extracted, Policy
from ringi.minds.rules import naming
from ringi.minds.rules.deciding import period_words
from ringi.minds.rules.language import cleaned, fold, rx
from ringi.minds.rules.outcome import AREA, Reading, few_tools, title_of
from ringi.minds.rules.planning import own_words, steps_for, told_to
from ringi.minds.rules.reading import understand
from ringi.minds.rules.schema import argument, arguments_of, roles
from ringi.minds.rules.tables import label
from ringi.words import say

if TYPE_CHECKING:
    from ringi.catalog import Tool

Line = tuple[str, str]
_URGENT = rx(
    r"大至急|至急|紧急|火急|今すぐ|すぐに|\basap\b|\burgent(?:ly)?\b|right away|immediately|立即|马上"
    r"|加急|尽快|ただちに|直ちに"
)
_HIGH = rx(
    r"急ぎ|なるはや|重要|早めに|优先|\bhigh priority\b|\bimportant\b|quickly|今日中|本日中|today|重要|抓紧|今天之内"
)
_LOW = rx(r"急ぎません|急がな|时间のあるとき|いつでも|no rush|no hurry|whenever|low priority|不急|有空")


def priority_of(text: str) -> Literal["low", "medium", "high", "urgent"]:
    folded = fold(text[:6000])
    if _LOW.search(folded):
        return "low"
    if _URGENT.search(folded):
        return "urgent"
    return "high" if _HIGH.search(folded) else "medium"


def extracted(brief: Brief, reading: Reading) -> Extracted:
    priority = priority_of(brief.text)
    return Extracted(
        title=title(brief, reading),
        description=cleaned(brief.text)[:2000],
        priority=priority,
        task_type="urgent" if priority == "urgent" else "standard",
        lang=reading.lang,
    )


def _tool(brief: Brief, name: str) -> Tool:
    tool = brief.catalog.tool(name)
    assert tool is not None
    return tool


def title(brief: Brief, reading: Reading) -> str:
    """Overtime, Sales, October 2026; 残業時間（営業部、2026年10月）: what, whose, when, as people say it."""
    lang, comma = reading.lang, naming.COMMA[reading.lang]
    names = [naming.thing(_tool(brief, one.tool), lang) for one in reading.topics]
    names += [title_of(_tool(brief, one), lang) for one in reading.actions]
    whose = [naming.department(brief.catalog, one, lang) for one in reading.departments]
    people = [who for one in reading.people if (who := brief.catalog.person(one))]
    if people and reading.topics:
        whose = [naming.person(one, lang) for one in people]
    if not names and reading.message:
        names = [title_of(_tool(brief, reading.message), lang)]
        whose = [one.name for one in reading.receivers]
    what = comma.join(dict.fromkeys(names))
    spans = list(dict.fromkeys(one for topic in reading.topics for one in topic.spans))
    text = ""
    for short in (False, True):
        when = list(dict.fromkeys(naming.months(one, lang, short=short) for one in spans))
        about = [one for one in (_few(whose, lang), _few(when, lang)) if one]
        if lang == "en":
            text = comma.join((what, *about))
        else:
            text = f"{what}（{('、' if lang == 'ja' else '，').join(about)}）" if about else what
        if len(text) <= 60:
            return text
    return text[:59] + "…"


def _few(names: list[str], lang: str) -> str:
    return naming.COMMA[lang].join(names[:3]) + ("…" if len(names) > 3 else "")


def policy(brief: Brief, reading: Reading) -> Policy:
    """The policy as the approver reads it, one statement a line."""
    named = replace(brief, title=title(brief, reading))
    return Policy(
        content=text(brief, reading),
        changes=changes(brief, reading),
        title=named.title,
        calls=steps_for(named, reading),
    )


def text(brief: Brief, reading: Reading) -> str:
    return "\n".join(_line(key, said, reading.lang) for key, said in statements(brief, reading))


def head(key: str, lang: str) -> str:
    """What a statement of this sort begins with."""
    return f"{say(AREA, f'policy.{key}', lang)}{': ' if lang == 'en' else '：'}"


def _line(key: str, said: str, lang: str) -> str:
    return head(key, lang) + said


def statements(brief: Brief, reading: Reading) -> list[Line]:
    lang = reading.lang
    lines: list[Line] = [("goal", title(brief, reading))]
    lines += _writes(brief, reading)  # what will change is what an approver has to see first
    lines += _whose(brief, reading)
    lines += [("read", _read_line(brief, reading, index)) for index in range(len(reading.topics))]
    lines += [("note", say(AREA, key, lang, **values)) for key, values in reading.notes]
    lines += [("note", say(AREA, "note.unheard", lang, comment=text)) for text in reading.unheard]
    lines.append(("not", say(AREA, _limits(reading), lang)))
    if reading.left_out:
        lines.append(("not", say(AREA, "policy.not.unasked", lang, tools=few_tools(reading.left_out, lang))))
    return lines


_SOMEBODYS = {"department", "people"}
"""What a tool takes whose answers are somebody's; the time of day is nobody's."""


def _whose(brief: Brief, reading: Reading) -> list[Line]:
    lang, comma = reading.lang, naming.COMMA[reading.lang]
    lines: list[Line] = []
    spans = list(dict.fromkeys(period_words(one) for topic in reading.topics for one in topic.spans))
    if spans:
        lines.append(("period", comma.join(spans)))
    if reading.topics:
        if reading.people:
            lines.append(("people", comma.join(_person(brief, one, lang) for one in reading.people)))
        elif reading.departments or any(_SOMEBODYS & roles(_tool(brief, one.tool)) for one in reading.topics):
            places = comma.join(naming.official(brief.catalog, one, lang) for one in reading.departments)
            lines.append(("department", places or say(AREA, "whole_company", lang)))
    threshold = reading.wish.threshold
    takes = any(one.role == "threshold" for topic in reading.topics for one in arguments_of(_tool(brief, topic.tool)))
    if threshold and takes and threshold.sense != "under":
        key = {"agreement": "threshold.agreement", "karoshi": "threshold.karoshi"}.get(
            threshold.reason, "threshold.hours"
        )
        lines.append(("threshold", say(AREA, key, lang, hours=f"{threshold.hours:g}")))
    return lines


def _person(brief: Brief, identity: str, lang: str) -> str:
    person = brief.catalog.person(identity)
    return naming.introduced(person, lang) if person else identity


def _read_line(brief: Brief, reading: Reading, index: int) -> str:
    tool = _tool(brief, reading.topics[index].tool)
    return say(AREA, "policy.read.tool", reading.lang, title=title_of(tool, reading.lang), tool=tool.name)


def _writes(brief: Brief, reading: Reading) -> list[Line]:
    """What will be written and who will be told: read off the very steps that will be planned."""
    lang, lines = reading.lang, []  # type: tuple[str, list[Line]]
    if reading.table:
        writer = _tool(brief, reading.table)
        book, tab = argument(writer, "book") or argument(writer, "title"), argument(writer, "tab")
        for step in steps_for(brief, reading):
            if step["tool"] == writer.name:
                given = step["toolInput"]
                names = {
                    "book": given.get(book.name, "") if book else "",
                    "tab": given.get(tab.name, "") if tab else "",
                }
                lines.append(("write", say(AREA, "policy.write.table", lang, title=title_of(writer, lang), **names)))
    acts = [one for one in steps_for(brief, reading) if one["tool"] in reading.actions] if reading.actions else []
    lines += [("write", _act_line(_tool(brief, one["tool"]), one, lang)) for one in acts]
    for receiver in reading.receivers if reading.message else ():
        key = "policy.tell.listed" if receiver.listed else "policy.tell.unlisted"
        who = told_to(brief, receiver, lang)
        lines.append(("tell", say(AREA, key, lang, who=who, name=receiver.name, id=receiver.identity)))
        if not reading.topics:
            lines[-1] = ("tell", say(AREA, "policy.tell.words", lang, who=who, text=own_words(brief, reading)[:400]))
    return lines


def _act_line(tool: Tool, step: dict[str, Any], lang: str) -> str:
    """What a tool of another house will do, with what it is given: its name alone tells an approver nothing."""
    told = title_of(tool, lang)
    if not tool.title:
        told = cleaned(re.split(r"(?<=[.。!])\s|[。\n]", tool.description, maxsplit=1)[0])[:80].rstrip(".") or told
    given = [
        say(AREA, "policy.write.given", lang, name=label(tool, name, lang), value=cleaned(str(value))[:200])
        for name, value in step["toolInput"].items()
        if value is not None and not isinstance(value, dict)
    ]
    key = "policy.write.act" if given else "policy.write.act.bare"
    return say(AREA, key, lang, title=told, tool=tool.name, given=naming.COMMA[lang].join(given))


def _limits(reading: Reading) -> str:
    if reading.table or reading.message or reading.actions:
        return "policy.not.more"
    return "policy.not.anything"


def changes(brief: Brief, reading: Reading) -> str:
    """What the last comment changed, statement by statement, and why; empty when there was none."""
    last = next(
        (index for index in range(len(brief.comments) - 1, -1, -1) if brief.comments[index].kind != "answer"), None
    )
    if last is None:
        return ""
    lang = reading.lang
    comment = cleaned(brief.comments[last].text)[:300]
    before = understand(replace(brief, comments=brief.comments[:last]))
    if not isinstance(before, Reading):
        return say(AREA, "changes.because", lang, comment=comment)
    old, new = statements(brief, before), statements(brief, reading)
    gone = [f"- {_line(key, text, lang)}" for key, text in old if (key, text) not in new and key != "not"]
    come = [f"+ {_line(key, text, lang)}" for key, text in new if (key, text) not in old and key != "not"]
    lines = [say(AREA, "changes.because", lang, comment=comment), *gone, *come]
    return "\n".join(lines if gone or come else [*lines, say(AREA, "changes.nothing", lang)])
