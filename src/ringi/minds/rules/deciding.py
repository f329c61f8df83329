"""Whether a wish can be planned as it stands: each check passes, asks one question, or declines with a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ringi.minds import Brief, Declined, Question
from ringi.minds.rules import naming
from ringi.minds.rules.arguments import Facts, Missing, fill
from ringi.minds.rules.calendar import Month, Span
from ringi.minds.rules.described import described
from ringi.minds.rules.lexicon import ASKED_FOR
from ringi.minds.rules.outcome import AREA, Ask, Reading, Receiver, few_tools, suggestion, title_of
from ringi.minds.rules.people import candidates
from ringi.minds.rules.schema import arguments_of, has_period, is_message, is_table, roles
from ringi.minds.rules.wishes import Topic, Wish, departments_meant
from ringi.words import say

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Person, Tool

Note = tuple[str, dict[str, Any]]


@dataclass(slots=True)
class _Case:
    wish: Wish
    brief: Brief
    lang: str

    @property
    def catalog(self) -> Catalog:
        return self.brief.catalog

    @property
    def described(self) -> Catalog:
        return described(self.brief.catalog)

    def declined(self, key: str, **values: Any) -> Declined:
        return Declined(reason=say(AREA, key, self.lang, **values), suggestion=suggestion(self.catalog, self.lang))

    def ask(
        self, slot: str, key: str, choices: tuple[str, ...] = (), about: tuple[str, ...] = (), **values: Any
    ) -> Ask:
        return Ask(slot, Question(text=say(AREA, key, self.lang, **values), choices=choices), about, self.lang)

    def tool(self, name: str) -> Tool:
        tool = self.catalog.tool(name)
        assert tool is not None
        return tool


Check = Callable[[_Case], "Ask | Declined | None"]


def decide(wish: Wish, brief: Brief, lang: str) -> Reading | Ask | Declined:
    case = _Case(_with_threshold_topic(wish, brief.catalog), brief, lang)
    checks: tuple[Check, ...] = (
        _safe,
        _still_wanted,
        _possible,
        _about_something,
        _known_places,
        _known_people,
        _times,
        _receivers,
        _sinks,
        _complete,
    )
    for check in checks:
        found = check(case)
        if found is not None:
            return found
    return _reading(case)


def _with_threshold_topic(wish: Wish, catalog: Catalog) -> Wish:
    """先月60時間を超えた社員: an amount of hours names its tool when only one connected tool takes one."""
    takers = [tool for tool in described(catalog).tools if tool.effect == "read" and "threshold" in roles(tool)]
    if wish.threshold is None or len(takers) != 1 or any(topic.tool == takers[0].name for topic in wish.topics):
        return wish
    named = {topic.tool for topic in wish.topics}
    if any(has_period(tool) for tool in catalog.tools if tool.name in named):
        return wish
    return replace(wish, topics=(Topic(takers[0].name, wish.loose_spans),))


def _safe(case: _Case) -> Declined | None:
    return case.declined("declined.suspicious", words=case.wish.suspicious[:80]) if case.wish.suspicious else None


def _still_wanted(case: _Case) -> Declined | None:
    return case.declined("declined.called_off") if case.wish.called_off else None


def _possible(case: _Case) -> Ask | Declined | None:
    """What no connected tool can do. When the rest could be done, that is said too."""
    named = [case.tool(topic.tool) for topic in case.wish.topics] + [case.tool(name) for name in case.wish.actions]
    free = any({"query", "title", "body", "detail"} & roles(tool) for tool in named)
    obstacles = [one for one in case.wish.obstacles if not (free and one.kind in ASKED_FOR)]  # what is searched for
    if not obstacles:
        return None
    words = {"ja": "、", "zh": "、", "en": ", "}[case.lang].join(dict.fromkeys(one.words.strip() for one in obstacles))
    return case.declined("declined.impossible", words=words[:120])


def _about_something(case: _Case) -> Ask | Declined | None:
    wish = case.wish
    if wish.topics or wish.actions or _own_words(case):
        return None
    reads = [tool for tool in case.described.tools if tool.effect == "read"]
    spoken = wish.departments or wish.people or wish.loose_spans or wish.table or wish.message or wish.threshold
    if wish.unasked and not (spoken and reads):
        return case.declined("declined.unasked", tools=few_tools(wish.unasked, case.lang))
    if not spoken or not reads:
        return case.declined("declined.unknown")
    return case.ask("topic", "ask.topic", tuple(title_of(tool, case.lang) for tool in reads))


def _own_words(case: _Case) -> bool:
    """A message whose text was quoted or told needs nothing to be read first."""
    return bool(case.wish.message and (case.wish.quotes or case.wish.body) and not case.wish.topics)


def _known_places(case: _Case) -> Ask | None:
    wish = case.wish
    names = tuple(naming.department(case.catalog, one.name, case.lang) for one in case.catalog.departments)
    if wish.unknown_places:
        return case.ask(
            "department",
            "ask.unknown_department",
            names,
            words=wish.unknown_places[0].words,
            known=naming.COMMA[case.lang].join(names),
        )
    if wish.own_department and _home(case) is None:
        return case.ask("department", "ask.department", names)
    return None


def _home(case: _Case) -> str | None:
    """The department of whoever asks, when the directory knows them."""
    person = case.catalog.person(case.brief.requester) if case.brief.requester else None
    return person.department if person and person.department else None


def _label(case: _Case, person: Person) -> str:
    name, lang = naming.person(person, case.lang), case.lang
    about = [naming.department(case.catalog, person.department, lang), person.id] if person.department else [person.id]
    inside = naming.COMMA[lang].join(about)
    return f"{name} ({inside})" if lang == "en" else f"{name}（{inside}）"


def _one_of(case: _Case, words: str, ids: tuple[str, ...], slot: str) -> Ask | str:
    people = candidates(case.catalog, ids)
    if not people:
        return case.ask(slot, "ask.unknown_person", words=words)
    active = [one for one in people if one.active]
    if len(people) == 1:
        return people[0].id
    if len(active) == 1 and len(people) > 1 and not active[0].department:
        return active[0].id
    choices = tuple(_label(case, one) for one in people)
    return case.ask(f"person:{words}", "ask.which_person", choices, tuple(one.id for one in people), words=words)


def _known_people(case: _Case) -> Ask | None:
    for named in case.wish.people:
        found = _one_of(case, named.words, named.ids, f"person:{named.words}")
        if isinstance(found, Ask):
            return found
    return None


def _spans(case: _Case, topic: Topic) -> tuple[Span, ...]:
    if not has_period(case.tool(topic.tool)) and not {"date", "date_start"} & roles(case.tool(topic.tool)):
        return ()
    return topic.spans or case.wish.loose_spans


def _times(case: _Case) -> Ask | Declined | None:
    now = Month.at(case.brief.today)
    if case.wish.no_such_time and any(has_period(case.tool(topic.tool)) for topic in case.wish.topics):
        return case.ask("period", "ask.no_such_period", _recent(case), words=case.wish.no_such_time[:40])
    for topic in case.wish.topics:
        tool = case.tool(topic.tool)
        for span in _spans(case, topic):
            if span.first > now or (span.days and span.days[0] > case.brief.today):
                return case.declined("declined.future", period=period_words(span), tool=title_of(tool, case.lang))
    for topic in case.wish.topics:
        tool = case.tool(topic.tool)
        needed = any(
            one.role in ("period_start", "period_end", "month", "date", "date_start") and one.required
            for one in arguments_of(tool)
        )
        if needed and not _spans(case, topic):
            return case.ask("period", "ask.period", _recent(case), tool=title_of(tool, case.lang))
    return None


def _recent(case: _Case) -> tuple[str, ...]:
    now = Month.at(case.brief.today)
    return (str(now.plus(-1)), str(now), f"{now.plus(-3)}~{now.plus(-1)}")


def _receivers(case: _Case) -> Ask | Declined | None:
    wish = case.wish
    if not wish.message:
        return None
    if not any(is_message(tool) for tool in case.described.tools):
        return case.declined("declined.no_message")
    for one in wish.recipients:
        if one.sort == "outside":
            return case.declined("declined.outside", words=one.words)
        if one.sort == "group":
            return case.ask("recipient", "ask.group", (), (one.words,), words=one.words)
        if one.sort == "person":
            found = _one_of(case, one.words, one.ids, "recipient")
            if isinstance(found, Ask):
                return (
                    found
                    if found.slot != "recipient"
                    else case.ask("recipient", "ask.unknown_recipient", (), (one.words,), words=one.words)
                )
    if not wish.recipients and not wish.asks_me:
        return case.ask("recipient", "ask.recipient", (say(AREA, "me", case.lang),))
    return None


def _sinks(case: _Case) -> Declined | None:
    if case.wish.table and not any(is_table(tool) for tool in case.described.tools):
        return case.declined("declined.no_table")
    return None


def _complete(case: _Case) -> Ask | None:
    """The first required argument that nothing was said for."""
    wish = case.wish
    for topic in wish.topics:
        spans = _spans(case, topic) or (None,)
        people = resolved_people(case.catalog, wish)
        _, missing = fill(case.tool(topic.tool), Facts(wish, spans[0], None, people))
        if missing:
            return _missing(case, missing[0])
    for name in wish.actions:
        _, missing = fill(case.tool(name), Facts(wish, None, None, resolved_people(case.catalog, wish)))
        if missing:
            return _missing(case, missing[0])
    return None


def _missing(case: _Case, missing: Missing) -> Ask:
    tool, argument = case.tool(missing.tool), missing.argument
    labels = tool.meta.get("ringi/labels")
    label = labels.get(argument.name) if isinstance(labels, dict) else None
    word = (
        label[("ja", "en", "zh").index(case.lang)]
        if isinstance(label, list | tuple) and len(label) == 3
        else argument.schema.get("title") or argument.name
    )
    hint = str(argument.schema.get("description", ""))[:200]
    return case.ask(
        f"argument:{tool.name}.{argument.name}",
        "ask.argument",
        tuple(str(one) for one in argument.choices),
        tool=title_of(tool, case.lang),
        argument=word,
        hint=f" ({hint})" if hint else "",
    )


def resolved_people(catalog: Catalog, wish: Wish) -> tuple[str, ...]:
    return tuple(dict.fromkeys(people[0].id for one in wish.people if (people := candidates(catalog, one.ids))))


def period_words(span: Span) -> str:
    return f"{span.first_day.isoformat()}~{span.last_day.isoformat()}"


def _reading(case: _Case) -> Reading:
    wish, catalog = case.wish, case.catalog
    topics = tuple(Topic(one.tool, _spans(case, one)) for one in wish.topics)
    home = _home(case) if wish.own_department else None
    return Reading(
        lang=case.lang,
        wish=wish,
        topics=topics,
        actions=wish.actions,
        departments=(home,) if home else departments_meant(wish, catalog),
        people=resolved_people(catalog, wish),
        table=next((tool.name for tool in case.described.tools if is_table(tool)), "") if wish.table else "",
        message=next((tool.name for tool in case.described.tools if is_message(tool)), "") if wish.message else "",
        receivers=tuple(dict.fromkeys(_receiver_list(case))) if wish.message else (),
        left_out=tuple(_left_out(case)),
        notes=tuple(_notes(case, topics)),
    )


def _left_out(case: _Case) -> list[str]:
    """What an approver might expect of the servers that are used, and nobody asked for."""
    used = {case.tool(name).server for name in (*(topic.tool for topic in case.wish.topics), *case.wish.actions)}
    return [name for name in case.wish.unasked if case.tool(name).server in used]


def _receiver_list(case: _Case) -> list[Receiver]:
    out: list[Receiver] = []
    for one in case.wish.recipients:
        if one.sort == "me":
            out.append(_requester(case))
        elif one.sort == "slack":
            person = case.catalog.person(one.words)
            out.append(Receiver(one.words, person.name if person else one.words, person is not None))
        elif one.sort == "person":
            person = candidates(case.catalog, one.ids)[0]
            out.append(Receiver(person.id, naming.person(person, case.lang)))
    return out or [_requester(case)]


def _requester(case: _Case) -> Receiver:
    return Receiver("requester", case.brief.requester_name or say(AREA, "requester", case.lang))


def _notes(case: _Case, topics: tuple[Topic, ...]) -> list[Note]:
    """What the approver has to know about how it was read."""
    wish, notes = case.wish, []  # type: tuple[Wish, list[Note]]
    spans = [span for topic in topics for span in topic.spans]
    if wish.threshold and topics:
        takes = any("threshold" in roles(case.tool(topic.tool)) for topic in topics)
        if wish.threshold.sense == "under" or not takes:
            notes.append(("note.no_threshold", {}))
        elif wish.threshold.sense == "over":
            notes.append(("note.over", {"hours": f"{wish.threshold.hours:g}"}))
    if any(span.clipped for span in spans):
        notes.append(("note.clipped", {"month": str(Month.at(case.brief.today))}))
    elif any(span.last == Month.at(case.brief.today) for span in spans):
        notes.append(("note.running", {"day": case.brief.today.isoformat()}))
    if any(span.days for span in spans) and all(has_period(case.tool(topic.tool)) for topic in topics if topic.spans):
        days = next(span for span in spans if span.days)
        notes.append(("note.whole_months", {"period": period_words(days), "months": f"{days.first}~{days.last}"}))
    if wish.loose_spans and topics and not spans:
        notes.append(("note.no_period", {"tool": title_of(case.tool(topics[0].tool), case.lang)}))
    if wish.people and topics and not any("people" in roles(case.tool(topic.tool)) for topic in topics):
        notes.append(("note.no_people", {}))
    if (
        (wish.departments or wish.left_out)
        and topics
        and not any("department" in roles(case.tool(topic.tool)) for topic in topics)
    ):
        notes.append(("note.no_department", {}))
    return notes
