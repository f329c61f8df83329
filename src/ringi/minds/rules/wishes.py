"""What a person wants so far: the request, then every answer and comment folded in, one after the other. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ringi.minds.rules.calendar import Span
from ringi.minds.rules.hearing import Heard
from ringi.minds.rules.language import rx
from ringi.minds.rules.obstacles import Obstacle
from ringi.minds.rules.people import Named
from ringi.minds.rules.places import Place
from ringi.minds.rules.quantities import Threshold
from ringi.minds.rules.recipients import Recipient

if TYPE_CHECKING:
    from ringi.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to be read, and for which months."""

    tool: str
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Nothing in here is decided yet: a name may still be shared, a period still missing."""

    lang: str = "ja"
    text: str = ""
    """Everything said so far in folded form: where words for a choice (在籍, 日別, 高) are looked for."""
    topics: tuple[Topic, ...] = ()
    actions: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    """Writing tools whose things are named and whose deed is not asked for: left out, and named as left out."""
    loose_spans: tuple[Span, ...] = ()
    """Months that were said before it was clear what about."""
    no_such_time: str = ""
    """A month or a day that was asked for and does not exist."""
    departments: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    unknown_places: tuple[Place, ...] = ()
    own_department: bool = False
    people: tuple[Named, ...] = ()
    people_left_out: tuple[Named, ...] = ()
    threshold: Threshold | None = None
    table: bool = False
    table_topics: tuple[str, ...] = ()
    """Only these go into the table; empty = all."""
    book: str = ""
    tab: str = ""
    message: bool = False
    recipients: tuple[Recipient, ...] = ()
    asks_me: bool = False
    quotes: tuple[str, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    suspicious: str = ""
    body: str = ""
    """What a message is to say, when the request says it."""
    called_off: bool = False
    given: dict[str, str] = field(default_factory=dict)
    """Answers for single arguments: `tool.argument` → what was said."""


_ALSO = rx(
    r"も(?:$|[、。,\s]|追加|含め|入れ|加え|対象|送|知らせ|お愿い|ください|見|出)|追加|加えて|加え|(?<![不満满])足(?:し|す)"
    r"|あわせて|併せて|合わせて|\balso\b|\bas well\b|\badd(?:ing)?\b|\btoo\b|\binclude\b|\bplus\b|还要|也"
    r"|加上|另外|增加|再加|追加|一并"
)
_NO_THRESHOLD = rx(
    r"(?:しきい値|閾値|闽值|基准|条件|時間の?(?:制限|条件))(?:は|を)?(?:なし|不要|外し|やめ|なく)|(?:no"
    r"|without|drop|remove) (?:the |any )?threshold|(?:不设|去掉|取消)(?:阈值|门槛|条件|基准)"
)


def first_wish(heard: Heard) -> Wish:
    """The wish of the request itself."""
    tone, places = heard.tone, heard.places
    wanted = [one for one in places.known if tone.wanted(one.start) and not tone.aside(one.start)]
    left_out = [one for one in places.known if tone.excluded(one.start)]
    receiving = {one.start for one in heard.recipients}
    wanted = [one for one in wanted if one.start not in receiving and one not in left_out]
    wanted = [one for one in wanted if not _is_of(heard, one)]
    people = [one for one in heard.people if tone.wanted(one.start) and not tone.aside(one.start)]
    if not people and not wanted:
        people = [one for one in heard.people if tone.wanted(one.start) and _is_introduced(heard, one)]
    return Wish(
        lang=heard.said.lang,
        text=heard.said.text,
        topics=tuple(Topic(tool, spans) for tool, spans in heard.topics),
        actions=heard.actions,
        unasked=heard.unasked,
        loose_spans=tuple(span for one in heard.times.wanted for span in one.spans),
        no_such_time=heard.times.no_such,
        departments=tuple(dict.fromkeys(one.name for one in wanted)),
        left_out=tuple(dict.fromkeys(one.name for one in left_out if one.name not in {other.name for other in wanted})),
        unknown_places=tuple(
            one
            for one in places.unknown
            if tone.wanted(one.start) and one.start not in receiving and not tone.aside(one.start)
        ),
        own_department=places.own,
        people=tuple(dict.fromkeys(replace(one, start=0, end=0) for one in people)),
        people_left_out=tuple(one for one in heard.people if tone.excluded(one.start)),
        threshold=heard.thresholds[0] if heard.thresholds else None,
        table=bool(heard.table),
        table_topics=heard.table_topics,
        book=heard.book,
        tab=heard.tab,
        message=bool(heard.message),
        recipients=heard.recipients,
        asks_me=heard.asks_me,
        quotes=tuple(one.text for one in heard.said.tokens if one.kind in ("quote", "name")),
        obstacles=heard.obstacles,
        suspicious=heard.suspicious,
        body=heard.body,
        called_off=heard.called_off,
    )


_HIS_OR_HER = rx(
    r"\b(?:his|her)\s(?:[\w']+ ){0,2}?(?:overtime|attendance|timesheets?|punches|hours|records?)\b"
    r"|[他她](?:的|\d|上|本|这|在|今|去)|(?:本人|彼女?|同氏)の"
)
_INTRODUCED = rx(r"[^、。,\n]{0,20}は[^、。,\n]{0,8}(?:退职|退社|入社|异动|休职|在籍|转勤|复职)")


def _is_introduced(heard: Heard, one: Named) -> bool:
    """加藤さんは退職済みですが、…: by the way, yet the only one whom the rest can be about."""
    text = heard.said.text
    return not heard.tone.passed(one.start) and bool(
        _INTRODUCED.match(text, one.end) or _HIS_OR_HER.search(text, one.end)
    )


_OF = rx(r"(?:の|的|'s|所属の|に所属する)\s?")


def _is_of(heard: Heard, place: Place) -> bool:
    """人事の小川さんに送って: the department of a receiver is not what the request is about."""
    after = _OF.match(heard.said.text, place.end)
    end = after.end() if after else place.end
    return any(one.sort != "group" and one.start == end for one in heard.recipients)


def commented(wish: Wish, heard: Heard) -> Wish:
    """The wish after a comment: what it speaks of is replaced, added (も, also, 也) or taken away; the rest stays."""
    also = bool(_ALSO.search(heard.said.text))
    later = first_wish(heard)
    out = replace(wish, text=f"{wish.text}\n{heard.said.text}")
    out = _topics(out, later, heard, also)
    out = _places(out, later, heard, also)
    if later.people:
        out = replace(out, people=(*out.people, *later.people) if also else later.people)
    if later.threshold:
        out = replace(out, threshold=later.threshold)
    elif _NO_THRESHOLD.search(heard.said.text):
        out = replace(out, threshold=None)
    out = _outputs(out, later, heard, also)
    return replace(
        out,
        no_such_time=later.no_such_time or ("" if later.loose_spans else out.no_such_time),
        obstacles=_in_the_way(wish, out, later) or out.obstacles,
        suspicious=later.suspicious or out.suspicious,
        quotes=(*out.quotes, *later.quotes),
        body=later.body or out.body,
    )


def _in_the_way(before: Wish, after: Wish, later: Wish) -> tuple[Obstacle, ...]:
    """请改成财务部, 経理部に変更してください: what a comment changes is the request. It asks to change records only
    when it names some, or somebody's department."""
    of_records = bool(later.topics) or bool(later.people and later.departments)
    if of_records or replace(after, text="") == replace(before, text=""):
        return later.obstacles
    return tuple(one for one in later.obstacles if one.kind != "change")


