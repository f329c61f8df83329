"""One utterance, heard: every tool, time, place, person, amount, output and obstacle in it. No decision is taken here.

Requests, answers and comments are all heard alike; `wishes` puts them together and `reading` decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from ringi.minds.rules.belonging import settled
from ringi.minds.rules.calling_off import called_off
from ringi.minds.rules.corrections import corrected
from ringi.minds.rules.described import described, strangers
from ringi.minds.rules.errands import errand, opens, rest_of
from ringi.minds.rules.intents import Hit, chosen, hits, index_of
from ringi.minds.rules.language import Utterance, fold, listen, rx
from ringi.minds.rules.lexicon import (
    LOOSE_WORDS,
    TOPICS,
)
from ringi.minds.rules.obstacles import SUSPICIOUS, Obstacle
from ringi.minds.rules.obstacles import obstacles as obstacles_in
from ringi.minds.rules.outputs import (
    NO_OUTPUT,
    message_wanted,
    names_given,
    table_topics,
    table_wanted,
    without_pronouns,
)
from ringi.minds.rules.people import Named, find_people
from ringi.minds.rules.periods import Times, spans_for, times_of
from ringi.minds.rules.places import Places, aliases, find_places, own_place
from ringi.minds.rules.polarity import Tone, clause_end, clause_start, tone_of
from ringi.minds.rules.quantities import Threshold, thresholds
from ringi.minds.rules.recipients import IMPLIED_ME, Recipient, find_recipients, pointed_to
from ringi.minds.rules.schema import is_message, is_table
from ringi.minds.rules.scope import AskedTool, Scope, asks_for, scope_of

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool
    from ringi.minds.rules.calendar import Span


@dataclass(frozen=True, slots=True)
class Heard:
    said: Utterance
    tone: Tone
    topics: tuple[tuple[str, tuple[Span, ...]], ...] = ()
    """Reading tools that are wanted, each with its months."""
    topics_denied: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    """Writing tools other than tables and messages."""
    unasked: tuple[str, ...] = ()
    """Writing tools whose things are named and whose deed is not asked for."""
    times: Times = field(default_factory=lambda: Times(()))
    places: Places = field(default_factory=Places)
    people: tuple[Named, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    table_topics: tuple[str, ...] = ()
    """Which of the topics go into the table: those of its own part of the request, or of the one before."""
    table: bool | None = None
    """True = asked for, False = plainly not wanted, None = not spoken of."""
    book: str = ""
    tab: str = ""
    message: bool | None = None
    recipients: tuple[Recipient, ...] = ()
    asks_me: bool = False
    obstacles: tuple[Obstacle, ...] = ()
    suspicious: str = ""
    body: str = ""
    """What a message is to say, in the words of the request."""
    called_off: bool = False


def known_terms(catalog: Catalog) -> frozenset[str]:
    """Quoted words that are still words of the request: 「営業部」, 「先月」, "overtime"."""
    terms = set(aliases(catalog.departments))
    terms |= {word for words in TOPICS.values() for word in words}
    terms |= {fold(name) for one in catalog.people for name in (one.id, one.name, *one.names)}
    for tool in catalog.tools:
        keywords = tool.meta.get("ringi/keywords")
        terms |= {fold(str(word)) for word in keywords} if isinstance(keywords, list | tuple) else set()
    terms |= {
        fold(word)
        for word in (
            "先月",
            "今月",
            "先々月",
            "今年",
            "昨年",
            "今年度",
            "last month",
            "this month",
            "上个月",
            "本月",
            "dm",
            "requester",
            "全員",
            "みんな",
            "everyone",
            "大家",
            "所有人",
        )
    }
    return frozenset(terms)


def hear(text: str, connected: Catalog, today: date, lang: str = "") -> Heard:
    catalog = described(connected)
    quoted = any(mark in text for mark in "「『《【\"“'‘＂")
    said = listen(text, lang=lang, keep=known_terms(catalog) if quoted else frozenset())
    tone = tone_of(said)
    if opening := opens(said):
        tone = tone.parted(opening)
    found = hits(said, catalog)
    tools = {tool.name: tool for tool in catalog.tools}
    places, people = find_places(said, catalog), find_people(said, catalog)
    people = _no_other_words(
        people, [*((one.start, one.end) for one in places.known), *((hit.start, hit.end) for hit in found)]
    )
    taken = [(one.start, one.end) for one in places.known] + [(one.start, one.end) for one in people]
    places = _at_home(said, tone, places)
    people, places = settled(said, people, places, catalog)
    people, places = corrected(said, people), replace(places, known=corrected(said, places.known))
    found = tuple(hit for hit in found if not any(start <= hit.start < end for start, end in taken))
    message_hits = [
        hit.start
        for hit in found
        if is_message(tools[hit.tool]) and hit.weight >= 2 and not NO_OUTPUT.match(said.text, hit.end)
    ]
    asked = [place for place in message_hits if tone.wanted(place, output=True) and not tone.aside(place)]
    recipients = find_recipients(said, tone, people, places, slack_asked=bool(asked))
    told = errand(said, recipients)
    if told:
        tone = replace(tone, passing=(*tone.passing, (told.start, told.end)))
        people = tuple(one for one in people if not told.start <= one.start < told.end)
        recipients = tuple(one for one in recipients if not told.start <= one.start < told.end)
    topical = any(tools[hit.tool].effect == "read" and hit.weight >= 2 and not tone.passed(hit.start) for hit in found)
    scope = _strangers(said, tone, connected, found, tools, taken, topical)
    found = tuple(hit for hit in found if not _is_sink(tools[hit.tool]) or not scope.explains(hit.start, hit.end))
    asked = [place for place in asked if not scope.explains(place, place + 1)]
    places = replace(places, unknown=tuple(one for one in places.unknown if not scope.explains(one.start, one.end)))
    acts, kept_out = _actions(said, tone, found, tools)
    reading = [hit for hit in found if tools[hit.tool].effect == "read"]
    read = [hit for hit in reading if not tone.aside(hit.start)]
    wanted = _wanted(said, tone, read, catalog, scope)
    plain = tone
    if (
        not told and not chosen(wanted) and chosen(reading)
    ):  # all there is was said by the way (先月の残業の件、…): then it is meant
        plain = replace(tone, asides=())
        wanted = _wanted(said, tone, reading, catalog, scope)
    recipients = pointed_to(
        without_pronouns(recipients),
        tuple(one for one in people if tone.wanted(one.start) and not tone.aside(one.start)),
    )
    if scope.sends and not asked:
        recipients = ()
    addressed = find_recipients(said, replace(tone, denied=()), people, places, slack_asked=bool(asked))
    table = table_wanted(said, tone, [hit for hit in found if is_table(tools[hit.tool]) and hit.weight >= 2], catalog)
    book, tab = names_given(said)
    times = times_of(said, tone, today)
    if not times.wanted and not times.no_such:
        times = times_of(said, plain, today)
    if any(not tone.aside(start) for start in (*(one.start for one in places.known), *(one.start for one in people))):
        plain = tone  # what is said outright is enough
    kept = chosen(wanted)
    body = told.words if told else "" if kept else rest_of(said, recipients)
    everything = [hit for places_ in kept.values() for hit in places_]
    order = sorted(kept, key=lambda name: min(hit.start for hit in kept[name]))
    return Heard(
        said,
        plain,
        topics=(
            *((name, spans_for(said, times, kept[name], everything)) for name in order),
            *((one.tool.name, _spans_of(said, times, one)) for one in scope.asked if one.tool.effect == "read"),
        ),
        topics_denied=tuple({hit.tool for hit in read if hit.weight >= 2} - set(kept)),
        actions=(*acts, *(one.tool.name for one in scope.asked if one.tool.effect == "write")),
        unasked=(*kept_out, *scope.left_out),
        times=times,
        places=places,
        people=tuple(one for one in people if not any(who.start == one.start for who in (*recipients, *addressed))),
        thresholds=_amounts(said, tone),
        table=table,
        table_topics=table_topics(said, kept, found, tools) if table and len(kept) > 1 else (),
        book=book,
        tab=tab,
        message=message_wanted(said, tone, bool(asked or recipients), bool(message_hits), table)
        if asked or not scope.sends
        else None,
        recipients=recipients,
        asks_me=bool(asked and IMPLIED_ME.search(said.text)),
        obstacles=tuple(
            obstacles_in(
                said,
                tone,
                catalog,
                table,
                (told.start, told.end) if told else None,
                (*scope.words, *acts.values(), *(() if topical else scope.denied)),
                () if topical else scope.named,
            )
        ),
        suspicious=said.written(*match.span()) if (match := SUSPICIOUS.search(said.text)) else "",
        body=body,
        called_off=not told
        and not scope.asked
        and called_off(
            said, [hit.start for hit in read if hit.weight >= 2 and tone.wanted(hit.start) and not hit.people_only]
        ),
    )


def _at_home(said: Utterance, tone: Tone, places: Places) -> Places:
    """経理部の遠藤です。うちの部署の残業を…: the department somebody introduced themselves with is their own."""
    home = next((one for one in places.known if tone.passed(one.start)), None)
    own = own_place(said, home.name) if home else None
    return replace(places, known=(*places.known, own), own=False) if own else places


def _amounts(said: Utterance, tone: Tone) -> tuple[Threshold, ...]:
    """The hours that are meant: those said outright before those said by the way, never those passed by."""
    found = [one for one in thresholds(said.text) if tone.wanted(one.start) and not tone.passed(one.start)]
    return tuple([one for one in found if not tone.aside(one.start)] or found)


def _no_other_words(people: tuple[Named, ...], taken: list[tuple[int, int]]) -> tuple[Named, ...]:
    """What looks like an unknown name but is a department or a topic is no name (Engineering's overtime)."""
    return tuple(one for one in people if one.ids or not any(s < one.end and one.start < e for s, e in taken))


def _wanted(said: Utterance, tone: Tone, read: list[Hit], catalog: Catalog, scope: Scope) -> list[Hit]:
    """The hits that count. Denied ones count after all when the contrast was about something else (a month, say) and
    nothing else is asked for; so do looser words for a topic when no clear one was used."""
    plain = [hit for hit in read if tone.wanted(hit.start) and not tone.excluded(hit.start)]
    if not chosen(plain):
        plain = [hit for hit in read if tone.contrasted(hit.start)] or plain
    if not any(hit.weight >= 2 for hit in plain):
        index = index_of(catalog)
        plain += [
            Hit(match.start(), match.end(), match.group(), tool, 3)
            for topic, pattern in LOOSE_WORDS.items()
            for match in pattern.finditer(said.text)
            for tool in index.topics.get(topic, ())
            if tone.wanted(match.start())
            and not tone.aside(match.start())
            and not scope.explains(match.start(), match.end())
        ]
    return _give_way(plain, said)


def _give_way(found: list[Hit], said: Utterance) -> list[Hit]:
    """社員の残業 is about overtime: words for people give way to a topic, unless they stand in a list or clause of
    their own (社員一覧と先月の残業)."""
    topical = {hit.tool for hit in found if not hit.people_only and hit.weight >= 2}
    rivals = {hit.tool for hit in found if hit.people_only} - topical
    out = []
    for hit in found:
        if hit.tool in rivals and topical and not _stands_alone(hit, found, said.text):
            continue
        out.append(hit)
    return out


_COORDINATED = rx(
    r"(?:の?(?:一览|リスト|名簿|情报|列表|名单))?(?:'?s?\s(?:list|roster|directory|names"
    r"|data))?(?:を[^、。]{0,10})?\s?(?:と|および|及び|ならびに|、|,|\band\b|和|以及|并|后)"
)


def _stands_alone(hit: Hit, found: list[Hit], text: str) -> bool:
    others = [other for other in found if other.tool != hit.tool and not other.people_only]
    start, end = clause_start(text, hit.start), clause_end(text, hit.end)
    if not any(start <= other.start < end for other in others):
        return bool(
            re.search(r"一览|リスト|名簿|取得|出し|list|名单|列出|get|fetch|show|roster|花名册", text[start:end])
        )
    return bool(_COORDINATED.match(text, hit.end) and any(other.start > hit.end for other in others))


def _is_sink(tool: Tool) -> bool:
    return is_table(tool) or is_message(tool)


def _strangers(
    said: Utterance,
    tone: Tone,
    connected: Catalog,
    found: tuple[Hit, ...],
    tools: dict[str, Tool],
    taken: list[tuple[int, int]],
    topical: bool,
) -> Scope:
    """What is asked of tools that nobody described. Words of ours are ours; where we have nothing to write or to send,
    a sheet and a message may be theirs."""
    ours = [hit for hit in found if hit.weight >= 2 and (topical or not _is_sink(tools[hit.tool]))]
    spots = [*taken, *((hit.start, hit.end) for hit in ours)]
    return scope_of(said, tone, strangers(connected), spots, busy=topical)


def _spans_of(said: Utterance, times: Times, one: AskedTool) -> tuple[Span, ...]:
    hits_ = [Hit(start, end, said.text[start:end], one.tool.name, 3) for start, end in one.words]
    return spans_for(said, times, hits_, hits_)


def _actions(
    said: Utterance, tone: Tone, found: tuple[Hit, ...], tools: dict[str, Tool]
) -> tuple[dict[str, tuple[int, int]], tuple[str, ...]]:
    """Tools that do something of their own (a ticket, an entry): named by a clear word of theirs and asked for by a
    verb, each with the place of the verb. Also those that are named only."""
    own = [hit for hit in found if tools[hit.tool].effect == "write" and not _is_sink(tools[hit.tool])]
    live = chosen([hit for hit in own if tone.wanted(hit.start, output=True) and not tone.aside(hit.start)])
    verbs = {
        name: asks_for(tools[name], [(hit.start, hit.end) for hit in places], said, tone)
        for name, places in sorted(live.items(), key=lambda item: min(hit.start for hit in item[1]))
    }
    return {name: verb for name, verb in verbs.items() if verb}, tuple(name for name, verb in verbs.items() if not verb)
