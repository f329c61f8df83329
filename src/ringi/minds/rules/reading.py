"""The decision: from a brief to one `Reading` that can be planned, one question, or a refusal with a reason. Pure.

Comments are folded in the order they were made, so the policy and the plan of the same brief always agree.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ringi.minds import Brief, Declined, Question
from ringi.minds.rules.deciding import decide
from ringi.minds.rules.hearing import Heard, hear
from ringi.minds.rules.language import cleaned, detect, rx, says_nothing
from ringi.minds.rules.outcome import AREA, Ask, Reading, suggestion
from ringi.minds.rules.people import Named
from ringi.minds.rules.recipients import Recipient
from ringi.minds.rules.scope import refused_tools
from ringi.minds.rules.wishes import Topic, Wish, commented, first_wish
from ringi.words import say

if TYPE_CHECKING:
    from ringi.catalog import Catalog
    from ringi.minds import Comment

_ME_ALONE = rx(r"私|わたし|自分|僕|俺|依頼者|本人|\b(?:me|myself|requester)\b|我")
LONGEST = 3_000
"""Characters of a request that are read; longer ones are material, not a request."""


def understand(brief: Brief) -> Reading | Question | Declined:
    """Read the request, then fold in what was said since."""
    outcome = _outcome(brief)
    return _asked(outcome.question, brief, outcome.lang) if isinstance(outcome, Ask) else outcome


def _asked(question: Question, brief: Brief, lang: str) -> Question:
    """The question; when an answer left it open, whoever gave it hears that it was not understood."""
    last = brief.comments[-1] if brief.comments else None
    if last is None or last.kind != "answer" or not last.question.endswith(question.text):
        return question
    said = cleaned(last.text)[:80]
    return replace(question, text=say(AREA, "ask.again", lang, answer=said) + question.text)


def language_of(brief: Brief) -> str:
    """The language that people will read."""
    if brief.lang in ("ja", "en", "zh"):
        return brief.lang
    return hear_request(brief).said.lang


def hear_request(brief: Brief) -> Heard:
    return hear(brief.text[:LONGEST], brief.catalog, brief.asked_on or brief.today)


def _outcome(brief: Brief) -> Reading | Ask | Declined:
    if says_nothing(brief.text[: LONGEST * 4]):
        lang = brief.lang or "ja"
        return Declined(reason=say(AREA, "declined.nothing", lang), suggestion=suggestion(brief.catalog, lang))
    if len(brief.text) > LONGEST:
        lang = brief.lang if brief.lang in ("ja", "en", "zh") else detect(brief.text[:500])
        return Declined(
            reason=say(AREA, "declined.long", lang, most=LONGEST), suggestion=suggestion(brief.catalog, lang)
        )
    heard = hear_request(brief)
    lang = brief.lang if brief.lang in ("ja", "en", "zh") else heard.said.lang
    wish = replace(first_wish(heard), lang=lang)
    unheard: list[str] = []
    for comment in brief.comments:
        wish = _fold(wish, comment, brief, lang, unheard)
    if unheard and _asks_again(brief):
        return Ask("comment", Question(text=say(AREA, "ask.comment", lang, comment=unheard[-1])), lang=lang)
    outcome = decide(wish, brief, lang)
    if isinstance(outcome, Reading):
        outcome = replace(outcome, unheard=tuple(unheard))
    return outcome


def _asks_again(brief: Brief) -> bool:
    """A comment that was not understood is asked about once; after an answer it is carried on in its own words."""
    last = brief.comments[-1] if brief.comments else None
    return last is not None and last.kind != "answer"


def _fold(wish: Wish, comment: Comment, brief: Brief, lang: str, unheard: list[str]) -> Wish:
    heard = hear(comment.text[:LONGEST], brief.catalog, comment.said_on or brief.today)
    if comment.kind == "answer":
        open_now = decide(wish, brief, lang)
        if isinstance(open_now, Ask):
            return _answered(wish, open_now, heard, comment.text, brief.catalog)
    after = _without_refused(commented(wish, heard), heard, brief.catalog)
    if replace(after, text="", quotes=()) == replace(wish, text="", quotes=()):
        if comment.kind != "answer":
            unheard.append(comment.text.strip()[:300])
    elif comment.kind == "answer" and unheard:
        unheard.pop()
    return after


def _without_refused(wish: Wish, heard: Heard, catalog: Catalog) -> Wish:
    """アーカイブはしないで: what a comment does not want done is left out, and named as left out."""
    acting = [tool for name in wish.actions if (tool := catalog.tool(name))]
    refused = refused_tools(acting, heard.said, heard.tone)
    if not refused:
        return wish
    kept = tuple(name for name in wish.actions if name not in refused)
    return replace(wish, actions=kept, unasked=(*(name for name in wish.actions if name in refused), *wish.unasked))


def _answered(wish: Wish, ask: Ask, heard: Heard, text: str, catalog: Catalog) -> Wish:
    """Take the answer for exactly what was asked, then whatever else it says."""
    slot = ask.slot
    if slot.startswith("argument:"):
        return replace(wish, given={**wish.given, slot.removeprefix("argument:"): text.strip()})
    if slot.startswith("person:"):
        return _who(wish, slot.removeprefix("person:"), ask, heard, catalog)
    if slot.startswith("recipient"):
        return _to_whom(wish, ask, heard, catalog)
    after = commented(wish, heard)
    if slot == "topic" and heard.topics:
        spans = heard.topics[0][1] or wish.loose_spans
        return replace(after, topics=tuple(Topic(tool, own or spans) for tool, own in heard.topics))
    if slot == "period" and heard.times.wanted:
        spans = tuple(span for one in heard.times.wanted for span in one.spans)
        topics = tuple(
            replace(one, spans=one.spans or spans) if one.spans == () else replace(one, spans=spans)
            for one in wish.topics
        )
        return replace(after, topics=topics, loose_spans=spans)
    if slot == "department":
        whole = bool(heard.places.whole) and not heard.places.known
        if heard.places.known or whole:
            return replace(after, unknown_places=(), own_department=False)
    if slot == "obstacle":
        return replace(after, obstacles=())
    return after


def _who(wish: Wish, words: str, ask: Ask, heard: Heard, catalog: Catalog) -> Wish:
    """Choose among those who share a name: by id, full name or department."""
    said = {identity for one in (*heard.people, *_as_named(heard.recipients)) for identity in one.ids}
    places = {one.name for one in heard.places.known}
    pool = ask.about or tuple(person.id for person in catalog.people)
    exact = {identity for one in heard.people if len(one.ids) == 1 for identity in one.ids}
    left = tuple(one for one in pool if one in (exact or said)) or tuple(
        one for one in pool if (person := catalog.person(one)) and person.department in places
    )
    inside = tuple(one for one in left if (person := catalog.person(one)) and person.department in places)
    left = inside or left
    if not left:
        return wish
    people = tuple(replace(one, ids=left) if one.words == words else one for one in wish.people)
    receivers = tuple(replace(one, ids=left) if one.words == words else one for one in wish.recipients)
    return replace(wish, people=people, recipients=receivers)


def _as_named(found: tuple[Recipient, ...]) -> tuple[Named, ...]:
    return tuple(Named(one.start, one.end, one.words, one.ids) for one in found)


def _to_whom(wish: Wish, ask: Ask, heard: Heard, catalog: Catalog) -> Wish:
    """A receiver named in an answer needs no 'to': a name, an id or 'me' is enough."""
    found = [one for one in heard.recipients if one.sort in ("me", "person", "slack")]
    found += [Recipient(0, 0, "slack", token.text) for token in heard.said.tokens if token.kind == "slack"]
    if not found:
        found += [Recipient(0, 0, "person", one.words, one.ids) for one in heard.people]
    if not found and _ME_ALONE.search(heard.said.text):
        found.append(Recipient(0, 0, "me", heard.said.clean))
    if heard.message is False and not found:
        return replace(wish, message=False, recipients=(), asks_me=False)
    if not found:
        return wish
    kept = tuple(
        one
        for one in wish.recipients
        if one.sort != "group" and not (one.sort == "person" and not one.ids) and one.words not in ask.about
    )
    return replace(wish, message=True, recipients=tuple(dict.fromkeys((*kept, *found))))