def _topics(wish: Wish, later: Wish, heard: Heard, also: bool) -> Wish:
    spans = later.loose_spans
    known = {topic.tool for topic in wish.topics}
    new = tuple(topic for topic in later.topics if topic.tool not in known)
    kept = tuple(topic for topic in wish.topics if topic.tool not in heard.topics_denied)
    if new and (also or not kept):
        base_spans = wish.topics[0].spans if wish.topics else wish.loose_spans
        added = tuple(replace(topic, spans=topic.spans or base_spans) for topic in new)
        wish = replace(wish, topics=(*kept, *added))
    elif new and not later.table and not later.message:
        base_spans = wish.topics[0].spans if wish.topics else wish.loose_spans
        wish = replace(wish, topics=tuple(replace(topic, spans=topic.spans or base_spans) for topic in new))
    elif kept != wish.topics and kept:
        wish = replace(wish, topics=kept)
    if spans:
        named = {topic.tool for topic in later.topics}
        wish = replace(
            wish,
            topics=tuple(
                replace(topic, spans=_moved(topic.spans, spans, also))
                if not named or topic.tool in named or len(wish.topics) == 1
                else topic
                for topic in wish.topics
            ),
            loose_spans=spans,
        )
    return wish


def _moved(before: tuple[Span, ...], spans: tuple[Span, ...], also: bool) -> tuple[Span, ...]:
    """4月からにして moves the beginning only, 6月までにして the end only."""
    if len(spans) == 1 and before:
        new, old = spans[0], before[0]
        if new.open_end and new.first <= before[-1].last:
            return (Span(new.first, before[-1].last),)
        if new.open_start and old.first <= new.last:
            return (Span(old.first, new.last),)
    if also and before:
        merged = list(before)
        for span in spans:
            if merged[-1].touches(span):
                merged[-1] = merged[-1].joined(span)
            else:
                merged.append(span)
        return tuple(merged)
    return spans


