"""Evidence: packs and what belongs to each, verdicts that facts brought, and the way to verify and replay. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Names,
    Part,
    State,
    draw,
    empty,
    evicted,
    interned,
    memo,
    named,
    names_of,
    part,
    plain,
    refs_of,
    session_of,
)
from ringi.web.workbench.panels.offers import offer

VERDICTS = frozenset({"passed", "changes_requested", "failed", "disputed"})
KINDS = ("citation", "trace", "verification", "replay", "review", "audit", "source_map")


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    session = session_of(state)
    head = memo.of(("evidence-head", session, lang), (), partial(_head, session, lang))
    evidence: Item = state.get("evidence") or NOTHING
    reviews: Item = state.get("reviews") or NOTHING
    names = names_of(state)
    if not evidence:
        return (head, empty("evidence", lang, headed=False))
    made, asked = [], offer(state, role)
    for pack, items in packs(evidence).items():
        about = tuple(one for one in reviews.values() if _cites(one, pack, items))
        whole = (interned(tuple(map(id, items))), names, *items, *about)
        draw_it = partial(_pack, pack, items, about, names, session, lang, asked)
        made.append(memo.of(("pack", session, lang, pack, asked), whole, draw_it))
    more = evicted(state, "evidence")
    return (head, *made, *((_more(more, lang),) if more else ()))


def packs(evidence: Item) -> dict[str, tuple[Item, ...]]:
    """By the pack each belongs to; what belongs to none stands by itself, under its own id."""
    found: dict[str, list[Item]] = {}
    for key, one in evidence.items():
        pack = plain(one.get("packRef") or one.get("evidencePackRef"))
        found.setdefault(f"pack:{pack}" if pack else f"one:{key}", []).append(one)
    return {key: tuple(items) for key, items in reversed(found.items())}


def _cites(review: Item, pack: str, items: Sequence[Item]) -> bool:
    refs = set(refs_of(review.get("refs"), 50))
    ids = {str(one.get("id")) for one in items}
    named_pack = plain(review.get("packRef") or review.get("evidencePackRef"))
    if str(review.get("id")) in {plain(one.get("reviewRef")) for one in items}:
        return True
    return bool(refs & ids) or (bool(named_pack) and pack == f"pack:{named_pack}") or pack.partition(":")[2] in refs


def _head(session: str, lang: str) -> Part:
    return part("evidence", "evidence-head", draw("evidence_head.html", lang, session=session), css="lane-head")


def _pack(
    pack: str, items: tuple[Item, ...], reviews: tuple[Item, ...], names: Names, session: str, lang: str, asked: str
) -> Part:
    listed = {str(one.get("id")) for one in reviews}
    shown = [
        {
            "one": one,
            "kind": one.get("kind") if one.get("kind") in KINDS else "unknown",
            "title": plain(one.get("title")),
            "status": str(one.get("said") or one.get("status") or ""),
            "refs": refs_of(one.get("refs")),
            "replay": plain(one.get("replayRef")),
            "review": "" if plain(one.get("reviewRef")) in listed else plain(one.get("reviewRef")),
            "verdict": str(one.get("verdict") or ""),
        }
        for one in items
    ]
    name = pack.partition(":")[2] if pack.startswith("pack:") else ""
    about = [(one, _stands(one), named(names, one.get("reviewer"))) for one in reviews]
    inner = draw("evidence_pack.html", lang, name=name, items=shown, reviews=about, session=session, offer=asked)
    return part("evidence", f"evidence-{pack}", inner, tag="article", css="card evidence")


def _stands(review: Item) -> str:
    """Its verdict if a fact brought one, else how far it is."""
    verdict = str(review.get("verdict") or "")
    return verdict if verdict in VERDICTS else str(review.get("status") or "unknown")


def _more(more: int, lang: str) -> Part:
    return part("evidence", "evidence-more", draw("more.html", lang, more=more), tag="p", css="quiet small")
