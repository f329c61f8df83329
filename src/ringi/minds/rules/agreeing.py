"""A plan has to agree with the approved policy: a comment on the plan may narrow it, never widen it.

The policy's own words are the measure: what does not read as they do is declined, so it never waits as a plan.
"""

from __future__ import annotations

from dataclasses import replace

from ringi.minds import Brief, Comment, Declined, Question
from ringi.minds.rules import wording
from ringi.minds.rules.language import cleaned, fold, rx
from ringi.minds.rules.outcome import AREA, Reading
from ringi.minds.rules.planning import steps_for
from ringi.minds.rules.reading import understand
from ringi.words import LANGS, say

_KEEP = rx("承认済みの方针|このまま|そのまま|はい|keep|as approved|^yes|^ok|按已批准|保持|是的|可以")
_ON_THE_PLAN = ("process", "execution")
_COVERS = ("goal", "period", "department", "people", "threshold", "read")
"""The statements of a policy that say what it covers; the others may word themselves by the day."""


def standing(brief: Brief) -> tuple[Brief, Comment | None]:
    """The brief without what was given up: a comment on a plan that went too far, once somebody chose to keep the
    policy. Also that comment, when giving it up was the last thing said."""
    kept: list[Comment] = []
    given_up = None
    for one in brief.comments:
        given_up = None
        if not (one.kind == "answer" and _KEEP.search(fold(one.text)) and _asked_to_keep(one, kept)):
            kept.append(one)
            continue
        while kept[-1].kind == "answer":
            kept.pop()
        given_up = kept.pop()
    return replace(brief, comments=tuple(kept)), given_up


def _asked_to_keep(answer: Comment, before: list[Comment]) -> bool:
    about = next((one for one in reversed(before) if one.kind != "answer"), None)
    if about is None or not _on_the_plan(about):
        return False
    return any(answer.question == _question(about, lang) for lang in LANGS)


def _question(comment: Comment, lang: str) -> str:
    return say(AREA, "ask.beyond_policy", lang, comment=cleaned(comment.text)[:200])


def _on_the_plan(comment: Comment) -> bool:
    """A plan that is sent back makes a policy: what was said with it was said about that."""
    return comment.layer in _ON_THE_PLAN and comment.kind != "return"


def agreed(brief: Brief) -> Reading | Question | Declined:
    """What the plan is made from. Comments on the plan itself that go beyond the policy are asked about."""
    found = understand(brief)
    if not brief.policy or not isinstance(found, Reading):
        return found
    taken_in = 0
    for index, one in enumerate(brief.comments):
        # Whatever was said before a version of the policy was written is in it, comments on earlier plans too.
        taken_in = taken_in if _on_the_plan(one) else index + 1
    at_policy = understand(replace(brief, comments=brief.comments[:taken_in]))
    if not isinstance(at_policy, Reading) or not _reads_as_approved(brief, at_policy):
        return Declined(reason=say(AREA, "declined.not_as_approved", found.lang))
    if not _beyond(found, at_policy, brief):
        return found
    comment = next((one for one in reversed(brief.comments) if one.kind != "answer"), brief.comments[-1])
    return Question(text=_question(comment, found.lang), choices=(say(AREA, "keep_policy", found.lang),))


def _reads_as_approved(brief: Brief, reading: Reading) -> bool:
    """Whether the approved words say what this reading covers. Words that are not this mind's cannot be compared."""
    if not brief.policy.startswith(tuple(wording.head("goal", lang) for lang in LANGS)):
        return True
    keys = (*_COVERS, "tell") if reading.topics else _COVERS
    labels = tuple(wording.head(key, reading.lang) for key in keys)
    return _of(brief.policy, labels) == _of(wording.text(brief, reading), labels)


def _of(text: str, labels: tuple[str, ...]) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(labels)]


def _beyond(new: Reading, approved: Reading, brief: Brief) -> bool:
    """Whether the new reading reads, writes or tells more or other things than was approved."""
    if {one.identity for one in new.receivers} - {one.identity for one in approved.receivers}:
        return True
    if (new.table and not approved.table) or set(new.actions) - set(approved.actions):
        return True
    return _other_deeds(new, approved, brief) or _other_times(new, approved) or _other_people(new, approved, brief)


def _other_deeds(new: Reading, approved: Reading, brief: Brief) -> bool:
    """A tool that acts is given something else, a message says something else, or hours count from less."""
    acts = [
        [step["toolInput"] for step in steps_for(brief, one) if step["tool"] in one.actions] if one.actions else []
        for one in (new, approved)
    ]
    if any(given not in acts[1] for given in acts[0]):
        return True
    if (
        new.message
        and not new.topics
        and (new.wish.body, new.wish.quotes) != (approved.wish.body, approved.wish.quotes)
    ):
        return True
    before, now = approved.wish.threshold, new.wish.threshold
    return before is not None and before.sense != "under" and (now is None or now.hours < before.hours)


def _other_times(new: Reading, approved: Reading) -> bool:
    before = {topic.tool: topic.spans for topic in approved.topics}
    for topic in new.topics:
        if topic.tool not in before:
            return True
        for span in topic.spans:
            if before[topic.tool] and not any(
                old.first <= span.first and span.last <= old.last for old in before[topic.tool]
            ):
                return True
    return False


def _other_people(new: Reading, approved: Reading, brief: Brief) -> bool:
    if approved.people:
        return not new.people or bool(set(new.people) - set(approved.people))
    if not approved.departments:
        return False
    if new.people:
        named = [brief.catalog.person(one) for one in new.people]
        return any(one is None or one.department not in approved.departments for one in named)
    return not new.departments or bool(set(new.departments) - set(approved.departments))
