"""Three lanes of a team: handoffs, reviews and the reports of teammates, which are never what a person said. Pure."""

from __future__ import annotations

from functools import partial
from typing import Any

from ringi.web.layout import versioned
from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Names,
    Part,
    State,
    draw,
    empty,
    evicted,
    figures,
    known,
    lane_head,
    memo,
    named,
    names_of,
    part,
    plain,
    refs_of,
    rows,
    session_of,
)
from ringi.web.workbench.panels.evidence import KINDS, VERDICTS
from ringi.web.workbench.panels.offers import offer
from ringi.web.workbench.states import target_words

REPORTS = 20


def handoffs(state: State, lang: str, role: str) -> tuple[Part, ...]:
    told = state.get("handoffs") or ()
    if not told:
        return (empty("handoff", lang),)
    names = names_of(state)
    owner = str((state.get("team") or NOTHING).get("owner") or "")
    head = lane_head("handoff", lang, len(told), evicted(state, "handoffs"))
    made = [
        memo.of(("handoff", lang, owner), (one, names), partial(_handoff, one, names, owner, lang))
        for one in reversed(told)
    ]
    return (head, *made)


def _handoff(one: Item, names: Names, owner: str, lang: str) -> Part:
    status = str(one.get("status") or "unknown")
    inner = draw(
        "handoff.html",
        lang,
        one=one,
        status=status,
        start=named(names, plain(one.get("from"))),
        end=named(names, plain(one.get("to"))),
        owner=named(names, owner) if owner else "",
        resume=named(names, figures(one.get("resume"), lang)),
        boundary=figures(one.get("boundary"), lang),
    )
    return part("handoff", f"handoff-{one.get('id') or one.get('at')}", inner, tag="article", css="card handoff")


def reviews(state: State, lang: str, role: str) -> tuple[Part, ...]:
    told: Item = state.get("reviews") or NOTHING
    if not told:
        return (empty("review", lang),)
    names, session = names_of(state), session_of(state)
    evidence: Item = state.get("evidence") or NOTHING
    artifacts: Item = state.get("artifacts") or NOTHING
    head = lane_head("review", lang, len(told), evicted(state, "reviews"))
    made = []
    for one in reversed(list(told.values())):
        where = ("review", session, lang, offer(state, role))
        draw_it = partial(_review, one, names, evidence, artifacts, session, lang, offer(state, role))
        made.append(memo.of(where, (one, names, evidence, artifacts), draw_it))
    return (head, *made)


def _review(one: Item, names: Names, evidence: Item, artifacts: Item, session: str, lang: str, asked: str) -> Part:
    verdict = str(one.get("verdict") or "")
    target = one.get("target")
    artifact = str(target.get("artifactId") or "") if isinstance(target, dict) else ""
    artifact = target if isinstance(target, str) and target in artifacts else artifact
    title = plain((artifacts.get(artifact) or NOTHING).get("title")) or artifact
    version = plain(target.get("version")) if isinstance(target, dict) else ""
    inner = draw(
        "review.html",
        lang,
        one=one,
        status=str(one.get("status") or "unknown"),
        verdict=verdict if verdict in VERDICTS else "",
        reviewer=plain(one.get("agentName")) or named(names, one.get("reviewer")),
        target=" ".join(text for text in (title, versioned(version)) if text) or target_words(target, lang),
        fixes=[_fix(fix, number) for number, fix in enumerate(rows(one.get("fixes"))[:20])],
        refs=[_backed(ref, evidence, artifacts, lang) for ref in refs_of(one.get("refs"))],
        offer=asked,
        again=artifact if verdict in ("changes_requested", "failed") and artifact in artifacts else "",
        session=session,
    )
    return part("review", f"review-{one.get('id')}", inner, tag="article", css="card review")


def _backed(ref: str, evidence: Item, artifacts: Item, lang: str) -> tuple[str, str, str]:
    """A reference, whose fact stands behind it (nobody's: then it leads nowhere), and what it is called."""
    if ref in evidence:
        return ref, "evidence", _evidence_title(evidence, ref, lang)
    if ref in artifacts:
        return ref, "artifact", plain((artifacts.get(ref) or NOTHING).get("title")) or ref
    return ref, "", ref


def _evidence_title(evidence: Item, ref: str, lang: str) -> str:
    one: Item = evidence.get(ref) or NOTHING
    kind = one.get("kind")
    return plain(one.get("title")) or (known("evidence", kind, lang) if kind in KINDS else ref)


def _fix(value: Any, number: int) -> dict[str, str]:
    if isinstance(value, dict):
        return {"id": plain(value.get("id")) or str(number + 1), "title": plain(value)}
    return {"id": str(number + 1), "title": plain(value)}


def notices(state: State, lang: str, role: str) -> tuple[Part, ...]:
    told = state.get("notifications") or ()
    if not told:
        return (empty("notices", lang),)
    names = names_of(state)
    shown = told[-REPORTS:]
    more = evicted(state, "notifications") + len(told) - len(shown)
    head = lane_head("notices", lang, len(told), more)
    session = session_of(state)
    made = [
        memo.of(("notice", session, lang), (one, names), partial(_notice, one, names, session, lang))
        for one in reversed(shown)
    ]
    return (head, *made)


def _notice(one: Item, names: Names, session: str, lang: str) -> Part:
    duration = one.get("durationMs")
    count = one.get("toolCount")
    inner = draw(
        "notice.html",
        lang,
        one=one,
        status=str(one.get("status") or "unknown"),
        name=plain(one.get("agentName")) or named(names, one.get("agentId")),
        summary=plain(one.get("summary")),
        result=plain(one.get("resultRef")),
        duration=int(duration) if isinstance(duration, (int, float)) and duration >= 0 else None,
        tools=count if isinstance(count, int) else None,
        usage=figures(one.get("usage"), lang),
        transcript=bool(one.get("transcriptRef")) and str(one.get("agentId") or "") in dict(names),
        session=session,
    )
    key = one.get("id") or f"{one.get('sequence')}"
    return part("notices", f"notice-{key}", inner, tag="article", css="card report")
