"""Somebody of a department: 営業部の佐藤さん, Sato-san in Sales, 销售部的佐藤. Pure.

The department says which of those who share a name is meant, and is then not what the request is about.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ringi.minds.rules.language import Utterance, rx
from ringi.minds.rules.people import HONORIFIC, Named
from ringi.minds.rules.places import Place, Places

if TYPE_CHECKING:
    from ringi.catalog import Catalog

_OF = {
    "ja": rx(r"\s?(?:の|所属の|に所属する|にいる|・|/|:)?\s?"),
    "en": rx(r"(?:'s?|:)?\s(?:mr |ms |mrs |dr )?"),
    "zh": rx(r"\s?(?:的|那位|那个|里的|/|:)?\s?"),
}
_IN = {
    "ja": rx(rf"(?:{HONORIFIC})?\s?[(]\s?"),
    "en": rx(
        r"(?:-san|-sama)?(?:\s?[(]\s?|,?\s(?:in|from|of|at|over in|working in|who works in"
        r"|who is in)\s(?:the\s)?)"
    ),
    "zh": rx(rf"(?:{HONORIFIC})?\s?[(]\s?"),
}
_NO_TITLE = rx(rf"\s?(?:{HONORIFIC}|の|は|が|に|へ|を|と|、|,|:|宛|も|$)")


def settled(
    said: Utterance, people: tuple[Named, ...], places: Places, catalog: Catalog
) -> tuple[tuple[Named, ...], Places]:
    """People narrowed to their departments, and the departments that were only said of somebody taken out."""
    spoken: set[Place] = set()
    out: list[Named] = []
    for one in people:
        place = _department_of(said, one, places)
        if place is None:
            out.append(one)
            continue
        spoken.add(place)
        inside = tuple(
            identity for identity in one.ids if (who := catalog.person(identity)) and who.department == place.name
        )
        words = said.written(min(place.start, one.start), max(place.end, one.end))
        end = max(place.end, one.end)
        end += said.text[end : end + 1] == ")"
        one = replace(one, start=min(place.start, one.start), end=end)
        out.append(replace(one, ids=inside) if inside or not one.ids else replace(one, ids=(), words=words))
    return tuple(out), replace(places, known=tuple(one for one in places.known if one not in spoken))


def _department_of(said: Utterance, who: Named, places: Places) -> Place | None:
    for place in places.known:
        if place.end <= who.start:
            gap = said.text[place.end : who.start]
            joined = _OF[said.lang].fullmatch(said.text, place.end, who.start)
            if joined and (gap.strip() or said.lang != "ja" or _NO_TITLE.match(said.text, who.end)):
                return place
        elif _IN[said.lang].fullmatch(said.text, who.end, place.start):
            return place
    return None
