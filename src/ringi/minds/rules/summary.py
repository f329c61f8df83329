"""The closing words, from the results alone: counts, first records, limits passed, artifacts. Claims nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ringi.minds import Finished
from ringi.minds.rules.outcome import AREA, title_of
from ringi.minds.rules.reading import language_of
from ringi.minds.rules.tables import label, link_field, table_of, total_fields
from ringi.words import say

if TYPE_CHECKING:
    from ringi.catalog import Tool

JsonObject = dict[str, Any]
_MOST = 10
_LONGEST = 2_800


def summarise(finished: Finished) -> str:
    brief = finished.brief
    lang = language_of(brief)
    titles = {str(step.get("stepId")): str(step.get("title") or step.get("tool")) for step in finished.steps}
    last = {str(one.get("stepId")): one for one in finished.results}
    done = sum(one.get("status") == "completed" for one in last.values())
    lines = [say(AREA, "summary.head", lang, done=done, all=len(finished.steps))]
    for step in finished.steps:
        one = last.get(str(step.get("stepId")))
        if one is not None:
            lines += _step(
                one,
                titles.get(str(step.get("stepId")), ""),
                brief.catalog.tool(str(step.get("tool"))),
                brief.text,
                lang,
            )
    lines += [say(AREA, "summary.artifact", lang, name=_artifact(one)) for one in finished.artifacts]
    text = "\n".join(lines)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _artifact(artifact: JsonObject) -> str:
    name = str(
        artifact.get("name") or artifact.get("title") or artifact.get("artifact_id") or artifact.get("id") or "?"
    )
    place = artifact.get("url") or artifact.get("path")
    return f"{name} ({place})" if place else name


def _step(one: JsonObject, title: str, tool: Tool | None, text: str, lang: str) -> list[str]:
    status = one.get("status")
    if status == "completed":
        return _completed(one.get("result"), title, tool, text, lang)
    if status == "failed":
        return [
            say(
                AREA, "summary.failed", lang, title=title, error=str(one.get("error") or one.get("result") or "?")[:300]
            )
        ]
    return [say(AREA, "summary.unknown", lang, title=title)]


def _completed(result: Any, title: str, tool: Tool | None, text: str, lang: str) -> list[str]:
    if tool is None or not isinstance(result, dict):
        return [say(AREA, "summary.plain", lang, title=title)]
    table = table_of(tool, text, lang)
    records = result.get(table.rows) if table else None
    if table is None or not isinstance(records, list):
        place = next((result[name] for name in link_field(tool).split(" || ") if result.get(name)), None)
        line = say(AREA, "summary.plain", lang, title=title)
        return [f"{line} — {place}" if place else line]
    lines = [say(AREA, "summary.count", lang, title=title or title_of(tool, lang), count=len(records))]
    for field in total_fields(tool):
        if field in result:
            lines.append(f"{label(tool, field, lang)}: {result[field]}")
    for record in records[:_MOST]:
        if isinstance(record, dict):
            lines.append("・" + " ".join(str(record[field]) for field in table.short if record.get(field) is not None))
    if len(records) > _MOST:
        lines.append(say(AREA, "summary.more", lang, count=len(records) - _MOST))
    return lines + _flags(result, lang)


def _flags(result: JsonObject, lang: str) -> list[str]:
    """Limits that the tool says were passed."""
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
    shown = ", ".join(f"{word} x{count}" for word, count in list(named.items())[:8])
    return [say(AREA, "summary.flags", lang, flags=shown)]
