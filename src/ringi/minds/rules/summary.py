"""The closing words, from the results alone: counts, first records, limits passed, what was written. Nothing else.

Files are not listed here: every surface shows them beside the answer, each once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ringi.minds import Brief, Finished
from ringi.minds.rules import answer, naming
from ringi.minds.rules.outcome import AREA
from ringi.minds.rules.reading import language_of
from ringi.minds.rules.schema import argument, is_message, is_table
from ringi.minds.rules.tables import label, link_field, table_of, total_fields
from ringi.words import say
from ringi.words.clocked import hours_said

if TYPE_CHECKING:
    from ringi.catalog import Tool

JsonObject = dict[str, Any]
_MOST = 10
_LONGEST = 2_800


@dataclass(frozen=True, slots=True)
class _Told:
    """One step that ran, and what is needed to speak of it."""

    brief: Brief
    step: JsonObject
    name: str
    tool: Tool | None
    lang: str
    tabled: bool
    """Its records were written to a sheet, so that whoever wants the rest finds it there."""

    def say(self, key: str, **values: Any) -> str:
        return say(AREA, f"summary.{key}", self.lang, title=self.name, **values)


def summarise(finished: Finished) -> str:
    lang = language_of(finished.brief)
    last = {str(one.get("stepId")): one for one in finished.results}
    done = sum(one.get("status") == "completed" for one in last.values())
    lines = [say(AREA, "summary.head", lang, done=done, all=len(finished.steps))]
    tabled = _tabled(finished, last)
    for step in finished.steps:
        one = last.get(str(step.get("stepId")))
        if one is not None:
            tool = finished.brief.catalog.tool(str(step.get("tool")))
            name = _name(step, finished.steps, tool)
            told = _Told(finished.brief, step, name, tool, lang, str(step.get("stepId")) in tabled)
            lines += _step(one, told)
    spoken = {str(step.get("stepId")) for step in finished.steps}
    others = [_artifact(one) for one in finished.artifacts if one.get("step_id") not in spoken]
    lines += [say(AREA, "summary.artifact", lang, name=name) for name in dict.fromkeys(others)]
    text = "\n".join(lines)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _name(step: JsonObject, steps: Sequence[JsonObject], tool: Tool | None) -> str:
    """The step's title; where others bear the same one, what it says about itself besides."""
    title = str(step.get("title") or step.get("tool"))
    if tool is not None and (is_table(tool) or is_message(tool)):
        return title  # where it was written and who got it follows
    shared = sum(str(one.get("title") or one.get("tool")) == title for one in steps) > 1
    return str(step.get("description") or title) if shared else title


def _tabled(finished: Finished, last: dict[str, JsonObject]) -> set[str]:
    """Steps whose records a later step has written to a sheet."""
    found = set()
    for step in finished.steps:
        tool = finished.brief.catalog.tool(str(step.get("tool")))
        given = step.get("toolInput")
        if tool is None or not is_table(tool) or not isinstance(given, dict):
            continue
        if last.get(str(step.get("stepId")), {}).get("status") == "completed":
            found |= {str(one["$from"]) for one in given.values() if isinstance(one, dict) and "$from" in one}
    return found


def _artifact(artifact: JsonObject) -> str:
    name = str(
        artifact.get("name") or artifact.get("title") or artifact.get("artifact_id") or artifact.get("id") or "?"
    )
    place = artifact.get("url") or artifact.get("path")
    return f"{name} ({place})" if place else name


def _step(one: JsonObject, told: _Told) -> list[str]:
    status = one.get("status")
    if status == "completed":
        return _completed(one.get("result"), told)
    if status == "failed":
        return [told.say("failed", error=str(one.get("error") or one.get("result") or "?")[:300])]
    return [told.say("unknown")]


def _completed(result: Any, told: _Told) -> list[str]:
    tool, result = told.tool, answer.read(result)
    if tool is None or not isinstance(result, dict):
        return (_sent(result, tool, told) if tool else []) or _answered(result, told)
    table = table_of(tool, told.brief.text, told.lang)
    records = result.get(table.rows) if table else None
    if table is None or not isinstance(records, list):
        return _written(result, tool, told) or _sent(result, tool, told) or _placed(result, tool, told)
    colon, dot = _signs(told.lang)
    lines = [told.say("count", count=len(records))]
    for field in total_fields(tool):
        if field in result:
            lines.append(f"{label(tool, field, told.lang)}{colon}{hours_said(str(result[field]), told.lang)}")
    for record in records[:_MOST]:
        if isinstance(record, dict):
            lines.append(dot + " ".join(_value(record, field, told) for field in table.short if _has(record, field)))
    return lines + _rest(len(records) - _MOST, told) + _flags(result, tool, told.lang)


