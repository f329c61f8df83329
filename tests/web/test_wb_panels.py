"""The right-hand panels as pure drawings: everything has its place, nothing is believed or guessed."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from panelstates import AT, agent, full

from ringi.projection.workbench.fresh import new
from ringi.web.workbench.panels import REGIONS, TABS, graph
from ringi.web.workbench.panels.artifacts import grouped, versions_of
from ringi.web.workbench.panels.base import anchor, status_words
from ringi.web.workbench.panels.board import column_of
from ringi.web.workbench.panels.evidence import packs
from ringi.words import LANGS

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>' & {{7*7}} \u202e javascript:x"
ODD: tuple[Any, ...] = (None, 0, -1.5, True, [], {}, [None, {"a": []}], {"id": {"x": 1}}, "", "x" * 5000)


class Seen(HTMLParser):
    """Every element and attribute of a drawing."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]


def drawn(state: Any, lang: str = "en", role: str = "admin", *names: str) -> str:
    return "\n".join(one.html for name in names or REGIONS for one in REGIONS[name](state, lang, role))


def harmless(text: str) -> None:
    seen = Seen(text)
    assert not {"script", "img", "iframe", "object", "style"} & set(seen.tags)
    for tag, name, value in seen.attributes:
        assert not name.startswith("on") and name != "style", (tag, name)
        if name in ("href", "src", "action"):
            assert value.startswith(("/s/", "/artifacts/", "#")), (tag, name, value)


def replaced(value: Any, new_text: Any) -> Any:
    """The same with every text in it replaced; keys stay."""
    if isinstance(value, dict):
        return {key: replaced(one, new_text) for key, one in value.items()}
    if isinstance(value, list):
        return [replaced(one, new_text) for one in value]
    return new_text if isinstance(value, str) else value


# -- everything, in every language -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_everything_is_drawn_in_every_language_and_said_in_words(lang: str) -> None:
    text = drawn(full(), lang)
    harmless(text)
    for said in ("まとめ役", "Balance_October", "Correct the total", "12 entries summed up", "Waits for the bank"):
        assert said in text
    left = {"needs_input", "changes_requested", "auth_required", "coordinator_team", "background_teammate"}
    words = re.sub(r"<[^>]*>", " ", text)
    assert not left & set(re.findall(r"[a-z_]+", words))


@pytest.mark.parametrize("lang", LANGS)
def test_an_empty_session_says_what_belongs_in_each_panel(lang: str) -> None:
    for name, region in REGIONS.items():
        parts = list(region(new("S1"), lang, "admin"))
        assert parts, name
        assert len(re.sub(r"<[^>]*>", "", parts[-1].html).strip()) > 10, name


def test_every_region_stands_under_one_tab() -> None:
    placed = [name for names in TABS.values() for name in names]
    assert sorted(placed) == sorted(REGIONS) and len(set(placed)) == len(placed)


def test_what_did_not_change_is_the_same_part_again() -> None:
    state = full()
    before = {name: tuple(region(state, "en", "admin")) for name, region in REGIONS.items()}
    after = {**state, "agents": {**state["agents"], "sales@c": {**state["agents"]["sales@c"], "status": "failed"}}}
    again = {name: tuple(region(after, "en", "admin")) for name, region in REGIONS.items()}
    changed = {
        one.key for one, other in zip(sorted_(before["team"]), sorted_(again["team"]), strict=True) if one is not other
    }
    assert changed == {"agent-sales@c"}
    for name in ("artifacts", "timeline", "evidence", "board", "handoff", "notices", "memory", "diagnostics"):
        assert all(one is other for one, other in zip(before[name], again[name], strict=True)), name


def sorted_(parts: tuple[Any, ...]) -> list[Any]:
    return sorted(parts, key=lambda one: one.key)


def test_the_keys_of_a_region_are_each_others_own() -> None:
    for name, region in REGIONS.items():
        keys = [one.key for one in region(full(), "en", "admin")]
        assert len(set(keys)) == len(keys), name


