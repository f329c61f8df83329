"""Which tools of strangers a request asks for: a plain guard, so that nothing is written that nobody asked for. Pure.

A tool that writes is in only if the request has a verb of its own for that deed, with the tool's thing as its object;
one that destroys only if the deed is done to the thing itself. A denied deed is never in. Of the tools that read, those
that the request names best. What shares a thing with the request and is not in is `left_out`; the policy says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ringi.minds.rules.deed_words import EVERYDAY
from ringi.minds.rules.deeds import (
    SpokenDeed,
    ToolDeed,
    deed_of,
    has_unknown_verb,
    is_denied,
    is_only_asked_about,
    own_verb,
    spoken_deeds,
)
from ringi.minds.rules.language import TOKEN, Utterance, fold
from ringi.minds.rules.polarity import Tone, clause_end, clause_start, sentence_bounds
from ringi.minds.rules.schema import arguments_of
from ringi.minds.rules.things import Place, is_not_of_it, is_object, noun_pattern, object_of, places_of

if TYPE_CHECKING:
    from ringi.catalog import Tool


@dataclass(frozen=True, slots=True)
class AskedTool:
    """A tool that is asked for: where, and the words that ask for it."""

    tool: Tool
    start: int
    words: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a request asks of strangers' tools."""

    asked: tuple[AskedTool, ...] = ()
    left_out: tuple[str, ...] = ()
    named: tuple[Place, ...] = ()
    """Where things of such tools are named, asked for or not."""
    denied: tuple[Place, ...] = ()
    """Verbs that are denied, where things of such tools are named."""
    sends: bool = False
    """One of them sends something: the verb for it is not for a message of ours."""

    @property
    def words(self) -> tuple[Place, ...]:
        """The places of the text that ask for these tools."""
        return tuple(place for one in self.asked for place in one.words)

    def explains(self, start: int, end: int) -> bool:
        return any(low < end and start < high for low, high in self.words)


@dataclass(frozen=True, slots=True)
class _Candidate:
    tool: Tool
    deed: ToolDeed
    places: dict[str, tuple[Place, ...]]
    """Noun → where it is named."""
    shared: frozenset[str]
    """Nouns that all tools of its server have."""

    @property
    def named(self) -> bool:
        """Whether the request names a thing of it that not every request names."""
        return any(spots and noun not in EVERYDAY for noun, spots in self.places.items())

    @property
    def needed(self) -> tuple[str, ...]:
        """The nouns that have to be the object of its verb: for one that destroys, all but the name of its server."""
        known = {fold(self.tool.server)} if self.deed.kind == "destroy" else self.shared
        own = [noun for noun in self.deed.nouns if noun not in known] or list(self.deed.nouns)
        return tuple(noun for noun in own if noun not in EVERYDAY) or tuple(own)


def scope_of(said: Utterance, tone: Tone, tools: Sequence[Tool], taken: Iterable[Place], *, busy: bool) -> Scope:
    """`taken`: words that mean something else already. `busy`: described tools are asked for as well, so that everyday
    words belong to them."""
    if not any(_names_something(tool, said) for tool in tools):
        return Scope()
    deeds = spoken_deeds(said, tone)
    found = _candidates(said, tone, tools, deeds, tuple(taken))
    writes = [one for one in found if not _reads(one)]
    asked = [
        hit
        for one in writes
        if (hit := _by_whole_name(one, said, tone) or _asked_to_write(one, said, tone, deeds, busy))
    ]
    used = {spot for hit in asked for spot in hit.words}
    asked += _asked_to_read([one for one in found if _reads(one)], said, deeds, used, busy)
    names = {one.tool.name for one in asked}
    kept_out = [one for one in writes if one.named and one.tool.name not in names]
    kept_out.sort(key=lambda one: one.deed.kind != "destroy")
    named = tuple(spot for one in found if one.named for group in one.places.values() for spot in group)
    return Scope(
        asked=tuple(sorted(asked, key=lambda one: one.start)),
        left_out=tuple(one.tool.name for one in kept_out),
        named=named,
        denied=tuple((deed.start, deed.end) for deed in deeds if deed.denied) if named else (),
        sends=any("send" in deed_of(one.tool).names for one in asked),
    )


