"""Reasoning in detail is read only where the policy of a session and the person who looks both allow it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from webhouse import House, house, small_hands, small_mind

from ringi.words import LANGS, say

THOUGHT = "first the sums, then the tax"


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("thoughts"), hands=small_hands(), mind=small_mind()) as found:
        yield found


class Session:
    """Another runtime that thinks aloud."""

    def __init__(self, up: House) -> None:
        self.up, self.name, self.number, self.id = up, uuid.uuid4().hex, 0, ""
        self.tell("run.started")
        self.tell("reasoning.delta", {"text": THOUGHT}, messageId="m")

    def tell(self, kind: str, payload: dict[str, Any] | None = None, **ids: str) -> None:
        self.number += 1
        at = {"sequence": self.number, "timestamp": "2026-11-16T10:00:00Z", "sessionId": self.name, "runId": "r"}
        fact = {**at, "type": kind, "payload": payload or {}, **ids}
        self.id = self.up.desk().call("post_facts", facts=[fact], session=self.name, source="demo")["session"]

    def allow(self, word: Any = "allowed") -> None:
        self.tell("permission.changed", {"reasoning": word})

    def page(self, cookie: str, lang: str = "en") -> str:
        return self.up.page(f"/s/{self.id}", cookie, lang).text


def place(page: str) -> str:
    """Where the page lets a thought be fetched from."""
    found = re.search(r'href="(/s/[^"]+/thoughts/[^"]+)"', page)
    return found[1] if found else ""


def opted_in(up: House, cookie: str) -> str:
    found = up.page("/reasoning/on?back=/s/x", cookie)
    assert (found.status, found.headers["location"]) == (303, "/s/x")
    return f"{cookie}; {found.cookies[0].partition(';')[0]}"


def test_without_a_policy_there_is_no_switch_and_no_thought(up: House) -> None:
    told = Session(up)
    wishing = opted_in(up, up.cookie())
    page = told.page(wishing)
    assert THOUGHT not in page and "/reasoning/" not in page and not place(page)
    told.allow()
    where = place(told.page(wishing))
    told.allow("denied")
    assert not place(told.page(wishing))
    assert (found := up.page(where, wishing)).status == 403 and "RINGI-940" in found.text


@pytest.mark.parametrize("lang", LANGS)
def test_where_the_policy_allows_it_each_person_chooses_and_nobody_has_to(up: House, lang: str) -> None:
    told = Session(up)
    told.allow()
    plain = up.cookie()
    page = told.page(plain, lang)
    assert 'data-thinking="off"' in page and say("workbench", "thinking_on", lang) in page
    assert THOUGHT not in page  # nor is it in what is drawn once for everybody
    assert up.page(place(page), plain).status == 403
    wishing = opted_in(up, plain)
    page = told.page(wishing, lang)
    assert 'data-thinking="on"' in page and THOUGHT not in page
    assert THOUGHT in up.page(place(page), wishing).text
    off = up.page(f"/reasoning/off?back=/s/{told.id}", wishing)
    assert 'ringi_reasoning=""' in off.cookies[0] and off.headers["location"] == f"/s/{told.id}"


def test_the_wish_is_one_persons_and_the_way_back_leads_nowhere_else(up: House) -> None:
    told = Session(up)
    told.allow()
    wish = opted_in(up, up.cookie()).partition("; ")[2]
    other = f"{up.cookie(up.add('mei', 'admin'))}; {wish}"
    page = told.page(other)
    assert 'data-thinking="off"' in page and up.page(place(page), other).status == 403
    assert up.page("/reasoning/on?back=//elsewhere.example").headers["location"] == "/"
    assert up.page("/reasoning/perhaps").status == 404
    assert up.ask("GET", "/reasoning/on").status == 401


def test_a_thought_stays_readable_when_its_run_is_over(up: House) -> None:
    told = Session(up)
    told.allow()
    told.tell("run.finished", {"status": "completed"})
    wishing = opted_in(up, up.cookie())
    assert THOUGHT in up.page(place(told.page(wishing)), wishing).text
    assert up.page(f"/s/{told.id}/thoughts/none", wishing).status == 404