# -- hostile and odd -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_hostile_text_in_every_field_stays_text(lang: str) -> None:
    state = replaced(full(), HOSTILE)
    state["sessionId"] = HOSTILE
    for name in ("agents", "tasks", "board", "reviews", "artifacts", "evidence", "permissions", "metrics"):
        state[name] = {HOSTILE + key: {**one, "id": HOSTILE + key} for key, one in state[name].items()}
    text = drawn(state, lang)
    harmless(text)
    assert "&lt;script&gt;" in text and "{{7*7}}" in text and "⟨U+202E⟩" in text


def test_a_hostile_colour_is_no_colour() -> None:
    state = full()
    state["agents"]["lead@c"]["colour"] = 'red" onload="x'
    assert "onload" not in drawn(state, "en", "admin", "team")


@pytest.mark.parametrize("value", ODD, ids=lambda one: repr(one)[:20])
def test_fields_of_another_kind_than_expected_are_drawn_all_the_same(value: Any) -> None:
    harmless(drawn(replaced(full(), value)))


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in steps:
        yield (*at, key)
        yield from paths(one, (*at, key))


def test_any_one_field_may_be_anything() -> None:
    chance = random.Random(4)
    everything = [one for one in paths(full()) if len(one) > 2 and one[0] not in ("session", "counts", "repair")]
    for path in chance.sample(everything, 120):
        state = copy.deepcopy(full())
        place: Any = state
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = chance.choice(ODD)
        harmless(drawn(state))


# -- artifacts -------------------------------------------------------------------------------------------------------


def own_file(key: str, sequence: int, run: str, path: str = "sheets/report.xlsx") -> dict[str, Any]:
    made = {"id": key, "kind": "sheet", "title": "report.xlsx", "status": "ready", "versions": [], "exports": []}
    place = {"sequence": sequence, "at": AT, "path": path, "sha256": "0" * 64, "runId": run, "stepId": "step-2"}
    return {**made, **place}


def test_files_of_one_name_from_several_runs_are_versions_of_each_other() -> None:
    groups = grouped(
        {"A": own_file("A", 5, "r1"), "B": own_file("B", 9, "r2"), "C": own_file("C", 7, "r1", "sheets/c.xlsx")}
    )
    assert [[one["id"] for one in group] for group in groups] == [["A", "B"], ["C"]]
    rail = versions_of(groups[0])
    assert [(one.number, one.artifact_id, one.before, one.run) for one in rail] == [
        ("1", "A", "", "r1"),
        ("2", "B", "A", "r2"),
    ]
    assert versions_of(groups[1]) == ()


def test_a_failed_artifact_says_that_its_last_confirmed_version_is_kept_and_a_deleted_one_offers_no_look() -> None:
    state = full()
    text = drawn(state, "en", "admin", "artifacts")
    assert "The last confirmed version (3) is kept." in text and "disk full" in text
    state["artifacts"]["a-1"] = {**state["artifacts"]["a-1"], "status": "deleted"}
    card = next(one.html for one in REGIONS["artifacts"](state, "en", "admin") if one.key == "artifact-a-1")
    assert "It was deleted" in card and "Look inside" not in card.partition("<details")[0]


def test_an_artifact_without_a_kind_is_of_unknown_kind() -> None:
    assert "Unknown kind" in drawn(full(), "en", "admin", "artifacts")


# -- timeline and evidence -------------------------------------------------------------------------------------------


def test_a_fact_that_stands_open_in_the_process_cannot_be_opened_in_the_timeline_too() -> None:
    lines = {one.key: one.html for one in REGIONS["timeline"](full(), "en", "admin")}
    busy = next(html for key, html in lines.items() if key.startswith("line-3-"))
    other = next(html for key, html in lines.items() if key.startswith("line-2-"))
    assert "shown in the process now" in busy and "data-look" not in busy
    assert 'data-look="detail-2"' in other