def _places(wish: Wish, later: Wish, heard: Heard, also: bool) -> Wish:
    gone = {
        one.name for one in heard.places.known if not heard.tone.wanted(one.start) or heard.tone.excluded(one.start)
    }
    if later.departments and also and not wish.departments and not wish.unknown_places:
        return wish  # the whole company has it already
    if later.departments:
        wish = replace(
            wish,
            departments=tuple(dict.fromkeys((*wish.departments, *later.departments))) if also else later.departments,
            left_out=(),
            unknown_places=(),
            own_department=False,
        )
    elif heard.places.whole and all(heard.tone.wanted(place) for place in heard.places.whole):
        wish = replace(wish, departments=(), left_out=(), people=(), unknown_places=(), own_department=False)
    if gone:
        rest = tuple(name for name in wish.departments if name not in gone)
        wish = (
            replace(wish, departments=rest)
            if wish.departments and not later.departments
            else replace(wish, left_out=() if later.departments else tuple(gone))
        )
    if later.unknown_places:
        wish = replace(wish, unknown_places=later.unknown_places)
    return wish


def _outputs(wish: Wish, later: Wish, heard: Heard, also: bool) -> Wish:
    if heard.table is not None:
        wish = replace(wish, table=heard.table)
    if later.book or later.tab:
        wish = replace(wish, book=later.book or wish.book, tab=later.tab or wish.tab)
    if heard.recipients:
        keep = wish.recipients if also else ()
        wish = replace(wish, message=True, recipients=tuple(dict.fromkeys((*keep, *heard.recipients))), asks_me=False)
    elif heard.message is False:
        wish = replace(wish, message=False, recipients=(), asks_me=False)
    elif heard.message:
        wish = replace(wish, message=True, asks_me=wish.asks_me or heard.asks_me)
    return wish


def departments_meant(wish: Wish, catalog: Catalog) -> tuple[str, ...]:
    """The departments to read; empty = the whole company. 営業部以外 = every other one."""
    if wish.left_out and not wish.departments:
        return tuple(one.name for one in catalog.departments if one.name not in wish.left_out)
    return tuple(name for name in wish.departments if name not in wish.left_out)
