"""From a reading to steps: what is read, then where it is written, then who is told. Writes only when asked for.

Literals for everything that was understood; rows and figures are bound to the results of the reading steps. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from ringi.minds import Brief, Plan
from ringi.minds.rules import naming
from ringi.minds.rules.arguments import Facts, fill
from ringi.minds.rules.calendar import Month, Span
from ringi.minds.rules.language import cleaned
from ringi.minds.rules.outcome import AREA, Reading, Receiver, title_of
from ringi.minds.rules.schema import argument, roles
from ringi.minds.rules.tables import Table, answer_fields, label, link_field, table_of, total_fields
from ringi.words import say

if TYPE_CHECKING:
    from ringi.catalog import Tool

JsonObject = dict[str, Any]
_MOST_LINES = 20
"""Records that a message quotes; the rest is counted."""


@dataclass(slots=True)
class Sheet:
    """A plan in the making."""

    brief: Brief
    reading: Reading
    steps: list[JsonObject]

    @property
    def lang(self) -> str:
        return self.reading.lang

    def tool(self, name: str) -> Tool:
        tool = self.brief.catalog.tool(name)
        assert tool is not None
        return tool

    def place(self, department: str) -> str:
        """A department as whoever reads the plan would call it."""
        return naming.department(self.brief.catalog, department, self.lang) if department else ""

    def add(self, tool: Tool, given: JsonObject, description: str, expected: str, *, check: bool = False) -> str:
        number = len(self.steps) + 1
        self.steps.append(
            {
                "stepId": f"step-{number}",
                "order": number,
                "title": title_of(tool, self.lang)[:60],
                "tool": tool.name,
                "toolInput": given,
                "description": description,
                "expectedOutput": expected,
                "requiresHumanCheck": check,
            }
        )
        return f"step-{number}"


@dataclass(frozen=True, slots=True)
class Source:
    """A reading step and what it is about."""

    step: str
    tool: Tool
    span: Span | None
    department: str


def steps_for(brief: Brief, reading: Reading) -> tuple[JsonObject, ...]:
    """The whole plan, in the order it runs."""
    sheet = Sheet(brief, reading, [])
    sources = [source for topic in reading.topics for source in _reads(sheet, topic.tool, topic.spans)]
    written = _tables(sheet, sources) if reading.table else []
    for name in reading.actions:
        _act(sheet, sheet.tool(name))
    for receiver in reading.receivers if reading.message else ():
        _message(sheet, receiver, sources, written)
    return tuple(sheet.steps)


def _reads(sheet: Sheet, name: str, spans: tuple[Span, ...]) -> list[Source]:
    reading, tool = sheet.reading, sheet.tool(name)
    has = roles(tool)
    departments = reading.departments if "department" in has else ()
    if reading.people and "people" in has:
        departments = ()  # somebody is somebody, whatever the department
    one_month = "month" in has and "period_start" not in has
    stretches: list[Span | None] = list(_single_months(spans) if one_month else spans) or [None]
    sources = []
    for span, department in product(stretches, departments or ("",)):
        given, _ = fill(tool, Facts(reading.wish, span, department or None, reading.people))
        about = " ".join(filter(None, (span_label(span), sheet.place(department))))
        text = say(
            AREA,
            "step.read",
            sheet.lang,
            what=title_of(tool, sheet.lang),
            about=about or say(AREA, "step.all", sheet.lang),
        )
        step = sheet.add(
            tool, given, text, say(AREA, "step.read.expected", sheet.lang, what=title_of(tool, sheet.lang))
        )
        sources.append(Source(step, tool, span, department))
    return sources


def _single_months(spans: tuple[Span, ...]) -> list[Span]:
    return [
        Span(Month(index), Month(index)) for span in spans for index in range(span.first.index, span.last.index + 1)
    ]


def span_label(span: Span | None) -> str:
    if span is None:
        return ""
    return str(span.first) if span.first == span.last else f"{span.first}~{span.last}"


def sheet_names(sheet: Sheet, source_count: int, source: Source) -> tuple[str, str]:
    """The names of the spreadsheet and of the sheet: as said, else made from what is in it."""
    wish = sheet.reading.wish
    what = naming.thing(source.tool, sheet.lang)
    made = " ".join(filter(None, (what, span_label(source.span), sheet.place(source.department))))
    if len(made) > 31 and len(sheet.reading.departments) < 2:  # the spreadsheet bears the department already
        made = f"{what} {span_label(source.span)}".strip()
    book = wish.book or wish.tab or made_book(sheet)
    tab = wish.tab or made
    if wish.tab and source_count > 1:
        tab = f"{wish.tab} {made}"
    return book[:100], clean_tab(tab)


def clean_tab(name: str) -> str:
    """What every spreadsheet accepts as a sheet's name."""
    return "".join(" " if char in "[]:*?/\\" else char for char in name).strip("' ")[:31] or "Sheet1"