def _signs(lang: str) -> tuple[str, str]:
    return (": ", "- ") if lang == "en" else ("：", "・")


def _rest(count: int, told: _Told) -> list[str]:
    rest = say(AREA, "summary.rest_in_sheet" if told.tabled else "summary.rest_in_result", told.lang)
    return [told.say("more", count=count, rest=rest)] if count > 0 else []


def _answered(result: Any, told: _Told) -> list[str]:
    """A tool that says nothing of the shape of its answer: the answer itself, as far as it goes on a card."""
    colon, dot = _signs(told.lang)
    records = answer.records(result)
    if records is not None:
        shown = [dot + line for line in answer.lines(records, colon)[:_MOST]]
        return [told.say("count", count=len(records)), *shown, *_rest(len(records) - _MOST, told)]
    lines = answer.lines(result, colon)
    return [told.say("plain"), *(dot + line for line in lines[:_MOST]), *(["…"] if len(lines) > _MOST else [])]


def _has(record: JsonObject, field: str) -> bool:
    return record.get(field) is not None


def _value(record: JsonObject, field: str, told: _Told) -> str:
    """A value of a record; people and departments that the directory knows as the reader would write them."""
    value = str(record[field])
    if "hours" in field:
        return hours_said(value, told.lang)
    if any(one.name == value for one in told.brief.catalog.departments):
        return naming.department(told.brief.catalog, value, told.lang)
    for key, identity in record.items():
        if key != field and isinstance(identity, str) and key.endswith("_id"):
            person = told.brief.catalog.person(identity)
            if person is not None and person.name == value:
                return naming.person(person, told.lang)
    return value


def _written(result: JsonObject, tool: Tool, told: _Told) -> list[str]:
    """Where rows really went: the sheet may have got another name than the plan's when that one was taken."""
    book, tab = argument(tool, "book") or argument(tool, "title"), argument(tool, "tab")
    if not is_table(tool) or book is None or tab is None or not result.get(book.name) or not result.get(tab.name):
        return []
    line = told.say("written", book=result[book.name], tab=result[tab.name])
    if result.get("url"):
        line += f" — {result['url']}"
    given = told.step.get("toolInput")
    wanted = given.get(tab.name) if isinstance(given, dict) else None
    if (
        isinstance(wanted, str)
        and str(result[tab.name]).startswith(f"{wanted.strip()[:25]}")
        and (result[tab.name] != wanted)
    ):
        line += say(AREA, "summary.numbered", told.lang)
    return [line]


def _sent(result: Any, tool: Tool, told: _Told) -> list[str]:
    who, given = argument(tool, "recipient"), told.step.get("toolInput")
    if not is_message(tool) or who is None or not isinstance(given, dict):
        return []
    identity = given.get(who.name)
    if not isinstance(identity, str):
        return []
    person = told.brief.catalog.person(identity)
    if identity == "requester":
        return [told.say("sent", who=say(AREA, "requester", told.lang))]
    named = result.get("to") if isinstance(result, dict) else None  # as the service itself calls them
    known = named if isinstance(named, str) and named else identity
    return [told.say("sent", who=naming.introduced(person, told.lang) if person else known)]


def _placed(result: JsonObject, tool: Tool, told: _Told) -> list[str]:
    place = next((result[name] for name in link_field(tool).split(" || ") if result.get(name)), None)
    if place:
        return [f"{told.say('plain')} — {place}"]
    return [told.say("plain")] if is_table(tool) or is_message(tool) else _answered(result, told)


def _flags(result: JsonObject, tool: Tool, lang: str) -> list[str]:
    """Limits that the tool says were passed, in its own words for them where it has any."""
    flags = result.get("flags")
    if not isinstance(flags, list) or not flags:
        return []
    named: dict[str, int] = {}
    for flag in flags:
        word = str(flag.get("flag") or flag.get("name") or "") if isinstance(flag, dict) else str(flag)
        if word:
            named[word] = named.get(word, 0) + 1
    if not named:
        return []
    known = tool.meta.get("ringi/labels")
    words = {name: label(tool, name, lang) if isinstance(known, dict) and name in known else name for name in named}
    shown = [say(AREA, "summary.flag", lang, flag=words[name], count=named[name]) for name in list(named)[:8]]
    return [say(AREA, "summary.flags", lang, flags=naming.COMMA[lang].join(shown))]