def test_the_timeline_is_bounded_and_newest_first() -> None:
    state = full()
    line = state["timeline"][0]
    state["timeline"] = [{**line, "sequence": number} for number in range(1, 201)]
    state["process"] = []
    keys = [one.key for one in REGIONS["timeline"](state, "en", "admin")]
    numbers = [int(key.split("-")[1]) for key in keys if re.match(r"line-\d", key)]
    assert numbers == list(range(200, 140, -1))


def test_a_late_fact_and_one_of_an_unknown_class_say_so() -> None:
    text = drawn(full(), "en", "admin", "timeline")
    assert "A fact of an unknown kind" in text and "arrived late" in text


def test_evidence_review_and_replay_of_one_pack_stand_together() -> None:
    state = full()
    found = packs(state["evidence"])
    assert {key: [one["id"] for one in items] for key, items in found.items()} == {
        "one:e-3": ["e-3"],
        "pack:pack-1": ["e-1", "e-2"],
    }
    pack = next(one.html for one in REGIONS["evidence"](state, "en", "admin") if one.key == "evidence-pack:pack-1")
    assert "replay://1" in pack and "Changes asked for" in pack and anchor("review", "r-1") in pack


def test_no_verdict_is_said_where_no_fact_brought_one() -> None:
    state = full()
    del state["evidence"]["e-1"]["verdict"]
    state["reviews"]["r-1"] |= {"verdict": "approved by everybody, surely", "status": "reviewing"}
    text = drawn(state, "en", "admin", "evidence", "review")
    assert text.count("no verdict was handed over") == 2 and "surely" not in text and "Passed" not in text


# -- team ------------------------------------------------------------------------------------------------------------


def test_who_needs_a_person_stands_first_in_the_roster() -> None:
    keys = [one.key for one in REGIONS["team"](full(), "en", "admin")]
    assert keys[:2] == ["team-head", "agent-tax@c"]


def test_a_limit_is_not_shown_as_a_failure() -> None:
    head = drawn(full(), "en", "admin", "team")
    assert "nothing has failed" in head and "2 running · 1 queued · 3 at a time" in head


def test_an_idle_remote_teammate_is_not_done_and_what_it_needs_leads_to_its_card() -> None:
    state = full()
    assert "The question itself has not arrived yet" in drawn(state, "en", "admin", "remote")
    state["actions"] = {"q-1": {"id": "q-1", "agentId": "bank@r", "state": "open", "type": "credential_request"}}
    assert 'href="#decide"' in drawn(state, "en", "admin", "remote")
    state["tasks"]["t-bank"] = {**state["tasks"]["t-bank"], "status": "working"}
    text = drawn(state, "en", "admin", "remote")
    assert "that it is finished was not reported" in text and "Completed" not in text


def test_a_background_teammate_shows_why_it_woke_its_schedule_and_its_last_run() -> None:
    text = drawn(full(), "en", "admin", "background")
    for said in ("It is 17:00", "Every full hour", "run://41", "Sleeping", "Pause", "Terminate"):
        assert said in text


def test_a_report_is_no_speech() -> None:
    text = drawn(full(), "en", "admin", "notices")
    assert "not what a person said" in text and "said-by" not in text


def test_what_is_held_up_stands_in_the_first_column() -> None:
    assert column_of({"status": "running", "blocker": "x"}) == "blocked"
    assert column_of({"status": "assigned"}) == "claimed" and column_of({"status": "odd"}) == "open"
    keys = [one.key for one in REGIONS["board"](full(), "en", "admin")]
    assert keys[1] == "column-blocked"


def test_who_only_reads_is_offered_no_control() -> None:
    asking = ("team", "board", "review", "background", "policy", "artifacts")
    for role in ("developer", "auditor"):
        assert "<form" not in drawn(full(), "en", role, *asking)
    for role in ("admin", "approver", "requester", "developer.owner", "auditor.owner"):
        assert all("<form" in drawn(full(), "en", role, one) for one in asking), role
    past = {name: one for name, one in full().items() if name != "link"}
    assert "<form" not in drawn(past, "en", "admin", *asking), (
        "a task of ours, or the past: nobody is there to be asked"
    )