def made_book(sheet: Sheet) -> str:
    reading = sheet.reading
    places = naming.BESIDE[sheet.lang].join(sheet.place(one) for one in reading.departments)[:40]
    spans = [span for topic in reading.topics for span in topic.spans]
    period = span_label(Span(min(one.first for one in spans), max(one.last for one in spans))) if spans else ""
    return " ".join(filter(None, (say(AREA, "book", reading.lang), period, places)))


def _tables(sheet: Sheet, sources: list[Source]) -> list[tuple[str, Tool, Source]]:
    reading, writer = sheet.reading, sheet.tool(sheet.reading.table)
    written = []
    wanted = reading.wish.table_topics
    chosen = [one for one in sources if one.tool.name in wanted] or sources
    for source in chosen:
        table = table_of(source.tool, reading.wish.text, sheet.lang)
        if table is None:
            continue
        book, tab = sheet_names(sheet, len(chosen), source)
        fixed = {
            "book": book,
            "tab": tab,
            "title": book,
            "header": list(table.header),
            "rows": {"$from": source.step, "path": table.path},
        }
        given, _ = fill(writer, Facts(reading.wish), fixed)
        number = source.step.removeprefix("step-")
        text = say(AREA, "step.table", sheet.lang, book=book, tab=tab, source=number)
        written.append((sheet.add(writer, given, text, say(AREA, "step.table.expected", sheet.lang)), writer, source))
    return written


def _act(sheet: Sheet, tool: Tool) -> None:
    wish = sheet.reading.wish
    given, _ = fill(
        tool,
        Facts(wish, None, sheet.reading.departments[0] if sheet.reading.departments else None, sheet.reading.people),
    )
    sheet.add(
        tool,
        given,
        say(AREA, "step.act", sheet.lang, what=title_of(tool, sheet.lang)),
        say(AREA, "step.act.expected", sheet.lang),
    )


def _message(sheet: Sheet, receiver: Receiver, sources: list[Source], written: list[tuple[str, Tool, Source]]) -> None:
    reading, tool = sheet.reading, sheet.tool(sheet.reading.message)
    text: Any = {"$text": "\n".join(_lines(sheet, sources, written))} if sources else own_words(sheet.brief, reading)
    fixed = {"body": text, "recipient": receiver.identity, "title": (sheet.brief.title or reading.wish.text)[:60]}
    given, _ = fill(tool, Facts(reading.wish, recipient=receiver.identity), fixed)
    key = "step.message" if sources else "step.message.words"
    words = say(AREA, key, sheet.lang, who=told_to(sheet.brief, receiver, sheet.lang))
    sheet.add(tool, given, words, say(AREA, "step.message.expected", sheet.lang), check=not receiver.listed)


def told_to(brief: Brief, receiver: Receiver, lang: str) -> str:
    """A receiver with what makes them certain."""
    if receiver.identity == "requester":
        return say(AREA, "requester.named", lang, who=receiver.name) if brief.requester_name else receiver.name
    person = brief.catalog.person(receiver.identity)
    if person and person.id == receiver.identity:
        return naming.introduced(person, lang)
    return f"{receiver.name} ({receiver.identity})" if lang == "en" else f"{receiver.name}（{receiver.identity}）"


def own_words(brief: Brief, reading: Reading) -> str:
    """Nothing was read: the words to send are those that were quoted or told, else what was asked for."""
    wish = reading.wish
    said = wish.quotes[0] if wish.quotes else wish.body
    return said or cleaned(brief.title or brief.text)[:1000]


def escaped(text: str) -> str:
    """Literal text inside a `$text`."""
    return text.replace("{", "{{").replace("}", "}}")


