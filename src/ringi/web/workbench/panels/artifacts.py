"""The artifact workspace: what was made, in which versions, by what. The body is looked at on demand. Pure.

Files of our own runs are versions of each other when they have one name and one place; another runtime's artifact
brings its versions along under one id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    rows,
    session_of,
)
from ringi.web.workbench.panels.offers import of_artifact, offer
from ringi.words import say

GONE = frozenset({"deleted", "unavailable"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version: where to look at it, what to hold it against, what made it."""

    number: str
    artifact_id: str
    version: str
    """The producer's own name of it; empty where the artifact itself is the version."""
    before: str
    """What it is compared with: an artifact of ours, or the producer's version before."""
    at: str
    run: str
    step: str
    title: str = ""


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    artifacts: Item = state.get("artifacts") or NOTHING
    names, session = names_of(state), session_of(state)
    if not artifacts:
        return (empty("artifacts", lang),)
    made, asked = [], offer(state, role)
    for group in grouped(artifacts):
        items = (interned(tuple(map(id, group))), names, *group)
        made.append(
            memo.of(("artifact", session, lang, asked), items, partial(_card, group, names, session, lang, asked))
        )
    more = evicted(state, "artifacts")
    viewer = memo.of(("artifact-viewer", lang, more), (), partial(_viewer, more, lang))
    return (*made, viewer)


def grouped(artifacts: Item) -> list[tuple[Item, ...]]:
    """Newest first; the versions of one file of ours together, oldest first."""
    groups: dict[tuple[str, ...], list[Item]] = {}
    for key, one in artifacts.items():
        path = plain(one.get("path"))
        groups.setdefault(("file", path) if path else ("id", str(key)), []).append(one)
    found = [tuple(sorted(group, key=_sequence)) for group in groups.values()]
    return sorted(found, key=lambda group: -_sequence(group[-1]))


def _sequence(one: Item) -> int:
    number = one.get("sequence")
    return number if isinstance(number, int) else 0


def versions_of(group: Sequence[Item]) -> tuple[Version, ...]:
    """The version rail, oldest first."""
    last = group[-1]
    told = [one for one in rows(last.get("versions")) if isinstance(one, dict)]
    if len(group) == 1 and told:
        ids = [plain(_first(one, "versionId", "id", "version")) for one in told]
        return tuple(
            Version(
                number=plain(_first(one, "version", "versionId", "id")),
                artifact_id=str(last.get("id")),
                version=ids[number],
                before=ids[number - 1] if number else "",
                at=str(one.get("at") or ""),
                run=plain(one.get("runId")),
                step="",
                title=plain(one.get("title")),
            )
            for number, one in enumerate(told)
        )
    if len(group) == 1:
        return ()
    return tuple(
        Version(
            number=str(number + 1),
            artifact_id=str(one.get("id")),
            version="",
            before=str(group[number - 1].get("id")) if number else "",
            at=str(one.get("at") or ""),
            run=plain(one.get("runId")),
            step=plain(one.get("stepId")).removeprefix("step-"),
        )
        for number, one in enumerate(group)
    )


def _first(one: Item, *keys: str) -> object:
    return next((one[name] for name in keys if one.get(name) not in (None, "")), "")


def _card(group: tuple[Item, ...], names: Names, session: str, lang: str, asked: str) -> Part:
    one = group[-1]
    versions = versions_of(group)
    status = str(one.get("status") or "unknown")
    kind = str(one.get("kind") or "unknown")
    inner = draw(
        "artifact.html",
        lang,
        one=one,
        status=status,
        kind=kind,
        gone=status in GONE,
        version=plain(one.get("version")) or (str(len(group)) if len(group) > 1 else ""),
        versions=versions[::-1],
        made=_made(one, names, lang),
        exports=[item for item in rows(one.get("exports")) if isinstance(item, dict)][-3:],
        sources=refs_of(one.get("sourceRefs")),
        own=bool(one.get("path")),
        inside=status not in GONE
        and any(one.get(name) for name in ("path", "readRef", "preview", "previewRef", "version")),
        difference=_difference(one, versions) if status not in GONE else None,
        offer=asked,
        actions=of_artifact(one, own=bool(one.get("path")), gone=status in GONE),
        mates=names,
        session=session,
    )
    return part("artifacts", f"artifact-{group[0].get('id')}", inner, tag="article", css="card artifact")


def _difference(one: Item, versions: Sequence[Version]) -> tuple[str, str] | None:
    """Between which versions the difference is that came along (as far as that was told); nothing where the versions
    themselves are there to be compared.
    """
    if not one.get("diffPreview") or any(version.before for version in versions):
        return None
    return plain(one.get("diffFrom")), plain(one.get("diffTo"))


def _made(one: Item, names: Names, lang: str) -> list[str]:
    """By whom, in which step, in which run: as much of it as was told."""
    told = (
        ("made_by_agent", "name", named(names, one.get("agentId"))),
        ("made_by_step", "step", plain(one.get("stepId")).removeprefix("step-")),
        ("made_by_run", "run", plain(one.get("runId"))),
    )
    return [say("workbench_panels", key, lang, **{name: value}) for key, name, value in told if value]


def _viewer(more: int, lang: str) -> Part:
    """Where a body is shown. It never changes with the facts, so that nobody's reading is interrupted."""
    inner = draw("viewer.html", lang, more=more, target="artifact-viewer")
    return part("artifacts", "viewer", inner, tag="div", css="viewer-place")
