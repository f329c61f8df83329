"""A plan has to agree with the approved policy: a comment on the plan may narrow it, never widen it."""

from __future__ import annotations

from dataclasses import replace

from ringi.minds import Brief, Declined, Question
from ringi.minds.rules.language import cleaned, fold, rx
from ringi.minds.rules.outcome import AREA, Reading
from ringi.minds.rules.reading import understand
from ringi.words import say

_KEEP = rx("承认済みの方针|このまま|そのまま|はい|keep|as approved|^yes|^ok|按已批准|保持|是的|可以")


def agreed(brief: Brief) -> Reading | Question | Declined:
    """What the plan is made from. Comments on the plan itself that go beyond the policy are asked about."""
    found = understand(brief)
    if not brief.policy or not isinstance(found, Reading):
        return found
    at_policy = understand(
        replace(brief, comments=tuple(one for one in brief.comments if one.layer in ("request", "prompt")))
    )
    if not isinstance(at_policy, Reading) or not _beyond(found, at_policy):
        return found
    last = brief.comments[-1]
    if last.kind == "answer" and _KEEP.search(fold(last.text)):
        return at_policy
    comment = next((one for one in reversed(brief.comments) if one.kind != "answer"), last)
    text = say(AREA, "ask.beyond_policy", found.lang, comment=cleaned(comment.text)[:200])
    return Question(text=text, choices=(say(AREA, "keep_policy", found.lang),))


def _beyond(new: Reading, approved: Reading) -> bool:
    """Whether the new reading reads, writes or tells more than was approved."""
    if {one.identity for one in new.receivers} - {one.identity for one in approved.receivers}:
        return True
    if (new.table and not approved.table) or set(new.actions) - set(approved.actions):
        return True
    before = {topic.tool: topic.spans for topic in approved.topics}
    for topic in new.topics:
        if topic.tool not in before:
            return True
        for span in topic.spans:
            if before[topic.tool] and not any(
                old.first <= span.first and span.last <= old.last for old in before[topic.tool]
            ):
                return True
    if approved.departments and (not new.departments or set(new.departments) - set(approved.departments)):
        return bool(not new.people)
    return bool(approved.people and (not new.people or set(new.people) - set(approved.people)))