def _lines(sheet: Sheet, sources: list[Source], written: list[tuple[str, Tool, Source]]) -> list[str]:
    """The message: what it is, the figures as they will be, where the sheet is."""
    lines, colon = [], ": " if sheet.lang == "en" else "："
    for source in sources:
        about = " ".join(filter(None, (span_label(source.span), sheet.place(source.department))))
        lines.append(escaped(f"{naming.thing(source.tool, sheet.lang)} {about}".strip()))
        table = table_of(source.tool, sheet.reading.wish.text, sheet.lang)
        if table is None:
            lines.append(f"{{{source.step}: @}}")
            continue
        lines.append(escaped(say(AREA, "message.count", sheet.lang)) + f"{{{source.step}: length({table.rows})}}")
        for field in total_fields(source.tool):
            lines.append(
                f"{escaped(label(source.tool, field, sheet.lang))}{colon}{{{source.step}: {hours(field, sheet.lang)}}}"
            )
        lines += _record_lines(source, table, sheet.lang)
    return lines + _written_lines(sheet, written)


def _written_lines(sheet: Sheet, written: list[tuple[str, Tool, Source]]) -> list[str]:
    """Which sheets were really written, and once for each spreadsheet where it is."""
    lines, known = [], set()  # type: tuple[list[str], set[str]]
    for step, tool, source in written:
        field, tab = link_field(tool), argument(tool, "tab")
        if not field:
            continue
        book, _ = sheet_names(sheet, len(written), source)
        named = f"{{{step}: {tab.name}}}" if tab and tab.name in answer_fields(tool) else ""
        place = "" if book in known and named else f"{{{step}: {field}}}"
        known.add(book)
        lines.append(escaped(say(AREA, "message.sheet", sheet.lang)) + " — ".join(filter(None, (named, place))))
    return lines


def hours(field: str, lang: str) -> str:
    """The path to a value: hours are said, not shown as a clock shows them."""
    return f"hours({field}, '{lang}')" if "hours" in field else field


def _record_lines(source: Source, table: Table, lang: str) -> list[str]:
    shown = ", ".join(f"to_string({hours(field, lang)})" for field in table.short)
    if not shown:
        return []
    return [f"{{{source.step}: join(' / ', {table.rows}[:{_MOST_LINES}].join(' ', [{shown}]))}}"]


def kept(brief: Brief, steps: tuple[JsonObject, ...]) -> tuple[JsonObject, ...]:
    """Steps that have run stay as they are, first and in order; new ones follow and are renumbered after them."""
    done = [step for step in brief.steps if step.get("stepId") in brief.done]
    if not done:
        return steps
    used = {str(step.get("stepId")) for step in done}
    renamed: dict[str, str] = {}
    fresh: list[JsonObject] = []
    pool = list(done)
    for step in steps:
        twin = next(
            (
                one
                for one in pool
                if one.get("tool") == step["tool"] and _renamed(step["toolInput"], renamed) == one.get("toolInput")
            ),
            None,
        )
        if twin is not None:
            renamed[step["stepId"]] = str(twin["stepId"])
            pool.remove(twin)
            continue
        number = len(done) + len(fresh) + 1
        identity = f"step-{number}"
        while identity in used:
            number += 1
            identity = f"step-{number}"
        used.add(identity)
        renamed[step["stepId"]] = identity
        fresh.append(
            {
                **step,
                "stepId": identity,
                "order": len(done) + len(fresh) + 1,
                "toolInput": _renamed(step["toolInput"], renamed),
            }
        )
    return (*done, *fresh)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        if "$from" in value:
            return {**value, "$from": names.get(value["$from"], value["$from"])}
        if "$text" in value:
            text = value["$text"]
            for old, new in sorted(names.items(), reverse=True):
                text = text.replace(f"{{{old}:", f"{{\ue000{new}:")
            return {"$text": text.replace("\ue000", "")}
        return {key: _renamed(inner, names) for key, inner in value.items()}
    return [_renamed(inner, names) for inner in value] if isinstance(value, list) else value


def plan_of(brief: Brief, reading: Reading, changes: str = "") -> Plan:
    return Plan(steps=kept(brief, steps_for(brief, reading)), changes=changes, title=brief.title)