def test_secrets_are_shown_only_by_where_they_are_kept() -> None:
    state = full()
    state["agents"]["tax@c"]["policy"] = {"mode": "ask", "token": "do-not-show", "secretRef": "vault://tax"}
    text = drawn(state, "en", "admin", "policy", "memory")
    assert "vault://tax" in text and "do-not-show" not in text


def test_diagnostics_are_for_those_who_mend() -> None:
    assert "late_fact" in drawn(full(), "en", "developer", "diagnostics")
    for role in ("requester", "approver"):
        hidden = drawn(full(), "en", role, "diagnostics")
        assert "late_fact" not in hidden and "first_text" not in hidden and "shown to developers" in hidden


def test_a_status_nobody_knows_is_shown_by_its_own_name() -> None:
    assert status_words("levitating", "ja") == "levitating" and status_words("", "en") == "Unknown"


# -- the graph -------------------------------------------------------------------------------------------------------


def crew(count: int) -> dict[str, Any]:
    return {
        "lead": agent("lead", "Lead"),
        **{f"w{n}": agent(f"w{n}", f"Worker {n}", parentAgentId="lead") for n in range(1, count)},
    }


@pytest.mark.parametrize("count", [1, 2, 8, 60])
def test_nobody_stands_on_anybody_else(count: int) -> None:
    picture = graph.laid_out(crew(count), [])
    assert len(picture.nodes) == count and len(picture.edges) == count - 1
    boxes = [(one.x, one.y) for one in picture.nodes]
    for number, (x, y) in enumerate(boxes):
        assert 0 <= x <= picture.width - graph.WIDE and 0 <= y <= picture.height - picture.tall
        for other_x, other_y in boxes[number + 1 :]:
            assert abs(x - other_x) >= graph.WIDE or abs(y - other_y) >= picture.tall


def test_layers_follow_who_started_whom_and_circles_end() -> None:
    agents = {key: agent(key, key) for key in "abc"}
    edges = [
        {"from": "a", "to": "b", "kind": "spawn"},
        {"from": "b", "to": "c", "kind": "spawn"},
        {"from": "c", "to": "a", "kind": "spawn"},
        {"from": "c", "to": "a", "kind": "return"},
        {"from": "b", "to": "b", "kind": "wait"},
    ]
    picture = graph.laid_out(agents, edges)
    layers = {one.id: one.x for one in picture.nodes}
    assert layers["a"] < layers["b"] < layers["c"]
    assert [one.kind for one in picture.edges] == ["spawn", "spawn", "spawn", "return"]


def test_whom_the_picture_has_no_room_for_stands_in_the_table() -> None:
    picture = graph.laid_out(crew(200), [])
    assert len(picture.nodes) == graph.DRAWN and picture.left_out == 80
    state = new("S1")
    state["agents"] = crew(200)
    text = drawn(state, "en", "admin", "graph")
    assert "80 more are in the table" in text and "Worker 199" in text


def test_every_node_can_be_reached_by_keyboard_and_is_said_in_words() -> None:
    text = drawn(full(), "en", "admin", "graph")
    seen = Seen(text)
    names = [value for tag, name, value in seen.attributes if tag == "a" and name == "aria-label"]
    assert len(names) == 5 and "Sales, Accountant, Completed" in names
    for kind in ("spawn", "wait", "handoff", "return"):
        assert f"edge-{kind}" in text
    for said in ("starts", "waits for", "hands over to", "hands back to"):
        assert f">{said}</td>" in text


def test_a_name_is_cut_to_what_fits() -> None:
    assert graph.fitted("短い", 84) == "短い"
    assert len(graph.fitted("とても長い名前の担当さん", 84)) < 8 and graph.fitted("x" * 40, 84).endswith("…")