def refused_tools(tools: Iterable[Tool], said: Utterance, tone: Tone) -> frozenset[str]:
    """Those of the tools whose deed this denies, and asks for nowhere."""
    acting = tuple(tools)
    deeds = spoken_deeds(said, tone) if acting else ()
    denied = frozenset(name for one in deeds if one.denied for name in one.names)
    denied -= frozenset(name for one in deeds if not one.denied for name in one.names)
    return frozenset(tool.name for tool in acting if deed_of(tool).names & denied)


def asks_for(tool: Tool, nouns: Iterable[Place], said: Utterance, tone: Tone) -> Place | None:
    """For a described tool that writes, whose words stand at `nouns`: where the request asks for its deed."""
    deed, deeds, spots = deed_of(tool), spoken_deeds(said, tone), tuple(nouns)
    if not deed.names:
        verbs = ((spot, _verb_of(said, deeds, spot)) for spot in spots if deed.kind != "destroy")
        return next((spot for spot, verb in verbs if verb is None or not (verb.reads or verb.denied)), None)
    for at, one in enumerate(deeds):
        if not one.denied and one.names & deed.names:
            place = object_of(said, deeds, at)
            near = [spot for spot in spots if _inside(spot, place) or _inside(spot, (one.start, one.end))]
            done_to = is_object if deed.kind == "destroy" else is_not_of_it
            if any(done_to(said, one, spot) for spot in near):
                return one.start, one.end
    return None


def _names_something(tool: Tool, said: Utterance) -> bool:
    """Whether any word of the request is a thing of this tool: most requests name none, and are done with quickly."""
    return any(noun_pattern(noun).search(said.text) for noun in deed_of(tool).nouns) or fold(tool.name) in said.text


def _reads(one: _Candidate) -> bool:
    return one.tool.effect == "read" or one.deed.kind == "read"


def _candidates(
    said: Utterance, tone: Tone, tools: Sequence[Tool], deeds: tuple[SpokenDeed, ...], taken: tuple[Place, ...]
) -> list[_Candidate]:
    verbs = tuple((one.start, one.end) for one in deeds) if said.lang == "en" else ()
    counts: dict[str, Counter[str]] = {}
    sizes = Counter(tool.server for tool in tools)
    for tool in tools:
        counts.setdefault(tool.server, Counter()).update(set(deed_of(tool).nouns))
    out = []
    for tool in tools:
        deed = deed_of(tool)
        places = {
            noun: tuple(
                spot
                for spot in places_of(noun, said.text)
                if not tone.passed(spot[0]) and not _belongs(spot, said, taken) and not _overlaps(spot, verbs)
            )
            for noun in deed.nouns
        }
        size = sizes[tool.server]
        shared = frozenset(noun for noun, count in counts[tool.server].items() if size > 2 and count == size)
        out.append(_Candidate(tool, deed, places, shared))
    return out


def _overlaps(spot: Place, places: Iterable[Place]) -> bool:
    return any(low < spot[1] and spot[0] < high for low, high in places)


def _belongs(spot: Place, said: Utterance, taken: tuple[Place, ...]) -> bool:
    """Whether a noun means something else already, or is one word together with it (残業予定, overtime file)."""
    joint = {" ", "-", ""} if said.lang == "en" else {""}
    return _overlaps(spot, taken) or any(said.text[end : spot[0]] in joint for _, end in taken if end <= spot[0])


def _inside(spot: Place, place: Place) -> bool:
    return place[0] <= spot[0] and spot[1] <= place[1]


# Tools that write


