"""Which of the times in a text a topic is about: none that is denied or said by the way, else the nearest. Pure."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from datetime import date

from ringi.minds.rules.calendar import Month, Span
from ringi.minds.rules.corrections import corrected
from ringi.minds.rules.dates import Mention, find
from ringi.minds.rules.glosses import glossed
from ringi.minds.rules.impossible import impossible
from ringi.minds.rules.intents import Hit
from ringi.minds.rules.language import Utterance, rx
from ringi.minds.rules.polarity import CLAUSE, Tone, sentence_bounds

_ANOTHER_THING = rx(
    r"(?:の|的|'s)\s?(?:会议|ミーティング|打ち合わせ|定例|报告会|役员会|予算|决算|棚卸|イベント|研修|目标"
    r"|メール|シート|ファイル|件|话|meeting|budget|audit|email|mail|sheet|报告会|邮件|事)"
)
# 3月に退職した加藤さん, who left in March, 三月离职的加藤: when somebody came or went is not what is asked about.
_CAME_OR_WENT = rx(
    r"\s?(?:末|初め|頭|头|付け?|いっぱい|限り)?(?:に|で|をもって|から|付で|付けで|の)?\s?(?:中途)?(?:退职|退社|入社|异动|着任|复职|休职|产休|育休"
    r"|升进|昇进|转勤|配属|转职|辞め|やめ|加入し|移籍)(?!者|日)|\s?(?:份|底|初)?(?:刚|才|就|已经)?(?:离职|入职|辞职|调来|调到|加入|退休|转正"
    r"|转到|离开|来的)(?!率|人数|名单)"
)
_CAME_OR_WENT_BEFORE = rx(
    r"\b(?:left|joined|quit|resigned|retired|hired|transferred|promoted|moved|arrived|started|departed|leaving"
    r"|joining"
    r"|on leave)(?: (?:the company|us|here|the team|work))?(?: in| at the end of| since| on| during| as of| from)?"
    r"(?: the)?\s$"
)
_COMPARE = rx(r"比べ|比较|比較|対比|对比|compar|versus|\bvs\b|違い|差")


@dataclass(frozen=True, slots=True)
class Times:
    """The times of a text that count, in order, and those that are denied."""

    wanted: tuple[Mention, ...]
    denied: tuple[Mention, ...] = ()
    compared: bool = False
    no_such: str = ""
    """A time that was wanted and that no calendar has, as it was written."""


def times_of(said: Utterance, tone: Tone, today: date) -> Times:
    mentions = glossed(said.text, find(said.text, today, said.cased), Month.at(today))
    mentions = _with_impossible(said.text, mentions)
    denied = tuple(one for one in mentions if not tone.wanted(one.start) or tone.excluded(one.start))
    rest = [one for one in mentions if one not in denied]
    rest = [one for one in corrected(said, rest) if not _of_a_life(said, one)]
    plain = [one for one in rest if not tone.aside(one.start) and not _ANOTHER_THING.match(said.text, one.end)]
    if not plain:  # 10月の鈴木さんではなく田中さん: the month is not what is contrasted
        plain = [one for one in denied if tone.contrasted(one.start) and _SHARED.match(said.text, one.end)]
    return Times(
        tuple(one for one in plain if one.spans),
        tuple(one for one in denied if one.spans),
        bool(_COMPARE.search(said.text)),
        next((said.written(one.start, one.end) for one in plain if not one.spans), ""),
    )


def _with_impossible(text: str, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """The times with those that do not exist among them, as mentions of nothing: 2025年13月 is not the year 2025."""
    nothing = [Mention(start, end, ()) for start, end in impossible(text)]
    if not nothing:
        return mentions
    apart = [one for one in mentions if not any(one.start < no.end and no.start < one.end for no in nothing)]
    return tuple(sorted([*apart, *nothing], key=lambda one: one.start))


_SHARED = rx(r"分?(?:の|的)(?!ではな|じゃな|分ではな|ほうではな|方ではな|[,，。]|而不是)")


def _of_a_life(said: Utterance, one: Mention) -> bool:
    return bool(
        _CAME_OR_WENT.match(said.text, one.end)
        or _CAME_OR_WENT_BEFORE.search(said.text, max(0, one.start - 50), one.start)
    )


def spans_for(said: Utterance, times: Times, places: list[Hit], all_places: list[Hit]) -> tuple[Span, ...]:
    """The spans of one topic. With a single topic all times are its own; with several each takes its nearest."""
    if not times.wanted:
        return ()
    topics = {hit.tool for hit in all_places}
    if len(topics) <= 1 or len(times.wanted) == 1:
        return _joined(times.wanted if times.compared else _closest(said, times.wanted, places), times.compared)
    own = [near for hit in places if (near := _nearest(said, times.wanted, hit, all_places))]
    unique = tuple(dict.fromkeys(own))
    return _joined(unique or times.wanted, times.compared)


_ADDED = rx(r"\s?(?:分|の分|月分)?(?:も|\b(?:also|too|as well)\b)")
_ADDING = rx(
    r"(?:あと|それと|また|さらに|加えて|\band\b|\bplus\b|\balso\b|还有|以及|加上|另外|也)\s?(?:the |for |in "
    r")*$"
)


def _closest(said: Utterance, mentions: tuple[Mention, ...], places: list[Hit]) -> tuple[Mention, ...]:
    """十月很忙,请看九月的加班: the time in the clause of the topic counts, or else in the nearest clause that has one.
    Times that are plainly added (今月の分も) stay."""
    if len(mentions) < 2 or not places:
        return mentions
    text = said.text
    edges = [match.start() for match in CLAUSE.finditer(text)]
    spoken = {bisect(edges, hit.start) for hit in places}

    def distance(mention: Mention) -> int:
        return min(abs(bisect(edges, mention.start) - clause) for clause in spoken)

    def added(mention: Mention) -> bool:
        before = _ADDING.search(text, max(0, mention.start - 12), mention.start)
        return bool(before or _ADDED.match(text, mention.end))

    nearest = min(distance(one) for one in mentions)
    return tuple(one for one in mentions if distance(one) == nearest or added(one))


def _nearest(said: Utterance, mentions: tuple[Mention, ...], hit: Hit, all_places: list[Hit]) -> Mention | None:
    """Japanese and Chinese put the time before the topic, English mostly after it."""
    start, end = sentence_bounds(said.text, hit.start)
    before = [one for one in mentions if start <= one.start and one.end <= hit.start]
    after = [one for one in mentions if hit.end <= one.start <= end]
    if said.lang == "en":
        others = [other.start for other in all_places if other.start > hit.end and other.tool != hit.tool]
        limit = min(others, default=end + 1)
        near = [one for one in after if one.start < limit]
        if near:
            return near[0]
    if before:
        return before[-1]
    return after[0] if after else None


def _joined(mentions: tuple[Mention, ...], compared: bool) -> tuple[Span, ...]:
    """Months that follow one another are one span, unless they are to be compared."""
    spans = list(dict.fromkeys(span for one in mentions for span in one.spans))
    if compared or len(spans) < 2:
        return tuple(spans)
    spans.sort(key=lambda span: span.first)
    out = [spans[0]]
    for span in spans[1:]:
        if out[-1].touches(span) and not span.days:
            out[-1] = out[-1].joined(span)
        else:
            out.append(span)
    return tuple(out)