def _asked_to_write(
    one: _Candidate, said: Utterance, tone: Tone, deeds: tuple[SpokenDeed, ...], busy: bool
) -> AskedTool | None:
    if not one.needed:
        return None
    if not one.deed.names and one.deed.verb and (verb := own_verb(said, tone, one.deed.verb)):
        deeds = tuple(sorted((*deeds, verb), key=lambda deed: deed.start))
    for at, deed in enumerate(deeds):
        if deed.denied or not (deed.names & one.deed.names if one.deed.names else not deed.names):
            continue
        place = object_of(said, deeds, at)
        objects = {
            noun: [spot for spot in one.places[noun] if _inside(spot, place) and tone.wanted(spot[0], output=True)]
            for noun in one.needed
        }
        if not all(objects.values()) or not _is_meant(one, said, deed, objects, busy):
            continue
        return AskedTool(one.tool, deed.start, ((deed.start, deed.end), *(spots[0] for spots in objects.values())))
    return None


def _is_meant(one: _Candidate, said: Utterance, deed: SpokenDeed, objects: dict[str, list[Place]], busy: bool) -> bool:
    if all(noun in EVERYDAY for noun in one.needed):
        first = min(spots[0] for spots in objects.values())
        if busy or not _NEXT_TO_IT.fullmatch(said.text[deed.end : first[0]] if deed.end <= first[0] else "x"):
            return False
    head = objects[one.needed[-1]]
    done_to = is_object if one.deed.kind == "destroy" else is_not_of_it
    return any(done_to(said, deed, spot) for spot in head)


_NEXT_TO_IT = re.compile(r"\s*(?:(?:the|a|an|all|my|our|this|these|two|both|new)\s+)*")


def _by_whole_name(one: _Candidate, said: Utterance, tone: Tone) -> AskedTool | None:
    """`archive_ticket` as it stands; `git reset` for a tool whose name begins with what its whole server is about."""
    parts = [fold(part) for part in re.split(r"[_\-.]+", one.tool.name) if part]
    if len(parts) < 2:
        return None
    joint = r"[\s_-]+" if parts[0] in one.shared else "_"
    match = re.search(rf"(?<![a-z0-9_]){joint.join(re.escape(part) for part in parts)}(?![a-z0-9_])", said.text)
    if match is None or is_denied(said, tone, *match.span()):
        return None
    if is_only_asked_about(said, SpokenDeed(*match.span(), frozenset())):
        return None
    return AskedTool(one.tool, match.start(), (match.span(),))


# Tools that read


def _asked_to_read(
    found: list[_Candidate], said: Utterance, deeds: tuple[SpokenDeed, ...], used: set[Place], busy: bool
) -> list[AskedTool]:
    """The tools that the request names best: each names a thing that none before it has named."""
    places = {spot for one in found for group in one.places.values() for spot in group if not _overlaps(spot, used)}
    looked_at = {spot for spot in places if _is_read(said, deeds, spot, busy=busy)}
    if not looked_at and not busy and any(one.reads and not one.denied for one in deeds):
        # チケットは削除しないで、一覧だけ出して: the thing stands only with the verb that is denied.
        looked_at = {spot for spot in places if (verb := _verb_of(said, deeds, spot)) and verb.denied}
    asked: list[AskedTool] = []
    covered: set[Place] = set()
    scored = []
    for order, one in enumerate(found):
        spots = tuple(sorted(looked_at & {spot for group in one.places.values() for spot in group}))
        distinctive = {
            spot for noun, group in one.places.items() if noun not in EVERYDAY for spot in group if spot in spots
        }
        if not distinctive and not (spots and _is_spelt_out(one, said, deeds, busy)):
            continue
        needs = sum(argument.required for argument in arguments_of(one.tool))
        scored.append((-_fit(one, said, deeds, spots), needs, order, one, spots, distinctive or set(spots)))
    for *_, one, spots, distinctive in sorted(scored, key=lambda row: row[:3]):
        if distinctive <= covered:
            continue
        covered |= {*spots, *(spot for group in one.places.values() for spot in group)}
        asked.append(AskedTool(one.tool, spots[0][0], spots))
    return asked


def _is_spelt_out(one: _Candidate, said: Utterance, deeds: tuple[SpokenDeed, ...], busy: bool) -> bool:
    """A tool about everyday things (`get_current_time`) is named by its whole name, where nothing else is asked."""
    parts = [fold(part) for part in re.split(r"[_\-.]+", one.tool.name) if part and fold(part) != one.deed.verb]
    phrase = r"[\s-]+".join(re.escape(part) for part in parts)
    if busy or not parts or not re.search(rf"(?<![a-z]){phrase}(?![a-z])", said.text):
        return False
    return len(parts) > 1 or any(not deed.denied and deed.names & one.deed.names for deed in deeds)


def _is_read(said: Utterance, deeds: tuple[SpokenDeed, ...], spot: Place, *, busy: bool) -> bool:
    """Whether a thing that is named is to be looked at: the verb it belongs to reads, or there is none. Beside things
    that are asked of described tools it needs a verb, whose object it is itself."""
    verb = _verb_of(said, deeds, spot)
    if verb is not None:
        return verb.reads and not verb.denied and (not busy or is_object(said, verb, spot))
    start, end = sentence_bounds(said.text, spot[0])
    if busy or any(not one.reads and not one.denied for one in deeds if start <= one.start < end):
        return False
    return not has_unknown_verb(said, deeds, start, end)


def _verb_of(said: Utterance, deeds: tuple[SpokenDeed, ...], spot: Place) -> SpokenDeed | None:
    start, end = sentence_bounds(said.text, spot[0])
    if said.lang == "zh":
        low, high = clause_start(said.text, spot[0]), clause_end(said.text, spot[1])
        near = [one for one in deeds if low <= one.start < high]
        return next((one for one in reversed(near) if one.end <= spot[0]), near[0] if near else None)
    inside = [one for one in deeds if start <= one.start < end]
    behind = [one for one in inside if one.start >= spot[1]]
    if said.lang == "ja":
        return behind[0] if behind else None
    done_to_it = [one for one in behind if one.passive]
    ahead = [one for one in inside if one.end <= spot[0]]
    return done_to_it[0] if done_to_it else ahead[-1] if ahead else None


_ALL = re.compile(r"\b(?:all|every|any|which|what)\b|一览|全部|すべて|全て|全件|どんな|どの|何件|所有|哪些|列表|リスト")
_ONE_BEHIND = re.compile(rf"\s?(?:#|no\.? ?|number |id )?(?:[{TOKEN}]|[a-z]*[-#]?\d+(?!\d*[月日時时年h])|/\w+)")
_ONE_BEFORE = re.compile(r"(?:[a-z]+-|#)?\d+(?:号|番)?(?:の|的)?\s?$")


def _is_one(said: Utterance, spot: Place) -> bool:
    """Whether a single one is named by its id: ticket T-5, 工单5, 5番のチケット."""
    before = said.text[max(0, spot[0] - 12) : spot[0]]
    return bool(_ONE_BEHIND.match(said.text, spot[1]) or _ONE_BEFORE.search(before))


_VERB = {"search": 2.0, "list": 2.0}
"""Verbs that say how to look; the others say only that one looks."""


def _fit(one: _Candidate, said: Utterance, deeds: tuple[SpokenDeed, ...], spots: tuple[Place, ...]) -> float:
    """How well a reading tool fits: by its things, its verb, and whether one or all are meant."""
    asked = frozenset(name for deed in deeds if not deed.denied for name in deed.names)
    named = sum(any(spot in spots for spot in group) for group in one.places.values())
    fit = 2.0 * named - 0.5 * (len(one.places) - named)
    fit += max((_VERB.get(name, 1.0) for name in one.deed.names & asked), default=0.0)
    single = any(_is_one(said, spot) for spot in spots)
    if "list" in one.deed.names and (_ALL.search(said.text) or not single):
        fit += 1.5
    return fit + bool("look" in one.deed.names and single)
